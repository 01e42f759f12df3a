import { operationTable } from "../contract/operations.ts";

const resources = new Set(operationTable.map(([, { path }]) => path.split("/")[2]));

/** `/invoices` reaches `/accounting/invoices`: the short forms are one rewrite, not second routes. */
export function canonicalUrl(url: string): string {
  const resource = url.slice(1).split(/[/?#]/, 1)[0];
  return resources.has(resource) ? `/accounting${url}` : url;
}
