/** Payments, which Dolibarr hands out with the document that they settle and not otherwise. */
import type { WriteCall } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { elsewhere, elsewhereIn, encoder, invalid } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { lookUp } from "../../kit/lookup.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { decimal, difference, sum, unsigned } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { allOf } from "./conventions.ts";
import { epochOf, idOf, isForeign, numericId } from "./fields.ts";
import type { BankAccount, Paid, PaymentType, Status, Trade } from "./types.ts";

type Kind = "INVOICE" | "BILL";
const folders = { INVOICE: "/invoices", BILL: "/supplierinvoices" } as const;

/** A payment says what was paid when; whose it is and for what, its document says. */
interface Settled extends Paid {
  readonly owner: Trade;
  readonly kind: Kind;
}

const line = mapping<PaymentLine, Settled>({
  // In the company's own currency.
  amount: (paid) => unsigned(paid.amount),
  contactId: ({ owner }) => idOf(owner.socid),
  customerId: ({ owner, kind }) => (kind === "INVOICE" ? idOf(owner.socid) : undefined),
  description: ({ num }) => num,
  invoiceId: ({ owner }) => String(owner.id),
  paymentDate: ({ date }) => date?.slice(0, 10),
  supplierId: ({ owner, kind }) => (kind === "BILL" ? idOf(owner.socid) : undefined),
});

const payment = mapping<PaymentRecord, Settled>({
  id: ({ ref, owner, kind, date }) => ref || `${kind}-${owner.id}-${date}`,
  currency: ({ owner }) => (isForeign(owner) ? undefined : currencyCode(owner.multicurrency_code)),
  ...values({ documentType: "kind", paymentType: "type" }),
  paymentLines: each(line, (paid) => [paid]),
});
const raw = ({ owner: _owner, kind: _kind, ...paid }: Settled): Paid => paid;

/** What was credited or paid on account stands among them: "(CREDIT_NOTE)", "(DEPOSIT)". */
const isMoney = ({ type }: Paid): boolean => !type?.startsWith("(");

async function paymentsOf(session: Session, kind: Kind, id: string): Promise<readonly Settled[]> {
  const address = `${folders[kind]}${path`/${id}`}`;
  const owner = (await session.read(address)) as Trade;
  const all = (await session.read(`${address}/payments`)) as readonly Paid[];
  return all.filter(isMoney).map((paid) => ({ ...paid, owner, kind }));
}

/** Ids of invoices and of bills are alike: those of bills come with a word before them. */
const ofBill = /^bill:(.*)$/;
const askedFor = (session: Session, invoiceId: string): Promise<readonly Settled[]> => {
  const [, bill] = ofBill.exec(invoiceId) ?? [];
  return bill === undefined ? paymentsOf(session, "INVOICE", invoiceId) : paymentsOf(session, "BILL", bill);
};

const kindOf = ({ documentType = "INVOICE" }: PaymentInput): Kind => {
  if (documentType === "INVOICE" || documentType === "BILL") return documentType;
  throw invalid("This target system takes payments of INVOICE or BILL.", "documentType");
};

interface Wanted {
  readonly kind: Kind;
  readonly id: string;
  readonly amount: number;
  readonly date: string;
  readonly accountId: string | undefined;
}

function wantedOf({ body }: Pick<WriteCall<PaymentInput>, "body">): Wanted {
  const [first, ...others] = body.paymentLines ?? [];
  const { invoiceId: id, amount: paid, paymentDate: date, accountId } = first ?? {};
  if (id === undefined || paid === undefined || date === undefined || others.length > 0)
    throw invalid("This target system takes one line with invoiceId, amount and paymentDate.", "paymentLines");
  numericId(id, "paymentLines.invoiceId");
  if (!(paid > 0)) throw invalid("A payment is more than nothing.", "paymentLines.amount");
  return { kind: kindOf(body), id, amount: paid, date, accountId };
}

interface Prepared {
  readonly mode: number;
  readonly account: number;
  readonly foreign: boolean;
}

async function modeOf({ paymentType }: PaymentInput, { mode_reglement_id: usual }: Trade, session: Session) {
  if (paymentType === undefined && idOf(usual) !== undefined) return Number(usual);
  const types = await allOf<PaymentType>(session, "/setup/dictionary/payment_types");
  const field = "paymentType";
  if (paymentType === undefined) {
    const codes = types.map(({ code }) => code).join(", ");
    throw invalid(`The document has no payment type, so paymentType is required. Use one of ${codes}.`, field);
  }
  // A type may be named by its id, too.
  const key = ({ id, code }: PaymentType) => (String(id) === paymentType ? paymentType : code);
  return Number(lookUp(types, { field, value: paymentType, kind: "payment type", key }).id);
}

async function accountOf({ accountId }: Wanted, { fk_account: usual }: Trade, session: Session): Promise<number> {
  if (accountId !== undefined) return numericId(accountId, "paymentLines.accountId");
  if (idOf(usual) !== undefined) return Number(usual);
  const all = await allOf<BankAccount>(session, "/bankaccounts", { sqlfilters: "(t.clos:=:0)" });
  const [only, ...others] = all;
  if (only !== undefined && others.length === 0) return Number(only.id);
  throw invalid("accountId says which of several bank accounts the money went through.", "paymentLines.accountId");
}

/** Version 18 pays all that is left of a bill, whatever it is told. */
async function checkBill({ amount: paid, id }: Wanted, owner: Trade, session: Session): Promise<void> {
  if (isForeign(owner)) throw invalid("This target system pays bills in its own currency only.", "paymentLines");
  const { success } = (await session.read("/status")) as Status;
  if (!success?.dolibarr_version?.startsWith("18.")) return;
  const before = (await session.read(`/supplierinvoices${path`/${id}`}/payments`)) as readonly Paid[];
  const left = difference(owner.total_ttc, sum(before.map((one) => one.amount)));
  if (left !== paid)
    throw invalid("Version 18 of the target system pays all that is left of a bill.", "paymentLines.amount");
}

async function prepare(call: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const wanted = wantedOf(call);
  const owner = (await session.read(`${folders[wanted.kind]}${path`/${wanted.id}`}`)) as Trade;
  if (wanted.kind === "BILL") await checkBill(wanted, owner, session);
  const mode = await modeOf(call.body, owner, session);
  return { mode, account: await accountOf(wanted, owner, session), foreign: isForeign(owner) };
}

/** The marker is the reference of an outside system; a bill's payment has a number at most. */
function bodyOf(prepared: Prepared, call: WriteCall<PaymentInput>): object {
  const { kind, id, amount: paid, date } = wantedOf(call);
  const { mode, account, foreign } = prepared;
  const common = { datepaye: epochOf(date), closepaidinvoices: "yes", accountid: account };
  const value = decimal(paid);
  if (kind === "BILL") return { ...common, payment_mode_id: mode, num_payment: call.marker, amount: value };
  const amounts = { amount: foreign ? "" : value, multicurrency_amount: foreign ? value : "" };
  return { ...common, paymentid: mode, ref_ext: call.marker, arrayofamounts: { [id]: amounts } };
}

/** The reply is an id that no list has. */
async function made(call: WriteCall<PaymentInput>, session: Session): Promise<Settled | undefined> {
  const { kind, id } = wantedOf(call);
  const all = await paymentsOf(session, kind, id);
  return all.find(({ ref_ext, num }) => (kind === "BILL" ? num : ref_ext) === call.marker);
}

async function readBack(_reply: unknown, call: WriteCall<PaymentInput>, session: Session): Promise<Settled> {
  const found = await made(call, session);
  if (found === undefined) throw invalid("The target system did not keep the payment.", "paymentLines");
  return found;
}

const lineEncoder = encoder<PaymentLine>({
  accountId: elsewhere,
  amount: elsewhere,
  invoiceId: elsewhere,
  paymentDate: elsewhere,
});

export const payments = {
  "payments.list": {
    ...inMemory<PaymentRecord, Settled>({
      read: (session, { filters: { invoiceId = "" } }) => askedFor(session, invoiceId),
      map: payment,
      raw,
      filters: { invoiceId: () => true },
      rules: [
        "The target system hands payments out with their document only, whole: invoiceId is the id of an invoice or credit note, or bill: and the id of a bill or vendor credit.",
        "Amounts are in the company's own currency. A payment for several documents shows its part of the one that was asked for.",
      ],
    }),
    requires: ["invoiceId"] as const,
  },
  "payments.create": write<PaymentInput, PaymentRecord, Settled>({
    method: "POST",
    path: (call) => {
      const { kind, id } = wantedOf(call);
      return kind === "BILL" ? path`/supplierinvoices/${id}/payments` : "/invoices/paymentsdistributed";
    },
    encoder: encoder<PaymentInput>({
      documentType: elsewhere,
      paymentLines: elsewhereIn(lineEncoder),
      paymentType: elsewhere,
    }),
    prepare,
    body: (_encoded, prepared, call) => bodyOf(prepared as Prepared, call),
    bareReply: true,
    readBack,
    stub: (_reply: unknown, { body }) => ({ documentType: kindOf(body) }),
    find: made,
    map: payment,
    raw,
    requires: ["paymentLines"],
    rules: [
      "paymentType is a code of the target system's, such as VIR, CB, CHQ or LIQ, or its id; without it, that of the document.",
      "Without accountId it is the bank account of the document, or the only one that there is.",
      "An amount is in the document's currency.",
    ],
  }),
};
