/** Payments, which Dolibarr returns only for the document that they settle. */
import type { WriteCall } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { elsewhere, elsewhereIn, encoder, invalid } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { lookUp } from "../../kit/lookup.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { decimal, difference, sum, unsigned } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { allOf } from "./conventions.ts";
import { epochOf, idOf, isForeign, numericId } from "./fields.ts";
import type { BankAccount, Paid, PaymentType, Status, Trade } from "./types.ts";

type Kind = "INVOICE" | "BILL";
const folders = { INVOICE: "/invoices", BILL: "/supplierinvoices" } as const;

/** A payment with its document, which has the contact. */
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
  paymentLines: nestedList(line, (paid) => [paid]),
});
const raw = ({ owner: _owner, kind: _kind, ...paid }: Settled): Paid => paid;

/** Credits and deposits are listed as payments, too: "(CREDIT_NOTE)", "(DEPOSIT)". */
const isMoney = ({ type }: Paid): boolean => !type?.startsWith("(");

async function paymentsOf(session: Session, kind: Kind, id: string): Promise<readonly Settled[]> {
  const documentPath = `${folders[kind]}${path`/${id}`}`;
  const owner = (await session.read(documentPath)) as Trade;
  const payments = (await session.read(`${documentPath}/payments`)) as readonly Paid[];
  return payments.filter(isMoney).map((paid) => ({ ...paid, owner, kind }));
}

/** Invoices and bills have the same ids, so the filter takes those of bills with a prefix. */
const ofBill = /^bill:(.*)$/;
const paymentsFor = (session: Session, invoiceId: string): Promise<readonly Settled[]> => {
  const [, bill] = ofBill.exec(invoiceId) ?? [];
  return bill === undefined ? paymentsOf(session, "INVOICE", invoiceId) : paymentsOf(session, "BILL", bill);
};

const kindOf = ({ documentType = "INVOICE" }: PaymentInput): Kind => {
  if (documentType === "INVOICE" || documentType === "BILL") return documentType;
  throw invalid("This target system accepts payments only for documentType INVOICE or BILL.", "documentType");
};

interface NewPayment {
  readonly kind: Kind;
  readonly id: string;
  readonly amount: number;
  readonly date: string;
  readonly accountId: string | undefined;
}

function newPaymentOf({ body }: Pick<WriteCall<PaymentInput>, "body">): NewPayment {
  const [first, ...others] = body.paymentLines ?? [];
  const { invoiceId: id, amount: paid, paymentDate: date, accountId } = first ?? {};
  if (id === undefined || paid === undefined || date === undefined || others.length > 0)
    throw invalid("A payment needs exactly one line, with invoiceId, amount and paymentDate.", "paymentLines");
  numericId(id, "paymentLines.invoiceId");
  if (!(paid > 0)) throw invalid("The amount of a payment must be positive.", "paymentLines.amount");
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

async function accountOf({ accountId }: NewPayment, { fk_account: usual }: Trade, session: Session): Promise<number> {
  if (accountId !== undefined) return numericId(accountId, "paymentLines.accountId");
  if (idOf(usual) !== undefined) return Number(usual);
  const [account, ...others] = await allOf<BankAccount>(session, "/bankaccounts", { sqlfilters: "(t.clos:=:0)" });
  if (account !== undefined && others.length === 0) return Number(account.id);
  throw invalid(
    "accountId is required, because the target system has no bank account or several.",
    "paymentLines.accountId",
  );
}

/** Version 18 pays the whole open amount of a bill, whatever amount it gets. */
async function checkBill({ amount: paid, id }: NewPayment, owner: Trade, session: Session): Promise<void> {
  if (isForeign(owner))
    throw invalid("This target system accepts payments of bills only in the company's currency.", "paymentLines");
  const { success } = (await session.read("/status")) as Status;
  if (!success?.dolibarr_version?.startsWith("18.")) return;
  const before = (await session.read(`/supplierinvoices${path`/${id}`}/payments`)) as readonly Paid[];
  const openAmount = difference(owner.total_ttc, sum(before.map((payment) => payment.amount)));
  if (openAmount !== paid)
    throw invalid(
      `Version 18 of the target system accepts only payments of the full open amount, ${openAmount}.`,
      "paymentLines.amount",
    );
}

async function prepare(call: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const newPayment = newPaymentOf(call);
  const owner = (await session.read(`${folders[newPayment.kind]}${path`/${newPayment.id}`}`)) as Trade;
  if (newPayment.kind === "BILL") await checkBill(newPayment, owner, session);
  const mode = await modeOf(call.body, owner, session);
  return { mode, account: await accountOf(newPayment, owner, session), foreign: isForeign(owner) };
}

/** The marker is sent as the reference of an outside system or, for a bill, as the payment's number. */
function bodyOf(prepared: Prepared, call: WriteCall<PaymentInput>): object {
  const { kind, id, amount: paid, date } = newPaymentOf(call);
  const { mode, account, foreign } = prepared;
  const common = { datepaye: epochOf(date), closepaidinvoices: "yes", accountid: account };
  const value = decimal(paid);
  if (kind === "BILL") return { ...common, payment_mode_id: mode, num_payment: call.marker, amount: value };
  const amounts = { amount: foreign ? "" : value, multicurrency_amount: foreign ? value : "" };
  return { ...common, paymentid: mode, ref_ext: call.marker, arrayofamounts: { [id]: amounts } };
}

/** Finds the payment by its marker, because the reply is an id that no list has. */
async function findMarked(call: WriteCall<PaymentInput>, session: Session): Promise<Settled | undefined> {
  const { kind, id } = newPaymentOf(call);
  const settled = await paymentsOf(session, kind, id);
  return settled.find(({ ref_ext, num }) => (kind === "BILL" ? num : ref_ext) === call.marker);
}

async function readBack(_reply: unknown, call: WriteCall<PaymentInput>, session: Session): Promise<Settled> {
  const found = await findMarked(call, session);
  if (found === undefined) throw invalid("The target system did not store the payment.", "paymentLines");
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
      read: (session, { filters: { invoiceId = "" } }) => paymentsFor(session, invoiceId),
      map: payment,
      raw,
      filters: { invoiceId: () => true },
      rules: [
        "The target system returns payments only per document, as a whole list: invoiceId is the id of an invoice or credit note, or bill: followed by the id of a bill or vendor credit.",
        "Amounts are in the company's currency. If a payment covers several documents, only the part for the requested document is shown.",
      ],
    }),
    requires: ["invoiceId"] as const,
  },
  "payments.create": write<PaymentInput, PaymentRecord, Settled>({
    method: "POST",
    path: (call) => {
      const { kind, id } = newPaymentOf(call);
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
    find: findMarked,
    map: payment,
    raw,
    requires: ["paymentLines"],
    rules: [
      "paymentType is a code of the target system, such as VIR, CB, CHQ or LIQ, or its id. The default is that of the document.",
      "accountId defaults to the bank account of the document, or to the only bank account.",
      "The amount is in the document's currency.",
    ],
  }),
};
