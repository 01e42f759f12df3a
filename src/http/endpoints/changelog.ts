/** CHANGELOG.md by month, for programs and for people. */
import { createHash } from "node:crypto";
import { escapeHtml, pageHeaders } from "../server/html.ts";

export interface ChangelogMonth {
  readonly month: string;
  readonly entries: readonly string[];
}

/** Reads `## 2026-11` headings and the `-` points below them; a point may go on in the next, indented line. */
export function readChangelog(markdown: string): ChangelogMonth[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [month = "", ...lines] = section.split("\n");
      const points = lines.join("\n").split(/^- /m).slice(1);
      return { month: month.trim(), entries: points.map((point) => point.trim().replaceAll(/\s+/g, " ")) };
    });
}

const css = `
:root { color-scheme: light dark; --ink: #16232e; --soft: #5b6b78; --line: #e2e7eb; --paper: #fff; --accent: #0f6e5c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ecf0; --soft: #9aa9b5; --line: #2a3742; --paper: #131b22; --accent: #5cc5ae; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.6 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.5rem 5rem; }
header { display: flex; gap: 1.25rem; align-items: baseline; }
h1 { font-size: 2rem; margin: 0 auto 0 0; }
a { color: var(--accent); }
section { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1.5rem; }
h2 { font-size: 1.2rem; margin: 0; }
ul { padding-left: 1.2rem; margin: 0.75rem 0 0; }
li { margin: 0.4rem 0; }
li::marker { color: var(--soft); }
code { font: 0.9em ui-monospace, monospace; background: color-mix(in srgb, var(--ink) 8%, transparent); padding: 0.1em 0.3em; border-radius: 4px; }
`;

const cssHash = createHash("sha256").update(css).digest("base64");

/** One style in the page itself, allowed by its hash. */
export const changelogHeaders = pageHeaders({ "style-src": `'sha256-${cssHash}'`, "img-src": "data:" });

export function changelogPage(months: readonly ChangelogMonth[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kontor changelog</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<main>
<header><h1>Changelog</h1><a href="docs">Reference</a><a href="openapi.json">OpenAPI</a></header>
${months.map(monthSection).join("\n")}
</main>
</body>
</html>
`;
}

function monthSection({ month, entries }: ChangelogMonth): string {
  const points = entries.map((entry) => `<li>${inline(entry)}</li>`).join("\n");
  return `<section id="${escapeHtml(month)}">
<h2><time datetime="${escapeHtml(month)}">${escapeHtml(monthName(month))}</time></h2>
<ul>
${points}
</ul>
</section>`;
}

/** Escaped first, so that nothing in an entry becomes markup but its code marks. */
const inline = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

function monthName(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(first.getTime())) return month;
  return first.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
}
