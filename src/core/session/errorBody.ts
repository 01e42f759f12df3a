/** Reads the body of a vendor's error in any format: JSON, a single value, plain text, XML, or a gateway's HTML page. */

import type { HttpResponse } from "../outbound/exchange.ts";
import { parseVendorJson, textOf } from "../outbound/parseJson.ts";
import { parseVendorXml } from "../outbound/parseXml.ts";

/** Longer bodies are not error messages. */
const maxBytes = 20_000;

/** An object if the body is JSON, or XML in reply to XML, otherwise its text; undefined if it has none. */
export function errorBody(response: HttpResponse): unknown {
  const { bytes, headers } = response;
  const contentType = String(headers["content-type"] ?? "");
  const document = xmlBody(response);
  if (document !== undefined) return document;
  const body = parseVendorJson(bytes, contentType);
  if (body !== undefined) return body;
  if (bytes.length > maxBytes || binaryTypes.test(contentType)) return undefined;
  const text = textOf(bytes, contentType)?.trim();
  if (text === undefined || text === "" || text.includes("\0")) return undefined;
  // Broken JSON has no readable message.
  if (text.startsWith("{") || text.startsWith("[")) return undefined;
  return text.startsWith("<") ? messageInMarkup(text) : (bareValue(text) ?? text);
}

/** The XML in a response to XML. A gateway's error page is none. */
export function xmlBody({ bytes, headers, isXml }: HttpResponse): object | undefined {
  if (isXml === undefined) return undefined;
  try {
    return parseVendorXml(bytes, String(headers["content-type"] ?? ""));
  } catch {
    return undefined;
  }
}

const binaryTypes = /^(?:image|audio|video|font)\/|^application\/(?:pdf|octet-stream|zip)/i;

/** `"Not allowed"`, `false`. */
function bareValue(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The XML elements that may hold the message, best first; an HTML page has its title. */
const messageElements = [
  /^(?:message|error-?message|detail|details|faultstring|errordescription|error_description)$/i,
  /^(?:description|reason|text|error|fault)$/i,
  /^title$/i,
];

/** Replaces CDATA sections with escaped text. */
function withoutCdata(text: string): string {
  const [before = "", ...sections] = text.split("<![CDATA[");
  const escaped = sections.map((section) => {
    const end = section.indexOf("]]>");
    if (end === -1) return section;
    const content = section.slice(0, end).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return content + section.slice(end + 3);
  });
  return before + escaped.join("");
}

/** The elements that contain only text. */
function leavesOf(text: string): { name: string; words: string }[] {
  const [, ...tags] = withoutCdata(text).split("<");
  return tags.flatMap((tag, at) => {
    const end = tag.indexOf(">");
    if (end === -1 || tag.startsWith("/") || !(tags[at + 1] ?? "").startsWith("/")) return [];
    const name = tag.slice(0, end).split(/[\s/]/, 1)[0] ?? "";
    return [{ name: name.split(":").at(-1) ?? "", words: decoded(tag.slice(end + 1)).trim() }];
  });
}

function messageInMarkup(text: string): string | undefined {
  const leaves = leavesOf(text);
  for (const names of messageElements) {
    const messages = leaves.filter(({ name, words }) => names.test(name) && words !== "").map(({ words }) => words);
    if (messages.length > 0) return [...new Set(messages)].join(" ");
  }
  return undefined;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,5}));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );
