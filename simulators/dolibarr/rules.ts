/** Dolibarr's business rules: defaults, totals, numbering and validation. */
import { Big } from "big.js";
import { big, cents, day, type Row, rows, text } from "../engine/values.ts";
import { refused, technicalError } from "./refusals.ts";
import { type Books, type Name, names, paidOf, totalsOf } from "./shapes.ts";
import { dayAt, localTime } from "./zone.ts";

/** Dolibarr numbers each table separately. Here ids are unique across tables, so that the id alone identifies a record. */
export const nextId = (company: Books, table: Name): number => company.next(table, 1 + names.indexOf(table) * 10_000);

export const add = (company: Books, table: Name, row: Row): Row =>
  company.add(table, { id: nextId(company, table), ...row });

/** The price of one unit of the company's currency in other currencies. */
export const rates: Readonly<Record<string, string>> = { EUR: "1", USD: "1.1", CHF: "0.95", NOK: "11.5", JPY: "160" };

export type Document = "invoices" | "supplierinvoices" | "proposals" | "orders" | "supplierorders";

/** Only these two take prices in the document's currency. Credits are negative, but see `updateline`. */
const isBilled = (table: Document): boolean => table === "invoices" || table === "supplierinvoices";

export function lineOf(company: Books, table: Document, owner: Row, body: Row): Row {
  const rate = big(owner["multicurrency_tx"]);
  const foreignPrice = isBilled(table) ? body["multicurrency_subprice"] : undefined;
  if (body["fk_product"] && !company.tables.products.has(body["fk_product"])) throw technicalError();
  const price = body["subprice"] ?? body["pu_ht"];
  const unitPrice = price === undefined && foreignPrice !== undefined ? big(foreignPrice).div(rate) : big(price);
  const foreign = foreignPrice === undefined ? unitPrice.times(rate) : big(foreignPrice);
  const part = new Big(100).minus(big(body["remise_percent"])).div(100);
  const tax = big(body["tva_tx"]).div(100);
  const isCredit = Number(owner["type"]) === 2;
  const amounts = (prefix: string, unit: Big, isNegative: boolean): Row => {
    // Every line of a credit gives money back, whatever its sign was. Lines of invoices keep theirs.
    const price = isCredit ? unit.abs().times(isNegative ? -1 : 1) : unit;
    const quantity = isCredit ? big(body["qty"]).abs() : big(body["qty"]);
    const net = cents(price.times(quantity).times(part));
    const added = cents(net.times(tax));
    return {
      [`${prefix}total_ht`]: net,
      [`${prefix}total_tva`]: added,
      [`${prefix}total_ttc`]: net.plus(added),
      [`${prefix}subprice`]: price,
    };
  };
  return {
    id: company.next("line", 7),
    desc: body["desc"] ?? body["description"] ?? "",
    label: body["label"],
    fk_product: body["fk_product"] ?? null,
    qty: body["qty"] ?? 1,
    tva_tx: body["tva_tx"] ?? 0,
    vat_src_code: body["vat_src_code"] ?? "",
    remise_percent: body["remise_percent"] ?? 0,
    ...amounts("", unitPrice, isCredit),
    // These amounts of vendor credits stay positive (FactureFournisseur::updateline).
    ...amounts("multicurrency_", foreign, isCredit && table === "invoices"),
  };
}

const noKind = "Incorrect integer value: '' for column `dolibarr`.`llx_commandedet`.`product_type` at row 1";

/** Lines of orders and offers without their type fail in the database. */
export function requireKinds(table: Document, body: Row): Row {
  const hasKinds = rows(body["lines"]).every((line) => line["product_type"] !== undefined);
  if (!hasKinds && (table === "orders" || table === "proposals"))
    throw technicalError(`Error creating ${table === "orders" ? "order" : "Commercial Proposal"}`, noKind);
  return body;
}

/** A line added to a supplier invoice: other names, and the tax code in the rate, as in `20 (NOR)`. */
export function addedLine({ desc: _desc, subprice: _price, vat_src_code: _code, tva_tx: tax, ...body }: Row): Row {
  const [, rate = "0", code = ""] = /^([\d.]*)(?: \((.*)\))?$/.exec(text(tax)) ?? [];
  return { ...body, tva_tx: rate, vat_src_code: code };
}

export function make(company: Books, table: Document, body: Row): Row {
  const known = company.tables.thirdparties;
  if (body["socid"] === undefined) throw refused(400, "socid field missing");
  if (table === "orders" && body["date"] === undefined) throw refused(400, "date field missing");
  if (!known.has(body["socid"])) throw refused(500, "Error creating invoice", "ErrorBadThirdParty");
  const code = text(body["multicurrency_code"]);
  const datef = dayAt(body["date"]) ?? company.today();
  const due = dayAt(body["date_lim_reglement"] ?? body["date_echeance"]);
  const days = Number(body["duree_validite"] ?? 0);
  const same = ["ref_ext", "ref_client", "ref_supplier", "note_public", "fk_project", "fk_account"];
  const row: Row = {
    ...Object.fromEntries(same.map((name) => [name, body[name] ?? null])),
    fk_soc: Number(body["socid"]),
    type: Number(body["type"] ?? 0),
    fk_statut: 0,
    paye: "0",
    close_code: null,
    datef,
    date_lim_reglement: due ?? (isBilled(table) ? datef : null),
    payments: [],
    libelle: body["label"] ?? null,
    multicurrency_code: code in rates ? code : "EUR",
    multicurrency_tx: rates[code] ?? "1",
    fk_cond_reglement: body["cond_reglement_id"],
    fk_mode_reglement: body["mode_reglement_id"],
    // Unlike other days, this one is kept with its time.
    date_livraison: body["delivery_date"] ?? null,
    fin_validite: day(Date.parse(datef) + days * 86_400_000),
  };
  if (table === "supplierinvoices") refuseUsedNumber(company, row);
  row["lines"] = rows(body["lines"]).map((line) => lineOf(company, table, row, line));
  const id = nextId(company, table);
  return { id, ref: `(PROV${id})`, ...row };
}

export const enter = (company: Books, table: Document, body: Row): Row =>
  add(company, table, make(company, table, body));

function refuseUsedNumber({ tables }: Books, { fk_soc: supplier, ref_supplier: number }: Row): void {
  if (
    number &&
    tables.supplierinvoices.first((invoice) => invoice["fk_soc"] === supplier && invoice["ref_supplier"] === number)
  )
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

export const paidAt = (seconds: unknown): string => localTime(Number(seconds) * 1000);

/** Third parties with the number -1 get the next one. */
export function party({ tables, next, today }: Books, body: Row, before: Row = {}): Row {
  const { name: nom = before["nom"], country_id: fk_pays = before["fk_pays"], typent_id, ...rest } = body;
  if (nom === undefined) throw refused(400, "name field missing");
  const fk_typent = typent_id ?? before["fk_typent"] ?? null;
  const row: Row = { ...before, ...rest, nom, fk_pays: fk_pays ?? null, fk_typent };
  for (const [field, prefix] of Object.entries({ code_client: "CU", code_fournisseur: "SU" })) {
    const code = row[field] ?? null;
    row[field] = code === "-1" ? `${prefix}${today().slice(2, 4)}-${next(prefix, 70_001)}` : code;
    const isTaken = (candidate: Row) => candidate[field] === row[field] && candidate["id"] !== before["id"];
    if (row[field] && tables.thirdparties.first(isTaken))
      throw refused(500, "Error creating thirdparty", "ErrorCustomerCodeAlreadyUsed");
  }
  return row;
}

export function product({ tables }: Books, body: Row, before: Row = {}): Row {
  const { type: fk_product_type = before["fk_product_type"] ?? 0, ...rest } = body;
  const row: Row = { price: 0, price_ttc: 0, tva_tx: 0, price_base_type: "HT", cost_price: null, ...before, ...rest };
  for (const field of ["ref", "label"]) if (!row[field]) throw refused(400, `${field} field missing`);
  if (tables.products.first((candidate) => candidate["ref"] === row["ref"] && candidate["id"] !== before["id"]))
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
export function project({ tables }: Books, body: Row): Row {
  const { ref, title, socid = null, date_start, date_end, status: fk_statut, ref_ext: _lost, ...rest } = body;
  if (!ref || !title) throw refused(400, `${ref ? "title" : "ref"} field missing`);
  if (tables.projects.find("ref", ref)) throw refused(500, "Error creating project", "ErrorRefAlreadyExists");
  return { ...rest, ref, title, fk_soc: socid, fk_statut, dateo: dayAt(date_start), datee: dayAt(date_end) };
}
