/** What Dolibarr fills in, adds up, numbers and refuses. */
import { Big } from "big.js";
import { big, cents, day, type Row, rows, text } from "../engine/values.ts";
import { refused } from "./refusals.ts";
import { type Books, type Name, names, paidOf, totalsOf } from "./shapes.ts";
import { dayAt, localTime } from "./zone.ts";

/** Dolibarr numbers each table separately. Here ids are unique across tables, so that the id alone identifies a record. */
const firstId = (table: Name): number => 1 + names.indexOf(table) * 10_000;

export const add = (company: Books, table: Name, row: Row): Row =>
  company.add(table, { id: company.next(table, firstId(table)), ...row });

/** The price of one unit of the company's currency in other currencies. */
export const rates: Readonly<Record<string, string>> = { EUR: "1", USD: "1.1", CHF: "0.95", NOK: "11.5", JPY: "160" };

export type Document = "invoices" | "supplierinvoices" | "proposals" | "orders" | "supplierorders";

/** Only these two take prices in the document's currency. Credits are negative, but see `updateline`. */
const isBilled = (table: Document): boolean => table === "invoices" || table === "supplierinvoices";

export function lineOf(company: Books, table: Document, owner: Row, given: Row): Row {
  const rate = big(owner["multicurrency_tx"]);
  const theirs = isBilled(table) ? given["multicurrency_subprice"] : undefined;
  const price = given["subprice"] ?? given["pu_ht"];
  const own = price === undefined && theirs !== undefined ? big(theirs).div(rate) : big(price);
  const foreign = theirs === undefined ? own.times(rate) : big(theirs);
  const part = new Big(100).minus(big(given["remise_percent"])).div(100);
  const tax = big(given["tva_tx"]).div(100);
  const isCredit = Number(owner["type"]) === 2;
  const amounts = (prefix: string, unit: Big, isNegative: boolean): Row => {
    const net = cents(unit.abs().times(big(given["qty"]).abs()).times(part));
    const sign = isNegative ? -1 : 1;
    const added = cents(net.times(tax));
    return {
      [`${prefix}total_ht`]: net.times(sign),
      [`${prefix}total_tva`]: added.times(sign),
      [`${prefix}total_ttc`]: net.plus(added).times(sign),
      [`${prefix}subprice`]: unit.abs().times(sign),
    };
  };
  return {
    id: company.next("line", 7),
    desc: given["desc"] ?? given["description"] ?? "",
    label: given["label"],
    fk_product: given["fk_product"] ?? null,
    qty: given["qty"] ?? 1,
    tva_tx: given["tva_tx"] ?? 0,
    vat_src_code: given["vat_src_code"] ?? "",
    remise_percent: given["remise_percent"] ?? 0,
    ...amounts("", own, isCredit),
    // These amounts of vendor credits stay positive (FactureFournisseur::updateline).
    ...amounts("multicurrency_", foreign, isCredit && table === "invoices"),
  };
}

export function make(company: Books, table: Document, given: Row): Row {
  const known = company.tables.thirdparties;
  if (given["socid"] === undefined) throw refused(400, "socid field missing");
  if (table === "orders" && given["date"] === undefined) throw refused(400, "date field missing");
  if (!known.has(given["socid"])) throw refused(500, "Error creating invoice", "ErrorBadThirdParty");
  const code = text(given["multicurrency_code"]);
  const datef = dayAt(given["date"]) ?? company.today();
  const due = dayAt(given["date_lim_reglement"] ?? given["date_echeance"]);
  const days = Number(given["duree_validite"] ?? 0);
  const same = ["ref_ext", "ref_client", "ref_supplier", "note_public", "fk_project", "fk_account"];
  const row: Row = {
    ...Object.fromEntries(same.map((name) => [name, given[name] ?? null])),
    fk_soc: Number(given["socid"]),
    type: Number(given["type"] ?? 0),
    fk_statut: 0,
    paye: "0",
    datef,
    date_lim_reglement: due ?? (isBilled(table) ? datef : null),
    payments: [],
    libelle: given["label"] ?? null,
    multicurrency_code: code in rates ? code : "EUR",
    multicurrency_tx: rates[code] ?? "1",
    fk_cond_reglement: given["cond_reglement_id"],
    fk_mode_reglement: given["mode_reglement_id"],
    date_livraison: dayAt(given["delivery_date"]),
    fin_validite: day(Date.parse(datef) + days * 86_400_000),
  };
  if (table === "supplierinvoices") unusedNumber(company, row);
  row["lines"] = rows(given["lines"]).map((one) => lineOf(company, table, row, one));
  const kept = add(company, table, row);
  kept["ref"] = `(PROV${text(kept["id"])})`;
  return kept;
}

function unusedNumber({ tables }: Books, { fk_soc: supplier, ref_supplier: number }: Row): void {
  if (number && tables.supplierinvoices.first((one) => one["fk_soc"] === supplier && one["ref_supplier"] === number))
    throw refused(500, "Error creating invoice ", "ErrorRefAlreadyExists");
}

const prefixes: Readonly<Record<Document, string>> = {
  invoices: "FA",
  supplierinvoices: "SI",
  proposals: "PR",
  orders: "CO",
  supplierorders: "PO",
};

const month = (company: Books): string => company.today().slice(2, 7).replace("-", "");

export function validate(company: Books, table: Document, row: Row): Row {
  if (Number(row["fk_statut"]) !== 0) throw refused(304, "Error nothing done. May be object is already validated");
  const prefix = table === "invoices" && row["type"] === 2 ? "AV" : prefixes[table];
  const number = String(company.next(`${prefix}${month(company)}`)).padStart(4, "0");
  return company.save(table, Object.assign(row, { fk_statut: 1, ref: `${prefix}${month(company)}-${number}` }));
}

interface Paying {
  readonly amount: Big;
  readonly date: string;
  readonly mode: unknown;
  readonly more?: Row;
}

/** A payment that does not settle the document does not change it. */
export function pay(company: Books, table: "invoices" | "supplierinvoices", row: Row, paying: Paying): number {
  const code = company.tables.paymentTypes.get(paying.mode)?.["code"];
  if (code === undefined) throw refused(400, "Payment error : ErrorBadValueForParameter");
  const id = company.next("payment", 11);
  const prefix = table === "invoices" ? "PAY" : "SPAY";
  const ref = `${prefix}${month(company)}-${String(id).padStart(4, "0")}`;
  const payment = { amount: paying.amount.toFixed(8), type: code, date: paying.date, num: "", ref, ...paying.more };
  row["payments"] = [...rows(row["payments"]), payment];
  const left = big(totalsOf(rows(row["lines"]))["total_ttc"]).minus(paidOf(row));
  if (left.abs().lt("0.005")) company.save(table, Object.assign(row, { fk_statut: 2, paye: "1" }));
  return id;
}

export const paidAt = (given: unknown): string => localTime(Number(given) * 1000);

/** Third parties with the number -1 get the next one. */
export function party({ tables, next, today }: Books, given: Row, before: Row = {}): Row {
  const { name: nom = before["nom"], country_id: fk_pays = before["fk_pays"], typent_id, ...rest } = given;
  if (nom === undefined) throw refused(400, "name field missing");
  const fk_typent = typent_id ?? before["fk_typent"] ?? null;
  const row: Row = { ...before, ...rest, nom, fk_pays: fk_pays ?? null, fk_typent };
  for (const [field, prefix] of Object.entries({ code_client: "CU", code_fournisseur: "SU" })) {
    const code = row[field] ?? null;
    row[field] = code === "-1" ? `${prefix}${today().slice(2, 4)}-${next(prefix, 70_001)}` : code;
    const isTaken = (one: Row) => one[field] === row[field] && one["id"] !== before["id"];
    if (row[field] && tables.thirdparties.first(isTaken))
      throw refused(500, "Error creating thirdparty", "ErrorCustomerCodeAlreadyUsed");
  }
  return row;
}

export function product({ tables }: Books, given: Row, before: Row = {}): Row {
  const { type: fk_product_type = before["fk_product_type"] ?? 0, ...rest } = given;
  const row: Row = { price: 0, price_ttc: 0, tva_tx: 0, price_base_type: "HT", cost_price: null, ...before, ...rest };
  for (const field of ["ref", "label"]) if (!row[field]) throw refused(400, `${field} field missing`);
  if (tables.products.first((one) => one["ref"] === row["ref"] && one["id"] !== before["id"]))
    throw refused(500, "Error creating product", "ErrorProductAlreadyExists");
  const factor = big(row["tva_tx"]).div(100).plus(1);
  const isGross = row["price_base_type"] === "TTC";
  return {
    ref_ext: null,
    default_vat_code: null,
    stock_reel: null,
    accountancy_code_sell: "",
    accountancy_code_buy: "",
    ...row,
    fk_product_type: Number(fk_product_type),
    ...(isGross
      ? { price: big(row["price_ttc"]).div(factor).round(8) }
      : { price_ttc: big(row["price"]).times(factor).round(8) }),
  };
}

/** Does not store the external reference. */
export function project({ tables }: Books, given: Row): Row {
  const { ref, title, socid = null, date_start, date_end, status: fk_statut, ref_ext: _lost, ...rest } = given;
  if (!ref || !title) throw refused(400, `${ref ? "title" : "ref"} field missing`);
  if (tables.projects.find("ref", ref)) throw refused(500, "Error creating project", "ErrorRefAlreadyExists");
  return { ...rest, ref, title, fk_soc: socid, fk_statut, dateo: dayAt(date_start), datee: dayAt(date_end) };
}
