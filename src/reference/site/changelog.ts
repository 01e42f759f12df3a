/** Parses CHANGELOG.md by month and renders it as a page. */
import { html, type Markup } from "../../web/html.ts";
import { shell } from "./layout.ts";
import { inlineMarkdown } from "./markdown.ts";

export interface ChangelogMonth {
  readonly month: string;
  readonly entries: readonly string[];
}

/** Reads `## 2026-11` headings and the list items below them. An item may continue on the next, indented line. */
export function readChangelog(markdown: string): ChangelogMonth[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [month = "", ...lines] = section.split("\n");
      const items = lines.join("\n").split(/^- /m).slice(1);
      return { month: month.trim(), entries: items.map((item) => item.trim().replaceAll(/\s+/g, " ")) };
    });
}

export const changelogPage = (months: readonly ChangelogMonth[]): string =>
  shell(
    { title: "Changelog – Kontor", root: "", section: "changelog" },
    html`<h1>Changelog</h1>
${months.map(monthSection)}`,
  );

const monthSection = ({ month, entries }: ChangelogMonth): Markup =>
  html`<section id="${month}">
<h2><time datetime="${month}">${monthName(month)}</time></h2>
<ul>
${entries.map((entry) => html`<li>${inlineMarkdown(entry)}</li>\n`)}</ul>
</section>
`;

function monthName(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(first.getTime())) return month;
  return first.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
}
