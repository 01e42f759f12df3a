/** The frame of every page, its stylesheet and its headers. No page runs scripts or loads anything from another site. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { html, type Markup } from "./markup.ts";

export interface Frame {
  readonly lang: string;
  /** The system that shows the page. */
  readonly brand: string;
  /** The line at the foot of the page. */
  readonly about: string;
  /** The URL of the stylesheet. */
  readonly stylesheet: string;
}

const mark = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" class="tile"/><path d="M9 8.5h11a3 3 0 0 1 3 3v12H12a3 3 0 0 1-3-3z" class="cover"/><path d="M13 13h6M13 17h6" class="line"/></svg>`;

export const page = ({ lang, brand, about, stylesheet }: Frame, title: string, content: Markup): string =>
  html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${brand}</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<header>${mark}<span>${brand}</span></header>
<main>
${content}
</main>
<footer>${about}</footer>
</body>
</html>
`.text;

/**
 * Chromium applies `form-action` to every redirect that follows a form. A form that leads back to the client, which may
 * redirect anywhere, therefore cannot list its targets.
 */
export function pageHeaders({ leavesSite }: { leavesSite: boolean }): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `form-action 'self'${leavesSite ? " https: http:" : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
}

const stylesheetFile = new URL("style.css", import.meta.url);

export function addStylesheet(app: FastifyInstance, path: string): void {
  app.get(path, async (_, reply) =>
    reply
      .headers({ "x-content-type-options": "nosniff" })
      .type("text/css; charset=utf-8")
      .send(await readFile(stylesheetFile, "utf8")),
  );
}
