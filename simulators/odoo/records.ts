/** Records as they are kept: what a new one has, values out of what is written, and prices of lines. */
import { isRow, type Row, row, rows, text } from "../engine/values.ts";
import { fieldOf, type Model, models } from "./models.ts";
import type { Books } from "./orm.ts";
import { missingError } from "./refusals.ts";

const numeric = ["integer", "float", "monetary"];
const initial = (model: Model): Row =>
  Object.fromEntries(
    Object.entries(models[model]).flatMap(([name, { type, column }]) => {
      if (type === "one2many" || column !== name) return [];
      return [[name, name === "active" ? true : type === "many2many" ? [] : numeric.includes(type) ? 0 : false]];
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
export const idBy =
  (model: Model, field: string) =>
  ({ tables }: Books, value: unknown): unknown =>
    tables[model].find(field, value)?.["id"];
export const currencyOf = idBy("res.currency", "name");
export const currencyId = (company: Books): unknown => currencyOf(company, "EUR");
export const accountOf = idBy("account.account", "code");
export const journalOf = idBy("account.journal", "code");
export const taxOf = idBy("account.tax", "name");
export const unitOf = idBy("uom.uom", "name");
export const countryOf = idBy("res.country", "code");

/** What is written, by the names that it is kept under. */
export const keptAs = (major: number, model: Model, given: Row): Row =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      // The same lines as `line_ids`, without those that Odoo makes itself.
      const isLines = model === "account.move" && name === "invoice_line_ids";
      const { column, relation } = fieldOf(model, isLines ? "line_ids" : name, major);
      const commands = relation && Array.isArray(value) ? (value as readonly (readonly unknown[])[]) : undefined;
      const kept = commands?.map(([command, id, said]) => [
        command,
        id,
        relation && isRow(said) ? keptAs(major, relation, row(said)) : said,
      ]);
      return [isLines ? name : column, kept ?? value];
    }),
  );
