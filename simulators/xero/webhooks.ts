/** Xero's webhooks: set up at the developer portal, several events in one post, each post signed with the app's key. */
import { createHmac } from "node:crypto";
import type { World } from "../simulation.ts";
import { type Change, type Company, type Table, tables } from "./company.ts";
import { type Row, text, uuid } from "./wire.ts";

export interface Webhooks {
  subscribe(subscription: Subscription): void;
  changed(company: Company, change: Change): void;
  settle(): Promise<void>;
}

interface Subscription {
  readonly url: string;
  readonly key: string;
}

/** How often a post is tried; Xero goes on for a day, with growing pauses. */
const attempts = 3;

const sign = (body: string, key: string) => createHmac("sha256", key).update(body).digest("base64");

export function openWebhooks(world: World): Webhooks {
  let subscription: Subscription | undefined;
  let waiting: Row[] = [];
  let sequence = 0;
  let posts = 0;
  let underWay: Promise<void> = Promise.resolve();

  const entropy = () => uuid(`entropy ${++posts}`).replaceAll("-", "").slice(0, 20).toUpperCase();
  const send = async (to: Subscription, content: Row, key = to.key): Promise<number> => {
    const body = JSON.stringify({ ...content, entropy: entropy() });
    const headers = { "content-type": "application/json", "x-xero-signature": sign(body, key) };
    return world.post(to.url, headers, body).then(
      ({ status }) => status,
      () => 0,
    );
  };

  /** Intent to receive: rightly signed posts must be taken, wrongly signed ones refused, or nothing is ever sent. */
  const validate = async (to: Subscription) => {
    const empty = { events: [], lastEventSequence: 0, firstEventSequence: 0 };
    for (const right of [true, false, true, false]) {
      const status = await send(to, empty, right ? to.key : `${to.key}, mistyped`);
      if (status !== (right ? 200 : 401)) return;
    }
    subscription = to;
  };

  /** Everything that happened until the last post was answered goes out together. */
  const flush = async () => {
    const events = waiting;
    waiting = [];
    if (subscription === undefined || events.length === 0) return;
    const firstEventSequence = sequence + 1;
    sequence += events.length;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const status = await send(subscription, { events, firstEventSequence, lastEventSequence: sequence });
      if (status === 200) return;
    }
  };
  const later = (work: () => Promise<void>) => {
    underWay = underWay.then(work);
  };

  return {
    subscribe: (to) => later(() => validate(to)),
    changed: (company, change) => {
      const event = eventOf(company, change);
      if (event === undefined) return;
      if (waiting.length === 0) later(flush);
      const repeated = waiting.some((one) => one["resourceId"] === event["resourceId"]);
      if (!repeated) waiting.push(event);
    },
    settle: () => underWay,
  };
}

function eventOf(company: Company, { table, row, isNew }: Change): Row | undefined {
  const { id, category }: Table = tables[table];
  if (category === undefined) return undefined;
  return {
    resourceUrl: `https://api.xero.com/api.xro/2.0/${table}/${text(row[id])}`,
    resourceId: row[id],
    tenantId: company.id,
    tenantType: "ORGANISATION",
    eventCategory: category,
    eventType: isNew ? "CREATE" : "UPDATE",
    eventDateUtc: new Date(company.now()).toISOString().slice(0, 23),
    ...(category === "CREDITNOTE" && { data: { Type: row["Type"], Status: row["Status"] } }),
  };
}
