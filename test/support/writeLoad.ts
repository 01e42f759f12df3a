/** Callers that create customers all the time, and what became of their requests. */
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";

export interface Access {
  readonly url: string;
  readonly apiKey: string;
  readonly accountKey: string;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** No answer has the status 0. */
async function send({ url, apiKey, accountKey }: Access, path: string, key?: string, body?: object): Promise<Answer> {
  const keys = { "x-api-key": apiKey, "x-account-key": accountKey };
  const json = { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }) };
  try {
    const answer = await fetch(url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? keys : { ...keys, ...json },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
  } catch (error) {
    return { status: 0, retryAfter: null, text: String((error as Error).cause ?? error) };
  }
}

const dataOf = ({ text }: Answer): unknown => (JSON.parse(text) as { data: unknown }).data;

/** The only answers while the service cannot work: refused, or a write in flight whose outcome is not known yet. */
const asksToRetry = ({ status, retryAfter, text }: Answer): boolean =>
  (status === 503 || (status === 504 && text.includes('"outcome_unknown"'))) && /^\d+$/.test(retryAfter ?? "");

export interface WriteLoad {
  /** The ids of confirmed customers, by name. */
  readonly confirmed: ReadonlyMap<string, string>;
  /** How many requests were answered with `Retry-After`. They are repeated with the same key. */
  refusals(): number;
  /** All other answers that confirm nothing. */
  readonly faults: readonly string[];
  /** Resolves when the requests in flight are answered. */
  stop(): Promise<void>;
}

export function startWriteLoad(access: Access, writers: number): WriteLoad {
  const confirmed = new Map<string, string>();
  const faults: string[] = [];
  let refusals = 0;
  const end = new AbortController();
  const create = async (name: string): Promise<void> => {
    while (!confirmed.has(name)) {
      const answer = await send(access, "/accounting/customers", name, { contactType: "COMPANY", companyName: name });
      if (answer.status === 201) confirmed.set(name, (dataOf(answer) as { id: string }).id);
      else if (asksToRetry(answer)) refusals += 1;
      else faults.push(`${name}: ${answer.status} ${answer.text}`);
      if (answer.status !== 201) await pause(50);
    }
  };
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !end.signal.aborted; count += 1) {
      await create(`Last-${writer}-${count}`);
      const read = await send(access, "/accounting/units?limit=5");
      if (asksToRetry(read)) refusals += 1;
      else if (read.status !== 200) faults.push(`units: ${read.status} ${read.text}`);
    }
  };
  const writing = Array.from({ length: writers }, (_, writer) => write(writer));
  return {
    confirmed,
    refusals: () => refusals,
    faults,
    stop: async () => {
      end.abort();
      await Promise.all(writing);
    },
  };
}

/** Subscribes to customers and waits until their creation is reported. */
export async function subscribeToCustomers(access: Access, callbackUrl: string): Promise<void> {
  const made = await send(access, "/webhooks", undefined, { callbackUrl, resource: "CUSTOMER" });
  expect(made.status).toBe(201);
  let count = 0;
  const report = async (): Promise<number> => {
    count += 1;
    await send(access, "/accounting/customers", `Vorher-${count}`, {
      contactType: "COMPANY",
      companyName: `Vorher-${count}`,
    });
    return (await createdIds(access)).length;
  };
  await expect.poll(report, { timeout: 60_000, interval: 500 }).toBeGreaterThan(0);
}

interface Event {
  readonly id: string;
  readonly eventType: string;
  readonly resource: string;
  readonly resourceId: string;
}

async function createdIds(access: Access): Promise<string[]> {
  const events: Event[] = [];
  for (let cursor = ""; ; ) {
    const page = dataOf(await send(access, `/events?limit=100${cursor}`)) as Event[];
    events.push(...page);
    if (page.length < 100) break;
    cursor = `&cursor=${page.at(-1)?.id}`;
  }
  return events
    .filter(({ eventType, resource }) => eventType === "CREATED" && resource === "CUSTOMER")
    .map(({ resourceId }) => resourceId);
}

async function customers(access: Access): Promise<{ id: string; companyName?: string }[]> {
  const rows: { id: string; companyName?: string }[] = [];
  for (let page = 1; ; page += 1) {
    const records = dataOf(await send(access, `/accounting/customers?limit=100&page=${page}`)) as typeof rows;
    rows.push(...records);
    if (records.length < 100) return rows;
  }
}

/** Every confirmed customer exists once and has one event, and there is no other. */
export async function expectWrittenOnce(access: Access, { confirmed }: WriteLoad): Promise<void> {
  const ids = [...confirmed.values()].toSorted();
  const written = (await customers(access)).filter(({ companyName = "" }) => companyName.startsWith("Last-"));
  expect(written.map(({ id }) => id).toSorted()).toEqual(ids);
  const known = new Set(ids);
  await expect
    .poll(async () => (await createdIds(access)).filter((id) => known.has(id)).toSorted(), {
      timeout: 60_000,
      interval: 500,
    })
    .toEqual(ids);
}
