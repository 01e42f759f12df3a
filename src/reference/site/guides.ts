/** The pages of `docs/`, shown beside the reference. */
import { readdir, readFile } from "node:fs/promises";
import { posix } from "node:path";
import { html, type Markup } from "../../web/html.ts";
import { headingsOf, type LinkTo, renderMarkdown } from "./markdown.ts";

export interface Guide {
  /** The last part of the page's path: `reading` for `/docs/guides/reading`. */
  readonly name: string;
  /** Relative to `docs/`: `guides/reading.md`. */
  readonly file: string;
  readonly section: string;
  readonly title: string;
  readonly text: string;
}

const folder = new URL("../../../docs/", import.meta.url);

/** The sections of `docs/README.md`, in the order in which a newcomer needs them. */
const guideSections: Readonly<Record<string, readonly string[]>> = {
  Start: ["start.md"],
  "By task": [
    "guides/first-invoice.md",
    "guides/import-entries.md",
    "guides/keep-in-sync.md",
    "guides/outage.md",
    "guides/moving-in.md",
  ],
  Guides: [
    "guides/connecting.md",
    "guides/reading.md",
    "guides/writing.md",
    "guides/amounts.md",
    "guides/files.md",
    "guides/tasks.md",
    "guides/events.md",
    "guides/mcp.md",
    "guides/console.md",
    "guides/sandbox.md",
  ],
  Operate: [
    "operate/deployment.md",
    "operate/configuration.md",
    "operate/processes.md",
    "operate/monitoring.md",
    "operate/several-machines.md",
    "operate/scale.md",
    "operate/cli.md",
    "operate/people.md",
    "operate/audit.md",
    "operate/upgrades.md",
    "operate/backup.md",
    "operate/releases.md",
    "operate/privacy.md",
    "operate/reliability.md",
    "operate/performance.md",
  ],
  "Target systems": ["target-systems/set-up.md"],
  Extend: ["extend/architecture.md", "extend/connectors.md", "extend/decisions.md", "extend/proofs.md"],
  Reference: ["reference/coverage.md", "reference/existing-clients.md"],
};

const setUpFolder = "target-systems";
const setUpSection = "Target systems";
/** What all target systems have in common. */
const commonPages: readonly string[] = guideSections[setUpSection] ?? [];

/** The slugs that have a set-up guide. The pages are listed from their folder, because no code here names a vendor. */
export async function setUpGuides(): Promise<readonly string[]> {
  const files = await readdir(new URL(`${setUpFolder}/`, folder)).catch(() => []);
  return files
    .filter((file) => file.endsWith(".md") && !commonPages.includes(`${setUpFolder}/${file}`))
    .map((file) => posix.basename(file, ".md"))
    .toSorted();
}

/** The name of a target system's set-up guide. Editions of a product share the guide that their slugs begin with. */
export const setUpGuideOf = (slug: string, guides: readonly string[]): string | undefined =>
  guides.findLast((name) => slug === name || slug.startsWith(`${name}-`));

export const isSetUpGuide = ({ section }: Pick<Guide, "section">): boolean => section === setUpSection;

export interface GuideFile {
  readonly section: string;
  /** Relative to `docs/`. */
  readonly file: string;
}

/** All guides in the order in which they are shown. */
export async function guideFiles(): Promise<readonly GuideFile[]> {
  const perSystem = (await setUpGuides()).map((slug) => `${setUpFolder}/${slug}.md`);
  return Object.entries(guideSections).flatMap(([section, names]) => {
    const files = section === setUpSection ? [...names, ...perSystem] : names;
    return files.map((file) => ({ section, file }));
  });
}

/** A production install may lack `docs/`: missing files are skipped. */
export async function readGuides(): Promise<readonly Guide[]> {
  const files = await guideFiles();
  const guides = await Promise.all(
    files.map(async ({ section, file }) => {
      const text = await readFile(new URL(file, folder), "utf8").catch(() => undefined);
      if (text === undefined) return [];
      const name = posix.basename(file, ".md");
      return [{ name, file, section, text, title: headingsOf(text)[0]?.text ?? name }];
    }),
  );
  return guides.flat();
}

/** Links to other guides and to pages of the service stay links; files that only the repository has are named without one. */
const linkWithin =
  (guide: Guide, guides: readonly Guide[], root: string): LinkTo =>
  (address) => {
    if (/^https?:/.test(address) || address.startsWith("#")) return address;
    if (address.startsWith("/")) return `${root}${address.slice(1)}`;
    const [path = "", fragment] = address.split("#");
    const file = posix.join(posix.dirname(guide.file), path);
    const target = guides.find((candidate) => candidate.file === file);
    if (target === undefined) return undefined;
    return `${root}docs/guides/${target.name}${fragment === undefined ? "" : `#${fragment}`}`;
  };

export function guidePage(guide: Guide, guides: readonly Guide[], root: string): Markup {
  const sections = headingsOf(guide.text).filter(({ level }) => level === 2);
  return html`<article class="guide">
${
  sections.length > 2 &&
  html`<nav class="contents" aria-label="On this page"><ul>${sections.map(({ id, text }) => html`<li><a href="#${id}">${text.replaceAll("`", "")}</a></li>`)}</ul></nav>
`
}${renderMarkdown(guide.text, linkWithin(guide, guides, root))}</article>
`;
}

export const guidesPage = (guides: readonly Guide[], root: string): Markup =>
  html`<h1>Guides</h1>
${[...Map.groupBy(guides, ({ section }) => section)].map(
  ([section, pages]) =>
    html`<h2>${section}</h2>\n<ul class="cards">${pages.map((guide) => guideCard(guide, root))}</ul>\n`,
)}`;

const guideCard = ({ name, title, text }: Guide, root: string): Markup =>
  html`<li><a href="${root}docs/guides/${name}">${title}</a><p>${leadOf(text)}</p></li>\n`;

/** The first paragraph, as plain text. */
const leadOf = (text: string): string => {
  const lead = text.split(/\n\n+/).find((block) => /^[A-Za-z*`]/.test(block)) ?? "";
  const plain = lead.replaceAll(/[`*]|\[([^[\]]+)\]\([^()]+\)/g, "$1").replaceAll(/\s+/g, " ");
  return plain.length > 160 ? `${plain.slice(0, plain.lastIndexOf(" ", 160))}…` : plain;
};
