/** What the rules know of a row, in the API's words. The recorded replies have all other fields. */
import type { Company } from "../engine/tables.ts";
import { big, type Row, rows, sum, text } from "../engine/values.ts";
import { localTime, midnight, seconds } from "./zone.ts";

export const names = [
  "thirdparties",
  "contacts",
  "products",
  "invoices",
  "supplierinvoices",
  "proposals",
  "orders",
  "supplierorders",
  "projects",
  "bankaccounts",
  "paymentTypes",
  "terms",
  "units",
  "countries",
  "postings",
] as const;
export type Name = (typeof names)[number];
export type Books = Company<Name>;

/** Amounts are text with eight decimals. */
const eight = (value: unknown): string => big(value).toFixed(8);

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : text(value));

function line({ tables }: Books, row: Row, index: number): Row {
  const product = tables.products.get(row["fk_product"]);
  return {
    id: text(row["id"]),
    rowid: text(row["id"]),
    rang: text(index + 1),
    desc: row["desc"],
    description: row["desc"],
    label: row["label"] ?? null,
    fk_product: product ? text(product["id"]) : null,
    product_ref: product?.["ref"] ?? null,
    product_label: product?.["label"] ?? null,
    product_type: text(product?.["fk_product_type"] ?? 1),
    qty: big(row["qty"]).toString(),
    tva_tx: big(row["tva_tx"]).toFixed(4),
    vat_src_code: row["vat_src_code"],
    remise_percent: big(row["remise_percent"]).toString(),
    subprice: eight(row["subprice"]),
    multicurrency_subprice: eight(row["multicurrency_subprice"]),
    ...totalsOf([row]),
  };
}

const totals = ["total_ht", "total_tva", "total_ttc"];
const allTotals = [...totals, ...totals.map((name) => `multicurrency_${name}`)];
export const totalsOf = (lines: readonly Row[]): Row =>
  Object.fromEntries(allTotals.map((name) => [name, eight(sum(lines.map((entry) => entry[name])))]));

/** The fields of all documents. */
function document(company: Books, row: Row): Row {
  const lines = rows(row["lines"]);
  return {
    id: text(row["id"]),
    ref: row["ref"],
    ref_ext: row["ref_ext"] ?? null,
    socid: text(row["fk_soc"]),
    status: text(row["fk_statut"]),
    statut: text(row["fk_statut"]),
    date: midnight(row["datef"]),
    cond_reglement_id: text(row["fk_cond_reglement"] ?? 0),
    cond_reglement_code: termCode(company, row),
    mode_reglement_id: text(row["fk_mode_reglement"] ?? 0),
    fk_account: row["fk_account"] ?? null,
    multicurrency_code: row["multicurrency_code"],
    multicurrency_tx: eight(row["multicurrency_tx"]),
    note_public: row["note_public"] ?? null,
    fk_project: textOrNull(row["fk_project"]),
    lines: lines.map((entry, index) => line(company, entry, index)),
    ...totalsOf(lines),
  };
}

const termCode = ({ tables }: Books, row: Row) => tables.terms.get(row["fk_cond_reglement"])?.["code"] ?? null;

export const paidOf = (row: Row) => sum(rows(row["payments"]).map(({ amount }) => amount));
/** The credit notes that were used for an invoice. */
const creditedOf = (row: Row) => sum(rows(row["credits"]).map(({ amount }) => amount));

const stamped = ({ datec, tms }: Row): Row => ({ date_creation: seconds(datec), date_modification: seconds(tms) });

export const known: Readonly<Partial<Record<Name, (company: Books, row: Row) => Row>>> = {
  thirdparties: (company, row) => {
    const country = company.tables.countries.get(row["fk_pays"]);
    const { nom: name, fk_pays: _land, fk_typent: type, datec: _made, tms: _changed, seed: _seed, ...rest } = row;
    return {
      ...rest,
      id: text(row["id"]),
      ref: text(row["id"]),
      name,
      client: text(row["client"]),
      fournisseur: text(row["fournisseur"]),
      typent_id: textOrNull(type),
      status: text(row["status"] ?? 1),
      typent_code: Number(type) === 8 ? "TE_PRIVATE" : null,
      country_id: country ? text(country["id"]) : null,
      country_code: country?.["code"] ?? "",
      ...stamped(row),
    };
  },
  contacts: (_company, row) => {
    const party = text(row["fk_soc"]);
    const status = text(row["statut"]);
    return { ...row, id: text(row["id"]), fk_soc: party, socid: party, statut: status, ...stamped(row) };
  },
  products: (_company, { fk_product_type: type, seed: _seed, ...row }) => ({
    ...row,
    id: text(row["id"]),
    type: text(type),
    price: eight(row["price"]),
    price_ttc: eight(row["price_ttc"]),
    tva_tx: big(row["tva_tx"]).toFixed(4),
    status: "1",
    status_buy: text(row["status_buy"]),
    cost_price: row["cost_price"] === null ? null : eight(row["cost_price"]),
    date_creation: localTime(Number(row["datec"])),
    date_modification: localTime(Number(row["tms"])),
  }),
  invoices: (company, row) => {
    const shown = document(company, row);
    const paid = paidOf(row);
    const credited = creditedOf(row);
    return {
      ...shown,
      ...stamped(row),
      type: text(row["type"]),
      ref_client: row["ref_client"],
      paye: row["paye"],
      close_code: row["close_code"] ?? null,
      date_lim_reglement: midnight(row["date_lim_reglement"]),
      totalpaid: paid.toNumber(),
      totalcreditnotes: credited.eq(0) ? null : credited.toFixed(8),
      remaintopay: big(shown["total_ttc"]).minus(paid).minus(credited).toString(),
    };
  },
  supplierinvoices: (company, row) => ({
    ...document(company, row),
    // A number for bills, and text for credits.
    type: Number(row["type"]) === 0 ? 0 : text(row["type"]),
    ref_supplier: row["ref_supplier"] ?? null,
    label: row["libelle"] ?? null,
    paye: row["paye"],
    paid: row["paye"],
    datec: seconds(row["datec"]),
    tms: seconds(row["tms"]),
    date_echeance: midnight(row["date_lim_reglement"]),
  }),
  proposals: (company, row) => ({
    ...document(company, row),
    ...stamped(row),
    ref_client: row["ref_client"],
    datep: midnight(row["datef"]),
    // A number, unlike all others.
    status: Number(row["fk_statut"]),
    statut: Number(row["fk_statut"]),
    fin_validite: midnight(row["fin_validite"]),
  }),
  orders: (company, row) => ({
    ...document(company, row),
    ...stamped(row),
    ref_client: row["ref_client"] ?? null,
    delivery_date: typeof row["date_livraison"] === "string" ? midnight(row["date_livraison"]) : row["date_livraison"],
  }),
  supplierorders: (company, row) => ({
    ...document(company, row),
    ref_supplier: row["ref_supplier"] ?? null,
    date_creation: seconds(row["datec"]),
    // Until the order is placed, its date is the time of its creation.
    ...(Number(row["fk_statut"]) < 3 && { date: seconds(row["datec"]) }),
    date_approve: midnight(row["date_approve"]),
  }),
  projects: (_company, { datec, tms, ...row }) => ({
    ...row,
    id: text(row["id"]),
    socid: textOrNull(row["fk_soc"]),
    fk_project: textOrNull(row["fk_project"]),
    date_start: midnight(row["dateo"]),
    date_end: midnight(row["datee"]),
    status: text(row["fk_statut"]),
    date_c: seconds(datec),
    date_m: seconds(tms),
  }),
  bankaccounts: (_company, { datec, tms, ...row }) => ({
    ...row,
    ...stamped({ datec, tms }),
    id: text(row["id"]),
    clos: text(row["clos"]),
    courant: text(row["courant"]),
    status: text(row["clos"]),
    type: text(row["courant"]),
  }),
};
