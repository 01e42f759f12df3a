/** Fortnox's WebSocket, after the vendor's guide: commands, their replies, and an event for each change. */
import { addSocket } from "../engine/sockets.ts";
import type { Change } from "../engine/tables.ts";
import { isRow, type Row, text } from "../engine/values.ts";
import type { VendorContext, VendorDescription } from "../engine/vendor.ts";
import { access } from "./access.ts";
import { idOf } from "./rules.ts";
import type { Books, Name } from "./shapes.ts";

/** The topic of each table, and how its events begin. */
const topicOf: Readonly<Partial<Record<Name, readonly [topic: string, event: string]>>> = {
  articles: ["articles", "article"],
  customers: ["customers", "customer"],
  invoices: ["invoices", "invoice"],
  invoicepayments: ["invoices", "invoicepayment"],
  offers: ["offers", "offer"],
  orders: ["orders", "order"],
  projects: ["projects", "project"],
  supplierinvoices: ["supplier-invoices", "supplier-invoice"],
  suppliers: ["suppliers", "supplier"],
  vouchers: ["vouchers", "voucher"],
};

/** All topics of the vendor's guide. */
const known = new Set([
  ...Object.values(topicOf).map(([topic]) => topic),
  "bureau-activities",
  "bureau-assignments",
  "cost-centers",
  "currencies",
  "financial-years",
  "messages",
  "termsofdeliveries",
  "termsofpayments",
  "warehouse-stockbalances",
  "waysofdeliveries",
]);

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** One WebSocket: the companies and topics that it has asked for. */
function openTalk(context: VendorContext<Name>, send: (message: object) => void) {
  const tenants = new Set<unknown>();
  const topics = new Set<string>();
  let isSubscribed = false;

  const addTenants = ({ clientSecret, accessTokens }: Row): object => {
    const tokens = list(accessTokens).map(text);
    const invalidTokens = tokens.filter((token) => !context.admits(token));
    const [company] = context.companies;
    if (clientSecret !== access.oauth?.client.clientSecret || company === undefined) return { result: "error" };
    if (invalidTokens.length > 0) return { result: "error", invalidTokens };
    const tenantId = company.facts["DatabaseNumber"];
    tenants.add(tenantId);
    return { result: "ok", tenantIds: Object.fromEntries(tokens.map((token) => [token, tenantId])) };
  };
  const addTopics = (command: Row): object => {
    const names = list(command["topics"]).map((entry) => (isRow(entry) ? text(entry["topic"]) : ""));
    const invalidTopics = names.filter((name) => !known.has(name));
    if (invalidTopics.length > 0) return { result: "error", invalidTopics };
    for (const name of names) topics.add(name);
    return { result: "ok" };
  };
  const subscribe = (): object => {
    isSubscribed = true;
    return { result: "ok" };
  };
  const commands: Readonly<Record<string, (command: Row) => object>> = {
    "add-tenants-v1": addTenants,
    "add-topics-v1": addTopics,
    "subscribe-v1": subscribe,
  };
  return {
    hear: (message: unknown): void => {
      if (!isRow(message)) return;
      const response = text(message["command"]);
      send({ response, ...(commands[response]?.(message) ?? { result: "error" }) });
    },
    announce: (tenantId: unknown, topic: string, event: object): void => {
      if (isSubscribed && tenants.has(tenantId) && topics.has(topic)) send(event);
    },
  };
}

/** Adds the WebSocket to the vendor's routes. */
export const outside: NonNullable<VendorDescription<Name>["outside"]> = (context) => {
  const talks = new Map<ReturnType<typeof openTalk>, () => void>();
  let offset = 1_000_000;
  const announce = ({ facts, now }: Books, { table, row, kind }: Change<Name>): void => {
    const [topic, begins] = topicOf[table] ?? [];
    if (topic === undefined) return;
    offset += 1;
    const { DatabaseNumber: tenantId } = facts;
    const event = {
      topic,
      offset: offset.toString(36),
      type: `${begins}-${kind}-v1`,
      tenantId,
      entityId: idOf(row, table),
      timestamp: new Date(now()).toISOString().replace("Z", "+00:00"),
    };
    for (const talk of talks.keys()) talk.announce(tenantId, topic, event);
  };
  for (const company of context.companies) company.listen(announce);
  context.dropped.addEventListener("drop", () => {
    for (const close of talks.values()) close();
  });
  return (app) =>
    addSocket(app, "/ws.fortnox.se/topics-v1", (send, close) => {
      const talk = openTalk(context, send);
      talks.set(talk, close);
      return { onMessage: talk.hear, onClose: () => void talks.delete(talk) };
    });
};
