/** Webhooks: signed posts with the record, after one second of patience. */
import { createHmac } from "node:crypto";
import { byNumber, wholeNumber } from "../engine/pages.ts";
import { findOr } from "../engine/resources.ts";
import { del, get, post, type Route } from "../engine/routes.ts";
import type { Change } from "../engine/tables.ts";
import { type Row, rows, text, uuid, without } from "../engine/values.ts";
import type { VendorContext } from "../engine/vendor.ts";
import { type Books, hidden, organizationId, type Table } from "./company.ts";
import { recordings } from "./recordings.ts";
import { invalid, missing } from "./refusals.ts";

interface Topic {
  readonly type: string;
  readonly events: readonly string[];
  /** Fields that posts leave out. */
  readonly lacks: readonly string[];
}

const topics: Readonly<Partial<Record<Table, Topic>>> = {
  clients: { type: "v1/clients", events: ["created", "updated", "deleted"], lacks: [] },
  client_invoices: {
    type: "v1/client-invoices",
    events: ["created", "updated"],
    lacks: ["organization_id", "attachment_id", "updated_at"],
  },
  supplier_invoices: { type: "v1/supplier-invoices", events: ["created", "updated"], lacks: ["updated_at"] },
};

const types = [
  ...Object.values(topics).map(({ type }) => type),
  "v1/transactions",
  "v1/accounts",
  "v1/organizations",
  "v1/memberships",
  "v1/consent-revocations",
  "v1/cards",
];

const attempts = 3;
const membershipId = uuid("qonto membership");

function postChange({ sender, world }: VendorContext<Table>, books: Books, { table, row, kind }: Change<Table>): void {
  const topic = topics[table];
  if (topic === undefined || !topic.events.includes(kind)) return;
  const data = without(recordings.laidOver(table, without(row, hidden)), topic.lacks);
  const wanted = books.tables.subscriptions.where(({ types: chosen }) => (chosen as string[]).includes(topic.type));
  for (const subscription of wanted) {
    const body = JSON.stringify({
      id: crypto.randomUUID(),
      subscription_id: subscription["id"],
      organization_id: organizationId,
      membership_id: membershipId,
      type: topic.type,
      created_at: new Date(world.now()).toISOString(),
      // Invoices do not say what happened to them.
      data: { ...(table !== "client_invoices" && { event: kind }), ...data },
    });
    sender.later(async () => {
      const time = String(Math.floor(world.now() / 1000));
      const signature = createHmac("sha256", text(subscription["secret"])).update(`${time}.${body}`).digest("hex");
      await sender.deliver({
        url: text(subscription["callback_url"]),
        body,
        attempts,
        headers: { "x-qonto-signature": `t=${time},v1=${signature}` },
      });
    });
  }
}

const shown = (subscription: Row): Row => without(subscription, hidden);
const path = "webhook_subscriptions";

export function webhookRoutes(context: VendorContext<Table>): Route<Table>[] {
  for (const books of context.companies) books.listen((company, change) => postChange(context, company, change));
  return [
    get(path, ({ company, query }) => {
      const size = wholeNumber(query["per_page"], 25, 100);
      const page = byNumber(company.tables.subscriptions.all(), wholeNumber(query["page"], 1), size);
      return {
        body: {
          subscriptions: page.rows.map(shown),
          meta: {
            current_page: page.page,
            next_page: page.hasMore ? page.page + 1 : null,
            prev_page: page.page > 1 ? page.page - 1 : null,
            total_pages: page.pages,
            total_count: page.total,
            per_page: page.size,
          },
        },
      };
    }),
    get(`${path}/:id`, (request) => ({ body: shown(findOr(request, "subscriptions", missing)) })),
    post(path, ({ company, body }) => {
      const { callback_url: url, types: chosen, secret } = body();
      if (!URL.canParse(text(url))) throw invalid("callback_url", "CallbackURL is missing");
      const wanted = Array.isArray(chosen) ? (chosen as unknown[]) : rows(chosen);
      if (wanted.length === 0 || !wanted.every((type) => types.includes(text(type))))
        throw invalid("types", "types is not in the list", "not_in_list");
      const { length } = text(secret);
      if (length < 32 || length > 128) throw invalid("secret", "secret must have 32 to 128 characters");
      const subscription = company.add("subscriptions", {
        organization_id: organizationId,
        membership_id: membershipId,
        callback_url: url,
        types: wanted,
        secret,
      });
      return { status: 201, body: shown(subscription) };
    }),
    del(`${path}/:id`, (request) => {
      request.company.remove("subscriptions", findOr(request, "subscriptions", missing));
      return { status: 204 };
    }),
  ];
}
