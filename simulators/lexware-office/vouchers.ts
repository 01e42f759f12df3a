/** /v1/vouchers: bookkeeping vouchers, whose positions are grouped by tax rate and category. */
import { all, type Check, type Checks, choice, need } from "../engine/checks.ts";
import { only, type Row, rows, sum, text, without } from "../engine/values.ts";
import { rest } from "./answers.ts";
import { hasRole } from "./contacts.ts";
import { statusOf } from "./documents.ts";
import { asked, htmlForm, paged } from "./query.ts";
import { categories } from "./reference.ts";
import { legacy } from "./refusals.ts";
import { dayOf, isDay, isStamp, midnight } from "./stamps.ts";
import { byText, type Entry, entryOf, filled, type Route, type Store, shownOf } from "./store.ts";

const shown = (store: Store, entry: Entry): Row => without(shownOf(store, entry), ["archived"]);

export const voucherRoutes: Route[] = rest({
  ...{ kind: "vouchers", show: shown, rules: rulesOf },
  list: (ask, entries) => {
    const number = asked(ask, "voucherNumber");
    if (number === undefined) throw legacy(400, "bad_request_error", "voucherNumber");
    const found = (entries as Entry[]).filter(({ voucherNumber }) => htmlForm(text(voucherNumber)) === number);
    found.sort((one, other) => byText(one.id, other.id));
    return paged(ask, found, (entry) => shown(ask.company, entry));
  },
  make: (store, body, before) => (before === undefined ? voucherOf(body) : changed(store, body, before)),
});

/** Files that the body leaves out are gone for good. The status only ever goes from unchecked to open. */
function changed(store: Store, body: Row, entry: Entry): Row {
  const before = statusOf(entry);
  const had = entry["files"] as string[];
  const files = had.filter((id) => Array.isArray(body["files"]) && body["files"].includes(id));
  for (const id of had) if (!files.includes(id)) store.tables.files.drop({ id });
  const content = { ...voucherOf(body), files };
  if (before !== "unchecked") return { ...content, voucherStatus: before };
  if (statusOf(content) !== before) store.tell({ table: "vouchers", row: entry, kind: "status.changed" });
  return content;
}

const moment: Check = { form: (given) => isDay(given) || isStamp(given) };

function rulesOf(store: Store, body: Row, before?: Entry): Checks {
  const isUnchecked = body["voucherStatus"] === "unchecked";
  const isSale = text(body["type"]).startsWith("sales");
  const isCollective = body["useCollectiveContact"] === true;
  const contact = entryOf(store, "contacts", body["contactId"]);
  const rules: Checks = {
    // One page of the documentation says 0, another says 1.
    ...(before === undefined && { version: { oneOf: [0, 1] } }),
    type: choice("salesinvoice", "salescreditnote", "purchaseinvoice", "purchasecreditnote"),
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
  const differs = (given: unknown, is: typeof tax) =>
    !is.eq(typeof given === "number" ? given : 0) && "passt nicht zur Summe";
  const isKnown = (wanted: string) => categories.some((one) => one.id === wanted && one.type === type);
  return {
    voucherNumber: need,
    totalGrossAmount: { need: true, unless: differs(totalGrossAmount, gross) },
    totalTaxAmount: { need: true, unless: differs(totalTaxAmount, tax) },
    voucherItems: {
      ...{ need: true, unless: items.length === 0 && ["darf nicht leer sein", "NOTEMPTY"] },
      each: {
        ...{ ...all("amount taxAmount", need), taxRatePercent: choice(0, 5, 7, 16, 19) },
        categoryId: { need: true, form: isKnown },
      },
    },
  };
}

/** Dates come as days and go out as moments; without a due date the voucher is due on its own day. */
export function voucherOf(body: Row): Row {
  const { useCollectiveContact, voucherStatus = "open", voucherItems } = body;
  const isCollective = useCollectiveContact === true;
  const partner = isCollective ? "contactName" : "contactId";
  const at = (field: string) => {
    const given = body[field];
    return typeof given === "string" ? midnight(isDay(given) ? given : dayOf(Date.parse(given))) : null;
  };
  return filled({
    ...only(body, ["type", "voucherNumber", "totalGrossAmount", "totalTaxAmount", "taxType", "remark"]),
    ...{ voucherStatus, voucherDate: at("voucherDate"), shippingDate: at("shippingDate"), files: [] },
    dueDate: at("dueDate") ?? (voucherStatus === "unchecked" ? null : at("voucherDate")),
    ...{ useCollectiveContact: isCollective, [partner]: body[partner] },
    voucherItems: rows(voucherItems).map((item) => only(item, ["amount", "taxAmount", "taxRatePercent", "categoryId"])),
  });
}
