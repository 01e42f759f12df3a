/** The headers under which pages and logos leave: nothing foreign loads, runs, frames or learns where one came from. */

const everywhere = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

/**
 * `formTargets` are the addresses to which an answer to our forms may lead: Chromium applies `form-action` to redirects
 * as well. Only their origins are named, and only those of http and https.
 */
export function pageHeaders({
  formTargets = [],
  isLive = false,
  frames = false,
  framedBy = "nobody",
}: {
  readonly formTargets?: readonly string[];
  /** Whether the page's script asks us for what is new. */
  readonly isLive?: boolean;
  /** Whether the page shows another of ours in a frame. */
  readonly frames?: boolean;
  /** Who may show this one in a frame. Only a page that does nothing may be framed, and only by us. */
  readonly framedBy?: "nobody" | "ourselves";
} = {}): Record<string, string> {
  const origins = formTargets.map((target) => new URL(target)).filter(({ protocol }) => /^https?:$/.test(protocol));
  const targets = new Set(["'self'", ...origins.map(({ origin }) => origin)]);
  return {
    ...everywhere,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      ...(isLive ? ["connect-src 'self'"] : []),
      ...(frames ? ["frame-src 'self'"] : []),
      `form-action ${framedBy === "nobody" ? [...targets].join(" ") : "'none'"}`,
      `frame-ancestors ${framedBy === "nobody" ? "'none'" : "'self'"}`,
      "base-uri 'none'",
    ].join("; "),
    "x-frame-options": framedBy === "nobody" ? "DENY" : "SAMEORIGIN",
  };
}

/** An SVG that is opened by itself is a document: the sandbox takes away what is left of its powers. */
export const logoHeaders = (contentType: "image/png" | "image/svg+xml"): Record<string, string> => ({
  ...everywhere,
  "content-type": contentType,
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
});
