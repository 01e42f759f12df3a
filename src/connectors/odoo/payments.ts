import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { elsewhere, elsewhereIn, encoder, invalid } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { referred } from "../../kit/models/reading.ts";
import { marking, unmarked } from "../../kit/models/writing.ts";
import { decimal } from "../../kit/money.ts";
import { noRecord } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { getOf, type Kind, listOf, select } from "./conventions.ts";
import { journalSource } from "./documents.ts";
import { currency, identity, ids, stamps, textOf } from "./fields.ts";
import { isOwed, partialWithMoves } from "./lines.ts";
import { currencyFor, journalFor } from "./posting.ts";
import { type Clause, either, known, noRecords, rawOf } from "./records.ts";
import { act, addressOf, bodyOf, type Caller, callerOf, resultOf } from "./rpc.ts";
import { type Labelled, namesOf, type Payment, paymentFields } from "./types.ts";

interface Settled {
  readonly payment: Payment;
  readonly amount: number | undefined;
  readonly document: Labelled | undefined;
}

/** A customer's payment is on the credit side of the receivable and refunds are debits; for suppliers it is the other way round. */
function settledBy(payment: Payment): readonly Settled[] {
  const lines = payment.move_id?.line_ids?.filter(isOwed) ?? [];
  const settled = lines.flatMap(({ matched_debit_ids: debits = [], matched_credit_ids: credits = [] }) => [
    ...debits.map((partial) => [partial.credit_amount_currency, partial.debit_move_id?.move_id] as const),
    ...credits.map((partial) => [partial.debit_amount_currency, partial.credit_move_id?.move_id] as const),
  ]);
  if (settled.length === 0) return [{ payment, amount: payment.amount, document: undefined }];
  return settled.map(([amount, document]) => ({ payment, amount, document }));
}

const isBought = ({ partner_type: type }: Payment): boolean => type === "supplier";

const line = mapping<PaymentLine, Settled>({
  ...ids({ accountId: "payment.journal_id.default_account_id", contactId: "payment.partner_id" }),
  ...ids({ invoiceId: "document" }),
  ...values({ amount: "amount", contactName: "payment.partner_id.label", paymentDate: "payment.date" }),
  customerId: ({ payment }) => (isBought(payment) ? undefined : textOf(payment.partner_id)),
  description: ({ payment }) => unmarked(payment.memo ?? payment.ref),
  supplierId: ({ payment }) => (isBought(payment) ? textOf(payment.partner_id) : undefined),
});

/** Only receivable and payable lines settle documents. Bank lines are reconciled with statements. */
const lineSource = {
  model: "account.move.line",
  fields: ["account_type", "matched_debit_ids", "matched_credit_ids"],
  links: { matched_debit_ids: partialWithMoves, matched_credit_ids: partialWithMoves },
  parts: ["matched_debit_ids", "matched_credit_ids"],
};

const payment: Kind<PaymentRecord, Payment> = {
  model: "account.payment",
  fields: namesOf(paymentFields),
  links: {
    journal_id: journalSource,
    move_id: { model: "account.move", fields: ["line_ids"], links: { line_ids: lineSource }, parts: ["line_ids"] },
  },
  parts: ["move_id"],
  singleCompany: true,
  // Version 18 distinguishes money that moved from money that the bank statement confirms.
  domain: [["state", "in", ["posted", "in_process", "paid", "reconciled", "sent"]]],
  map: mapping<PaymentRecord, Payment>({
    ...identity,
    ...stamps,
    ...currency,
    documentType: (native) => (isBought(native) ? "BILL" : "INVOICE"),
    ...values({ journalCode: "journal_id.code", paymentType: "payment_method_line_id.label" }),
    paymentLines: nestedList(line, settledBy),
  }),
};

const against = (id: number): readonly (readonly Clause[])[] => [
  [["move_id.line_ids.matched_debit_ids.debit_move_id.move_id", "=", id]],
  [["move_id.line_ids.matched_credit_ids.credit_move_id.move_id", "=", id]],
];

const lineEncoder = encoder<PaymentLine>({
  amount: elsewhere,
  description: elsewhere,
  invoiceId: elsewhere,
  paymentDate: elsewhere,
});

function onlyLine({ paymentLines = [] }: PaymentInput): PaymentLine & { readonly invoiceId: string } {
  const [first, ...rest] = paymentLines;
  if (first?.invoiceId === undefined || rest.length > 0)
    throw invalid(
      "A payment of this target system settles one invoice or bill. Send one line with its invoiceId.",
      "paymentLines",
    );
  return { ...first, invoiceId: first.invoiceId };
}

interface Prepared {
  readonly caller: Caller;
  readonly defaults: object;
}

const wizard = { model: "account.payment.register", method: "create" } as const;

/** The fields of Odoo's payment wizard. Fields that the body leaves out are left to Odoo. */
function wizardBody({ caller, defaults }: Prepared, { body, marker }: WriteCall<PaymentInput>): object {
  const { amount, description, invoiceId, paymentDate } = onlyLine(body);
  const wizardValues = {
    ...defaults,
    ...(amount !== undefined && { amount: Number(decimal(amount)) }),
    ...(paymentDate !== undefined && { payment_date: calendarDay(paymentDate) }),
    communication: [description, marking(marker)].filter(Boolean).join(" "),
  };
  const context = { active_model: "account.move", active_ids: [referred(invoiceId, "paymentLines.invoiceId")] };
  return bodyOf(caller, { ...wizard, args: { vals_list: [wizardValues] }, context });
}

/** Version 18 renamed the field. */
async function marked({ marker }: WriteCall<PaymentInput>, session: Session): Promise<Payment | undefined> {
  const field = "memo" in (await known(session, "account.payment")) ? "memo" : "ref";
  const domain = [[field, "=like", `%${marking(marker)}`] as const];
  return (await select<Payment>(session, payment, { domain, limit: 1 }))[0];
}

/** Pays unless an earlier attempt has paid. */
async function pay(wizardId: number, call: WriteCall<PaymentInput>, session: Session): Promise<void> {
  if ((await marked(call, session)) !== undefined) return;
  try {
    await act(session, { model: wizard.model, method: "action_create_payments", ids: [wizardId] });
  } catch (error) {
    // The wizard record is not a payment: after a definite refusal nothing remains.
    if (!(error instanceof Failure) || error.details.mayHaveHappened === true) throw error;
    throw new Failure(error.code, error.message, { ...error.details, undone: true });
  }
}

const create = write<PaymentInput, PaymentRecord, Payment>({
  method: "POST",
  path: (_call, { caller }: Prepared) => addressOf(caller, wizard),
  encoder: encoder<PaymentInput>({
    currency: elsewhere,
    journalCode: elsewhere,
    paymentLines: elsewhereIn(lineEncoder),
  }),
  prepare: async ({ body }, session) => ({
    caller: await callerOf(session),
    defaults: { ...(await journalFor(session, body.journalCode)), ...(await currencyFor(session, body.currency)) },
  }),
  body: (_encoded, prepared, call) => wizardBody(prepared as Prepared, call),
  record: (reply: never) => ({ id: (resultOf(reply) as readonly number[])[0] ?? 0 }),
  afterwards: async ({ id, date }, call, session) => {
    // A record found by our marker is the payment itself.
    if (date === undefined) await pay(id, call, session);
  },
  readBack: async (_reply: never, call, session) => {
    const payment = await marked(call, session);
    if (payment === undefined) throw noRecord();
    return payment;
  },
  stub: () => ({}),
  find: marked,
  map: payment.map,
  raw: rawOf,
  requires: ["paymentLines"],
  rules: [
    "Each payment settles one invoice, bill or credit note, through Odoo's payment wizard. An amount below the open amount is a partial payment.",
    "Without a journalCode, Odoo chooses the bank. The memo ends with a reference that Kontor needs; answers leave it out.",
  ],
});

export const payments = {
  "payments.list": listOf(payment, {
    filters: { invoiceId: (id) => (/^\d{1,9}$/.test(id) ? either(...against(Number(id))) : noRecords) },
    rules: [
      "The documents that a payment settles are those that Odoo has reconciled it with. Amounts are in the payment's currency.",
    ],
  }),
  "payments.get": getOf(payment),
  "payments.create": create,
};
