/**
 * Rewrites alternative paths to the canonical one before routing: short forms without `/accounting`, and the names that
 * clients of similar services use. Matching is case-insensitive.
 */
import { operationTable } from "../../contract/operations.ts";

const resources = new Set(operationTable.map(([, { path }]) => path.split("/")[2]?.toLowerCase()));

/** Path prefixes of whole segments, applied in this order. */
export const aliases: readonly (readonly [from: string, to: string])[] = [
  ["/accounting/vendorcredit", "/accounting/vendorCredits"],
  ["/accounting/batch/contacts", "/accounting/contacts/bulk"],
  ["/accounting/v2/contacts", "/accounting/contacts"],
  ["/accounting/v2/bookingproposals", "/accounting/bookingProposals"],
  ["/accounting/event-subscriptions", "/webhooks"],
  ["/webhooks/user", "/webhooks"],
  ["/tenant", "/tenants"],
  ["/tenants/get-registered-systems-masked", "/tenants/get-registered-systems"],
  ["/tenants/get-submission-page-style", "/tenants/submission-page-style"],
  ["/tenants/submission-page-style-by-key", "/tenants/submission-page-style"],
];

export function canonicalUrl(received: string): string {
  // Some clients send unencoded bytes, which Node reads as Latin-1.
  const url = received.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  const first = url.slice(1).split(/[/?#]/, 1)[0] ?? "";
  const full = resources.has(first.toLowerCase()) ? `/accounting${url}` : url;
  return aliases.reduce(
    (rewritten, [from, to]) => (beginsWith(rewritten, from) ? to + rewritten.slice(from.length) : rewritten),
    full,
  );
}

const ends = new Set(["", "/", "?", "#"]);

/** Runs for every request and alias. Checking the character after the prefix first rules out most of them quickly. */
const beginsWith = (url: string, from: string): boolean =>
  ends.has(url.charAt(from.length)) && url.slice(0, from.length).toLowerCase() === from;
