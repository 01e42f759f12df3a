import { operationTable } from "../../contract/operations.ts";

const resources = new Set(operationTable.map(([, { path }]) => path.split("/")[2]));

/**
 * `/invoices` reaches `/accounting/invoices`, and `/tenant/…` the same as `/tenants/…`: other spellings are one rewrite,
 * not second routes.
 */
export function canonicalUrl(url: string): string {
  const first = url.slice(1).split(/[/?#]/, 1)[0] ?? "";
  if (resources.has(first)) return `/accounting${url}`;
  return first === "tenant" ? `/tenants${url.slice("/tenant".length)}` : url;
}
