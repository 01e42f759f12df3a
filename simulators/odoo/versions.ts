/** What of the models a version has, and under which names: those of callers become those that are kept, and back. */
import { isRow, type Row, row, text } from "../engine/values.ts";
import { type Field, type Model, models } from "./models.ts";
import type { Books } from "./orm.ts";
import { show } from "./orm.ts";
import { valueError } from "./refusals.ts";

export interface Version {
  readonly major: number;
  fields(model: Model): Readonly<Record<string, Pick<Field, "type">>>;
  domain(model: Model, domain: readonly unknown[]): readonly unknown[];
  order(model: Model, order: string): string;
  /** Names of fields that are asked for, as they are kept. */
  path(model: Model, path: string): string;
  values(model: Model, values: Row): Row;
  shown(company: Books, model: Model, kept: Row, names: readonly string[]): Row;
}

const isIn = (major: number, { since, until }: Field): boolean => since <= major && major <= until;

export function versionOf(major: number): Version {
  const own = (model: Model, name: string): Field => {
    const field = models[model][name];
    if (field === undefined || !isIn(major, field)) throw valueError(`Invalid field '${name}' on model '${model}'`);
    return field;
  };
  const path = (model: Model, whole: string): string => {
    const [name = "", ...rest] = whole.split(".");
    const { column = name, relation } = own(model, name);
    return relation === undefined || rest.length === 0 ? column : `${column}.${path(relation, rest.join("."))}`;
  };
  const values = (model: Model, given: Row): Row =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        // The same lines as `line_ids`, without those that Odoo makes itself.
        const isLines = model === "account.move" && name === "invoice_line_ids";
        const { column = name, relation } = isLines ? own(model, "line_ids") : own(model, name);
        const kept = relation && Array.isArray(value) ? commands(relation, value as readonly unknown[][]) : value;
        return [isLines ? name : column, kept];
      }),
    );
  const commands = (model: Model, all: readonly (readonly unknown[])[]) =>
    all.map(([command, id, said]) => [command, id, isRow(said) ? values(model, row(said)) : said]);
  return {
    major,
    path,
    values,
    fields: (model) => {
      const has = Object.entries(models[model]).filter(([, field]) => isIn(major, field));
      return Object.fromEntries(has.map(([name, { type }]) => [name, { type }]));
    },
    domain: (model, domain) =>
      domain.map((each) =>
        Array.isArray(each) ? [path(model, text(each[0])), ...(each as unknown[]).slice(1)] : each,
      ),
    order: (model, order) =>
      order
        .split(",")
        .map((each) => each.trim().split(" "))
        .map(([name = "", ...direction]) => [path(model, name), ...direction].join(" "))
        .join(", "),
    shown: (company, model, kept, names) => {
      const columns = names.map((name) => path(model, name));
      const read = show(company, model, kept, columns);
      const valueOf = (name: string): unknown => {
        const value = read[path(model, name)];
        const isOfOne = own(model, name).type === "many2many" && Array.isArray(value) && typeof value[1] === "string";
        return isOfOne ? [(value as unknown[])[0]] : value;
      };
      return Object.fromEntries(["id", ...names].map((name) => [name, valueOf(name)]));
    },
  };
}
