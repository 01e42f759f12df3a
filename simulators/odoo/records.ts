/** Records as they are kept: what a new one has, values out of what is written, and prices of lines. */
import { Big } from "big.js";
import { cents, type Row, rows, sum, text } from "../engine/values.ts";
import { type Model, models } from "./models.ts";
import { type Books, fieldOf } from "./orm.ts";
import { missingError } from "./refusals.ts";

const initial = (model: Model): Row =>
  Object.fromEntries(
    Object.entries(models[model]).flatMap(([name, { type, column }]) => {
      if (type === "one2many" || column !== undefined) return [];
      const numbers = ["integer", "float", "monetary"].includes(type) && !/rank/.test(name);
      return [[name, name === "active" ? true : type === "many2many" ? [] : numbers || /rank/.test(name) ? 0 : false]];
    }),
  );

export function add(company: Books, model: Model, values: Row): Row {
  const own = { ...initial(model), ...values, id: values["id"] ?? Number(company.newId()) };
  if ("company_id" in models[model]) Object.assign(own, { company_id: Number(company.id) });
  return company.add(model, own);
}

export const found = (company: Books, model: Model, id: unknown): Row => {
  const kept = company.tables[model].get(id);
  if (kept === undefined) throw missingError(`${model}(${text(id)},)`);
  return kept;
};

export type Commands = readonly (readonly unknown[])[];
/** Makes a record below another; these records, and no others. */
export const making = (values: Row): readonly unknown[] => [0, 0, values];
export const these = (...ids: readonly unknown[]): Commands => [[6, 0, ids]];

/** What is stored as it is, and lists of records that refer back. */
export function taken(model: Model, given: Row): { plain: Row; lists: Record<string, Commands> } {
  const plain: Row = {};
  const lists: Record<string, Commands> = {};
  for (const [name, value] of Object.entries(given)) {
    if (model === "account.move" && name === "invoice_line_ids") continue;
    const { type } = fieldOf(model, name);
    if (type === "one2many") lists[name] = value as Commands;
    else if (type === "many2many") plain[name] = rows(value).flatMap((command) => (command as unknown as unknown[])[2]);
    else if (type === "html" && value) plain[name] = text(value).startsWith("<") ? value : `<p>${text(value)}</p>`;
    else plain[name] = value;
  }
  return { plain, lists };
}

/** The id of what is called so. */
const idBy =
  (model: Model, field: string) =>
  ({ tables }: Books, value: string): unknown =>
    tables[model].find(field, value)?.["id"];
export const currencyOf = idBy("res.currency", "name");
export const currencyId = (company: Books): unknown => currencyOf(company, "EUR");
export const [accountOf, journalOf] = [idBy("account.account", "code"), idBy("account.journal", "code")];
export const [taxOf, unitOf] = [idBy("account.tax", "name"), idBy("uom.uom", "name")];
export const countryOf = idBy("res.country", "code");

export const totalsOf = (net: Big, gross: Big) => ({
  ...{ amount_untaxed: net.toNumber(), amount_tax: gross.minus(net).toNumber(), amount_total: gross.toNumber() },
});

interface Priced {
  readonly net: Big;
  readonly gross: Big;
  readonly taxes: readonly (readonly [tax: Row, amount: Big])[];
}

/** Net and gross of a line; what a tax is included in comes off the price. */
export function priced(company: Books, quantity: unknown, line: Row, taxIds: unknown): Priced {
  const taxes = [taxIds].flat().flatMap((id): Row[] => [company.tables["account.tax"].get(id) ?? []].flat());
  const sold = new Big(text(quantity) || 0).times(text(line["price_unit"]) || 0);
  const after = cents(sold.times(new Big(100).minus(text(line["discount"]) || 0)).div(100));
  const included = taxes.filter((tax) => tax["price_include"]).map((tax) => new Big(text(tax["amount"])));
  const net = cents(after.times(100).div(new Big(100).plus(sum(included))));
  const each = taxes.map((tax) => [tax, cents(net.times(text(tax["amount"])).div(100))] as const);
  const gross = included.length > 0 ? after : net.plus(sum(each.map(([, amount]) => amount)));
  return { net, gross, taxes: each };
}
