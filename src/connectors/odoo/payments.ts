import type { ListCall, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { removeMarker } from "../../kit/models/writing.ts";
import { difference, portion, sum } from "../../kit/money.ts";
import { listing, noRecord, recordResult } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { changedSince, getOf, type Kind, reading } from "./conventions.ts";
import { journalSource } from "./documents.ts";
import { currency, identity, ids, stamps, textOf } from "./fields.ts";
import { isOwed, partialWithMoves } from "./lines.ts";
import { type Clause, type Domain, either, noRecords, rawOf } from "./records.ts";
import * as types from "./types.ts";
import { type Line, namesOf, type Partial, type Payment, paymentFields, type StatementLine } from "./types.ts";

/** A part of the money, and the document that it settles. */
interface Share {
  readonly amount: number;
  readonly invoiceId?: string | undefined;
}

const documentTypes: ReadonlySet<string> = new Set([
  "out_invoice",
  "out_refund",
  "out_receipt",
  "in_invoice",
  "in_refund",
  "in_receipt",
]);

interface Settled {
  readonly partial: Partial;
  /** The line of the other side. */
  readonly counterpart: Partial["debit_move_id"];
  /** In the currency of our own line. */
  readonly inCurrency: number | undefined;
}

const settledBy = ({ matched_debit_ids: debits = [], matched_credit_ids: credits = [] }: Line): readonly Settled[] => [
  ...debits.map((partial) => ({
    partial,
    counterpart: partial.debit_move_id,
    inCurrency: partial.credit_amount_currency,
  })),
  ...credits.map((partial) => ({
    partial,
    counterpart: partial.credit_move_id,
    inCurrency: partial.debit_amount_currency,
  })),
];

/** Other payments and plain entries are not documents. Exchange differences have no amount in the payment's currency. */
const settlesDocument = ({ counterpart, inCurrency }: Settled): boolean =>
  inCurrency !== 0 && documentTypes.has(counterpart?.move_type ?? "out_invoice");

/**
 * The money, divided among the documents. What was not used is a share without a document. A cash discount or write-off in
 * the same entry settles more than was paid, so every share is reduced.
 */
function sharesOf(money: number, settled: readonly Share[]): readonly Share[] {
  const total = sum(settled.map(({ amount }) => amount));
  const rest = difference(money, total) ?? 0;
  if (rest > 0) return [...settled, { amount: rest }];
  if (rest === 0) return settled;
  const reduced = settled.map((share) => ({ ...share, amount: portion(money, share.amount, total) }));
  const last = reduced.at(-1);
  if (last === undefined) return [];
  const missing = difference(money, sum(reduced.map(({ amount }) => amount))) ?? 0;
  return [...reduced.slice(0, -1), { ...last, amount: sum([last.amount, missing]) }];
}

const signed = (shares: readonly Share[], isRefund: boolean): readonly Share[] =>
  isRefund ? shares.map((share) => ({ ...share, amount: -share.amount })) : shares;

const sides = vocabulary({ customer: "INVOICE", supplier: "BILL" } as const);
const sideOf = sides.read(({ partner_type: type }: Payment) => type);
const isRefund = ({ partner_type: partner, payment_type: type }: Payment): boolean =>
  (partner === "supplier") === (type === "inbound");

function paymentShares(payment: Payment): readonly Share[] {
  const lines = payment.move_id?.line_ids?.filter(isOwed) ?? [];
  const settled = lines
    .flatMap(settledBy)
    .filter(settlesDocument)
    .map(({ counterpart, inCurrency = 0 }) => ({ amount: inCurrency, invoiceId: textOf(counterpart?.move_id) }));
  // A payment of version 18 may have no entry. It still knows the documents that it was made for.
  const [document, ...others] = payment.move_id === undefined ? (payment.invoice_ids ?? []) : [];
  const named =
    document === undefined || others.length > 0 ? [] : [{ amount: payment.amount ?? 0, invoiceId: String(document) }];
  return signed(sharesOf(payment.amount ?? 0, settled.length > 0 ? settled : named), isRefund(payment));
}

interface PaymentShare extends Share {
  readonly payment: Payment;
}

const line = mapping<PaymentLine, PaymentShare>({
  ...ids({ accountId: "payment.journal_id.default_account_id", contactId: "payment.partner_id" }),
  ...values({
    amount: "amount",
    contactName: "payment.partner_id.label",
    invoiceId: "invoiceId",
    paymentDate: "payment.date",
  }),
  customerId: ({ payment }) => (sideOf(payment) === "INVOICE" ? textOf(payment.partner_id) : undefined),
  description: ({ payment }) => removeMarker(payment.memo ?? payment.ref),
  supplierId: ({ payment }) => (sideOf(payment) === "BILL" ? textOf(payment.partner_id) : undefined),
});

/** Only receivable and payable lines settle documents. Bank lines are reconciled with statements. */
const lineSource = {
  model: "account.move.line",
  fields: ["account_type", "matched_debit_ids", "matched_credit_ids", "reconciled"],
  links: { matched_debit_ids: partialWithMoves, matched_credit_ids: partialWithMoves },
  parts: ["matched_debit_ids", "matched_credit_ids"],
};

const entryOf = (source: typeof lineSource) => ({
  model: "account.move",
  fields: ["line_ids"],
  links: { line_ids: source },
  parts: ["line_ids"],
});

export const payment: Kind<PaymentRecord, Payment> = {
  model: "account.payment",
  fields: namesOf(paymentFields),
  links: { journal_id: journalSource, move_id: entryOf(lineSource) },
  parts: ["move_id"],
  singleCompany: true,
  // Version 18 distinguishes money that moved from money that the bank statement confirms.
  domain: [["state", "in", ["posted", "in_process", "paid", "reconciled", "sent"]]],
  map: mapping<PaymentRecord, Payment>({
    ...identity,
    ...stamps,
    ...currency,
    documentType: sideOf,
    ...values({ journalCode: "journal_id.code", paymentType: "payment_method_line_id.label" }),
    paymentLines: nestedList(line, (native: Payment) =>
      paymentShares(native).map((share) => ({ ...share, payment: native })),
    ),
  }),
};

/** The receivable or payable lines that a bank statement's line settles documents with. */
const owedBy = ({ move_id: move }: StatementLine): readonly Line[] => move?.line_ids?.filter(isOwed) ?? [];
const isForSupplier = (statement: StatementLine): boolean => owedBy(statement)[0]?.account_type === "liability_payable";

/** In the statement's currency. A document in another currency was settled at the books' amount. */
const inStatement = ({ currency_id: own }: StatementLine, { currency_id: other }: Line) => own?.id === other?.id;

function statementShares(statement: StatementLine): readonly Share[] {
  const lines = owedBy(statement);
  const settled = lines.flatMap((owed) =>
    settledBy(owed)
      .filter(settlesDocument)
      .map(({ partial, counterpart, inCurrency }) => ({
        amount: (inStatement(statement, owed) ? inCurrency : partial.amount) ?? 0,
        invoiceId: textOf(counterpart?.move_id),
      })),
  );
  const balances = lines.map((owed) =>
    inStatement(statement, owed) ? (owed.amount_currency ?? 0) : (difference(owed.debit, owed.credit) ?? 0),
  );
  const balance = sum(balances);
  // A customer's payment is a credit of the receivable, a supplier's a debit of the payable.
  return signed(sharesOf(Math.abs(balance), settled), isForSupplier(statement) ? balance < 0 : balance > 0);
}

interface StatementShare extends Share {
  readonly statement: StatementLine;
}

const partnerOf = (statement: StatementLine) => statement.partner_id ?? owedBy(statement)[0]?.partner_id;

const statementShare = mapping<PaymentLine, StatementShare>({
  ...ids({ accountId: "statement.journal_id.default_account_id" }),
  ...values({
    amount: "amount",
    invoiceId: "invoiceId",
    paymentDate: "statement.date",
    description: "statement.payment_ref",
  }),
  contactId: ({ statement }) => textOf(partnerOf(statement)),
  contactName: ({ statement }) => partnerOf(statement)?.label,
  customerId: ({ statement }) => (isForSupplier(statement) ? undefined : textOf(partnerOf(statement))),
  supplierId: ({ statement }) => (isForSupplier(statement) ? textOf(partnerOf(statement)) : undefined),
});

const statementLineSource = {
  ...lineSource,
  fields: [...lineSource.fields, "debit", "credit", "amount_currency", "currency_id", "partner_id"],
};

const statementId = (id: number): string => `statement-${id}`;

/** A line of a bank statement that settles documents by itself. Lines that confirm a payment have no receivable or payable. */
const statementPayment: Kind<PaymentRecord, StatementLine> = {
  model: "account.bank.statement.line",
  fields: namesOf(types.statementLineFields),
  links: { journal_id: journalSource, move_id: entryOf(statementLineSource) },
  parts: ["move_id"],
  singleCompany: true,
  domain: [
    ["move_id.state", "=", "posted"],
    ["move_id.line_ids.account_id.account_type", "in", ["asset_receivable", "liability_payable"]],
  ],
  map: mapping<PaymentRecord, StatementLine>({
    ...stamps,
    ...currency,
    id: ({ id }) => statementId(id),
    documentType: (native) => (isForSupplier(native) ? "BILL" : "INVOICE"),
    ...values({ journalCode: "journal_id.code" }),
    paymentLines: nestedList(statementShare, (native: StatementLine) =>
      statementShares(native).map((share) => ({ ...share, statement: native })),
    ),
  }),
};

const against = (id: number): readonly (readonly Clause[])[] => [
  [["move_id.line_ids.matched_debit_ids.debit_move_id.move_id", "=", id]],
  [["move_id.line_ids.matched_credit_ids.credit_move_id.move_id", "=", id]],
];

function conditionsOf(kind: Kind<PaymentRecord, never>, { filters }: ListCall): Domain {
  const { lastModifiedAt, invoiceId } = filters;
  const settling =
    invoiceId !== undefined && /^\d{1,9}$/.test(invoiceId) ? either(...against(Number(invoiceId))) : noRecords;
  return [
    ...(lastModifiedAt === undefined ? [] : changedSince(lastModifiedAt, kind)),
    ...(invoiceId === undefined ? [] : settling),
  ];
}

interface Section {
  readonly kind: Kind<PaymentRecord, never>;
  readonly domain: Domain;
  readonly count: number;
}

async function sectionOf(session: Session, kind: Kind<PaymentRecord, never>, call: ListCall): Promise<Section> {
  const domain = conditionsOf(kind, call);
  return { kind, domain, count: await reading.count(session, kind, domain) };
}

/** Users of invoicing alone may not see bank statements. */
async function statementsOf(session: Session, call: ListCall): Promise<Section | undefined> {
  try {
    return await sectionOf(session, statementPayment, call);
  } catch (error) {
    if (error instanceof Failure && error.code === "target_forbidden") return undefined;
    throw error;
  }
}

const withoutStatements =
  "The connected user may not read bank statements in Odoo. Documents that a bank statement settled are missing their payments.";

/** Payments come first, then the lines of bank statements. */
const list: ListHandler<PaymentRecord> = {
  fields: payment.map.fields,
  filters: ["lastModifiedAt", "invoiceId"],
  orders: [],
  requires: [],
  rules: [
    "A payment is the money that moved. Amounts are in the payment's currency, and a line without invoiceId is money that no document was reconciled with.",
    "Lines of bank statements that settle a document without a payment are listed too. Their id starts with `statement-`.",
  ],
  list: async (call, session) => {
    const payments = await sectionOf(session, payment, call);
    const statements = await statementsOf(session, call);
    const sections = [payments, ...(statements === undefined ? [] : [statements])];
    const total = sum(sections.map(({ count }) => count));
    const { page, limit } = call.window ?? { page: 1, limit: total };
    let offset = (page - 1) * limit;
    let left = limit;
    const parts: ReturnType<typeof listing<PaymentRecord, never>>[] = [];
    for (const { kind, domain, count } of sections) {
      const wanted = Math.min(left, Math.max(0, count - offset));
      for (let read = 0; read < wanted; read += reading.largest) {
        const size = Math.min(reading.largest, wanted - read);
        const rows = await reading.search<never>(session, kind, { domain, offset: offset + read, limit: size });
        parts.push(listing(kind.map, rows, rawOf));
      }
      left -= wanted;
      offset = Math.max(0, offset - count);
    }
    const warnings = [
      ...parts.flatMap((part) => part.warnings ?? []),
      ...(statements === undefined ? [withoutStatements] : []),
    ];
    return {
      records: parts.flatMap(({ records }) => records),
      raw: parts.flatMap(({ raw }) => raw),
      total,
      ...(warnings.length > 0 && { warnings }),
    };
  },
};

const paymentGet = getOf(payment);

export const paymentReads = {
  "payments.list": list,
  "payments.get": {
    ...paymentGet,
    get: async (call: Parameters<typeof paymentGet.get>[0], session: Session) => {
      const [, id] = /^statement-(\d{1,9})$/.exec(Object.values(call.ids).at(-1) ?? "") ?? [];
      if (id === undefined) return paymentGet.get(call, session);
      const [native] = await reading.search<StatementLine>(session, statementPayment, {
        domain: [["id", "=", Number(id)]],
      });
      if (native === undefined) throw noRecord();
      return recordResult(statementPayment.map, native, rawOf);
    },
  },
};
