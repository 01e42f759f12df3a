/** The methods of models that can be called from outside. */
import { type Row, row, rows, text } from "../engine/values.ts";
import type { Model } from "./models.ts";
import { changeLines, linesOf, post } from "./moves.ts";
import { type Books, groups, modelOf, search } from "./orm.ts";
import { pay } from "./paying.ts";
import { type Commands, found, taken } from "./records.ts";
import { accessError, PythonError, userError } from "./refusals.ts";
import { confirm, make } from "./rules.ts";
import type { Version } from "./versions.ts";

/** Who signed in. */
export const user = 2;

interface Called {
  readonly version: Version;
  readonly company: Books;
  readonly model: Model;
  readonly ids: readonly number[];
  readonly args: Row;
  readonly context: Row;
}

type Method = (called: Called) => unknown;

const allFields = ({ version, model }: Called) =>
  Object.keys(version.fields(model)).filter((name) => name !== "display_name");
export const list = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Arguments by their places in the methods' signatures. */
export const signatures: Readonly<Record<string, readonly string[]>> = {
  search_read: ["domain", "fields", "offset", "limit", "order"],
  search_count: ["domain"],
  fields_get: ["allfields", "attributes"],
  read: ["fields"],
  read_group: ["domain", "fields", "groupby"],
  formatted_read_group: ["domain", "groupby", "aggregates"],
  create: ["vals_list"],
  write: ["vals"],
  get_portal_url: ["suffix", "report_type", "download"],
};
const actions = ["action_post", "button_cancel", "action_confirm", "action_create_payments", "get_portal_url"];
export const onRecords = ["read", "write", "unlink", ...actions];
export const writing = ["create", "write", "unlink", ...actions];

const methods: Readonly<Record<string, Method>> = {
  context_get: () => ({ lang: "en_US", tz: "Europe/Brussels", uid: user }),
  fields_get: ({ version, model }) => version.fields(model),
  search_read: (called) => {
    const { version, company, model, args } = called;
    const { domain, fields, offset, limit, order } = args;
    const sorting = version.order(model, text(order) || "id ASC");
    const all = search(company, model, version.domain(model, list(domain)), sorting);
    const page = all.slice(Number(offset ?? 0), limit ? Number(offset ?? 0) + Number(limit) : undefined);
    const names = (fields as string[] | undefined) ?? allFields(called);
    return page.map((each) => version.shown(company, model, each, names));
  },
  search_count: ({ version, company, model, args }) =>
    search(company, model, version.domain(model, list(args["domain"]))).length,
  read: ({ version, company, model, ids, args }) =>
    ids.flatMap((id) => {
      const kept = company.tables[model].get(id);
      return kept ? [version.shown(company, model, kept, args["fields"] as string[])] : [];
    }),
  read_group: ({ version, company, model, args }) =>
    groups(company, model, {
      domain: version.domain(model, list(args["domain"])),
      ...{ by: args["groupby"] as string[], sums: args["fields"] as string[] },
    }),
  formatted_read_group: ({ version, company, model, args }) => {
    const sums = args["aggregates"] as string[];
    const domain = version.domain(model, list(args["domain"]));
    const made = groups(company, model, { domain, by: args["groupby"] as string[], sums });
    return made.map(({ __domain, ...group }) => ({
      ...Object.fromEntries(
        Object.entries(group).flatMap(([name, value]) =>
          name.endsWith("_count") && name !== "__count"
            ? []
            : [[sums.includes(`${name}:sum`) ? `${name}:sum` : name, value]],
        ),
      ),
      __extra_domain: __domain ?? [],
    }));
  },
  create: ({ version, company, model, args, context }) =>
    company.atOnce(() =>
      rows(args["vals_list"]).map((given) => {
        const values = version.values(model, given);
        const { active_ids: active } = context as { active_ids?: readonly number[] };
        const isPayment = model === "account.payment.register";
        if (isPayment) found(company, "account.move", active?.[0]);
        return make(company, model, { ...values, ...(isPayment && { active_id: active?.[0] }) })["id"];
      }),
    ),
  write: ({ version, company, model, ids, args }) => {
    const values = version.values(model, row(args["vals"]));
    const { plain } = taken(model, values);
    for (const id of ids)
      company.atOnce(() => {
        const country = company.tables["res.country"].get(plain["country_id"]);
        const changed = { ...found(company, model, id), ...plain, ...(country && { country_code: country["code"] }) };
        const kind = plain["detailed_type"] ?? plain["type"];
        company.save(model, kind === undefined ? changed : { ...changed, type: kind, detailed_type: kind });
        const lines = values["invoice_line_ids"] as Commands | undefined;
        if (lines !== undefined) changeLines(company, found(company, model, id), lines);
      });
    return true;
  },
  unlink: ({ company, model, ids }) => {
    for (const id of ids) {
      const kept = found(company, model, id);
      if (model === "account.move" && kept["state"] === "posted")
        throw userError("You cannot delete a posted entry. Reset it to draft before, or cancel it.");
      if (model === "account.move")
        for (const line of linesOf(company, kept)) company.remove("account.move.line", line);
      company.remove(model, kept);
    }
    return true;
  },
  action_post: ({ company, ids }) => {
    for (const id of ids) company.atOnce(() => post(company, found(company, "account.move", id)));
    return false;
  },
  button_cancel: ({ company, ids }) => {
    for (const id of ids) company.save("account.move", { ...found(company, "account.move", id), state: "cancel" });
    return true;
  },
  action_confirm: ({ company, ids }) => {
    for (const id of ids) confirm(company, found(company, "sale.order", id));
    return true;
  },
  get_portal_url: ({ company, model, ids: [id], args }) => {
    const kept = found(company, model, id);
    const page = `/my/${model === "account.move" ? "invoices" : "orders"}/${text(id)}`;
    Object.assign(kept, { access_url: page, access_token: kept["access_token"] || `token-of-${text(id)}` });
    return `${page}?access_token=${text(kept["access_token"])}&report_type=${text(args["report_type"])}`;
  },
  action_create_payments: ({ company, ids }) => {
    for (const id of ids) company.atOnce(() => pay(company, found(company, "account.payment.register", id)));
    return { type: "ir.actions.act_window", res_model: "account.payment" };
  },
};

type Given = Omit<Called, "company" | "model">;
export function carriedOut(company: Books, name: string, method: string, given: Given): unknown {
  const model = modelOf(name);
  if (method.startsWith("_"))
    throw accessError(`Private methods (such as '${name}.${method}') cannot be called remotely.`);
  const does = methods[method];
  if (does === undefined)
    throw new PythonError("builtins.AttributeError", `The method '${name}.${method}' does not exist`);
  return does({ company, model, ...given });
}
