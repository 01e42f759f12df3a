/** Renders the guides in `docs/` as pages of the reference site. */
import { readdir, readFile } from "node:fs/promises";
import { html, type Markup } from "../../web/html.ts";
import { headingsOf, type LinkTo, renderMarkdown } from "./markdown.ts";

export interface Guide {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

const folder = new URL("../../../docs/", import.meta.url);

/** Reading order for newcomers. All other guides follow. */
const order = ["reading", "writing", "connecting", "events", "sandbox", "configuration", "coverage", "reliability"];
const rankOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

/** Empty if the installation has no `docs/` folder. */
export async function readGuides(): Promise<readonly Guide[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files.filter((file) => file.endsWith(".md")).map((file) => file.slice(0, -".md".length));
  const guides = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`${name}.md`, folder), "utf8");
      return { name, text, title: headingsOf(text)[0]?.text ?? name };
    }),
  );
  return guides.toSorted(
    (left, right) => rankOf(left.name) - rankOf(right.name) || (left.title < right.title ? -1 : 1),
  );
}

/** Links to other guides and to pages of the service. Files that are only in the repository get no link. */
const linkWithin =
  (guides: readonly Guide[], root: string): LinkTo =>
  (address) => {
    if (/^https?:/.test(address) || address.startsWith("#")) return address;
    const [file = "", part] = address.split("#");
    const known = guides.find(({ name }) => file === `${name}.md`);
    if (known !== undefined) return `${root}docs/guides/${known.name}${part === undefined ? "" : `#${part}`}`;
    return address.startsWith("/") ? `${root}${address.slice(1)}` : undefined;
  };

export function guidePage(guide: Guide, guides: readonly Guide[], root: string): Markup {
  const sections = headingsOf(guide.text).filter(({ level }) => level === 2);
  return html`<article class="guide">
${
  sections.length > 2 &&
  html`<nav class="contents" aria-label="On this page"><ul>${sections.map(({ id, text }) => html`<li><a href="#${id}">${text.replaceAll("`", "")}</a></li>`)}</ul></nav>
`
}${renderMarkdown(guide.text, linkWithin(guides, root))}</article>
`;
}

export const guidesPage = (guides: readonly Guide[], root: string): Markup =>
  html`<h1>Guides</h1>
<ul class="cards">${guides.map(
    (guide) =>
      html`<li><a href="${root}docs/guides/${guide.name}">${guide.title}</a><p>${leadOf(guide.text)}</p></li>\n`,
  )}</ul>
`;

/** The first paragraph as plain text. */
const leadOf = (text: string): string => {
  const lead = text.split(/\n\n+/).find((block) => /^[A-Za-z*`]/.test(block)) ?? "";
  const plain = lead.replaceAll(/[`*]|\[([^[\]]+)\]\([^()]+\)/g, "$1").replaceAll(/\s+/g, " ");
  return plain.length > 160 ? `${plain.slice(0, plain.lastIndexOf(" ", 160))}…` : plain;
};
