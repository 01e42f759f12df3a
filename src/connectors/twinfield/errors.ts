/** Refusals come with status 200: `result` is 0, and the elements at fault carry a message. */
import type { Refusals } from "../../contract/connector.ts";
import { readXml, type XmlNode, type XmlValue } from "../../kit/xml/readXml.ts";
import { faultIn, finderFaultIn, resultIn } from "./soap.ts";

interface Fault {
  /** The elements on the way to the one at fault, without the root: `["header", "date"]`. */
  readonly at: readonly string[];
  readonly text: string;
}

/** The start tag of the root element. */
function rootTagIn(text: string): string {
  const declarationEnd = text.trimStart().startsWith("<?") ? text.indexOf("?>") : 0;
  const start = text.indexOf("<", declarationEnd);
  return text.slice(start, text.indexOf(">", start));
}

/** Only documents with `result="0"` on their root are parsed here. */
function refusedDocument(body: unknown): XmlNode | undefined {
  const text = resultIn(body);
  return text !== undefined && /\sresult="0"/.test(rootTagIn(text)) ? readXml(text) : undefined;
}

/** Several messages of one element are joined by two slashes (recorded). */
const textsIn = (message: string): readonly string[] => message.split("//").map((text) => text.trim());

function faultsIn(value: XmlValue | undefined, at: readonly string[] = []): readonly Fault[] {
  if (typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap((entry: XmlValue, index) => faultsIn(entry, [...at, String(index)]));
  const { "@msg": message, ...rest } = value as XmlNode;
  const own = typeof message === "string" ? textsIn(message).map((text) => ({ at, text })) : [];
  return [
    ...own,
    ...Object.entries(rest).flatMap(([name, inner]) => (name.startsWith("@") ? [] : faultsIn(inner, [...at, name]))),
  ];
}

const faultsOf = (body: unknown): readonly Fault[] =>
  Object.values(refusedDocument(body) ?? {}).flatMap((root) => faultsIn(root));

function messageOf(body: unknown): string | undefined {
  const texts = [...new Set(faultsOf(body).map(({ text }) => text))];
  return texts.length > 0 ? texts.join(" ") : (faultIn(body) ?? finderFaultIn(body));
}

/** The document has nothing but what was asked for: `<transaction msg="…" result="0"/>`, or a code that does not exist. */
function isMissing(body: unknown): boolean {
  const [entry] = Object.entries(refusedDocument(body) ?? {});
  if (entry === undefined) return false;
  const [name, root] = entry;
  if (typeof root !== "object" || Array.isArray(root)) return false;
  const elements = Object.keys(root).filter((key) => !key.startsWith("@"));
  if (name === "dimension") {
    const [first] = faultsOf(body);
    // Writes repeat the name.
    return !elements.includes("name") && first?.at[0] === "code";
  }
  return elements.length === 0;
}

/** In the languages of the end user (recorded in Dutch; English by the vendor's page on the finder). */
const aboutRights = /geen toegang|not have access|no access|access denied|toegang geweigerd/i;
const aboutToken = /token (?:is )?(?:invalid|ongeldig|expired|verlopen)|invalid token|code 354/i;

function statusOf(body: unknown, status: number): number | undefined {
  const message = messageOf(body);
  if (message === undefined) return status === 200 && refusedDocument(body) !== undefined ? 422 : undefined;
  if (aboutToken.test(message)) return 401;
  if (aboutRights.test(message)) return 403;
  if (faultIn(body) !== undefined) return status < 400 ? 502 : undefined;
  return isMissing(body) ? 404 : 422;
}

export const refusals: Refusals = {
  message: messageOf,
  fields: (body) =>
    faultsOf(body)
      .map(({ at }) => (at[0] === "transaction" ? at.slice(1) : at).join("."))
      .filter(Boolean),
  status: statusOf,
};
