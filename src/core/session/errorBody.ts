/** What a vendor's error says, whatever it is written in: JSON, a bare value, plain text, XML, or a gateway's page. */

import type { Answer } from "../outbound/exchange.ts";
import { parseVendorJson, textOf } from "../outbound/parseJson.ts";

/** Nobody explains a refusal at greater length. */
const mostBytes = 20_000;

/** An object where it is JSON, otherwise the words as a text; undefined where there are none. */
export function errorBody({ bytes, headers }: Answer): unknown {
  const contentType = String(headers["content-type"] ?? "");
  const body = parseVendorJson(bytes, contentType);
  if (body !== undefined) return body;
  if (bytes.length > mostBytes || unspoken.test(contentType)) return undefined;
  const text = textOf(bytes, contentType)?.trim();
  if (text === undefined || text === "" || text.includes("\0")) return undefined;
  // JSON that is broken, or that is no answer, says nothing that could be told from its noise.
  if (text.startsWith("{") || text.startsWith("[")) return undefined;
  return text.startsWith("<") ? wordsOfMarkup(text) : (bareValue(text) ?? text);
}

const unspoken = /^(?:image|audio|video|font)\/|^application\/(?:pdf|octet-stream|zip)/i;

/** `"Not allowed"`, `false`. */
function bareValue(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** What holds the words in XML, from the most telling to the least; a page has its title. */
const messageElements = [
  /^(?:message|error-?message|detail|details|faultstring|errordescription|error_description)$/i,
  /^(?:description|reason|text|error|fault)$/i,
  /^title$/i,
];

/** What is quoted as a whole (CDATA), as the text that it stands for. */
function unquoted(text: string): string {
  const [first = "", ...others] = text.split("<![CDATA[");
  const plain = others.map((part) => {
    const end = part.indexOf("]]>");
    if (end === -1) return part;
    const quoted = part.slice(0, end).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return quoted + part.slice(end + 3);
  });
  return first + plain.join("");
}

/** Elements without others in them: what opens, what it holds up to the next sign of markup, and what closes. */
function leavesOf(text: string): { name: string; words: string }[] {
  const [, ...tags] = unquoted(text).split("<");
  return tags.flatMap((tag, at) => {
    const end = tag.indexOf(">");
    if (end === -1 || tag.startsWith("/") || !(tags[at + 1] ?? "").startsWith("/")) return [];
    const name = tag.slice(0, end).split(/[\s/]/, 1)[0] ?? "";
    return [{ name: name.split(":").at(-1) ?? "", words: decoded(tag.slice(end + 1)).trim() }];
  });
}

function wordsOfMarkup(text: string): string | undefined {
  const found = leavesOf(text);
  for (const names of messageElements) {
    const said = found.filter(({ name, words }) => names.test(name) && words !== "").map(({ words }) => words);
    if (said.length > 0) return [...new Set(said)].join(" ");
  }
  return undefined;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,5}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
