/** HTML in which every value is escaped, unless it is markup itself. */

export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function html(parts: TemplateStringsArray, ...values: readonly (string | Markup | readonly Markup[])[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(textOf)));
}

function textOf(value: string | Markup | readonly Markup[]): string {
  if (typeof value === "string") return escaped(value);
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join("\n");
}

export const noMarkup = new Markup("");

const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => names[sign] ?? "");

/** A text with markup in place of its `{names}`. */
export const fillIn = (text: string, values: Readonly<Record<string, Markup>>): Markup =>
  new Markup(
    text
      .split(/\{(\w+)\}/)
      .map((part, index) => (index % 2 === 1 ? (values[part]?.text ?? "") : escaped(part)))
      .join(""),
  );
