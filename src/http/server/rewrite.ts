/**
 * Other spellings of paths, brought to the one that has a route before anybody looks for it: the short forms without
 * `/accounting`, and the names that clients of other services of this kind use. Letters' case does not matter; the
 * router itself sees to the rest of the path.
 */
import { operationTable } from "../../contract/operations.ts";

const resources = new Set(operationTable.map(([, { path }]) => path.split("/")[2]?.toLowerCase()));

/** By their beginnings, whole segments each, in this order: what the client says, and what it means. */
export const aliases: readonly (readonly [from: string, to: string])[] = [
  ["/accounting/vendorcredit", "/accounting/vendorCredits"],
  ["/accounting/batch/contacts", "/accounting/contacts/bulk"],
  ["/accounting/v2/contacts", "/accounting/contacts"],
  ["/accounting/event-subscriptions", "/webhooks"],
  ["/webhooks/user", "/webhooks"],
  ["/tenant", "/tenants"],
  ["/tenants/get-registered-systems-masked", "/tenants/get-registered-systems"],
  ["/tenants/get-submission-page-style", "/tenants/submission-page-style"],
  ["/tenants/submission-page-style-by-key", "/tenants/submission-page-style"],
];

export function canonicalUrl(given: string): string {
  // Some senders do not encode what they should: bytes as they are, which the server reads as Latin-1.
  const url = given.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  const first = url.slice(1).split(/[/?#]/, 1)[0] ?? "";
  const whole = resources.has(first.toLowerCase()) ? `/accounting${url}` : url;
  return aliases.reduce(
    (reached, [from, to]) => (beginsWith(reached, from) ? to + reached.slice(from.length) : reached),
    whole,
  );
}

const ends = new Set(["", "/", "?", "#"]);

/** Every request is looked at for every alias: the sign behind it tells most of them apart at once. */
const beginsWith = (url: string, from: string): boolean =>
  ends.has(url.charAt(from.length)) && url.slice(0, from.length).toLowerCase() === from;
