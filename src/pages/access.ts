/** The data that a connected platform may read and change, in end users' terms. */
import type { Connector } from "../contract/connector.ts";
import { html, type Part } from "../web/html.ts";
import type { AccessGroup, Texts } from "./texts/texts.ts";

export interface Access {
  readonly reads: readonly AccessGroup[];
  readonly writes: readonly AccessGroup[];
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

export function accessOf({ operations }: Pick<Connector, "operations">): Access {
  const offered = Object.keys(operations).map((id) => ({
    resource: id.split(".")[0] ?? "",
    isRead: /\.(?:list|get)$/.test(id),
  }));
  const groupsWith = (isRead: boolean): AccessGroup[] =>
    (Object.keys(groups) as AccessGroup[]).filter((group) =>
      offered.some((operation) => operation.isRead === isRead && groups[group].includes(operation.resource)),
    );
  return { reads: groupsWith(true), writes: groupsWith(false) };
}

export function accessPart({ reads, writes }: Access, texts: Texts, say: (text: string) => string): Part {
  const list = (heading: string, shownGroups: readonly AccessGroup[]): Part =>
    shownGroups.length > 0 &&
    html`<div><dt>${say(heading)}</dt><dd>${shownGroups.map((group) => texts[`${group}Group`]).join(", ")}</dd></div>
`;
  return html`<dl class="access">
${list(texts.reads, reads)}${list(texts.writes, writes)}</dl>
`;
}
