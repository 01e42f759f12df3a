/** Event subscriptions: one for each kind of change, each post signed where a secret was shared. */
import { createHmac, randomUUID } from "node:crypto";
import type { Route } from "../engine/routes.ts";
import { type Row, rows, text } from "../engine/values.ts";
import type { Office } from "../engine/vendor.ts";
import { show } from "./fields.ts";
import type { Name } from "./models.ts";
import { invalid, need, notFound } from "./refusals.ts";
import { add, type Books } from "./rules.ts";

/** What there are events of (developer.tripletex.no/docs/documentation/webhooks). */
const subjects: readonly Name[] = [
  "account",
  "contact",
  "customer",
  "employee",
  "order",
  "product",
  "project",
  "supplier",
  "voucher",
];
const verbs: Readonly<Record<string, string>> = { created: "create", updated: "update", deleted: "delete" };
const catalogue = [
  ...subjects.flatMap((subject) => Object.values(verbs).map((verb) => `${subject}.${verb}`)),
  "invoice.charged",
];

export function subscriptionRoutes({ companies, postman }: Office<Name>): Route<Name>[] {
  const secrets = new Map<unknown, string>();
  for (const company of companies)
    company.listen((_company, { table, row, kind }) => {
      const event = `${table}.${verbs[kind] ?? kind}`;
      for (const subscription of company.tables.subscription.all())
        if (subscription["event"] === event && subscription["status"] === "ACTIVE")
          postman.later(() => postman.deliver(postOf(company, subscription, { table, row, event })));
    });
  const postOf = (
    company: Books,
    subscription: Row,
    { table, row, event }: { table: Name; row: Row; event: string },
  ) => {
    const value = event.endsWith(".delete") ? null : show(company, table, row, text(subscription["fields"]) || "*");
    const body = JSON.stringify({ subscriptionId: subscription["id"], event, id: row["id"], value });
    const key = randomUUID();
    const secret = secrets.get(subscription["id"]);
    const signature = secret && createHmac("sha512", secret).update(`${key}&${body}`).digest("base64");
    const headers = { "idempotency-key": key, ...(signature && { "x-request-signature": signature }) };
    return { url: text(subscription["targetUrl"]), body, headers };
  };
  const make = (company: Books, { hmacSharedSecret, ...given }: Row): Row => {
    need(given, "event", "targetUrl");
    if (!catalogue.includes(text(given["event"]))) throw invalid({ field: "event", message: "Ukjent hendelse." });
    const kept = add(company, "subscription", { ...given, status: "ACTIVE" });
    if (hmacSharedSecret !== undefined) secrets.set(kept["id"], text(hmacSharedSecret));
    return kept;
  };
  const shown = (company: Books, all: readonly Row[]) => ({
    ...{ fullResultSize: 0, from: 0, count: all.length, versionDigest: null },
    values: all.map((one) => show(company, "subscription", one)),
  });
  return [
    [
      "GET",
      "event",
      () => ({ body: { value: Object.fromEntries(catalogue.map((event) => [event, { description: event }])) } }),
    ],
    [
      "POST",
      "event/subscription/list",
      ({ company, request }) => {
        const all = rows(JSON.parse((request.body as Buffer).toString())).map((given) => make(company, given));
        return { status: 201, body: shown(company, all) };
      },
    ],
    [
      "DELETE",
      "event/subscription/list",
      ({ company, query }) => {
        for (const id of (query["ids"] ?? "").split(",")) {
          const subscription = company.tables.subscription.get(id);
          if (subscription === undefined) throw notFound();
          company.tables.subscription.drop(subscription);
        }
        return { status: 204 };
      },
    ],
  ];
}
