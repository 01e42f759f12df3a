/** Enough of XML for what is sent to DATEV: elements, attributes and texts; everything else is a fault of the sender. */

export interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

const signs: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const plain = (text: string): string => text.replaceAll(/&(\w+);/g, (_, name: string) => signs[name] ?? "");

const attributesIn = (text: string): Node["attributes"] =>
  Object.fromEntries(
    [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, plain(value)]),
  );

/** Undefined where it is not well formed. */
export function readXml(source: string): Node | undefined {
  const top: Node = { name: "", attributes: {}, children: [], text: "" };
  const open: Node[] = [top];
  const content = source.replace(/^\uFEFF?<\?xml[^>]*\?>/, "");
  for (const [, slash, name = "", attributes = "", single, text = ""] of content.matchAll(
    /<(\/)?([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/)?>|([^<]+)|</g,
  )) {
    const inside = open.at(-1) ?? top;
    if (text !== "") inside.text += plain(text);
    else if (name === "") return undefined;
    else if (slash === undefined) {
      const node = { name, attributes: attributesIn(attributes), children: [], text: "" };
      inside.children.push(node);
      if (single === undefined) open.push(node);
    } else if (open.pop()?.name !== name) return undefined;
  }
  return open.length === 1 && top.children.length === 1 ? top.children[0] : undefined;
}
