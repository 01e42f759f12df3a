import type { CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { documentStatusOf, paymentStatusOf } from "../../kit/documents/paymentStatus.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { allOf, isDeleted, resultIn } from "./conventions.ts";
import { creditFolder, creditsName, isGiven, usedByCredit } from "./credits.ts";
import { addresses, amountOf, currencyOf, idOf } from "./fields.ts";
import { creditLine, linesOf, netOf, taxOf } from "./lines.ts";
import type { CreditNote } from "./types.ts";

const withLines = { "include[]": "lines" };

/** A credit with how much of it is used, which only payments tell. */
interface Shown extends CreditNote {
  readonly used: number;
}
const raw = ({ used: _used, ...native }: Shown): CreditNote => native;

const owed = ({ amount, used }: Shown) => {
  const total = amountOf(amount);
  return { open: total === undefined ? undefined : sum([total, -used]), total, due: undefined };
};
const statusOf = (native: Shown) => documentStatusOf(owed(native));

function paymentStateOf(native: Shown) {
  const state = paymentStatusOf(owed(native));
  return state === "PAID" ? ("CREDIT_NOTE_CLEARED" as const) : state;
}

const creditNote = mapping<CreditNoteRecord, Shown>({
  id: ({ id }) => String(id),
  addresses,
  contactId: ({ clientid: id }) => idOf(id),
  ...days({ creditNoteDate: "create_date" }),
  ...values({ creditNoteNumber: "credit_number" }),
  creditNoteLines: nestedList(creditLine, ({ lines }) => linesOf(lines)),
  currency: currencyOf,
  paymentStatus: paymentStateOf,
  status: statusOf,
  totalGrossAmount: ({ amount }) => amountOf(amount),
  totalNetAmount: netOf,
  totalTaxAmount: taxOf,
});

/** One record is in a property that was seen in the plural and in the singular. */
const creditIn = (reply: unknown): CreditNote | undefined =>
  resultIn<CreditNote>("credit_note")(reply) ?? resultIn<CreditNote>(creditsName)(reply);

const isCreditNote = (native: CreditNote): boolean => isGiven(native) && !isDeleted(native);

async function withUse(natives: readonly CreditNote[], session: Session): Promise<readonly Shown[]> {
  const used = natives.length === 0 ? undefined : await usedByCredit(session);
  return natives.map((native) => ({ ...native, used: used?.get(native.id) ?? 0 }));
}

const readCredits = async (session: Session): Promise<readonly Shown[]> =>
  withUse((await allOf<CreditNote>(session, creditFolder, creditsName, withLines)).filter(isCreditNote), session);

async function readCredit(id: string, session: Session): Promise<Shown | undefined> {
  const native = creditIn(await session.read(`${creditFolder}${path`/${id}`}`, withLines));
  if (native === undefined || !isCreditNote(native)) return undefined;
  return (await withUse([native], session))[0];
}

export const creditNotes = {
  "creditNotes.list": inMemory<CreditNoteRecord, Shown>({
    read: readCredits,
    map: creditNote,
    raw,
    rules: [
      "Prepayments and overpayments, which FreshBooks keeps with credits, are payments.",
      "Kontor also reads the payments that were made with credits, which tell how much of a credit note is used.",
    ],
  }),
  "creditNotes.get": get<CreditNoteRecord, Shown>({
    read: ({ ids: { creditNoteId = "" } }, session) => readCredit(creditNoteId, session),
    map: creditNote,
    raw,
  }),
};
