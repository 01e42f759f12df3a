/** The headers of hosted pages and logos: no external resources, no framing, no referrer. */

const commonHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

/**
 * `formTargets` are the URLs that a form's response may redirect to: Chromium applies `form-action` to redirects as well.
 * The policy names only their origins, and only http and https.
 */
export function pageHeaders({
  formTargets = [],
  isLive = false,
  frames = false,
  framedBy = "nobody",
}: {
  readonly formTargets?: readonly string[];
  /** The page's script fetches updates. */
  readonly isLive?: boolean;
  /** The page shows another Kontor page in a frame. */
  readonly frames?: boolean;
  /** The sites that may frame this page. Only previews may be framed, and only by Kontor: their forms are disabled. */
  readonly framedBy?: "nobody" | "ourselves";
} = {}): Record<string, string> {
  const origins = formTargets.map((target) => new URL(target)).filter(({ protocol }) => /^https?:$/.test(protocol));
  const targets = new Set(["'self'", ...origins.map(({ origin }) => origin)]);
  return {
    ...commonHeaders,
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

/** An SVG opened on its own is a document, so `sandbox` forbids it scripts and forms. */
export const logoHeaders = (contentType: "image/png" | "image/svg+xml"): Record<string, string> => ({
  ...commonHeaders,
  "content-type": contentType,
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
});
