/** /v1/voucherlist, the one list of everything, and /v1/payments. */
import { get } from "../engine/routes.ts";
import { type Row, row as rowIn, rows, text, words } from "../engine/values.ts";
import { contactName } from "./contacts.ts";
import { isSales, openAmountOf, salesKinds, statusOf, totalOf, voucherTypeOf } from "./documents.ts";
import { asked, askedDays, htmlForm, isAsked, paged } from "./query.ts";
import { notFound, regular } from "./refusals.ts";
import { dayOf, stamp } from "./stamps.ts";
import type { Asked, Entry, Kind, Route, Store } from "./store.ts";
import { byText, entriesOf, entryOf, findEntry } from "./store.ts";

const voucherTypes = words(
  "salesinvoice|salescreditnote|purchaseinvoice|purchasecreditnote|invoice|downpaymentinvoice|creditnote|orderconfirmation|quotation|deliverynote",
);
const statuses = words("draft|open|paid|paidoff|voided|transferred|sepadebit|overdue|accepted|rejected|unchecked");
const listed: readonly Kind[] = ["vouchers", ...(Object.keys(salesKinds) as Kind[])];

/** What it may be sorted by: to the millisecond, whatever the list shows. */
const keys: Readonly<Record<string, (entry: Entry) => string>> = {
  voucherDate: ({ voucherDate }) => (voucherDate ? new Date(text(voucherDate)).toISOString() : ""),
  voucherNumber: ({ voucherNumber }) => text(voucherNumber),
  createdDate: ({ created }) => new Date(created).toISOString(),
  updatedDate: ({ updated }) => new Date(updated).toISOString(),
};

export const voucherListRoutes: Route[] = [
  get("voucherlist", (ask) => {
    const fits = filter(ask);
    const [property, direction, key] = orderOf(ask);
    const sign = direction === "ASC" ? 1 : -1;
    const found = listed
      .flatMap((kind) => entriesOf(ask.company, kind))
      .map((entry) => ({ entry, row: rowOf(ask.company, entry), key: key(entry) }))
      .filter(({ entry, row }) => fits(entry, row))
      .sort((one, other) => sign * byText(one.key, other.key) || byText(one.entry.id, other.entry.id));
    return paged(ask, found, ({ row }) => row, [property.toLowerCase(), direction]);
  }),
  get("payments/:id", ({ company, params }) => {
    const entry = findEntry(company, params["id"]);
    if (entry === undefined || !listed.includes(entry.kind)) throw notFound("regular", "voucher");
    return { body: paymentOf(entry) };
  }),
];

function orderOf(ask: Asked): readonly [property: string, direction: string, key: (entry: Entry) => string] {
  const wanted = asked(ask, "sort") ?? "voucherDate,DESC";
  const [property = "", direction = "ASC"] = wanted.split(",");
  const known = Object.entries(keys).find(([name]) => name.toLowerCase() === property.toLowerCase());
  const way = direction.toUpperCase();
  if (known === undefined || (way !== "ASC" && way !== "DESC")) throw regular(400, `Unknown sort '${wanted}'.`);
  return [known[0], way, known[1]];
}

/** A comma-separated list that must be there; `any` is no restriction. */
function choice(ask: Asked, name: string, allowed: readonly string[]): readonly string[] | undefined {
  const wanted = asked(ask, name);
  if (!wanted) throw regular(400, `Required request parameter '${name}' is not present`);
  const values = wanted.split(",").map((value) => value.trim());
  if (values.includes("any")) return undefined;
  for (const value of values)
    if (!allowed.includes(value)) throw regular(400, `Value '${value}' of parameter '${name}' is not supported`);
  return values;
}

function filter(ask: Asked): (entry: Entry, row: Row) => boolean {
  const types = choice(ask, "voucherType", voucherTypes);
  const wanted = choice(ask, "voucherStatus", statuses);
  if (wanted !== undefined && wanted.length > 1 && wanted.includes("overdue"))
    throw regular(400, "The status overdue cannot be combined with other status filters.");
  const overdue = wanted?.includes("overdue") ?? false;
  const [contactId, number] = [asked(ask, "contactId"), asked(ask, "voucherNumber")];
  const [isDated, isCreated, isUpdated] = ["voucherDate", "createdDate", "updatedDate"].map((name) =>
    askedDays(ask, name),
  );
  return (entry, row) =>
    (types?.includes(text(row["voucherType"])) ?? true) &&
    // What is open and past its due date is shown as overdue, but found as open.
    (overdue ? row["voucherStatus"] === "overdue" : (wanted?.includes(statusOf(entry)) ?? true)) &&
    isAsked(ask, "archived", entry["archived"] === true) &&
    (contactId === undefined || row["contactId"] === contactId) &&
    (number === undefined || htmlForm(text(row["voucherNumber"])) === number) &&
    isDated?.(row["voucherDate"] === null ? "" : dayOf(Date.parse(text(row["voucherDate"])))) !== false &&
    isCreated?.(dayOf(entry.created)) !== false &&
    isUpdated?.(dayOf(entry.updated)) !== false;
}

const seconds = (at: number) => stamp(at - (at % 1000));

function rowOf(store: Store, entry: Entry): Row {
  const { id, kind, created, updated, archived, address } = entry;
  const { dueDate = null, voucherNumber = null, voucherDate = null } = entry;
  const [status, voucherType] = [statusOf(entry), voucherTypeOf(entry)];
  const isLate = dueDate !== null && dayOf(Date.parse(text(dueDate))) < dayOf(store.now());
  const { contactId = null, name } = isSales(kind) ? rowIn(address) : entry;
  const contact = entryOf(store, "contacts", contactId);
  const collective = entry["contactName"] ?? (voucherType.startsWith("sales") ? "Sammelkunde" : "Sammellieferant");
  return {
    ...{ id, voucherType, voucherStatus: isLate && /^(?:open|sepadebit)$/.test(status) ? "overdue" : status },
    ...{ voucherNumber, voucherDate, createdDate: seconds(created), updatedDate: seconds(updated), dueDate, contactId },
    contactName: contact ? contactName(contact) : isSales(kind) ? name : collective,
    ...{ totalAmount: totalOf(entry), openAmount: openAmountOf(entry), currency: "EUR", archived },
  };
}

function paymentOf(entry: Entry): Row {
  const openAmount = openAmountOf(entry);
  const isRelated = entry.kind === "credit-notes" && rows(entry["relatedVouchers"]).length > 0;
  if (openAmount === null || isRelated) throw regular(406, "The voucher does not provide payment information.");
  const [voucherType, voucherStatus] = [voucherTypeOf(entry), statusOf(entry)];
  const last = entry.payments.at(-1);
  const direction = voucherType.startsWith("purchase") ? "openExpense" : "openRevenue";
  return {
    // A sample of the documentation has it as text.
    openAmount: voucherType === "salesinvoice" ? openAmount.toFixed(2) : openAmount,
    ...{ currency: "EUR", paymentStatus: openAmount === 0 ? "balanced" : direction, voucherType, voucherStatus },
    ...(voucherStatus.startsWith("paid") && last && { paidDate: stamp(Date.parse(last.postingDate)) }),
    paymentItems: entry.payments,
  };
}
