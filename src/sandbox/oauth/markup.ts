/** HTML in which every value is text, unless it was made here too. */

export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function html(parts: TemplateStringsArray, ...values: readonly (string | Markup)[]): Markup {
  const shown = values.map((value) => (value instanceof Markup ? value.text : escaped(value)));
  return new Markup(String.raw({ raw: parts }, ...shown));
}

const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => names[sign] ?? "");
