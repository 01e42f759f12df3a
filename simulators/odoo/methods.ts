/** The methods of models that can be called from outside. */
import { type Row, row, rows, text } from "../engine/values.ts";
import { fieldsIn, type Model } from "./models.ts";
import { changeLines, linesOf, pay, post } from "./moves.ts";
import { type Asking, type Books, groups, modelOf, search, show } from "./orm.ts";
import { type Commands, found, keptAs, taken } from "./records.ts";
import { accessError, PythonError, userError } from "./refusals.ts";
import { confirm, make } from "./rules.ts";

/** Who signed in. */
export const user = 2;

interface Called extends Asking {
  readonly model: Model;
  readonly ids: readonly number[];
  readonly args: Row;
  readonly context: Row;
}

type Method = (called: Called) => unknown;

export const list = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Arguments by their places in the methods' signatures. */
export const signatures: Readonly<Record<string, readonly string[]>> = {
  search_read: ["domain", "fields", "offset", "limit", "order"],
  search_count: ["domain"],
  read_group: ["domain", "fields", "groupby"],
  formatted_read_group: ["domain", "groupby", "aggregates"],
  fields_get: ["allfields", "attributes"],
  read: ["fields"],
  create: ["vals_list"],
  write: ["vals"],
  get_portal_url: ["suffix", "report_type", "download"],
};
const actions = ["action_post", "button_cancel", "action_confirm", "action_create_payments", "get_portal_url"];
export const onRecords = ["read", "write", "unlink", ...actions];
export const writing = ["create", "write", "unlink", ...actions];

const window = { type: "ir.actions.act_window", res_model: "account.payment" };
/** Done to one record after the other, to each wholly or not at all. */
const toEach =
  (model: Model, work: (company: Books, kept: Row) => unknown, answer: unknown): Method =>
  ({ company, ids }) => {
    for (const id of ids) company.atOnce(() => work(company, found(company, model, id)));
    return answer;
  };

const methods: Readonly<Record<string, Method>> = {
  context_get: () => ({ lang: "en_US", tz: "Europe/Brussels", uid: user }),
  fields_get: ({ major, model }) =>
    Object.fromEntries(fieldsIn(model, major).map(([name, { type }]) => [name, { type }])),
  search_read: (called) => {
    const { model, args } = called;
    const { offset = 0, limit, order } = args;
    const all = search(called, model, list(args["domain"]), text(order) || "id ASC");
    const page = all.slice(Number(offset), limit ? Number(offset) + Number(limit) : undefined);
    const whole = fieldsIn(model, called.major).flatMap(([name]) => (name === "display_name" ? [] : [name]));
    return page.map((each) => show(called, model, each, (args["fields"] as string[] | undefined) ?? whole));
  },
  search_count: (called) => search(called, called.model, list(called.args["domain"])).length,
  read: (called) =>
    called.ids.flatMap((id) => {
      const kept = called.company.tables[called.model].get(id);
      return kept ? [show(called, called.model, kept, called.args["fields"] as string[])] : [];
    }),
  read_group: (called) => {
    const { domain, groupby, fields } = called.args;
    return groups(called, called.model, { domain: list(domain), by: groupby as string[], sums: fields as string[] });
  },
  formatted_read_group: (called) => {
    const { domain, groupby, aggregates } = called.args;
    const by = groupby as string[];
    const sums = aggregates as string[];
    return groups(called, called.model, { domain: list(domain), by, sums }).map(({ __domain, ...group }) => {
      const told = Object.entries(group).filter(([name]) => name === "__count" || !name.endsWith("_count"));
      const named = told.map(([name, value]) => [sums.includes(`${name}:sum`) ? `${name}:sum` : name, value]);
      return { ...Object.fromEntries(named), __extra_domain: __domain ?? [] };
    });
  },
  create: ({ major, company, model, args, context }) =>
    company.atOnce(() =>
      rows(args["vals_list"]).map((given) => {
        const values = keptAs(major, model, given);
        if (model !== "account.payment.register") return make(company, model, values)["id"];
        const [active] = list(context["active_ids"]);
        found(company, "account.move", active);
        return make(company, model, { ...values, active_id: active })["id"];
      }),
    ),
  write: ({ major, company, model, ids, args }) => {
    const values = keptAs(major, model, row(args["vals"]));
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
  action_post: toEach("account.move", post, false),
  button_cancel: toEach(
    "account.move",
    (company, move) => company.save("account.move", { ...move, state: "cancel" }),
    true,
  ),
  action_confirm: toEach("sale.order", confirm, true),
  action_create_payments: toEach("account.payment.register", pay, window),
  get_portal_url: ({ company, model, ids: [id], args }) => {
    const kept = found(company, model, id);
    const page = `/my/${model === "account.move" ? "invoices" : "orders"}/${text(id)}`;
    Object.assign(kept, { access_url: page, access_token: kept["access_token"] || `token-of-${text(id)}` });
    return `${page}?access_token=${text(kept["access_token"])}&report_type=${text(args["report_type"])}`;
  },
};

type Given = Omit<Called, "model">;
export function carriedOut(name: string, method: string, given: Given): unknown {
  const model = modelOf(name);
  if (method.startsWith("_"))
    throw accessError(`Private methods (such as '${name}.${method}') cannot be called remotely.`);
  const does = methods[method];
  if (does === undefined)
    throw new PythonError("builtins.AttributeError", `The method '${name}.${method}' does not exist`);
  return does({ model, ...given });
}
