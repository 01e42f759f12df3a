/** Invoices, credit notes, offers and vouchers: saving, sums, states and bookings. */
import type { Big } from "big.js";
import { big, cents, isRow, type Row, row, rows, sum, text } from "../engine/values.ts";
import { ratesOf } from "./masters.ts";
import { missing, refuse } from "./refusals.ts";
import { dayIn, idIn, midnight, referenceTo, type Store, type Table } from "./store.ts";

/** Figures are shown without zeros at the end. */
const shown = (value: Big): string => value.toString();

interface Line {
  readonly net: Big;
  readonly tax: Big;
}

/** Tax is computed for each line, on the net price or from the gross one. */
function priced(amount: Big, rate: unknown, isNet: boolean): Line {
  const part = big(rate).div(100);
  if (isNet) return { net: cents(amount), tax: cents(cents(amount).times(part)) };
  const net = cents(cents(amount).div(part.plus(1)));
  return { net, tax: cents(amount).minus(net) };
}

const sumsOf = (net: Big, tax: Big): Row => {
  const sums = { sumNet: shown(net), sumTax: shown(tax), sumGross: shown(net.plus(tax)) };
  return {
    ...sums,
    sumNetAccounting: sums.sumNet,
    sumTaxAccounting: sums.sumTax,
    sumGrossAccounting: sums.sumGross,
    sumNetForeignCurrency: "0",
    sumTaxForeignCurrency: "0",
    sumGrossForeignCurrency: "0",
  };
};

/** `31.12.2026`, seconds since 1970, or a moment. */
export function dayOf(value: unknown): string | null {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text(value)) ?? [];
  if (year !== undefined) return midnight(`${year}-${month}-${day}`);
  if (/^\d+$/.test(text(value))) return midnight(dayIn(Number(value) * 1000));
  const at = Date.parse(text(value));
  return Number.isNaN(at) ? null : midnight(dayIn(at));
}

export const salesKinds = {
  Invoice: { positions: "InvoicePos", owner: "invoice", day: "invoiceDate", number: "invoiceNumber" },
  CreditNote: { positions: "CreditNotePos", owner: "creditNote", day: "creditNoteDate", number: "creditNoteNumber" },
  Order: { positions: "OrderPos", owner: "order", day: "orderDate", number: "orderNumber" },
} as const;
export type SalesKind = keyof typeof salesKinds;

const isNetShown = (document: Row): boolean =>
  text(document["showNet"]) !== "0" && text(document["showNet"]) !== "false";

export function positionsOf(store: Store, kind: SalesKind | "Voucher", id: unknown): readonly Row[] {
  const [table, owner] =
    kind === "Voucher"
      ? (["VoucherPos", "voucher"] as const)
      : ([salesKinds[kind].positions, salesKinds[kind].owner] as const);
  return store.tables[table].where((position) => idIn(position[owner]) === text(id));
}

function checkTax(document: Row, lines: readonly Row[]): void {
  const allowed = ratesOf(idIn(document["taxRule"]));
  if (!isRow(document["taxRule"]) && !document["taxType"]) throw refuse(422, "Tax rule is required.");
  for (const { taxRate } of lines)
    if (allowed !== undefined && !allowed.includes(Number(taxRate)))
      throw refuse(422, `The tax rate ${text(taxRate)} is not allowed for the tax rule.`);
}

/** An order line that is optional is in no total. */
const isCounted = ({ optional }: Row): boolean => text(optional) !== "1" && optional !== true;

function savedPosition(store: Store, kind: SalesKind, document: Row, sent: Row): Row {
  const { owner, positions } = salesKinds[kind];
  if (isRow(sent["part"]) && !store.tables.Part.has(idIn(sent["part"]))) throw missing("Part", idIn(sent["part"]));
  if (!store.tables.Unity.has(idIn(sent["unity"]))) throw missing("Unity", idIn(sent["unity"]));
  const discount = big(sent["discount"] ?? 0);
  const amount = big(sent["quantity"] ?? 1)
    .times(big(sent["price"] ?? 0))
    .times(big(100).minus(discount))
    .div(100);
  const { net, tax } = priced(amount, sent["taxRate"], isNetShown(document));
  return {
    ...(sent["id"] !== undefined && { id: text(sent["id"]) }),
    objectName: positions,
    [owner]: referenceTo(kind, document["id"]),
    ...(isRow(sent["part"]) && { part: referenceTo("Part", idIn(sent["part"])) }),
    quantity: shown(big(sent["quantity"] ?? 1)),
    price: shown(big(sent["price"] ?? 0)),
    name: sent["name"] ?? null,
    text: sent["text"] ?? null,
    unity: referenceTo("Unity", idIn(sent["unity"])),
    taxRate: shown(big(sent["taxRate"])),
    discount: shown(discount),
    isPercentage: "1",
    positionNumber: text(sent["positionNumber"] ?? 0),
    ...(kind === "Order" && { optional: sent["optional"] ? "1" : "0", optionalChargeable: "0" }),
    ...sumsOf(net, tax),
  };
}

const keptFields = [
  "id",
  "create",
  "update",
  "payDate",
  "paidAmount",
  "enshrined",
  "sendDate",
  "origin",
  "refSrcInvoice",
];

interface Saving {
  /** The document in the body. */
  readonly sent: Row;
  readonly lines: readonly Row[];
  readonly deleted?: readonly Row[];
}

/** `saveInvoice`, `saveCreditNote` and `saveOrder`: creates a draft, or changes one. */
export function saveSale(store: Store, kind: SalesKind, { sent, lines, deleted = [] }: Saving): Row {
  const { positions, day } = salesKinds[kind];
  const before = sent["id"] === undefined ? undefined : store.tables[kind].get(text(sent["id"]));
  if (sent["id"] !== undefined && before === undefined) throw missing(kind, sent["id"]);
  if (before !== undefined && before["status"] !== "100")
    throw refuse(400, `Only drafts can be changed. Use resetToDraft first`, 90400);
  const contact = idIn(sent["contact"]);
  if (!store.tables.Contact.has(contact)) throw missing("Contact", contact);
  if (!store.tables.SevUser.has(idIn(sent["contactPerson"]))) throw missing("SevUser", idIn(sent["contactPerson"]));
  if (dayOf(sent[day]) === null) throw refuse(422, `${day} is required.`);
  if (!sent["currency"]) throw refuse(422, "Currency is required.");
  if (lines.length === 0) throw refuse(422, "The given document must have at least one position");
  checkTax(sent, lines);
  const owner = store.tables.Contact.get(contact) ?? {};
  const kept = Object.fromEntries(
    keptFields.filter((name) => before?.[name] !== undefined).map((name) => [name, before?.[name]]),
  );
  const document: Row = {
    ...before,
    ...sent,
    objectName: kind,
    contact: referenceTo("Contact", contact),
    contactPerson: referenceTo("SevUser", idIn(sent["contactPerson"])),
    [day]: dayOf(sent[day]),
    ...(sent["deliveryDate"] !== undefined && { deliveryDate: dayOf(sent["deliveryDate"]) }),
    ...(sent["timeToPay"] !== undefined && { timeToPay: text(sent["timeToPay"]) }),
    ...(isRow(sent["taxRule"]) && { taxRule: referenceTo("TaxRule", idIn(sent["taxRule"])) }),
    taxRate: "0",
    ...(kind === "Order" ? { version: text(sent["version"]) } : { discount: "0" }),
    status: "100",
    showNet: isNetShown({ ...before, ...sent }) ? "1" : "0",
    ...(before === undefined &&
      kind === "Invoice" && { invoiceNumber: null, paidAmount: 0, payDate: null, enshrined: null }),
    ...(sent["takeDefaultAddress"] === true && { address: text(owner["name"]) }),
    ...kept,
  };
  delete document["mapAll"];
  delete document["takeDefaultAddress"];
  document["id"] ??= store.newId();
  for (const { id } of deleted) store.tables[positions].drop({ id: text(id) });
  for (const line of lines) store.add(positions, savedPosition(store, kind, document, line));
  return store.save(kind, withSums(store, kind, document));
}

function withSums(store: Store, kind: SalesKind, document: Row): Row {
  const counted = positionsOf(store, kind, document["id"]).filter(isCounted);
  // The discount of the whole document, in percent.
  const rest = big(100)
    .minus(big(document["$discount"] ?? 0))
    .div(100);
  const net = cents(sum(counted.map(({ sumNet }) => sumNet)).times(rest));
  const tax = cents(sum(counted.map(({ sumTax }) => sumTax)).times(rest));
  return { ...document, ...sumsOf(net, tax) };
}

/** `sendBy` gives a draft its number and locks it. */
export function sendSale(store: Store, kind: SalesKind, document: Row): Row {
  if (document["status"] !== "100") return document;
  const { number } = salesKinds[kind];
  const named = document[number] ?? (kind === "Invoice" ? `RE-${store.next("invoice", 1000)}` : null);
  const at = midnight(dayIn(store.now()));
  return store.save(kind, {
    ...document,
    status: "200",
    [number]: named,
    sendDate: at,
    sendType: "VPDF",
    ...(kind !== "Order" && { enshrined: at }),
  });
}

/** The invoice with negative sums that cancels another one. Both are settled by it. */
export function cancelInvoice(store: Store, invoice: Row): Row {
  if (invoice["status"] === "100") throw refuse(422, "Drafts can not be canceled");
  if (invoice["status"] === "1000") throw refuse(422, "invoice already canceled", 421);
  if (Number(invoice["paidAmount"]) !== 0)
    throw refuse(200, "Partially Paid Invoices can not be deleted at the moment, book a credit invoice manually", 390);
  const lines = positionsOf(store, "Invoice", invoice["id"]);
  const id = store.newId();
  const negative = (value: unknown): string => shown(big(value).times(-1));
  const reversed = (from: Row): Row =>
    Object.fromEntries(
      Object.entries(from).map(([name, value]) => [name, name.startsWith("sum") ? negative(value) : value]),
    );
  for (const line of lines) {
    const { id: _id, create: _create, update: _update, ...rest } = reversed(line);
    store.add("InvoicePos", { ...rest, quantity: negative(line["quantity"]), invoice: referenceTo("Invoice", id) });
  }
  const { create: _create, update: _update, ...rest } = reversed(invoice);
  const cancellation = store.save("Invoice", {
    ...rest,
    id,
    invoiceType: "SR",
    origin: referenceTo("Invoice", invoice["id"]),
    invoiceNumber: `RE-${store.next("invoice", 1000)}`,
    invoiceDate: midnight(dayIn(store.now())),
    status: "1000",
  });
  store.save("Invoice", { ...invoice, status: "1000" });
  return cancellation;
}

function savedVoucherPosition(sent: Row, voucher: Row): Row {
  const isNet = text(sent["net"]) !== "false" && text(sent["net"]) !== "0";
  const { net, tax } = priced(big(isNet ? sent["sumNet"] : sent["sumGross"]), sent["taxRate"], isNet);
  const account = isRow(sent["accountDatev"])
    ? { accountDatev: referenceTo("AccountDatev", idIn(sent["accountDatev"])) }
    : { accountingType: referenceTo("AccountingType", idIn(sent["accountingType"])) };
  return {
    ...(sent["id"] !== undefined && { id: text(sent["id"]) }),
    objectName: "VoucherPos",
    voucher: referenceTo("Voucher", voucher["id"]),
    ...account,
    taxRate: shown(big(sent["taxRate"])),
    net: isNet ? "1" : "0",
    comment: sent["comment"] ?? null,
    ...sumsOf(net, tax),
  };
}

/** `saveVoucher`. The total is that of the lines of this call alone. */
export function saveVoucher(store: Store, sent: Row, lines: readonly Row[], deleted: readonly Row[] = []): Row {
  const before = sent["id"] === undefined ? undefined : store.tables.Voucher.get(text(sent["id"]));
  if (sent["id"] !== undefined && before === undefined) throw missing("Voucher", sent["id"]);
  if (before !== undefined && before["status"] !== "50")
    throw refuse(400, "Only draft vouchers can be updated. Use resetToDraft first", 90400);
  if (isRow(sent["supplier"]) && !store.tables.Contact.has(idIn(sent["supplier"])))
    throw missing("Contact", idIn(sent["supplier"]));
  if (!["50", "100"].includes(text(sent["status"]))) throw refuse(422, "Invalid status.");
  if (lines.length === 0) throw refuse(422, "The given document must have at least one position");
  checkTax(sent, lines);
  const supplier = store.tables.Contact.get(idIn(sent["supplier"]));
  const dated = (name: string): Row => (sent[name] === undefined ? {} : { [name]: dayOf(sent[name]) });
  const voucher: Row = {
    paidAmount: 0,
    payDate: null,
    ...before,
    ...sent,
    id: before?.["id"] ?? store.newId(),
    objectName: "Voucher",
    status: text(sent["status"]),
    ...dated("voucherDate"),
    ...dated("deliveryDate"),
    ...dated("paymentDeadline"),
    ...(isRow(sent["supplier"]) && { supplier: referenceTo("Contact", idIn(sent["supplier"])) }),
    ...(isRow(sent["taxRule"]) && { taxRule: referenceTo("TaxRule", idIn(sent["taxRule"])) }),
    supplierName: sent["supplierName"] ?? supplier?.["name"] ?? null,
  };
  delete voucher["mapAll"];
  for (const { id } of deleted) store.tables.VoucherPos.drop({ id: text(id) });
  const saved = lines.map((line) => store.add("VoucherPos", savedVoucherPosition(line, voucher)));
  const net = sum(saved.map(({ sumNet }) => sumNet));
  const tax = sum(saved.map(({ sumTax }) => sumTax));
  return store.save("Voucher", { ...voucher, ...sumsOf(net, tax) });
}

/** `bookAmount`. Accounts of type offline make the transaction themselves. */
export function book(store: Store, kind: "Invoice" | "CreditNote" | "Voucher", document: Row, sent: Row): Row {
  const draft = kind === "Voucher" ? "50" : "100";
  if (document["status"] === draft) throw refuse(422, "Drafts can not be booked");
  if (document["status"] === "1000") throw refuse(422, "already paid", kind === "Voucher" ? 751 : 750);
  const account = store.tables.CheckAccount.get(idIn(sent["checkAccount"]));
  if (account === undefined) throw missing("CheckAccount", idIn(sent["checkAccount"]));
  const given = store.tables.CheckAccountTransaction.get(idIn(sent["checkAccountTransaction"]));
  if (account["type"] === "online" && given === undefined)
    throw refuse(422, "A transaction is required for online check accounts.");
  const at = /^\d+$/.test(text(sent["date"])) ? Number(sent["date"]) * 1000 : Date.parse(text(sent["date"]));
  const bookingDate = midnight(dayIn(at));
  const amount = big(sent["amount"]);
  const transaction =
    given ??
    store.add("CheckAccountTransaction", {
      objectName: "CheckAccountTransaction",
      valueDate: bookingDate,
      entryDate: bookingDate,
      amount: shown(amount),
      paymtPurpose: text(document["invoiceNumber"] ?? document["creditNoteNumber"] ?? document["description"]),
      payeePayerName: text(document["addressName"] ?? document["supplierName"]) || null,
      checkAccount: referenceTo("CheckAccount", account["id"]),
      status: "400",
      deletedAt: null,
    });
  const isOutgoing = kind === "CreditNote" || (kind === "Voucher" && document["creditDebit"] === "C");
  const paid = big(document["$paid"] ?? document["paidAmount"] ?? 0).plus(isOutgoing ? amount.times(-1) : amount);
  const isPaid = paid.gte(big(document["sumGross"]));
  const fromStatus = text(document["status"]);
  const toStatus = isPaid ? "1000" : "750";
  store.save(kind, {
    ...document,
    status: toStatus,
    payDate: bookingDate,
    ...(kind === "CreditNote" ? { $paid: Number(paid) } : { paidAmount: Number(paid) }),
  });
  store.add("CheckAccountTransactionLog", {
    objectName: "CheckAccountTransactionLog",
    checkAccountTransaction: referenceTo("CheckAccountTransaction", transaction["id"]),
    fromStatus: "100",
    toStatus: "400",
    amountPaid: Number(amount),
    bookingDate,
    object: referenceTo(kind, document["id"]),
  });
  return {
    id: store.newId(),
    objectName: `${kind}Log`,
    additionalInformation: null,
    fromStatus,
    toStatus,
    amountPayed: shown(amount.abs()),
    bookingDate,
  };
}

export function remove(store: Store, table: Table, record: Row, draft: string): void {
  const status = text(record["status"]);
  if (status !== draft)
    throw refuse(409, `${table} can only be deleted in status ${draft} but is status ${status}`, 159);
  store.remove(table, record);
}

export const linesIn = (body: Row, name: string): readonly Row[] => rows(body[name]).map(row);
