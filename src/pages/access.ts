/** What a platform may see and change once it is connected, in words that an end user knows. */
import type { Connector } from "../contract/connector.ts";
import { html, type Part } from "../web/html.ts";
import type { AccessGroup, Texts } from "./texts/texts.ts";

export interface Access {
  readonly reads: readonly AccessGroup[];
  readonly writes: readonly AccessGroup[];
}

/** By the first word of an operation's id; what an end user would not ask for is left out. */
const groups: Readonly<Record<AccessGroup, readonly string[]>> = {
  contacts: ["contacts", "customers", "suppliers"],
  sales: ["invoices", "creditNotes", "offers", "salesOrders"],
  purchases: ["bills", "vendorCredits", "purchaseOrders", "goodsReceipts", "expenses", "bookingProposals"],
  ledger: ["accounts", "journalEntries", "journals", "trialBalance", "openItems"],
  money: ["payments", "bankAccounts", "transactions"],
  items: ["items"],
  files: ["files"],
};

export function accessOf({ operations }: Pick<Connector, "operations">): Access {
  const offered = Object.keys(operations).map((id) => ({
    resource: id.split(".")[0] ?? "",
    isRead: /\.(?:list|get)$/.test(id),
  }));
  const withAny = (isRead: boolean): AccessGroup[] =>
    (Object.keys(groups) as AccessGroup[]).filter((group) =>
      offered.some((operation) => operation.isRead === isRead && groups[group].includes(operation.resource)),
    );
  return { reads: withAny(true), writes: withAny(false) };
}

export function accessPart({ reads, writes }: Access, texts: Texts, say: (text: string) => string): Part {
  const list = (heading: string, named: readonly AccessGroup[]): Part =>
    named.length > 0 &&
    html`<div><dt>${say(heading)}</dt><dd>${named.map((group) => texts[`${group}Group`]).join(", ")}</dd></div>
`;
  return html`<dl class="access">
${list(texts.reads, reads)}${list(texts.writes, writes)}</dl>
`;
}
