/** /v1/voucherlist, the one list of everything, and /v1/payments. */
import { get } from "../engine/routes.ts";
import type { Asked, Route } from "./answers.ts";
import { contactName } from "./contacts.ts";
import { isSales, openAmountOf, salesKinds, statusOf, totalOf } from "./documents.ts";
import { notFound, regular } from "./faults.ts";
import { type Row, textOf } from "./inspect.ts";
import { asked, askedDays, askedFlag, byText, htmlForm, type Order, paged } from "./query.ts";
import { dayOf, stamp } from "./stamps.ts";
import { type Entry, entriesOf, entryOf, findEntry, type Kind, type Store } from "./store.ts";

const voucherTypes = [
  ...["salesinvoice", "salescreditnote", "purchaseinvoice", "purchasecreditnote", "invoice", "downpaymentinvoice"],
  ...["creditnote", "orderconfirmation", "quotation", "deliverynote"],
];
const statuses = [
  ...["draft", "open", "paid", "paidoff", "voided", "transferred", "sepadebit", "overdue"],
  ...["accepted", "rejected", "unchecked"],
];
const sortable = ["voucherDate", "voucherNumber", "createdDate", "updatedDate"];
const listed: readonly Kind[] = ["vouchers", ...(Object.keys(salesKinds) as Kind[])];

export const voucherListRoutes: Route[] = [
  get("voucherlist", (ask) => {
    const fits = filter(ask);
    const { property, direction } = orderOf(ask);
    const sign = direction === "ASC" ? 1 : -1;
    const found = listed
      .flatMap((kind) => entriesOf(ask.company, kind))
      .map((entry) => ({ entry, row: rowOf(ask.company, entry) }))
      .filter(({ entry, row }) => fits(entry, row))
      .map(({ entry, row }) => ({ entry, row, key: keyOf(entry, row, property) }))
      .sort((a, b) => sign * byText(a.key, b.key) || byText(a.entry.id, b.entry.id));
    return paged(ask, found, ({ row }) => row, { property: property.toLowerCase(), direction });
  }),
  get("payments/:id", ({ company, params }) => {
    const entry = findEntry(company, params["id"] ?? "");
    if (entry === undefined || !listed.includes(entry.kind)) throw notFound("regular", "voucher");
    return { body: paymentOf(entry) };
  }),
];

const voucherTypeOf = ({ kind, content }: Entry) =>
  isSales(kind) ? salesKinds[kind].voucherType : String(content["type"]);

const isoOf = (text: unknown) => (typeof text === "string" ? new Date(text).toISOString() : "");

/** Sorted by what is stored, not by what is shown: the list shows whole seconds only. */
function keyOf(entry: Entry, row: Row, property: string): string {
  if (property === "createdDate") return new Date(entry.created).toISOString();
  if (property === "updatedDate") return new Date(entry.updated).toISOString();
  return property === "voucherDate" ? isoOf(row[property]) : textOf(row[property]);
}

function orderOf(ask: Asked): Order {
  const wanted = asked(ask, "sort");
  if (wanted === undefined) return { property: "voucherDate", direction: "DESC" };
  const [property = "", direction = "ASC"] = wanted.split(",");
  const known = sortable.find((name) => name.toLowerCase() === property.toLowerCase());
  const way = direction.toUpperCase();
  if (known === undefined || (way !== "ASC" && way !== "DESC")) throw regular(400, `Unknown sort '${wanted}'.`);
  return { property: known, direction: way };
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
  const [archived, contactId, number] = [
    askedFlag(ask, "archived"),
    asked(ask, "contactId"),
    asked(ask, "voucherNumber"),
  ];
  const [dated, created, updated] = ["voucherDate", "createdDate", "updatedDate"].map((name) => askedDays(ask, name));
  const on = (fits: ((day: string) => boolean) | undefined, day: string) => fits?.(day) ?? true;
  return (entry, row) =>
    (types?.includes(String(row["voucherType"])) ?? true) &&
    // What is open and past its due date is shown as overdue, but found as open.
    (overdue ? row["voucherStatus"] === "overdue" : (wanted?.includes(statusOf(entry)) ?? true)) &&
    (archived === undefined || entry.archived === archived) &&
    (contactId === undefined || row["contactId"] === contactId) &&
    (number === undefined || htmlForm(textOf(row["voucherNumber"])) === number) &&
    on(dated, row["voucherDate"] === null ? "" : dayOf(Date.parse(textOf(row["voucherDate"])))) &&
    on(created, dayOf(entry.created)) &&
    on(updated, dayOf(entry.updated));
}

const seconds = (at: number) => stamp(at - (at % 1000));

function rowOf(store: Store, entry: Entry): Row {
  const { content } = entry;
  const dueDate = (content["dueDate"] ?? null) as string | null;
  const status = statusOf(entry);
  const late = dueDate !== null && dayOf(Date.parse(dueDate)) < dayOf(store.now());
  const type = voucherTypeOf(entry);
  const contactId = (isSales(entry.kind) ? (content["address"] as Row) : content)["contactId"] ?? null;
  return {
    id: entry.id,
    voucherType: type,
    voucherStatus: late && ["open", "sepadebit"].includes(status) ? "overdue" : status,
    voucherNumber: content["voucherNumber"] ?? null,
    voucherDate: content["voucherDate"] ?? null,
    createdDate: seconds(entry.created),
    updatedDate: seconds(entry.updated),
    dueDate,
    contactId,
    contactName: nameOf(store, entry, type, contactId),
    totalAmount: totalOf(entry),
    openAmount: openAmountOf(entry),
    currency: "EUR",
    archived: entry.archived,
  };
}

function nameOf(store: Store, { kind, content }: Entry, type: string, contactId: unknown): unknown {
  const contact = entryOf(store, "contacts", contactId);
  if (contact !== undefined) return contactName(contact);
  if (isSales(kind)) return (content["address"] as Row)["name"];
  return content["contactName"] ?? (type.startsWith("sales") ? "Sammelkunde" : "Sammellieferant");
}

function paymentOf(entry: Entry): Row {
  const openAmount = openAmountOf(entry);
  const related = entry.kind === "credit-notes" && (entry.content["relatedVouchers"] as Row[]).length > 0;
  if (openAmount === null || related) throw regular(406, "The voucher does not provide payment information.");
  const [voucherType, voucherStatus] = [voucherTypeOf(entry), statusOf(entry)];
  const last = entry.payments.at(-1);
  const direction = voucherType.startsWith("purchase") ? "openExpense" : "openRevenue";
  return {
    // A sample of the documentation has it as text.
    openAmount: voucherType === "salesinvoice" ? openAmount.toFixed(2) : openAmount,
    ...{ currency: "EUR", paymentStatus: openAmount === 0 ? "balanced" : direction },
    ...{ voucherType, voucherStatus },
    ...(["paid", "paidoff"].includes(voucherStatus) && last && { paidDate: stamp(Date.parse(last.postingDate)) }),
    paymentItems: entry.payments,
  };
}
