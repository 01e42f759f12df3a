/** The states of invoices, bills, offers and orders, and the steps after they are created. */
import { cannotStore, Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { type Encoded, invalidField } from "../../kit/encode.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf, madeId, matches, where } from "./conventions.ts";
import { isOver, statusOf } from "./fields.ts";
import { inCurrency } from "./lines.ts";
import type { Epoch, Numeric, Product, Trade } from "./types.ts";

const draft = 0;
const open = 1;

export interface Owed {
  readonly due: Epoch;
  /** Absent if the vendor does not say what was paid. */
  readonly remaining?: Numeric;
}

/** Status 2 is settled or partly written off, 3 is abandoned. */
const closedStates = vocabulary({ "0": "DRAFT", "2": "PAID", "3": "VOIDED" } as const);
const readState = closedStates.read((native: Trade) => String(statusOf(native)), [String(open)]);

/** A state of invoices and bills that Kontor does not know, for a warning. */
export const unknownState = readState.unread;

/** A document is overdue once its due day is over. */
export function stateOf(native: Trade, { due, remaining }: Owed) {
  if (statusOf(native) !== open) return readState(native);
  const openAmount = amount(remaining);
  const total = amount(native.total_ttc) ?? 0;
  // More was paid than the document comes to, and Dolibarr leaves it open until the rest is used.
  if (openAmount !== undefined && total !== 0 && Math.sign(openAmount) !== Math.sign(total)) return "PAID";
  const isPartlyPaid = openAmount !== undefined && Math.abs(openAmount) < Math.abs(total);
  if (isOver(due)) return isPartlyPaid ? "PARTIALLY_OVERDUE" : "OVERDUE";
  return isPartlyPaid ? "PARTIALLY_PAID" : "OPEN";
}

/** The vendor's states for filters. Its open state includes several of ours, and documents that were paid but not closed. */
const states = vocabulary({
  "0": "DRAFT",
  "1": ["OPEN", "PARTIALLY_PAID", "OVERDUE", "PARTIALLY_OVERDUE"],
  "2": "PAID",
  "3": "VOIDED",
} as const);
export const stateCondition = (status: string, field: string): string =>
  status === "PAID" ? "(t.fk_statut:in:1,2)" : `(t.fk_statut:=:${states.write(status, field)})`;

/** Whether a new document should be validated, which gives it its number. */
export function isToValidate(status: string | undefined): boolean {
  if (status === undefined || status === "DRAFT") return false;
  if (status === "OPEN" || status === "SENT") return true;
  throw invalidField("This target system takes DRAFT, or OPEN or SENT, as the status of a new document.", "status");
}

/** The status is set in a separate request, but an invalid one is refused before anything is sent. */
export const draftOrOpen = (status: string): object => {
  isToValidate(status);
  return {};
};

interface ReferringLine {
  readonly itemId?: string;
  readonly taxCode?: string;
}

/** Dolibarr's type of each line: 0 is a product, 1 a service. */
type Kinds = readonly number[];
const defaultKind = 0;

/** Dolibarr stores any tax code, and fails without a message for an unknown item. Returns the types of the items. */
export async function checkReferences(
  { body: { lineItems = [] } }: { readonly body: { readonly lineItems?: readonly ReferringLine[] } },
  session: Session,
): Promise<Kinds> {
  const kinds: number[] = [];
  for (const [index, { itemId, taxCode }] of lineItems.entries()) {
    const at = `lineItems[${index}]`;
    const item =
      itemId === undefined ? undefined : await undefinedIfMissing(session.read(`/products${path`/${itemId}`}`));
    if (itemId !== undefined && item === undefined)
      throw cannotStore(`Dolibarr has no product "${itemId}". Check ${at}.itemId.`, `${at}.itemId`);
    kinds.push(Number((item as Product | undefined)?.type ?? defaultKind));
    if (taxCode === undefined || taxCode === "") continue;
    const [product] = await allOf(session, "/products", where(matches("t.default_vat_code", taxCode)));
    if (product === undefined)
      throw cannotStore(
        `Dolibarr does not list its tax codes, and no product uses "${taxCode}". Leave ${at}.taxCode out: taxRatePercentage decides the tax.`,
        `${at}.taxCode`,
      );
  }
  return kinds;
}

/** The body with the type of each line, without which Dolibarr cannot store lines of offers and orders. */
export const withKinds = (encoded: object, kinds: unknown): object => {
  const { lines, ...rest } = encoded as { readonly lines?: readonly object[] };
  if (lines === undefined) return encoded;
  const kindOf = (index: number): number => (kinds as Kinds | undefined)?.[index] ?? defaultKind;
  return { ...rest, lines: lines.map((line, index) => ({ ...line, product_type: kindOf(index) })) };
};

interface Finish {
  readonly folder: string;
  readonly currency?: string | undefined;
  readonly validate: boolean;
}

/**
 * Checks the currency of a new document and validates it. The vendor silently replaces an unknown currency by the
 * company's: such a draft is deleted. A document that is already validated is left alone, so that this can be repeated.
 */
export async function finish(reply: unknown, { folder, currency, validate }: Finish, session: Session): Promise<void> {
  const documentPath = `${folder}${path`/${madeId(reply)}`}`;
  const native = (await session.read(documentPath)) as Trade;
  if (currency !== undefined && native.multicurrency_code && native.multicurrency_code !== currency) {
    await session.send({ method: "DELETE", path: documentPath });
    const message = `The target system does not take ${currency} here: it would have stored the document in ${native.multicurrency_code}.`;
    throw new Failure("target_rejected", message, { field: "currency", undone: true });
  }
  if (validate && statusOf(native) === draft)
    // Offers are not validated without this parameter.
    await session.send({ method: "POST", path: `${documentPath}/validate`, body: { notrigger: 0 } });
}

/** The body with prices in the document's currency. */
export const priced = (encoded: Encoded): object => {
  const { lines, ...rest } = encoded as { readonly lines?: readonly object[] };
  if (lines === undefined) return encoded;
  return { ...rest, lines: "multicurrency_code" in rest ? inCurrency(lines) : lines };
};
