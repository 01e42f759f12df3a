/** An Odoo for tests of single handlers: returns the given rows of each model, whatever the search. */
import type { Session, VendorRequest } from "../../src/contract/session.ts";
import { sessionWith } from "./vendorSession.ts";

export type OdooRow = Readonly<Record<string, unknown>> & { readonly id: number };

export type OdooRows = Readonly<Record<string, readonly OdooRow[]>>;

export interface OdooCall {
  readonly path: string;
  readonly model: string;
  readonly method: string;
  /** By position with JSON-RPC, by name with JSON-2. */
  readonly args: unknown;
}

interface OdooParts {
  readonly version?: number | string;
  readonly rows?: OdooRows;
  /** Results of other methods, by `model.method`. */
  readonly replies?: Readonly<Record<string, unknown>>;
}

interface Body {
  readonly params?: { readonly service?: string; readonly args?: readonly unknown[] };
  readonly ids?: readonly number[];
}

/** Odoo sends false for an empty value, so fields with real booleans need their type. */
const flags = new Set(["active", "deprecated", "is_company", "price_include", "early_discount", "end_month"]);
const typesOf = (rows: readonly OdooRow[]) =>
  Object.fromEntries(rows.flatMap(Object.keys).map((name) => [name, { type: flags.has(name) ? "boolean" : "char" }]));

function callIn(path: string, body: Body): OdooCall & { readonly ids: readonly number[] } {
  const [, model = "", method = ""] = /^\/json\/2\/([^/]+)\/(\w+)$/.exec(path) ?? [];
  if (model !== "") return { path, model, method, args: body, ids: body.ids ?? [] };
  const [, , , named = "", called = "", args = []] = body.params?.args ?? [];
  const positional = args as readonly unknown[];
  return {
    path,
    model: named as string,
    method: called as string,
    args: positional,
    ids: (positional[0] ?? []) as number[],
  };
}

export function odooWith({ version = 17, rows = {}, replies = {} }: OdooParts = {}) {
  const questions: OdooCall[] = [];
  const sent: VendorRequest[] = [];
  const resultOf = (path: string, body: Body): unknown => {
    const { ids, ...question } = callIn(path, body);
    const { model, method } = question;
    questions.push(question);
    const modelRows = rows[model] ?? [];
    if (`${model}.${method}` in replies) return replies[`${model}.${method}`];
    if (method === "fields_get") return typesOf(modelRows);
    if (method === "search_count") return modelRows.length;
    if (method === "formatted_read_group") return [{ __count: modelRows.length }];
    return method === "read" ? modelRows.filter(({ id }) => ids.includes(id)) : modelRows;
  };
  const answer = (path: string, body: Body): unknown => {
    if (path.endsWith("version_info")) return { jsonrpc: "2.0", id: 1, result: { server_version_info: [version, 0] } };
    if (body.params?.service === "common") return { jsonrpc: "2.0", id: "authenticate", result: 2 };
    const result = resultOf(path, body);
    return path.startsWith("/json/2/") ? result : { jsonrpc: "2.0", id: 1, ...(result !== null && { result }) };
  };
  const session: Session = sessionWith({
    company: "1",
    readByPost: async (path, body) => answer(path, body as Body),
    send: async (request) => {
      sent.push(request);
      return answer(request.path, request.body as Body);
    },
  });
  return { session, questions, sent };
}

export const stamps = { create_date: "2026-03-01 08:00:00", write_date: "2026-03-01 08:15:30" };
const tax = { id: 5, name: "21%", amount: 21, amount_type: "percent", price_include: false, ...stamps };
const journal = { id: 1, code: "INV", type: "sale", ...stamps };
const partner = {
  id: 9,
  name: "Copper Owl",
  street: "Sample Street 1",
  zip: false,
  city: "Ghent",
  country_code: "BE",
  ...stamps,
};
const line = {
  id: 71,
  display_type: "product",
  name: "Chair\nin oak",
  quantity: 2,
  price_unit: 50,
  discount: 0,
  price_subtotal: 100,
  price_total: 121,
  product_id: [3, "[F-1] Chair"],
  product_uom_id: [1, "Units"],
  tax_ids: [5],
  tax_line_id: false,
  account_id: [40, "400000 Product Sales"],
  account_type: "income",
  debit: 0,
  credit: 100,
  partner_id: [9, "Copper Owl"],
  date: "2026-03-01",
  matched_debit_ids: [],
  matched_credit_ids: [],
  analytic_distribution: false,
  company_currency_id: [1, "EUR"],
  ...stamps,
};
const owed = {
  ...line,
  id: 72,
  display_type: "payment_term",
  tax_ids: [],
  account_id: [41, "400100 Customers"],
  debit: 121,

  account_type: "asset_receivable",
  credit: 0,
  product_id: false,
  product_uom_id: false,
  date_maturity: "2099-03-31",
};
const taxLine = {
  ...line,
  id: 73,
  display_type: "tax",
  tax_ids: [],
  tax_line_id: [5, "21%"],
  credit: 21,
  product_id: false,
};
const move = {
  id: 7,
  name: "INV/2026/00001",
  ref: false,
  state: "posted",
  move_type: "out_invoice",
  date: "2026-03-01",
  invoice_date: "2026-03-01",
  invoice_date_due: "2099-03-31",
  partner_id: [9, "Copper Owl, Sam"],
  currency_id: [1, "EUR"],
  company_currency_id: [1, "EUR"],
  journal_id: [1, "Customer Invoices"],
  amount_untaxed: 100,
  amount_tax: 21,
  amount_total: 121,
  amount_residual: 121,
  payment_state: "not_paid",

  invoice_payment_term_id: false,
  payment_reference: "INV/2026/00001",
  reversed_entry_id: false,
  line_ids: [72, 71, 73],
  ...stamps,
};
const accounts = [
  { id: 40, code: "400000", name: "Product Sales", account_type: "income", ...stamps },
  { id: 41, code: "400100", name: "Customers", account_type: "asset_receivable", ...stamps },
];

/** An invoice for two chairs, and the records that it refers to. */
export const invoiceBooks = (changes: object = {}, more: OdooRows = {}): OdooRows => ({
  "account.move": [{ ...move, ...changes }],
  "account.move.line": [line, owed, taxLine],
  "account.tax": [tax],
  "account.journal": [journal],
  "account.account": accounts,
  "res.partner": [partner],
  ...more,
});
