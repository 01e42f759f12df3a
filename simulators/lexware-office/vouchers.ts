/** /v1/vouchers: bookkeeping vouchers, whose positions are grouped by tax rate and category. */
import { Big } from "big.js";
import { filled, type Route, rest } from "./answers.ts";
import { rolesOf } from "./contacts.ts";
import { statusOf } from "./documents.ts";
import { legacy } from "./faults.ts";
import { type Inspection, type Row, textOf } from "./inspect.ts";
import { asked, byText, htmlForm, paged } from "./query.ts";
import { categories } from "./reference.ts";
import { dayOf, isDay, isStamp, midnight, stamp } from "./stamps.ts";
import { type Entry, entryOf, type Store } from "./store.ts";

const shown = (store: Store, entry: Entry): Row => ({
  ...{ id: entry.id, organizationId: store.id, ...entry.content },
  ...{ createdDate: stamp(entry.created), updatedDate: stamp(entry.updated), version: entry.version },
});

export const voucherRoutes: Route[] = rest({
  kind: "vouchers",
  show: shown,
  list: (ask, all) => {
    const number = asked(ask, "voucherNumber");
    if (number === undefined) throw legacy(400, "bad_request_error", "voucherNumber");
    const found = (all as Entry[])
      .filter(({ content }) => htmlForm(textOf(content["voucherNumber"])) === number)
      .sort((a, b) => byText(a.id, b.id));
    return paged(ask, found, (entry) => shown(ask.company, entry));
  },
  check: (store, inspection, before) => {
    // One page of the documentation says 0, another says 1.
    if (before === undefined) inspection.oneOf("version", [0, 1]);
    checkVoucher(store, inspection, before);
  },
  make: (_store, body) => voucherContent(body),
  change: update,
});

/** Files that the body leaves out are gone for good. The status only ever goes from unchecked to open. */
function update(store: Store, entry: Entry, body: Row): void {
  const before = statusOf(entry);
  const files = Array.isArray(body["files"]) ? body["files"] : [];
  const had = entry.content["files"] as string[];
  const kept = had.filter((id) => files.includes(id));
  for (const id of had) if (!kept.includes(id)) store.tables.files.drop({ id });
  const content: Row = { ...voucherContent(body), files: kept };
  if (before !== "unchecked") content["voucherStatus"] = before;
  entry.content = content;
  if (content["voucherStatus"] !== before) store.tell({ table: "vouchers", row: entry, kind: "status.changed" });
}

const types = ["salesinvoice", "salescreditnote", "purchaseinvoice", "purchasecreditnote"];

function checkVoucher(store: Store, inspection: Inspection, entry?: Entry): void {
  const unchecked = inspection.row["voucherStatus"] === "unchecked";
  const sales = String(inspection.row["type"]).startsWith("sales");
  inspection.need("type");
  inspection.oneOf("type", types);
  inspection.oneOf("voucherStatus", ["open", entry ? statusOf(entry) : "unchecked"]);
  inspection.need("taxType");
  inspection.oneOf("taxType", ["net", "gross"]);
  if (unchecked && inspection.row["taxType"] === "net") inspection.reject("taxType", "ungeprüft nur brutto");
  for (const field of ["voucherDate", "shippingDate", "dueDate"])
    inspection.form(field, (text) => isDay(text) || isStamp(text));
  if (!sales && inspection.text("shippingDate") !== undefined) inspection.reject("shippingDate", "nur für Einnahmen");
  if (inspection.row["useCollectiveContact"] !== true) {
    inspection.need("contactId");
    const { customer, vendor } = rolesOf(entryOf(store, "contacts", inspection.text("contactId")));
    if ((sales ? customer : vendor) === undefined) inspection.reject("contactId", "unbekannt oder falsche Rolle");
  }
  if (unchecked) return;
  for (const field of ["voucherNumber", "voucherDate", "totalGrossAmount", "totalTaxAmount", "voucherItems"])
    inspection.need(field);
  checkItems(inspection, sales ? "income" : "outgo");
}

function checkItems(inspection: Inspection, type: "income" | "outgo"): void {
  const items = inspection.each("voucherItems");
  if (items.length === 0) inspection.reject("voucherItems", "darf nicht leer sein", "NOTEMPTY");
  for (const item of items) {
    for (const field of ["amount", "taxAmount", "taxRatePercent", "categoryId"]) item.need(field);
    item.oneOf("taxRatePercent", [0, 5, 7, 16, 19]);
    item.form("categoryId", (id) => categories.some((category) => category.id === id && category.type === type));
  }
  const sum = (field: string) => items.reduce((sum, item) => sum.plus(item.number(field) ?? 0), new Big(0));
  const tax = sum("taxAmount");
  const gross = inspection.row["taxType"] === "net" ? sum("amount").plus(tax) : sum("amount");
  if (!tax.eq(inspection.number("totalTaxAmount") ?? 0)) inspection.reject("totalTaxAmount", "passt nicht zur Summe");
  if (!gross.eq(inspection.number("totalGrossAmount") ?? 0))
    inspection.reject("totalGrossAmount", "passt nicht zur Summe");
}

const itemFields = ["amount", "taxAmount", "taxRatePercent", "categoryId"];

/** Dates come as days and go out as moments; without a due date the voucher is due on its own day. */
export function voucherContent(body: Row): Row {
  const collective = body["useCollectiveContact"] === true;
  const moment = (field: string) =>
    typeof body[field] === "string"
      ? midnight(isDay(body[field]) ? body[field] : dayOf(Date.parse(body[field])))
      : null;
  const voucherStatus = body["voucherStatus"] ?? "open";
  return filled({
    type: body["type"],
    voucherStatus,
    voucherNumber: body["voucherNumber"],
    voucherDate: moment("voucherDate"),
    shippingDate: moment("shippingDate"),
    dueDate: moment("dueDate") ?? (voucherStatus === "unchecked" ? null : moment("voucherDate")),
    totalGrossAmount: body["totalGrossAmount"],
    totalTaxAmount: body["totalTaxAmount"],
    taxType: body["taxType"],
    useCollectiveContact: collective,
    contactName: collective ? body["contactName"] : null,
    contactId: collective ? null : body["contactId"],
    remark: body["remark"],
    voucherItems: ((body["voucherItems"] ?? []) as Row[]).map((item) =>
      Object.fromEntries(itemFields.map((field) => [field, item[field]])),
    ),
    files: [],
  });
}
