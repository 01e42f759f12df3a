/** Supplier invoices: bills and vendor credits. */
import type { Call, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { BillInput, BillLineItemInput, VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { daysBetween } from "../../kit/dates.ts";
import { type Encoded, type Encoder, encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { difference, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, noRecord, partsOf } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { dayFrom, listed, madeId, resource, where } from "./conventions.ts";
import {
  checkReferences,
  draftOrOpen,
  finish,
  isToValidate,
  priced,
  stateCondition,
  stateOf,
  unknownState,
  withKinds,
} from "./documents.ts";
import * as fields from "./fields.ts";
import { billDocument, billDocuments } from "./files.ts";
import { byState } from "./invoices.ts";
import {
  creditLinesOf,
  inCurrency,
  lineEncoders,
  linesOf,
  namedLine,
  type Priced,
  priceAs,
  rawLine,
  tradeDiscount,
} from "./lines.ts";
import type { Paid, SupplierInvoice } from "./types.ts";

const billLine = mapping<records.BillLineItem, Priced>(namedLine);
const vendorCreditLine = mapping<records.VendorCreditLineItem, Priced>(namedLine);

const isCredit = ({ type }: SupplierInvoice): boolean => Number(type) === 2;
const isBill = (native: SupplierInvoice): boolean => !isCredit(native);
const folder = "/supplierinvoices";

/** A bill with what settled it: payments, credits and deposits. */
interface PaidBill extends SupplierInvoice {
  readonly settled?: number;
}

/** Bills do not say what was paid of them, so the payments of open ones are read with them. */
async function withSettled(session: Session, native: PaidBill): Promise<PaidBill> {
  if (fields.statusOf(native) !== validated) return native;
  const payments = (await session.read(`${folder}/${native.id}/payments`)) as readonly Paid[];
  return { ...native, settled: sum(payments.map((paid) => paid.amount)) };
}

const validated = 1;
/** Few enough for a small server. */
const readsAtOnce = 4;

async function allSettled(natives: readonly PaidBill[], session: Session): Promise<readonly PaidBill[]> {
  const joined: PaidBill[] = [];
  for (let at = 0; at < natives.length; at += readsAtOnce)
    joined.push(
      ...(await Promise.all(natives.slice(at, at + readsAtOnce).map((native) => withSettled(session, native)))),
    );
  return joined;
}

const rawBill = ({ settled: _settled, ...native }: PaidBill): SupplierInvoice => native;

const stateOfBill = (native: PaidBill) => {
  const { settled, total_ttc: total, date_echeance: due } = native;
  return stateOf(native, { due, remaining: settled === undefined ? undefined : (difference(total, settled) ?? 0) });
};
const stateOfCredit = (native: SupplierInvoice) => stateOf(native, { due: undefined });

const term = ({ date, date_echeance: due }: SupplierInvoice): number | undefined => {
  const from = fields.dayOf(date);
  const to = fields.dayOf(due);
  return from === undefined || to === undefined ? undefined : daysBetween(from, to);
};

const sharedFields = twoWay({
  dueDate: fields.epochDay("date_echeance"),
  name: plainValue("label"),
});
const billFields = twoWay({
  billDate: fields.epochDay("date"),
  billNumber: plainValue("ref_supplier"),
});
const creditFields = twoWay({
  vendorCreditDate: fields.epochDay("date"),
  vendorCreditNumber: plainValue("ref_supplier"),
});

const shared = {
  ...fields.identity,
  ...fields.stamps,
  ...fields.contactFields.reads,
  ...fields.currencyFields.reads,
  ...sharedFields.reads,
  paymentDays: term,
  reference: fields.numberOf,
};

const bill = mapping<records.Bill, PaidBill>({
  ...shared,
  ...fields.documentTotals,
  ...billFields.reads,
  ...values({ paymentTermCode: "cond_reglement_code" }),
  lineItems: nestedList(billLine, linesOf),
  status: Object.assign(stateOfBill, { unread: unknownState }),
});

const vendorCredit = mapping<records.VendorCredit, SupplierInvoice>({
  ...shared,
  ...fields.creditTotals,
  ...fields.termFields.reads,
  ...creditFields.reads,
  lineItems: nestedList(vendorCreditLine, creditLinesOf),
  status: Object.assign(stateOfCredit, { unread: unknownState }),
});

const bought = resource<records.Bill, PaidBill>(folder, "billId", bill);
const credited = resource<records.VendorCredit, SupplierInvoice>(folder, "vendorCreditId", vendorCredit);

type Fitting<Item> = Pick<Item, keyof Item & keyof BillLineItemInput>;
const lineEncoder = encoder<Fitting<BillLineItemInput>>({
  ...lineEncoders,
  ...tradeDiscount.writes,
  unitAmount: priceAs,
});

const sharedEncoders = {
  ...fields.contactFields.writes,
  ...fields.currencyFields.writes,
  ...sharedFields.writes,
  lineItems: listAs("lines", lineEncoder),
  status: draftOrOpen,
};
const billEncoder = encoder<BillInput>({ ...sharedEncoders, ...billFields.writes });
const vendorCreditEncoder = encoder<VendorCreditInput>({ ...sharedEncoders, ...creditFields.writes });

type Written = BillInput | VendorCreditInput;

const finishWritten = async (reply: unknown, { body: { currency, status } }: { body: Written }, session: Session) =>
  finish(reply, { folder, currency, validate: isToValidate(status) }, session);

const creating = <Input extends Written>(encode: Encoder<Input>, type: number) => ({
  encoder: encode,
  body: (encoded: Encoded, kinds: unknown) => ({ type, ...withKinds(priced(encoded), kinds) }),
  prepare: checkReferences,
  undo: (id: string, session: Session) => session.send({ method: "DELETE", path: `${folder}${path`/${id}`}` }),
  afterwards: finishWritten,
  rules: ["The document is a draft unless status is OPEN. A number that the supplier has already used is refused."],
});

/** A tax code travels in the rate here: `20 (NOR)`. */
const withTaxCode = (line: object): object => {
  const { vat_src_code: code, tva_tx: rate = "0", ...rest } = line as { vat_src_code?: string; tva_tx?: string };
  return { ...rest, tva_tx: code ? `${rate} (${code})` : rate };
};

/** Lines have their own paths: the old ones are deleted and the new ones added. This can be repeated. */
async function replaceLines(id: string, lines: readonly object[], session: Session): Promise<void> {
  const native = (await session.read(`${folder}/${id}`)) as SupplierInvoice;
  for (const line of native.lines ?? [])
    await session.send({ method: "DELETE", path: `${folder}/${id}/lines/${line.id}` });
  for (const line of fields.isForeign(native) ? inCurrency(lines) : lines)
    await session.send({ method: "POST", path: `${folder}/${id}/lines`, body: withTaxCode(line), bareReply: true });
}

const changing = <Input extends Written>(encode: Encoder<Input>) => ({
  encoder: encode,
  body: (encoded: object) => {
    const {
      lines: _lines,
      multicurrency_code: _currency,
      ...rest
    } = encoded as { lines?: unknown; multicurrency_code?: unknown };
    return rest;
  },
  afterwards: async (reply: unknown, call: WriteCall<Input>, session: Session) => {
    const kinds = await checkReferences(call, session);
    const { lines } = withKinds(encode(call.body), kinds) as { readonly lines?: readonly object[] };
    if (lines !== undefined) await replaceLines(madeId(reply), lines, session);
    await finishWritten(reply, call, session);
  },
  rules: ["Only drafts can be changed. lineItems replaces all lines. The currency cannot be changed."],
});

/** Dolibarr's API changes and deletes validated and paid documents, although its pages do not. */
const onlyDraft = (isKind: (native: SupplierInvoice) => boolean) => async (call: Call, session: Session) => {
  const id = Object.values(call.ids).at(-1) ?? "";
  const native = (await session.read(`${folder}${path`/${id}`}`)) as SupplierInvoice;
  if (!isKind(native)) throw noRecord();
  if (fields.statusOf(native) === 0) return;
  throw new Failure(
    "document_locked",
    "This document is validated in Dolibarr, so it can neither be changed nor deleted. Reopen it as a draft in Dolibarr, or create a credit.",
  );
};

/** Checks the new lines, too, before anything is changed. */
const changeable =
  (isKind: (native: SupplierInvoice) => boolean) =>
  async (call: WriteCall<Written>, session: Session): Promise<unknown> => {
    await onlyDraft(isKind)(call, session);
    return checkReferences(call, session);
  };

const list = { path: folder, localFilter: byState(stateOfBill) };
const status = (state: string, field: string) => where(stateCondition(state, field));

export const getVendorCredit = get<records.VendorCredit, SupplierInvoice>({
  map: vendorCredit,
  read: async ({ ids }, session) => {
    const native = await credited.read(session, ids["vendorCreditId"] ?? "");
    return isCredit(native) ? native : undefined;
  },
});

export const bills = {
  "bills.list": listed<records.Bill, PaidBill>({
    ...list,
    map: bill,
    join: allSettled,
    raw: rawBill,
    query: where("(t.type:in:0,1,3)"),
    filters: { status, billDateFrom: (day) => dayFrom("t.datef", day) },
    orders: { billDate: "t.datef", billNumber: "t.ref_supplier", createdDate: "t.datec", updatedDate: "t.tms" },
    rules: [
      "The target system does not report how much of a bill was paid, so Kontor reads the payments of each unsettled bill.",
      "The target system cannot filter overdue or partly paid bills. For a status, Kontor reads all unsettled or all settled bills.",
    ],
  }),
  "bills.get": get<records.Bill, PaidBill>({
    map: bill,
    raw: rawBill,
    read: async ({ ids }, session) => {
      const native = await bought.read(session, ids["billId"] ?? "");
      return isBill(native) ? withSettled(session, native) : undefined;
    },
  }),
  "bills.create": bought.create<BillInput>({ ...creating(billEncoder, 0), requires: ["contactId", "billNumber"] }),
  "bills.update": bought.change<BillInput>({ ...changing(billEncoder), prepare: changeable(isBill) }),
  "bills.delete": bought.remove({ prepare: onlyDraft(isBill) }),
  "bills.document.get": billDocument,
  "bills.documents.list": billDocuments,
  "bills.lineItems.list": partsOf({
    path: `${folder}/{billId}`,
    parts: (native: SupplierInvoice) => {
      if (isCredit(native)) throw noRecord();
      return linesOf(native);
    },
    map: billLine,
    raw: rawLine,
  }),
  "vendorCredits.list": listed<records.VendorCredit, SupplierInvoice>({
    ...list,
    map: vendorCredit,
    query: where("(t.type:=:2)"),
    filters: { status },
    localFilter: byState(stateOfCredit),
    rules: ["Amounts are negative at the target system and positive here."],
  }),
  "vendorCredits.create": credited.create<VendorCreditInput>({
    ...creating(vendorCreditEncoder, 2),
    requires: ["contactId"],
  }),
  "vendorCredits.update": credited.change<VendorCreditInput>({
    ...changing(vendorCreditEncoder),
    prepare: changeable(isCredit),
  }),
  "vendorCredits.delete": credited.remove({ prepare: onlyDraft(isCredit) }),
};
