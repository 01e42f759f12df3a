import { Big } from "big.js";
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { decimalAs, encoder, fieldAs, inParent, invalidField, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { referencedId } from "../../kit/models/reading.ts";
import { appendMarker, markerText, removeMarker } from "../../kit/models/writing.ts";
import { difference } from "../../kit/money.ts";
import { noRecord } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { getOf, idFor, type Kind, listOf, rawOf, readOne, select } from "./conventions.ts";
import { currencyFor, currencyOf, dateAs, identity, ids, stamps, textOf } from "./fields.ts";
import { act, ask, contextOf, decimalValue, rpc } from "./rpc.ts";
import type { Identified, MoveLine } from "./types.ts";

const isPurchase = (line: MoveLine): boolean => line.invoice_payment?.type === "in";

const paymentLine = mapping<PaymentLine, MoveLine>({
  ...ids({ accountId: "account.id", contactId: "party.id", invoiceId: "invoice_payment.id" }),
  ...values({ contactName: "party.name", paymentDate: "date" }),
  // A customer's payment credits the receivable, a supplier's debits the payable. Money that goes back does the opposite.
  amount: (line) => (isPurchase(line) ? difference(line.debit, line.credit) : difference(line.credit, line.debit)),
  customerId: (line) => (isPurchase(line) ? undefined : textOf(line.party?.id)),
  description: ({ description, move }) => description ?? removeMarker(move?.description),
  supplierId: (line) => (isPurchase(line) ? textOf(line.party?.id) : undefined),
});

/** Ledger lines that pay an invoice. Payment orders to a bank (`account.payment`) have not moved money yet. */
const payment: Kind<PaymentRecord, MoveLine> = {
  model: "account.move.line",
  fields: `account.code credit currency.code date debit description party.name invoice_payment.type
    move(description journal.code)`,
  company: "move.company",
  domain: [["invoice_payment", "!=", null]],
  map: mapping<PaymentRecord, MoveLine>({
    ...identity,
    ...stamps,
    currency: currencyOf,
    documentType: (line) => (isPurchase(line) ? "BILL" : "INVOICE"),
    journalCode: ({ move }) => move?.journal?.code,
    paymentLines: nestedList(paymentLine, (line) => [line]),
  }),
};

interface Paid extends Identified {
  readonly type: string;
  readonly total_amount: string;
  /** In the invoice's currency, less what waits in payment orders. */
  readonly amount_to_pay?: string | null;
  readonly currency: number;
}

interface Prepared {
  readonly context: Readonly<Record<string, unknown>>;
  readonly wizard: number;
  readonly start: object;
}

const invoices = { model: "account.invoice", fields: "type total_amount amount_to_pay currency", company: "company" };
const methods = { model: "account.invoice.payment.method", company: "company" };

/** The payment method that posts to the requested journal. */
function methodFor(journalCode: string | undefined, session: Session): Promise<number> {
  const domain = journalCode === undefined ? [] : [["journal.code", "=", journalCode]];
  return idFor(session, methods, domain, invalidField("No payment method posts to this journal.", "journalCode"));
}

/** Credits and what is paid back for them are negative, in Tryton as in bodies. */
function checkSign({ total_amount: total }: Paid, amount: number): void {
  const isCredit = total.startsWith("-");
  if (isCredit === amount < 0) return;
  const field = "paymentLines[0].amount";
  throw cannotStore(
    isCredit
      ? `The document is a credit note. Refunds are negative: send ${field} as ${-amount}.`
      : "Tryton refunds credits only. Name a credit note or vendor credit as invoiceId.",
    field,
  );
}

/** The wizard would book the excess on account, where no payment of Kontor could use it. */
function checkOpen({ amount_to_pay: open }: Paid, amount: number): void {
  if (open == null || amount <= 0 || new Big(amount).lte(open)) return;
  throw cannotStore(
    `paymentLines[0].amount is ${amount}, but only ${open} is open at Tryton, whose payments belong to an invoice. Send at most ${open}.`,
    "paymentLines[0].amount",
  );
}

/** Tryton's own wizard posts the payment and reconciles it, in one transaction. */
async function prepare({ body, marker }: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const { currency, documentType, journalCode, paymentLines = [] } = body;
  const [{ invoiceId = "", amount = 0 } = {}, ...furtherLines] = paymentLines;
  if (furtherLines.length > 0)
    throw cannotStore("A payment of Tryton pays one document. Send a payment for each line.", "paymentLines[1]");
  const invoice = await readOne<Paid>(session, invoices, referencedId(invoiceId, "paymentLines.invoiceId"));
  if (invoice === undefined) throw invalidField("No invoice has this id.", "paymentLines.invoiceId");
  if (documentType !== undefined && (documentType === "BILL") !== (invoice.type === "in"))
    throw invalidField("The document with this id is of another type.", "documentType");
  checkSign(invoice, amount);
  const paidIn = currency === undefined ? invoice.currency : await currencyFor(currency, session);
  // Tryton converts other currencies at its own rate of the day.
  if (paidIn === invoice.currency) checkOpen(invoice, amount);
  const start = {
    company: Number(session.company),
    payment_method: await methodFor(journalCode, session),
    currency: paidIn,
    date: await ask(session, "model.ir.date.today"),
  };
  const [wizard] = await ask<readonly [number]>(session, "wizard.account.invoice.pay.create");
  session.memory.set(`pay ${marker}`, wizard);
  const about = { active_model: invoices.model, active_id: invoice.id, active_ids: [invoice.id] };
  return { wizard, start, context: { ...contextOf(session), ...about } };
}

const byReference = async ({ marker }: WriteCall<unknown>, session: Session): Promise<MoveLine | undefined> =>
  (await select<MoveLine>(session, payment, [["move.description", "like", `%${markerText(marker)}`]]))[0];

const create = write<PaymentInput, PaymentRecord, MoveLine>({
  method: "POST",
  path: "/",
  map: payment.map,
  raw: rawOf,
  prepare,
  encoder: encoder<PaymentInput>({
    currency: sentSeparately,
    documentType: sentSeparately,
    journalCode: sentSeparately,
    paymentLines: singleEntry(
      inParent(
        encoder<PaymentLine>({
          amount: decimalAs("amount"),
          description: fieldAs("description"),
          invoiceId: sentSeparately,
          paymentDate: dateAs("date"),
        }),
      ),
    ),
  }),
  body: (encoded, prepared, { marker }) => {
    const { amount, description, ...fields } = encoded as { readonly amount?: string; readonly description?: string };
    const { wizard, start, context } = prepared as Prepared;
    const paid = { amount: decimalValue(`${amount}`), description: appendMarker(description, marker) };
    const data = { start: { ...start, ...fields, ...paid }, ask: { type: "partial" } };
    return rpc("wizard.account.invoice.pay.execute", [wizard, data, "pay"], context);
  },
  record: () => ({}) as MoveLine,
  afterwards: async (_native, { marker }, session) => {
    const wizard = session.memory.get(`pay ${marker}`);
    if (typeof wizard === "number") await act(session, "wizard.account.invoice.pay.delete", wizard);
  },
  readBack: async (_reply, call, session) => {
    const native = await byReference(call, session);
    if (native === undefined) throw noRecord();
    return native;
  },
  stub: () => ({}),
  find: byReference,
  requires: ["paymentLines", "paymentLines.invoiceId", "paymentLines.amount"],
  rules: [
    "Pays one invoice or bill, and at most what is open, through the payment method of journalCode, or the first payment method.",
    "The refund of a credit note or vendor credit is negative.",
    "Without a currency, the amount is in the invoice's currency. The entry's description ends with a reference that Kontor needs.",
  ],
});

export const payments = {
  "payments.create": create,
  "payments.list": listOf(payment, {
    filters: { invoiceId: (id) => [["invoice_payment", "=", /^\d{1,9}$/.test(id) ? Number(id) : 0]] },
    rules: [
      "Amounts are in the company's currency. Payment orders to a bank are not listed, because no money has moved yet.",
    ],
  }),
  "payments.get": getOf(payment),
};
