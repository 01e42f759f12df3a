/** The headers under which nothing foreign can run or load in a page of ours. */

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
