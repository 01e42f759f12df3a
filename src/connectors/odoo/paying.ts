/** Records payments: by Odoo's payment window for a single document, and otherwise as a payment that is then matched with its documents. */
import type { OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encoder, invalidField, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { referencedId } from "../../kit/models/reading.ts";
import { appendMarker as markedText, markerText } from "../../kit/models/writing.ts";
import { decimal, sum } from "../../kit/money.ts";
import { noRecord } from "../../kit/reading.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { orTakenBack, select } from "./conventions.ts";
import { checkOpen } from "./fiscalYears.ts";
import { isOwed } from "./lines.ts";
import { payment } from "./payments.ts";
import { currencyFor, journalFor } from "./posting.ts";
import { known, rawOf } from "./records.ts";
import { act, actFor, addressOf, bodyOf, type Caller, callerOf, resultOf } from "./rpc.ts";
import { type Journal, type Move, namesOf, type Payment } from "./types.ts";

const lineEncoder = encoder<PaymentLine>({
  accountId: sentSeparately,
  amount: sentSeparately,
  customerId: sentSeparately,
  description: sentSeparately,
  invoiceId: sentSeparately,
  paymentDate: sentSeparately,
  supplierId: sentSeparately,
});

type Side = "INVOICE" | "BILL";

const moveTypes: Readonly<Record<Side, readonly string[]>> = {
  INVOICE: ["out_invoice", "out_receipt", "out_refund"],
  BILL: ["in_invoice", "in_receipt", "in_refund"],
};
const sideOf = ({ move_type: type }: Move): Side => (moveTypes.BILL.includes(type ?? "") ? "BILL" : "INVOICE");
const isCredit = ({ move_type: type }: Move): boolean => type === "out_refund" || type === "in_refund";

const documentSource = {
  model: "account.move",
  fields: namesOf({ move_type: 0, state: 0, amount_residual: 0, currency_id: 0, commercial_partner_id: 0, name: 0 }),
};

const documentOf = async (session: Session, id: number, types: readonly string[]): Promise<Move | undefined> =>
  (
    await select<Move>(session, documentSource, {
      domain: [
        ["id", "=", id],
        ["move_type", "in", types],
        ["company_id", "=", Number(session.company)],
      ],
    })
  )[0];

export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  if (!/^\d{1,9}$/.test(id)) return undefined;
  const document = await documentOf(session, Number(id), moveTypes[documentType]);
  // A draft has an amount, but nothing that could be paid. Odoo refuses it by itself.
  if (document === undefined || document.state !== "posted") return undefined;
  return { amount: document.amount_residual, currency: currencyCode(document.currency_id?.label) };
}

/** A line of the body and the document that it pays. */
interface Paid {
  readonly line: PaymentLine;
  readonly field: string;
  readonly document?: Move | undefined;
}

async function paidBy(session: Session, { documentType, paymentLines = [] }: PaymentInput): Promise<readonly Paid[]> {
  const types = documentType === "BILL" ? moveTypes.BILL : documentType === "INVOICE" ? moveTypes.INVOICE : undefined;
  const paid: Paid[] = [];
  for (const [index, line] of paymentLines.entries()) {
    const field = `paymentLines[${index}]`;
    if (line.invoiceId === undefined) {
      paid.push({ line, field });
      continue;
    }
    const id = referencedId(line.invoiceId, `${field}.invoiceId`);
    const document = await documentOf(session, id, types ?? [...moveTypes.INVOICE, ...moveTypes.BILL]);
    if (document === undefined) {
      const kind = documentType === "BILL" ? "bill or vendor credit" : "invoice or credit note";
      throw cannotStore(
        `Odoo has no ${kind} with this id. Check ${field}.invoiceId and documentType.`,
        `${field}.invoiceId`,
      );
    }
    paid.push({ line, field, document });
  }
  return paid;
}

/** Money goes back for a credit, and comes in for an invoice. */
function checkSign({ line: { amount = 0 }, field, document }: Paid): void {
  if (document === undefined) return;
  const open = document.amount_residual ?? 0;
  if (!isCredit(document)) {
    if (amount >= 0) return;
    throw cannotStore(
      `${field}.amount is negative, but the document is not a credit. Send a refund as a line without invoiceId, with customerId or supplierId.`,
      `${field}.amount`,
    );
  }
  if (amount >= 0)
    throw cannotStore(
      `${field}.invoiceId names a credit. Money that goes back is negative: send ${field}.amount as ${-amount}.`,
      `${field}.amount`,
    );
  if (-amount > open)
    throw cannotStore(
      `${field}.amount is ${amount}, but only ${open} of this credit is open at Odoo.`,
      `${field}.amount`,
    );
}

/** The same bank for all lines: the journal of an account, or the journal itself as `/bankAccounts` lists it. */
async function bankFor(session: Session, paid: readonly Paid[]): Promise<object> {
  const accounts = new Set(paid.flatMap(({ line }) => line.accountId ?? []));
  const [account, ...others] = accounts;
  if (account === undefined) return {};
  if (others.length > 0)
    throw cannotStore(
      "A payment of Odoo uses one bank. Send the same accountId in every line.",
      "paymentLines[0].accountId",
    );
  const source = { model: "account.journal", fields: namesOf({ default_account_id: 0, name: 0 }) };
  const journals = await select<Journal>(session, source, {
    domain: [
      ["type", "in", ["bank", "cash"]],
      ["company_id", "=", Number(session.company)],
    ],
  });
  const id = referencedId(account, "paymentLines.accountId");
  const journal =
    journals.find((candidate) => candidate.id === id) ??
    journals.find((candidate) => candidate.default_account_id?.id === id);
  if (journal !== undefined) return { journal_id: journal.id };
  const names = journals.map((candidate) => `${candidate.id} (${candidate.name ?? ""})`).join(", ");
  throw cannotStore(`Odoo has no bank or cash account ${account}. Use one of ${names}.`, "paymentLines[0].accountId");
}

interface Prepared {
  readonly caller: Caller;
  /** Journal and currency. */
  readonly defaults: object;
  readonly paid: readonly Paid[];
  /** Version 18 renamed the memo. */
  readonly memo: "memo" | "ref";
}

const memoOf = async (session: Session): Promise<"memo" | "ref"> =>
  "memo" in (await known(session, "account.payment")) ? "memo" : "ref";

async function prepare({ body }: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const paid = await paidBy(session, body);
  for (const line of paid) checkSign(line);
  if (!isForWindow(paid)) checkShares(paid, body);
  for (const line of paid)
    await checkOpen(session, { field: `${line.field}.paymentDate`, day: dayOf(line) }, "Use a later day.");
  return {
    caller: await callerOf(session),
    defaults: {
      ...(await bankFor(session, paid)),
      ...(await journalFor(session, body.journalCode)),
      ...(await currencyFor(session, body.currency)),
    },
    paid,
    memo: await memoOf(session),
  };
}

/** Odoo's payment window pays one document. */
const isForWindow = (paid: readonly Paid[]): boolean => paid.length === 1 && paid[0]?.document !== undefined;

const partnersOf = (paid: readonly Paid[]): ReadonlySet<number> =>
  new Set(
    paid.flatMap(({ line, field, document }) => {
      const named = line.customerId ?? line.supplierId;
      if (named === undefined) return document?.commercial_partner_id?.id ?? [];
      return referencedId(named, `${field}.${line.customerId === undefined ? "supplierId" : "customerId"}`);
    }),
  );

/** Odoo matches a payment with one document after the other, until the money is used up. */
function checkShares(paid: readonly Paid[], { documentType }: PaymentInput): void {
  const first = "paymentLines[0]";
  if (partnersOf(paid).size !== 1) {
    const isMissing = partnersOf(paid).size === 0;
    const name = documentType === "BILL" ? "supplierId" : "customerId";
    throw cannotStore(
      isMissing
        ? `A payment without invoiceId needs ${name} in its line.`
        : "A payment of Odoo has one contact. Send a payment for each contact.",
      `${first}.${name}`,
    );
  }
  const amounts = paid.map(({ line }) => line.amount ?? 0);
  if (amounts.some((amount) => amount < 0) && amounts.some((amount) => amount > 0))
    throw cannotStore("Lines of one payment have the same sign at Odoo. Send two payments.", `${first}.amount`);
  const partial = paid.filter(
    ({ line, document }) => document && Math.abs(line.amount ?? 0) < (document.amount_residual ?? 0),
  );
  const isOnAccount = paid.some(({ document }) => document === undefined);
  const [refused] = isOnAccount ? partial : partial.slice(1);
  if (refused !== undefined)
    throw cannotStore(
      `${refused.field}.amount pays only a part of its document, and Odoo would use the rest of the payment for it. Send it as a payment of its own.`,
      `${refused.field}.amount`,
    );
}

const window = { model: "account.payment.register", method: "create" } as const;
const direct = { model: payment.model, method: "create" } as const;

const dayOf = ({ line: { paymentDate } }: Paid) => (paymentDate === undefined ? undefined : calendarDay(paymentDate));

/** The fields of Odoo's payment window. Fields that the body leaves out are left to Odoo. */
function windowBody({ caller, defaults, paid }: Prepared, { marker }: WriteCall<PaymentInput>): object {
  const [only] = paid;
  if (only === undefined) throw noRecord();
  const { line, document } = only;
  const day = dayOf(only);
  const wizardValues = {
    ...defaults,
    ...(line.amount !== undefined && { amount: Math.abs(Number(decimal(line.amount))) }),
    ...(day !== undefined && { payment_date: day }),
    communication: markedText(line.description, marker),
  };
  const context = { active_model: "account.move", active_ids: [document?.id] };
  return bodyOf(caller, { ...window, args: { vals_list: [wizardValues] }, context });
}

function directBody({ caller, defaults, paid, memo }: Prepared, { body, marker }: WriteCall<PaymentInput>): object {
  const [first] = paid;
  if (first === undefined) throw invalidField("A payment needs a line.", "paymentLines");
  const document = paid.find((line) => line.document !== undefined)?.document;
  const isBill = body.documentType === "BILL" || (document !== undefined && sideOf(document) === "BILL");
  const amount = sum(paid.map(({ line }) => line.amount ?? 0));
  const day = dayOf(first);
  const [partner] = partnersOf(paid);
  const paymentValues = {
    ...defaults,
    payment_type: isBill === amount < 0 ? "inbound" : "outbound",
    partner_type: isBill ? "supplier" : "customer",
    partner_id: partner,
    amount: Math.abs(amount),
    ...(day !== undefined && { date: day }),
    [memo]: markedText(first.line.description, marker),
  };
  return bodyOf(caller, { ...direct, args: { vals_list: [paymentValues] } });
}

async function marked({ marker }: WriteCall<PaymentInput>, session: Session): Promise<Payment | undefined> {
  const domain = [[await memoOf(session), "=like", `%${markerText(marker)}`] as const];
  return (await select<Payment>(session, payment, { domain, limit: 1 }))[0];
}

/** The window that Odoo opens after a payment shows it. */
interface PaymentAction {
  readonly res_model?: string;
  readonly res_id?: number;
}

/** Pays, and returns the id of the payment. */
async function payByWindow(wizardId: number, session: Session): Promise<number | undefined> {
  try {
    const paying = { model: window.model, method: "action_create_payments", ids: [wizardId] };
    const { res_model: model, res_id: id } = (await actFor<PaymentAction | null>(session, paying)) ?? {};
    return model === payment.model ? id : undefined;
  } catch (error) {
    // The window's record is not a payment: after a definite refusal nothing remains.
    if (!(error instanceof Failure) || error.details.mayHaveHappened === true) throw error;
    throw new Failure(error.code, error.message, { ...error.details, undone: true });
  }
}

/** Posts the payment and matches it with its documents, those that it pays in full first. */
async function payDirectly(id: number, call: WriteCall<PaymentInput>, session: Session): Promise<void> {
  const post = () => act(session, { model: payment.model, method: "action_post", ids: [id] });
  const [stored] = await select<Payment>(session, payment, { domain: [["id", "=", id]] });
  if (stored?.state === "draft") await orTakenBack(session, payment.model, id, post);
  const paid = (await paidBy(session, call.body)).filter(({ document }) => document !== undefined);
  const openRest = ({ line, document }: Paid) => (document?.amount_residual ?? 0) - Math.abs(line.amount ?? 0);
  for (const { document } of paid.toSorted((left, right) => openRest(left) - openRest(right))) {
    const [native] = await select<Payment>(session, payment, { domain: [["id", "=", id]] });
    const owed = native?.move_id?.line_ids?.find((line) => isOwed(line) && line.reconciled !== true);
    if (owed === undefined || document === undefined) return;
    const args = { line_id: owed.id };
    await act(session, { model: "account.move", method: "js_assign_outstanding_line", ids: [document.id], args });
  }
}

const isWindowCall = ({ paymentLines = [] }: PaymentInput): boolean =>
  paymentLines.length === 1 && paymentLines[0]?.invoiceId !== undefined;

export const createPayment = write<PaymentInput, PaymentRecord, Payment>({
  method: "POST",
  path: (_call, { caller, paid }: Prepared) => addressOf(caller, isForWindow(paid) ? window : direct),
  encoder: encoder<PaymentInput>({
    currency: sentSeparately,
    documentType: sentSeparately,
    journalCode: sentSeparately,
    paymentLines: sentSeparatelyIn(lineEncoder),
  }),
  prepare,
  body: (_encoded, prepared, call) => {
    const ready = prepared as Prepared;
    return isForWindow(ready.paid) ? windowBody(ready, call) : directBody(ready, call);
  },
  record: (reply: never) => ({ id: (resultOf(reply) as readonly number[])[0] ?? 0 }),
  afterwards: async ({ id, date }, call, session) => {
    // A record found by our marker is the payment itself.
    const isFound = date !== undefined;
    if (!isWindowCall(call.body)) return payDirectly(id, call, session);
    if (isFound || (await marked(call, session)) !== undefined) return undefined;
    const paymentId = await payByWindow(id, session);
    return paymentId === undefined ? undefined : { id: paymentId };
  },
  readBack: async (_reply: never, call, session) => {
    const native = await marked(call, session);
    if (native === undefined) throw noRecord();
    return native;
  },
  // The reply to a payment window has the window's id, and not the payment's.
  stub: (reply: never, { body }, known) => {
    const [first] = resultOf(reply) as readonly number[];
    const id = known?.id ?? (isWindowCall(body) ? undefined : first);
    return id === undefined ? {} : { id: String(id) };
  },
  find: marked,
  map: payment.map,
  raw: rawOf,
  requires: ["paymentLines"],
  rules: [
    "A line with invoiceId pays an invoice, bill or credit; an amount below the open amount is a partial payment. A line without invoiceId, with customerId or supplierId, is money on account.",
    "Money that goes back is negative: the refund of a credit note or vendor credit, or of money on account.",
    "All lines have the same contact and bank. accountId is a bank account; without it and without a journalCode, Odoo chooses the bank.",
    "The memo ends with a reference that Kontor needs; answers leave it out.",
  ],
});
