import type { Refusals } from "../../contract/connector.ts";

interface Fault {
  readonly field: string;
  readonly text: string | undefined;
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** An error about one field, or a sentence. The two generations of the API name its properties differently. */
const faultOf = (error: unknown, path: string): Fault => {
  if (typeof error === "string") return { field: path, text: textOf(error) };
  const { property, errorMessage, message } = isNode(error) ? error : {};
  return { field: textOf(property) ?? path, text: textOf(errorMessage) ?? textOf(message) };
};

/** The older API mirrors the request: `{ lines: { items: [{ arrayIndex: 8, product: { errors: [...] } }] } }`. */
function faultsIn(node: unknown, path: string): Fault[] {
  if (Array.isArray(node))
    return node.flatMap((item: unknown, position) => {
      const index = isNode(item) && typeof item["arrayIndex"] === "number" ? item["arrayIndex"] : position;
      return faultsIn(item, `${path}[${index}]`);
    });
  if (!isNode(node)) return [];
  return Object.entries(node).flatMap(([name, inner]) => {
    if (name === "errors" && Array.isArray(inner)) return inner.map((error) => faultOf(error, path));
    if (name === "items") return faultsIn(inner, path);
    return faultsIn(inner, path === "" ? name : `${path}.${name}`);
  });
}

const isFault = (error: unknown): boolean =>
  typeof error === "string" || (isNode(error) && ["property", "errorMessage", "message"].some((name) => name in error));

/** In the newer APIs `errors` is a plain list. For a list of vouchers, the older API has a list of mirrors. */
const faultsOf = (body: unknown): Fault[] => {
  const { errors } = isNode(body) ? body : {};
  return Array.isArray(errors) && errors.every(isFault)
    ? errors.map((error) => faultOf(error, ""))
    : faultsIn(errors, "");
};

function message(body: unknown): string | undefined {
  const { message: summary, title, detail, developerHint } = isNode(body) ? body : {};
  const faults = faultsOf(body).flatMap(({ text }) => text ?? []);
  const texts = [textOf(summary) ?? textOf(title), textOf(detail), ...faults].filter((text) => text !== undefined);
  // The hint for developers helps only if there is no other explanation.
  const hint = textOf(developerHint);
  if (hint !== undefined && texts.length === 1 && faults.length === 0) texts.push(hint);
  return texts.join(" ") || undefined;
}

export const refusals: Refusals = {
  message,
  fields: (body) => faultsOf(body).flatMap(({ field }) => (field === "" ? [] : field)),
};
