/**
 * Fortnox announces changes on one WebSocket for all companies of an app (vendor's guide to websockets; NOTES). The dialogue has
 * three commands: the companies, the topics, and the beginning.
 */
import type { Announcement, Announcements } from "../../contract/announcements.ts";

/** Those whose records the connector reads. An unknown topic would have the whole command refused. */
const topics = [
  "articles",
  "cost-centers",
  "customers",
  "financial-years",
  "invoices",
  "offers",
  "orders",
  "projects",
  "supplier-invoices",
  "suppliers",
  "termsofpayments",
  "vouchers",
] as const;

const bearer = "Bearer ";

/** A reply to a command, or an event. */
interface Message {
  readonly response?: string;
  readonly result?: string;
  /** With the access token as it was sent. */
  readonly tenantIds?: Readonly<Record<string, number | string>>;
  readonly invalidTokens?: readonly string[];
  readonly invalidTopics?: readonly string[];
  readonly topic?: string;
  readonly tenantId?: number | string;
}

const withoutBearer = (token: string): string => (token.startsWith(bearer) ? token.slice(bearer.length) : token);

const replies: Readonly<Record<string, (message: Message) => Announcement>> = {
  "add-tenants-v1": ({ tenantIds = {} }) => ({
    companies: Object.entries(tenantIds).map(([token, id]) => ({
      accessToken: withoutBearer(token),
      company: String(id),
    })),
    reply: { command: "add-topics-v1", topics: topics.map((topic) => ({ topic })) },
  }),
  "add-topics-v1": () => ({ reply: { command: "subscribe-v1" } }),
  "subscribe-v1": () => ({ isListening: true }),
};

function refusalOf({ response = "", invalidTokens = [], invalidTopics = [] }: Message): Announcement {
  const reason = `${response} ${invalidTopics.join(", ")}`.trim();
  return { refused: { reason, accessTokens: invalidTokens.map(withoutBearer) } };
}

function read(message: unknown): Announcement {
  const received = message as Message;
  if (received.response !== undefined && received.result !== "ok") return refusalOf(received);
  if (received.response !== undefined) return replies[received.response]?.(received) ?? {};
  return received.tenantId === undefined ? {} : { changed: String(received.tenantId) };
}

export const announcements: Announcements = {
  url: "wss://ws.fortnox.se/topics-v1",
  greet: ({ clientSecret, accessTokens }) => ({
    command: "add-tenants-v1",
    clientSecret,
    accessTokens: accessTokens.map((token) => bearer + token),
  }),
  read,
};
