/** Stored records: initial values, conversion of written values, and look-up by id or name. */
import { isRow, type Row, row, text } from "../engine/values.ts";
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
  const record = { ...initial(model), ...values, id: values["id"] ?? Number(company.newId()) };
  if ("company_id" in models[model]) Object.assign(record, { company_id: Number(company.id) });
  return company.add(model, record);
}

export const recordOf = (company: Books, model: Model, id: unknown): Row => {
  const record = company.tables[model].get(id);
  if (record === undefined) throw missingError(`${model}(${text(id)},)`);
  return record;
};

export type Commands = readonly (readonly unknown[])[];
export const commandsIn = (value: unknown): Commands =>
  Array.isArray(value) ? value.filter((command): command is readonly unknown[] => Array.isArray(command)) : [];
/** Creates a record below another. */
export const createCommand = (values: Row): readonly unknown[] => [0, 0, values];
/** Links exactly these records. */
export const replaceWith = (...ids: readonly unknown[]): Commands => [[6, 0, ids]];

/** Separates values of the record itself from lists of records that refer back to it. */
export function splitValues(model: Model, values: Row): { plain: Row; lists: Record<string, Commands> } {
  const plain: Row = {};
  const lists: Record<string, Commands> = {};
  for (const [name, value] of Object.entries(values)) {
    if (model === "account.move" && name === "invoice_line_ids") continue;
    const { type } = fieldOf(model, name);
    if (type === "one2many") lists[name] = value as Commands;
    else if (type === "many2many") plain[name] = commandsIn(value).flatMap((command) => command[2]);
    else if (type === "html" && value) plain[name] = text(value).startsWith("<") ? value : `<p>${text(value)}</p>`;
    else plain[name] = value;
  }
  return { plain, lists };
}

/** Finds the id of a record by the value of a field. */
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

/** Replaces the field names of a version by the columns that store them. */
export const toColumns = (major: number, model: Model, values: Row): Row =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      // The same lines as `line_ids`, without those that Odoo adds.
      const isLines = model === "account.move" && name === "invoice_line_ids";
      const { column, relation } = fieldOf(model, isLines ? "line_ids" : name, major);
      const commands = relation && Array.isArray(value) ? (value as readonly (readonly unknown[])[]) : undefined;
      const converted = commands?.map(([command, id, operand]) => [
        command,
        id,
        relation && isRow(operand) ? toColumns(major, relation, row(operand)) : operand,
      ]);
      return [isLines ? name : column, converted ?? value];
    }),
  );
