/** Event subscriptions, one for each kind of change. Posts are signed if the subscription has a secret. */
import { createHmac, randomUUID } from "node:crypto";
import { del, get, parseJson, post, type Route } from "../engine/routes.ts";
import { type Row, rows, text } from "../engine/values.ts";
import type { VendorContext } from "../engine/vendor.ts";
import { show } from "./fields.ts";
import { list as listOf } from "./lists.ts";
import type { Name } from "./models.ts";
import { invalid, need, notFound } from "./refusals.ts";
import { add, type Books } from "./rules.ts";

/** The records that have events (developer.tripletex.no/docs/documentation/webhooks). */
const subjects = ["account", "contact", "customer", "order", "product", "project", "supplier", "voucher"];
const verbs: Readonly<Record<string, string>> = { created: "create", updated: "update", deleted: "delete" };
const catalogue = subjects.flatMap((subject) => Object.values(verbs).map((verb) => `${subject}.${verb}`));

export function subscriptionRoutes({ companies, sender }: VendorContext<Name>): Route<Name>[] {
  const deliver = ({ id, targetUrl, hmacSharedSecret: secret }: Row, event: string, changed: Row) => {
    const body = JSON.stringify({ subscriptionId: id, event, ...changed });
    const key = randomUUID();
    const sign = () => createHmac("sha512", text(secret)).update(`${key}&${body}`).digest("base64");
    const headers = { "idempotency-key": key, ...(text(secret) && { "x-request-signature": sign() }) };
    sender.later(() => sender.deliver({ url: text(targetUrl), body, headers }));
  };
  for (const company of companies)
    company.listen((_company, { table, row, kind }) => {
      const event = `${table}.${verbs[kind] ?? kind}`;
      for (const subscription of company.tables.subscription.where((each) => each["event"] === event)) {
        const value = kind === "deleted" ? null : show(company, table, row, text(subscription["fields"]) || "*");
        deliver(subscription, event, { id: row["id"], value });
      }
    });
  const subscribe = (company: Books, body: Row): Row => {
    need(body, "event", "targetUrl");
    if (!catalogue.includes(text(body["event"]))) throw invalid("event", "Ukjent hendelse.");
    // The secret is stored and never shown.
    return show(company, "subscription", add(company, "subscription", { ...body, status: "ACTIVE" }));
  };
  const list = "event/subscription/list";
  return [
    get("event/subscription", (request) => listOf(request, "subscription")),
    post(list, ({ company, raw: request }) => {
      const values = rows(parseJson(request.body)).map((body) => subscribe(company, body));
      return { status: 201, body: { fullResultSize: 0, from: 0, count: values.length, versionDigest: null, values } };
    }),
    del(list, ({ company: { tables }, query }) => {
      for (const id of (query["ids"] ?? "").split(",")) {
        const subscription = tables.subscription.get(id);
        if (subscription === undefined) throw notFound();
        tables.subscription.drop(subscription);
      }
      return { status: 204 };
    }),
  ];
}
