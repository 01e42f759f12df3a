/** Reads the XML that is sent to DATEV: elements, attributes and text. Anything else is not well formed here. */

export interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescape = (text: string): string => text.replaceAll(/&(\w+);/g, (_, name: string) => entities[name] ?? "");

const attributesIn = (text: string): Node["attributes"] =>
  Object.fromEntries(
    [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, unescape(value)]),
  );

/** Undefined if the XML is not well formed. */
export function readXml(source: string): Node | undefined {
  const top: Node = { name: "", attributes: {}, children: [], text: "" };
  const open: Node[] = [top];
  const content = source.replace(/^\uFEFF?<\?xml[^>]*\?>/, "");
  for (const [, slash, name = "", attributes = "", single, text = ""] of content.matchAll(
    /<(\/)?([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/)?>|([^<]+)|</g,
  )) {
    const parent = open.at(-1) ?? top;
    if (text !== "") parent.text += unescape(text);
    else if (name === "") return undefined;
    else if (slash === undefined) {
      const node = { name, attributes: attributesIn(attributes), children: [], text: "" };
      parent.children.push(node);
      if (single === undefined) open.push(node);
    } else if (open.pop()?.name !== name) return undefined;
  }
  return open.length === 1 && top.children.length === 1 ? top.children[0] : undefined;
}
