/** What becomes of invoices, bills, offers and orders: states, steps after they are made. */
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { type Encoded, invalid } from "../../kit/encode.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { madeId } from "./conventions.ts";
import { dayOf, statusOf } from "./fields.ts";
import { inCurrency } from "./lines.ts";
import type { Epoch, Numeric, Trade } from "./types.ts";

export const today = (): string => new Date().toISOString().slice(0, 10);

const draft = 0;
const open = 1;

export interface Owed {
  readonly due: Epoch;
  /** Absent where the vendor does not tell what is paid. */
  readonly remaining?: Numeric;
}

/** 2 is settled or given up in part, 3 given up. Late is what was due before today. */
export function stateOf(native: Trade, { due, remaining }: Owed) {
  const status = statusOf(native);
  if (status !== open) return status === draft ? "DRAFT" : status === 2 ? "PAID" : "VOIDED";
  const left = amount(remaining);
  const isPart = left !== undefined && Math.abs(left) < Math.abs(amount(native.total_ttc) ?? 0);
  const dueDay = dayOf(due)?.slice(0, 10);
  if (dueDay !== undefined && dueDay < today()) return isPart ? "PARTIALLY_OVERDUE" : "OVERDUE";
  return isPart ? "PARTIALLY_PAID" : "OPEN";
}

/** What the vendor can be asked for: the state in its own words, and wider than ours where it is open. */
const states = vocabulary({
  "0": "DRAFT",
  "1": ["OPEN", "PARTIALLY_PAID", "OVERDUE", "PARTIALLY_OVERDUE"],
  "2": "PAID",
  "3": "VOIDED",
} as const);
export const stateCondition = (status: string, field: string): string =>
  `(t.fk_statut:=:${states.write(status, field)})`;

/** Whether a document that is written should be validated, which gives it its number. */
export function isToValidate(status: string | undefined): boolean {
  if (status === undefined || status === "DRAFT") return false;
  if (status === "OPEN" || status === "SENT") return true;
  throw invalid("This target system takes a draft, or one that is open, here.", "status");
}

/** Done in a step of its own, but refused before anything is. */
export const draftOrOpen = (status: string): object => {
  isToValidate(status);
  return {};
};

interface Wishes {
  readonly folder: string;
  readonly currency?: string | undefined;
  readonly validate: boolean;
}

/**
 * A currency that the vendor does not know becomes its own without a word: such a draft is deleted again. What is
 * validated already is left alone, so that all of it can be done again.
 */
export async function finish(reply: unknown, { folder, currency, validate }: Wishes, session: Session): Promise<void> {
  const address = `${folder}${path`/${madeId(reply)}`}`;
  const native = (await session.read(address)) as Trade;
  if (currency !== undefined && native.multicurrency_code && native.multicurrency_code !== currency) {
    await session.send({ method: "DELETE", path: address });
    const message = `This target system would have taken it for ${native.multicurrency_code}: it does not take ${currency} here.`;
    throw new Failure("target_rejected", message, { field: "currency", undone: true });
  }
  if (validate && statusOf(native) === draft)
    await session.send({ method: "POST", path: `${address}/validate`, body: {} });
}

/** With the prices in the currency that is named. */
export const priced = (encoded: Encoded): object => {
  const { lines, ...rest } = encoded as { readonly lines?: readonly object[] };
  if (lines === undefined) return encoded;
  return { ...rest, lines: "multicurrency_code" in rest ? inCurrency(lines) : lines };
};
