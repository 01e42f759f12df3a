/**
 * Renders the subset of Markdown that the guides and descriptions use: headings, paragraphs, lists, tables, quotes, code,
 * links. Anything else is shown as text, and all text is escaped.
 */
import { html, Markup, type Part } from "../../web/html.ts";

/** The target of a link. If undefined, only the link text is shown. */
export type LinkTo = (address: string) => string | undefined;

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

interface Block {
  readonly rest: readonly string[];
  readonly made: Markup;
}

const unchanged: LinkTo = (address) => address;

export function renderMarkdown(text: string, linkTo: LinkTo = unchanged): Markup {
  const parts: Markup[] = [];
  let lines: readonly string[] = text.split("\n");
  while (lines.length > 0) {
    const [first = ""] = lines;
    if (first.trim() === "") {
      lines = lines.slice(1);
      continue;
    }
    const block = blockOf(lines, linkTo);
    parts.push(block.made);
    lines = block.rest;
  }
  return html`${parts}`;
}

/** One line of text: code, bold, emphasis, links. */
export function inlineMarkdown(text: string, linkTo: LinkTo = unchanged): Markup {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^[\]]+\]\([^()\s]+\)|<https?:[^<>\s]+>)/);
  return html`${pieces.map((piece, index) => (index % 2 === 0 ? emphasised(piece) : inlinePiece(piece, linkTo)))}`;
}

/** Text between underscores that are not inside a word. */
function emphasised(text: string): Part {
  const pieces = text.split(/(_[^_]+_)/);
  const isWithin = (index: number): boolean =>
    /\w$/.test(pieces[index - 1] ?? "") || /^\w/.test(pieces[index + 1] ?? "");
  return html`${pieces.map((piece, index) => (index % 2 === 0 || isWithin(index) ? piece : html`<em>${piece.slice(1, -1)}</em>`))}`;
}

function inlinePiece(piece: string, linkTo: LinkTo): Part {
  if (piece.startsWith("`")) return html`<code>${piece.slice(1, -1)}</code>`;
  if (piece.startsWith("**")) return html`<strong>${inlineMarkdown(piece.slice(2, -2), linkTo)}</strong>`;
  if (piece.startsWith("<")) return link(piece.slice(1, -1), piece.slice(1, -1), linkTo);
  const end = piece.indexOf("](");
  return link(piece.slice(end + 2, -1), inlineMarkdown(piece.slice(1, end)), linkTo);
}

function link(address: string, label: Part, linkTo: LinkTo): Part {
  const target = linkTo(address);
  return target === undefined ? label : html`<a href="${target}">${label}</a>`;
}

export const headingsOf = (text: string): Heading[] =>
  withoutCode(text)
    .split("\n")
    .flatMap((line) => headingIn(line) ?? []);

const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, "");

function headingIn(line: string): Heading | undefined {
  const [, marks = "", title = ""] = /^(#{1,4}) (\S.*)$/.exec(line) ?? [];
  return marks === "" ? undefined : { level: marks.length, text: title, id: slugOf(title) };
}

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

function blockOf(lines: readonly string[], linkTo: LinkTo): Block {
  const [first = ""] = lines;
  if (first.startsWith("```")) return codeBlock(lines);
  const heading = headingIn(first);
  if (heading !== undefined) return { rest: lines.slice(1), made: headingMarkup(heading, linkTo) };
  if (first.startsWith("|")) return tableBlock(lines, linkTo);
  if (first.startsWith("> ")) return quoteBlock(lines, linkTo);
  if (isItem(first)) return listBlock(lines, linkTo);
  const taken = countWhile(lines, (line, index) => line.trim() !== "" && (index === 0 || !beginsBlock(line)));
  const content = lines.slice(0, taken).join(" ");
  return { rest: lines.slice(taken), made: html`<p>${inlineMarkdown(content, linkTo)}</p>\n` };
}

const isItem = (line: string): boolean => /^(?:[-*]|\d+\.) /.test(line);
const beginsBlock = (line: string): boolean => /^(?:```|#{1,4} |\||> )/.test(line) || isItem(line);

function countWhile(lines: readonly string[], holds: (line: string, index: number) => boolean): number {
  const end = lines.findIndex((line, index) => !holds(line, index));
  return end === -1 ? lines.length : end;
}

const headingMarkup = ({ level, text, id }: Heading, linkTo: LinkTo): Markup => {
  const name = `h${level}`;
  return html`<${new Markup(name)} id="${id}">${inlineMarkdown(text, linkTo)}</${new Markup(name)}>\n`;
};

function codeBlock(lines: readonly string[]): Block {
  const taken = countWhile(lines.slice(1), (line) => !line.startsWith("```"));
  const code = lines.slice(1, taken + 1).join("\n");
  return { rest: lines.slice(taken + 2), made: codeBox(code) };
}

/** Focusable, so that it can be scrolled with the keyboard. */
export const codeBox = (code: string): Markup =>
  html`<div class="code"><pre tabindex="0"><code>${code}</code></pre></div>\n`;

function quoteBlock(lines: readonly string[], linkTo: LinkTo): Block {
  const taken = countWhile(lines, (line) => line.startsWith(">"));
  const content = lines.slice(0, taken).map((line) => line.replace(/^> ?/, ""));
  return {
    rest: lines.slice(taken),
    made: html`<blockquote>${renderMarkdown(content.join("\n"), linkTo)}</blockquote>\n`,
  };
}

/** Indented lines continue a list item and may contain a nested list. */
function listBlock(lines: readonly string[], linkTo: LinkTo): Block {
  const [first = ""] = lines;
  const taken = countWhile(
    lines,
    (line, index) => isItem(line) || /^ {2,}\S/.test(line) || (line === "" && /^ {2,}\S/.test(lines[index + 1] ?? "")),
  );
  const entries: string[][] = [];
  for (const line of lines.slice(0, taken))
    if (isItem(line)) entries.push([line.replace(/^(?:[-*]|\d+\.) /, "")]);
    else entries.at(-1)?.push(line.replace(/^ {2,4}/, ""));
  const items = entries.map((entry) => html`<li>${itemMarkup(entry, linkTo)}</li>\n`);
  const made = /^\d/.test(first) ? html`<ol>\n${items}</ol>\n` : html`<ul>\n${items}</ul>\n`;
  return { rest: lines.slice(taken), made };
}

function itemMarkup(entry: readonly string[], linkTo: LinkTo): Markup {
  const simple = countWhile(entry, (line, index) => index === 0 || (line !== "" && !beginsBlock(line)));
  const text = inlineMarkdown(entry.slice(0, simple).join(" "), linkTo);
  return html`${text}${simple < entry.length && renderMarkdown(entry.slice(simple).join("\n"), linkTo)}`;
}

function tableBlock(lines: readonly string[], linkTo: LinkTo): Block {
  const taken = countWhile(lines, (line) => line.startsWith("|"));
  const rows = lines.slice(0, taken).map(cellsOf);
  const [head = [], , ...body] = rows;
  const row = (cells: readonly string[]): Markup =>
    html`<tr>${cells.map((cell) => html`<td>${inlineMarkdown(cell, linkTo)}</td>`)}</tr>\n`;
  return {
    rest: lines.slice(taken),
    made: html`<div class="wide" tabindex="0" role="region" aria-label="${head.filter(Boolean).join(", ") || "Table"}"><table>
<thead><tr>${head.map((cell) => (cell === "" ? html`<td></td>` : html`<th scope="col">${inlineMarkdown(cell, linkTo)}</th>`))}</tr></thead>
<tbody>
${body.map(row)}</tbody>
</table></div>
`,
  };
}

/** A bar inside code, or escaped with a backslash, is part of the cell. */
const cellsOf = (line: string): string[] =>
  (line.match(/(?:`[^`]*`|\\\||[^|])+/g) ?? []).map((cell) => cell.replaceAll(String.raw`\|`, "|").trim());
