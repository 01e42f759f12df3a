/** The methods of models that callers can use. */
import { type Row, row, rows, text } from "../engine/values.ts";
import { fieldsIn, type Model } from "./models.ts";
import { assign, cancel, changeLines, linesOf, moveLine, pay, post, postPayment, reconcile } from "./moves.ts";
import { type Books, groups, modelOf, readFields, type Scope, search } from "./orm.ts";
import { type Commands, recordOf, splitValues, toColumns } from "./records.ts";
import { accessError, PythonError, userError } from "./refusals.ts";
import { confirm, make } from "./rules.ts";

/** The id of the signed-in user. */
export const user = 2;

interface MethodCall extends Scope {
  readonly model: Model;
  readonly ids: readonly number[];
  readonly args: Row;
  readonly context: Row;
}

type Method = (call: MethodCall) => unknown;

export const list = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** The names of positional arguments, in order. */
export const signatures: Readonly<Record<string, readonly string[]>> = {
  search_read: ["domain", "fields", "offset", "limit", "order"],
  search_count: ["domain"],
  read_group: ["domain", "fields", "groupby"],
  formatted_read_group: ["domain", "groupby", "aggregates"],
  fields_get: ["allfields", "attributes"],
  has_group: ["group_ext_id"],
  read: ["fields"],
  create: ["vals_list"],
  write: ["vals"],
  js_assign_outstanding_line: ["line_id"],
  get_portal_url: ["suffix", "report_type", "download"],
};
const actions = [
  "action_post",
  "button_cancel",
  "action_confirm",
  "action_create_payments",
  "js_assign_outstanding_line",
  "reconcile",
  "get_portal_url",
];
export const recordMethods = ["read", "write", "unlink", ...actions];
export const writeMethods = ["create", "write", "unlink", ...actions];

const paymentWindow = { type: "ir.actions.act_window", res_model: "account.payment" };
/** Runs an action for each record. A failure undoes the changes to that record. */
const toEach =
  (model: Model, work: (company: Books, record: Row) => unknown, answer: unknown): Method =>
  ({ company, ids }) => {
    for (const id of ids) company.atOnce(() => work(company, recordOf(company, model, id)));
    return answer;
  };

const methods: Readonly<Record<string, Method>> = {
  context_get: () => ({ lang: "en_US", tz: "Europe/Brussels", uid: user }),
  has_group: () => true,
  fields_get: ({ major, model }) =>
    Object.fromEntries(fieldsIn(model, major).map(([name, { type }]) => [name, { type }])),
  search_read: (call) => {
    const { model, args } = call;
    const { offset = 0, limit, order } = args;
    const records = search(call, model, list(args["domain"]), text(order) || "id ASC");
    const page = records.slice(Number(offset), limit ? Number(offset) + Number(limit) : undefined);
    const allFields = fieldsIn(model, call.major).flatMap(([name]) => (name === "display_name" ? [] : [name]));
    return page.map((record) => readFields(call, model, record, (args["fields"] as string[] | undefined) ?? allFields));
  },
  search_count: (call) => search(call, call.model, list(call.args["domain"])).length,
  read: (call) =>
    call.ids.flatMap((id) => {
      const record = call.company.tables[call.model].get(id);
      return record ? [readFields(call, call.model, record, call.args["fields"] as string[])] : [];
    }),
  read_group: (call) => {
    const { domain, groupby, fields } = call.args;
    return groups(call, call.model, { domain: list(domain), by: groupby as string[], sums: fields as string[] });
  },
  formatted_read_group: (call) => {
    const { domain, groupby, aggregates } = call.args;
    const by = groupby as string[];
    const sums = aggregates as string[];
    return groups(call, call.model, { domain: list(domain), by, sums }).map(({ __domain, ...group }) => {
      const values = Object.entries(group).filter(([name]) => name === "__count" || !name.endsWith("_count"));
      const renamed = values.map(([name, value]) => [sums.includes(`${name}:sum`) ? `${name}:sum` : name, value]);
      return { ...Object.fromEntries(renamed), __extra_domain: __domain ?? [] };
    });
  },
  create: ({ major, company, model, args, context }) =>
    company.atOnce(() =>
      rows(args["vals_list"]).map((input) => {
        const values = toColumns(major, model, input);
        if (model !== "account.payment.register") return make(company, model, values)["id"];
        const [active] = list(context["active_ids"]);
        recordOf(company, "account.move", active);
        return make(company, model, { ...values, active_id: active })["id"];
      }),
    ),
  write: ({ major, company, model, ids, args }) => {
    const values = toColumns(major, model, row(args["vals"]));
    const { plain } = splitValues(model, values);
    for (const id of ids)
      company.atOnce(() => {
        const country = company.tables["res.country"].get(plain["country_id"]);
        const changed = {
          ...recordOf(company, model, id),
          ...plain,
          ...(country && { country_code: country["code"] }),
        };
        const kind = plain["detailed_type"] ?? plain["type"];
        if (model === "account.move.line") return moveLine(company, recordOf(company, model, id), plain);
        company.save(model, kind === undefined ? changed : { ...changed, type: kind, detailed_type: kind });
        const lines = values["invoice_line_ids"] as Commands | undefined;
        if (lines !== undefined) changeLines(company, recordOf(company, model, id), lines);
      });
    return true;
  },
  unlink: ({ company, model, ids }) => {
    for (const id of ids) {
      const record = recordOf(company, model, id);
      if (model === "account.move" && record["state"] === "posted")
        throw userError("You cannot delete a posted entry. Reset it to draft before, or cancel it.");
      if (model === "account.move")
        for (const line of linesOf(company, record)) company.remove("account.move.line", line);
      company.remove(model, record);
    }
    return true;
  },
  action_post: (call) =>
    call.model === "account.payment"
      ? toEach("account.payment", postPayment, null)(call)
      : toEach("account.move", post, false)(call),
  button_cancel: toEach("account.move", cancel, null),
  js_assign_outstanding_line: ({ company, ids: [id], args }) => {
    const move = recordOf(company, "account.move", id);
    company.atOnce(() => assign(company, move, recordOf(company, "account.move.line", args["line_id"])));
    return null;
  },
  reconcile: ({ company, ids: [first, second] }) => {
    const lineOf = (id: unknown) => recordOf(company, "account.move.line", id);
    company.atOnce(() => reconcile(company, lineOf(first), lineOf(second)));
    return null;
  },
  action_confirm: toEach("sale.order", confirm, true),
  action_create_payments: ({ company, ids: [id] }) => {
    const payment = company.atOnce(() => pay(company, recordOf(company, "account.payment.register", id)));
    return { ...paymentWindow, view_mode: "form", res_id: payment["id"] };
  },
  get_portal_url: ({ company, model, ids: [id], args }) => {
    const record = recordOf(company, model, id);
    const page = `/my/${model === "account.move" ? "invoices" : "orders"}/${text(id)}`;
    Object.assign(record, { access_url: page, access_token: record["access_token"] || `token-of-${text(id)}` });
    return `${page}?access_token=${text(record["access_token"])}&report_type=${text(args["report_type"])}`;
  },
};

export function execute(name: string, method: string, call: Omit<MethodCall, "model">): unknown {
  const model = modelOf(name);
  if (method.startsWith("_"))
    throw accessError(`Private methods (such as '${name}.${method}') cannot be called remotely.`);
  const implementation = methods[method];
  if (implementation === undefined)
    throw new PythonError("builtins.AttributeError", `The method '${name}.${method}' does not exist`);
  return implementation({ model, ...call });
}
