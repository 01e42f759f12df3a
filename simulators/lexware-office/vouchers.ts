/** /v1/vouchers, /v1/voucherlist with all documents, and /v1/payments. */
import { all, type Check, type Checks, choice, need } from "../engine/checks.ts";
import { get } from "../engine/routes.ts";
import { only, type Row, row as rowIn, rows, sum, text, without, words } from "../engine/values.ts";
import { askedDays, htmlForm, isAsked, paged, rest } from "./answers.ts";
import { isSales, type Kind, sales, statusOf, voucherTypeOf } from "./kinds.ts";
import { categories, contactName, hasRole } from "./masters.ts";
import { legacy, notFound, regular } from "./refusals.ts";
import { openAmountOf, totalOf } from "./sales.ts";
import type { Entry, LexwareRequest, Route, Store } from "./store.ts";
import { dayOf, entriesOf, entryOf, filled, findEntry, isMoment, midnight, shownOf, stamp } from "./store.ts";

export const voucherRoutes: Route[] = rest({
  kind: "vouchers",
  show: (store, entry) => without(shownOf(store, entry), ["archived"]),
  rules: rulesOf,
  list: (request, entries, show) => {
    const number = request.query["voucherNumber"];
    if (number === undefined) throw legacy(400, "bad_request_error", "voucherNumber");
    const found = entries.filter(({ voucherNumber }) => htmlForm(text(voucherNumber)) === number);
    return paged(request, found, { show });
  },
  make: (store, body, before) => (before === undefined ? voucherOf(body) : changed(store, body, before)),
});

/** An update deletes files that the body leaves out. The status can only change from unchecked to open. */
function changed(store: Store, body: Row, entry: Entry): Row {
  const before = statusOf(entry);
  const had = entry["files"] as string[];
  const files = had.filter((id) => Array.isArray(body["files"]) && body["files"].includes(id));
  for (const id of had) if (!files.includes(id)) store.tables.files.drop({ id });
  const content = { ...voucherOf(body), files };
  if (before !== "unchecked") return { ...content, voucherStatus: before };
  if (statusOf(content) !== before) store.notify({ table: "vouchers", row: entry, kind: "status.changed" });
  return content;
}

const moment: Check = { form: isMoment };

function rulesOf(store: Store, body: Row, before?: Entry): Checks {
  const isUnchecked = body["voucherStatus"] === "unchecked";
  const isSale = text(body["type"]).startsWith("sales");
  const isCollective = body["useCollectiveContact"] === true;
  const contact = entryOf(store, "contacts", body["contactId"]);
  const rules: Checks = {
    // One page of the documentation says 0, another says 1.
    ...(before === undefined && { version: { oneOf: [0, 1] } }),
    type: choice(...ownTypes),
    voucherStatus: { oneOf: ["open", before ? statusOf(before) : "unchecked"] },
    taxType: { ...choice("net", "gross"), unless: isUnchecked && body["taxType"] === "net" && "ungeprüft nur brutto" },
    ...all("voucherDate dueDate", moment),
    shippingDate: { ...moment, unless: !isSale && typeof body["shippingDate"] === "string" && "nur für Einnahmen" },
    ...(!isCollective && {
      contactId: {
        need: true,
        unless: !hasRole(contact, isSale ? "customer" : "vendor") && "unbekannt oder falsche Rolle",
      },
    }),
  };
  return isUnchecked
    ? rules
    : { ...rules, ...sumRules(body, isSale ? "income" : "outgo"), voucherDate: { ...moment, need: true } };
}

function sumRules({ voucherItems, taxType, totalTaxAmount, totalGrossAmount }: Row, type: string): Checks {
  const items = Array.isArray(voucherItems) ? rows(voucherItems) : [];
  const total = (field: string) => sum(items.map((item) => (typeof item[field] === "number" ? item[field] : 0)));
  const tax = total("taxAmount");
  const gross = total("amount").plus(taxType === "net" ? tax : 0);
  const differs = (amount: unknown, is: typeof tax) =>
    !is.eq(typeof amount === "number" ? amount : 0) && "passt nicht zur Summe";
  const isKnown = (wanted: string) => categories.some((category) => category.id === wanted && category.type === type);
  return {
    voucherNumber: need,
    totalGrossAmount: { need: true, unless: differs(totalGrossAmount, gross) },
    totalTaxAmount: { need: true, unless: differs(totalTaxAmount, tax) },
    voucherItems: {
      need: true,
      unless: items.length === 0 && ["darf nicht leer sein", "NOTEMPTY"],
      each: {
        ...all("amount taxAmount", need),
        taxRatePercent: choice(0, 5, 7, 16, 19),
        categoryId: { need: true, form: isKnown },
      },
    },
  };
}

/** Dates are sent as days and returned as timestamps; without a due date the voucher is due on its own day. */
export function voucherOf(body: Row): Row {
  const { useCollectiveContact, voucherStatus = "open", voucherItems } = body;
  const isCollective = useCollectiveContact === true;
  const partner = isCollective ? "contactName" : "contactId";
  const at = (field: string) => {
    const value = body[field];
    return typeof value === "string" ? midnight(dayOf(Date.parse(value))) : null;
  };
  return filled({
    ...only(body, ["type", "voucherNumber", "totalGrossAmount", "totalTaxAmount", "taxType", "remark"]),
    voucherStatus,
    voucherDate: at("voucherDate"),
    shippingDate: at("shippingDate"),
    files: [],
    dueDate: at("dueDate") ?? (voucherStatus === "unchecked" ? null : at("voucherDate")),
    useCollectiveContact: isCollective,
    [partner]: body[partner],
    voucherItems: rows(voucherItems).map((item) => only(item, ["amount", "taxAmount", "taxRatePercent", "categoryId"])),
  });
}

const ownTypes = ["salesinvoice", "salescreditnote", "purchaseinvoice", "purchasecreditnote"];
const salesTypes = words("invoice|downpaymentinvoice|creditnote|orderconfirmation|quotation|deliverynote");
const statuses = words("draft|open|paid|paidoff|voided|transferred|sepadebit|overdue|accepted|rejected|unchecked");
const listed: readonly Kind[] = ["vouchers", ...sales];

/** The sort fields, case-insensitive. Times are compared to the millisecond, even if the list shows less. */
const keys: Readonly<Record<string, (entry: Entry) => string>> = {
  voucherdate: ({ voucherDate }) => (voucherDate ? new Date(text(voucherDate)).toISOString() : ""),
  vouchernumber: ({ voucherNumber }) => text(voucherNumber),
  createddate: ({ created }) => new Date(created).toISOString(),
  updateddate: ({ updated }) => new Date(updated).toISOString(),
};

export const voucherListRoutes: Route[] = [
  get("voucherlist", (request) => {
    const { company } = request;
    const found = listed.flatMap((kind) => entriesOf(company, kind)).filter(filter(request));
    return paged(request, found, { ...orderOf(request), show: (entry) => rowOf(company, entry) });
  }),
  get("payments/:id", ({ company, params }) => {
    const entry = findEntry(company, params["id"]);
    if (entry === undefined || !listed.includes(entry.kind)) throw notFound("voucher");
    return { body: paymentOf(entry) };
  }),
];

function orderOf({ query: { sort = "voucherDate,DESC" } }: LexwareRequest) {
  const [property = "", way = "asc"] = sort.toLowerCase().split(",");
  const by = keys[property];
  if (by === undefined || (way !== "asc" && way !== "desc")) throw regular(400, `Unknown sort '${sort}'.`);
  return { property, direction: way === "asc" ? "ASC" : "DESC", by } as const;
}

/** A required comma-separated list; `any` is no restriction. */
function oneOf(request: LexwareRequest, name: string, allowed: readonly string[]): readonly string[] | undefined {
  const wanted = request.query[name];
  if (!wanted) throw regular(400, `Required request parameter '${name}' is not present`);
  const values = wanted.split(",").map((value) => value.trim());
  if (values.includes("any")) return undefined;
  for (const value of values)
    if (!allowed.includes(value)) throw regular(400, `Value '${value}' of parameter '${name}' is not supported`);
  return values;
}

const dayFields: Readonly<Record<string, (entry: Entry) => string>> = {
  voucherDate: ({ voucherDate }) => (voucherDate ? dayOf(Date.parse(text(voucherDate))) : ""),
  createdDate: ({ created }) => dayOf(created),
  updatedDate: ({ updated }) => dayOf(updated),
};

function filter(request: LexwareRequest): (entry: Entry) => boolean {
  const types = oneOf(request, "voucherType", [...ownTypes, ...salesTypes]);
  const wanted = oneOf(request, "voucherStatus", statuses);
  if (wanted !== undefined && wanted.length > 1 && wanted.includes("overdue"))
    throw regular(400, "The status overdue cannot be combined with other status filters.");
  const { contactId, voucherNumber: number } = request.query;
  const days = Object.entries(dayFields)
    .filter(([name]) => `${name}From` in request.query || `${name}To` in request.query)
    .map(([name, dayIn]) => {
      const fits = askedDays(request, name);
      return (entry: Entry) => fits(dayIn(entry));
    });
  return (entry) => {
    if (types?.includes(voucherTypeOf(entry)) === false) return false;
    if (wanted?.includes("overdue") === false && !wanted.includes(statusOf(entry))) return false;
    if (!isAsked(request, "archived", entry["archived"] === true)) return false;
    if (!days.every((fits) => fits(entry))) return false;
    // Making a row takes a while.
    if (!wanted?.includes("overdue") && contactId === undefined && number === undefined) return true;
    const row = rowOf(request.company, entry);
    // An open document past its due date is shown as overdue, but found as open.
    const status = wanted?.includes("overdue") ? row["voucherStatus"] : statusOf(entry);
    return (
      (wanted?.includes(text(status)) ?? true) &&
      (contactId === undefined || row["contactId"] === contactId) &&
      (number === undefined || htmlForm(text(row["voucherNumber"])) === number)
    );
  };
}

const seconds = (at: number) => stamp(at - (at % 1000));

function rowOf(store: Store, entry: Entry): Row {
  const { id, kind, created, updated, archived, address } = entry;
  const { dueDate = null, voucherNumber = null, voucherDate = null } = entry;
  const status = statusOf(entry);
  const voucherType = voucherTypeOf(entry);
  const isLate = dueDate !== null && dayOf(Date.parse(text(dueDate))) < dayOf(store.now());
  const { contactId = null, name } = isSales(kind) ? rowIn(address) : entry;
  const contact = entryOf(store, "contacts", contactId);
  const collective = entry["contactName"] ?? (voucherType.startsWith("sales") ? "Sammelkunde" : "Sammellieferant");
  return {
    id,
    voucherType,
    voucherStatus: isLate && /^(?:open|sepadebit)$/.test(status) ? "overdue" : status,
    voucherNumber,
    voucherDate,
    createdDate: seconds(created),
    updatedDate: seconds(updated),
    dueDate,
    contactId,
    contactName: contact ? contactName(contact) : isSales(kind) ? name : collective,
    totalAmount: totalOf(entry),
    openAmount: openAmountOf(entry),
    currency: "EUR",
    archived,
  };
}

function paymentOf(entry: Entry): Row {
  const openAmount = openAmountOf(entry);
  const isRelated = entry.kind === "credit-notes" && rows(entry["relatedVouchers"]).length > 0;
  if (openAmount === null || isRelated) throw regular(406, "The voucher does not provide payment information.");
  const voucherType = voucherTypeOf(entry);
  const voucherStatus = statusOf(entry);
  const last = entry.payments.at(-1);
  const direction = voucherType.startsWith("purchase") ? "openExpense" : "openRevenue";
  return {
    // A sample of the documentation has it as text.
    openAmount: voucherType === "salesinvoice" ? openAmount.toFixed(2) : openAmount,
    currency: "EUR",
    paymentStatus: openAmount === 0 ? "balanced" : direction,
    voucherType,
    voucherStatus,
    ...(voucherStatus.startsWith("paid") && last && { paidDate: stamp(Date.parse(last.postingDate)) }),
    paymentItems: entry.payments,
  };
}
