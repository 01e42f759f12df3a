/** What our HTML pages share: escaping, and headers under which nothing foreign can run or load. */

export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Everything is forbidden but what the page names. */
export function pageHeaders(allowed: Readonly<Record<string, string>>): Record<string, string> {
  const policy = {
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    ...allowed,
  };
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": Object.entries(policy)
      .map((directive) => directive.join(" "))
      .join("; "),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}
