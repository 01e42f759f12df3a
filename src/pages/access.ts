/** The data that a connected platform may read and change, in end users' terms. */
import type { Connector } from "../contract/connector.ts";
import { isHiddenGroup } from "../contract/hiddenFields.ts";
import { missingScope, resourceOfOperation, type Scopes } from "../contract/scopes.ts";
import { html, type Part } from "../web/html.ts";
import type { AccessGroup, Texts } from "./texts/texts.ts";

export interface Access {
  readonly reads: readonly AccessGroup[];
  readonly writes: readonly AccessGroup[];
  /** Groups and names of fields that the platform does not get. */
  readonly hides: readonly string[];
}

/** The platform's limits: of its API keys, and its hidden fields. */
export interface AccessLimits {
  readonly keys: readonly Scopes[];
  readonly hiddenFields: readonly string[];
}

/** Resources by group. Resources that mean nothing to end users are left out. */
const groups: Readonly<Record<AccessGroup, readonly string[]>> = {
  contacts: ["contacts", "customers", "suppliers"],
  sales: ["invoices", "creditNotes", "offers", "salesOrders"],
  purchases: ["bills", "vendorCredits", "purchaseOrders", "goodsReceipts", "expenses", "bookingProposals"],
  ledger: ["accounts", "journalEntries", "journals", "trialBalance", "openItems"],
  money: ["payments", "bankAccounts", "transactions"],
  items: ["items"],
  files: ["files"],
};

export const groupOf = (resource: string): AccessGroup | undefined =>
  (Object.keys(groups) as AccessGroup[]).find((group) => groups[group].includes(resource));

/** What any of the platform's keys may do with a target system. */
export function accessOf(
  { id: targetSystem, operations }: Pick<Connector, "id" | "operations">,
  { keys, hiddenFields }: AccessLimits,
): Access {
  const offered = Object.keys(operations)
    .map((id) => ({ resource: resourceOfOperation(id), isRead: /\.(?:list|get)$/.test(id) }))
    .filter(({ resource, isRead }) => {
      const needed = { access: isRead ? "read" : "write", resource, targetSystems: [targetSystem] } as const;
      return keys.some((scopes) => missingScope(scopes, needed) === undefined);
    });
  const groupsWith = (isRead: boolean): AccessGroup[] =>
    (Object.keys(groups) as AccessGroup[]).filter((group) =>
      offered.some((operation) => operation.isRead === isRead && groups[group].includes(operation.resource)),
    );
  return { reads: groupsWith(true), writes: groupsWith(false), hides: hiddenFields };
}

export function accessPart(
  { reads, writes, hides }: Access,
  texts: Texts,
  say: (text: string) => string,
  headings: Pick<Texts, "reads" | "writes" | "hides"> = texts,
): Part {
  const list = (heading: string, names: readonly string[]): Part =>
    names.length > 0 &&
    html`<div><dt>${say(heading)}</dt><dd>${names.join(", ")}</dd></div>
`;
  const named = (groupNames: readonly AccessGroup[]): string[] => groupNames.map((group) => texts[`${group}Group`]);
  const hiddenWords = hides.map((field) => (isHiddenGroup(field) ? texts[`${field}Group`] : field));
  return html`<dl class="access">
${list(headings.reads, named(reads))}${list(headings.writes, named(writes))}${list(headings.hides, hiddenWords)}</dl>
`;
}
