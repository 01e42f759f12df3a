/** The page frame that the front page, the reference and the guides share. */
import type { Demo } from "../../core/accounts/demo.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { pageHeaders } from "../../web/pageHeaders.ts";

/** Forbids inline scripts and anything from other origins. */
export const siteHeaders = pageHeaders({
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "form-action": "'self'",
});

export interface Shell {
  readonly title: string;
  /** The relative path from this page to the root of the service: `""`, `"../"`, … */
  readonly root: string;
  readonly section: "home" | "reference" | "guides" | "changelog";
  /** The sidebar. */
  readonly aside?: Part;
}

/** Keys that a page may show because only this machine can open it. */
export type DemoKeys = Pick<Demo, "apiKey" | "accountKey"> | undefined;

const links = [
  ["reference", "docs", "Reference"],
  ["guides", "docs/guides", "Guides"],
  ["changelog", "changelog", "Changelog"],
] as const;

export const shell = ({ title, root, section, aside }: Shell, content: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${root}favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}docs/site.css">
<script type="module" src="${root}docs/site.js"></script>
</head>
<body class="${aside === undefined ? "alone" : "beside"}" data-root="${root}">
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="name" href="${root === "" ? "./" : root}">${mark}Kontor</a>
${aside !== undefined && html`<a class="to-contents" href="#search">Search and contents</a>`}<nav aria-label="Main">${links.map(
    ([name, path, label]) =>
      html`<a href="${root}${path}"${section === name && html` aria-current="true"`}>${label}</a>`,
  )}<a href="${root}console">Console</a></nav>
</header>
${aside !== undefined && html`<aside>${aside}</aside>\n`}<main id="content">
${content}</main>
</body>
</html>
`.text;

/** A ledger's T-account. */
const shape =
  '<rect width="32" height="32" rx="8" fill="#0f6e5c"/><path d="M7 11h18M16 11v14" stroke="#fff" stroke-width="3.2" stroke-linecap="round" fill="none"/>';

export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shape}</svg>`;

/** The mark beside the name of the product. */
export const mark = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0f6e5c"/><path d="M7 11h18M16 11v14" stroke="#fff" stroke-width="3.2" stroke-linecap="round" fill="none"/></svg>`;

/** The script shows the copy button. Without it, the code can be selected and copied by hand. */
export const copyable = (code: string, label: string): Markup =>
  html`<div class="code"><pre tabindex="0"><code>${code}</code></pre><button class="copy" type="button" hidden aria-label="Copy: ${label}">Copy</button></div>
`;
