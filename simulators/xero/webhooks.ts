/** Xero's webhooks: set up at the developer portal, several events in one post, each post signed with the app's key. */
import { uuid } from "../engine/values.ts";
import type { Office } from "../engine/vendor.ts";
import { hmac } from "../engine/webhooks.ts";
import type { Vendor } from "../simulation.ts";
import { type Company, type Name, type Table, tables } from "./company.ts";
import { type Row, text } from "./wire.ts";

interface Subscription {
  readonly url: string;
  readonly key: string;
}

/** How often a post is tried, where Xero goes on for a day with growing pauses; everything goes out in one line. */
const [attempts, line] = [3, "posts"] as const;

export function openPortal({ postman, companies }: Office<Name>): NonNullable<Vendor["portal"]> {
  let subscription: Subscription | undefined;
  let [sequence, posts] = [0, 0];
  const send = async ({ url, key }: Subscription, content: Row, times = 1): Promise<number> => {
    const entropy = uuid(`entropy ${++posts}`).replaceAll("-", "").slice(0, 20).toUpperCase();
    const body = JSON.stringify({ ...content, entropy });
    const headers = { "x-xero-signature": hmac(key, body, "base64") };
    const again = (status: number) => status !== 200;
    return (await postman.deliver({ url, body, headers, again, attempts: times })).status;
  };

  /** Intent to receive: rightly signed posts must be taken, wrongly signed ones refused, or nothing is ever sent. */
  const validate = async (to: Subscription) => {
    const empty = { events: [], lastEventSequence: 0, firstEventSequence: 0 };
    for (const right of [true, false, true, false]) {
      const status = await send(right ? to : { ...to, key: `${to.key}, mistyped` }, empty);
      if (status !== (right ? 200 : 401)) return;
    }
    subscription = to;
  };

  /** One event for each record however often it changed. */
  const flush = async (waiting: readonly Row[]) => {
    if (subscription === undefined) return;
    const events = waiting.filter(
      (event, index) => waiting.findIndex((one) => one["resourceId"] === event["resourceId"]) === index,
    );
    const firstEventSequence = sequence + 1;
    sequence += events.length;
    await send(subscription, { events, firstEventSequence, lastEventSequence: sequence }, attempts);
  };
  for (const company of companies)
    company.listen((_company, { table, row, kind }) => {
      const event = eventOf(company, table, row, kind);
      if (event !== undefined) postman.gather(line, event, flush);
    });
  return { subscribe: (to) => postman.later(() => validate(to), line) };
}

function eventOf(company: Company, table: string, row: Row, kind: string): Row | undefined {
  const definition = (tables as Readonly<Record<string, Table>>)[table];
  if (definition?.category === undefined) return undefined;
  const { id, category } = definition;
  return {
    resourceUrl: `https://api.xero.com/api.xro/2.0/${table}/${text(row[id])}`,
    ...{ resourceId: row[id], tenantId: company.id, tenantType: "ORGANISATION", eventCategory: category },
    eventType: kind === "created" ? "CREATE" : "UPDATE",
    eventDateUtc: new Date(company.now()).toISOString().slice(0, 23),
    ...(category === "CREDITNOTE" && { data: { Type: row["Type"], Status: row["Status"] } }),
  };
}
