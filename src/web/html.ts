/** HTML that cannot be broken out of: whatever is put into `html` is escaped, unless `html` made it. */

export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Part = string | number | Markup | false | undefined | readonly Part[];

export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(String.raw({ raw: pieces }, ...parts.map(written)));

function written(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(written).join("");
  return escape(String(part));
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? "");
