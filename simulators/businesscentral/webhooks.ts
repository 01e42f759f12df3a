/** Subscriptions: a handshake on creation and renewal, three days of life, notices in batches by address. */
import { randomBytes } from "node:crypto";
import type { World } from "../simulation.ts";
import { badRequest, Fault, missingToken, noRecord } from "./faults.ts";
import { resources } from "./resources.ts";
import { type Row, text } from "./shapes.ts";
import { type Change, stampOf } from "./store.ts";

export interface Subscriptions {
  list(): readonly Row[];
  create(body: unknown): Promise<Row>;
  renew(id: string, body: unknown, ifMatch: string | undefined): Promise<Row>;
  remove(id: string, ifMatch: string | undefined): void;
  get(id: string): Row;
  etag(row: Row): string;
  notify(companyId: string, change: Change): void;
  settle(): Promise<void>;
}

interface Notice {
  readonly subscription: Row;
  readonly companyId: string;
  readonly change: Change;
}

const threeDays = 3 * 24 * 60 * 60 * 1000;
const most = 200;
/** More changes than this in one go are told as one `collection`. */
const manyChanges = 1000;
const attempts = 3;

/** Seconds only: these stamps have no fraction. */
const seconds = (time: number) => stampOf(Math.floor(time / 1000) * 1000);

export function openSubscriptions(world: World, known: (companyId: string) => boolean): Subscriptions {
  const rows = new Map<string, Row>();
  const pending = new Map<string, Notice[]>();
  const running = new Set<Promise<void>>();
  let counter = 0;

  const etag = (row: Row) =>
    `W/"${Buffer.from(`'${text(row, "timestamp").length};${text(row, "timestamp")};00;'`).toString("base64")}"`;
  const shake = async (url: string) => {
    const token = randomBytes(16).toString("hex");
    const asked = new URL(url);
    asked.searchParams.set("validationToken", token);
    const answer = await world.post(asked.href, { "content-type": "application/json" }, "").catch(() => undefined);
    if (answer?.status === 200 && answer.body.trim() === token) return;
    throw badRequest(
      "Subscription validation request failed. The notification endpoint must respond with 200 OK and the validation token in the body.",
    );
  };
  const stamp = (row: Row) =>
    Object.assign(row, {
      ...{ timestamp: 500_000 + ++counter, lastModifiedDateTime: seconds(world.now()) },
      ...{ expirationDateTime: seconds(world.now() + threeDays), systemModifiedAt: stampOf(world.now()) },
    });
  const get = (id: string) => {
    const row = rows.get(id);
    if (row === undefined) throw noRecord("Webhook Subscription", id);
    return row;
  };
  const check = (row: Row, ifMatch: string | undefined) => {
    if (ifMatch === undefined) throw missingToken();
    if (ifMatch !== "*" && ifMatch !== etag(row))
      throw new Fault(409, "Request_EntityChanged", "Another user has already changed the record.");
  };

  const send = async (url: string) => {
    await new Promise((resolve) => void setImmediate(resolve));
    const notices = pending.get(url) ?? [];
    pending.delete(url);
    const alive = notices.filter(({ subscription }) => rows.has(text(subscription, "subscriptionId")));
    if (alive.length === 0) return;
    const body = JSON.stringify({ value: summed(alive) });
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const answer = await world.post(url, { "content-type": "application/json" }, body).catch(() => undefined);
      const status = answer?.status ?? 503;
      if (status >= 200 && status < 300) return;
      if (status === 408 || status === 429 || status >= 500) continue;
      for (const { subscription } of alive) rows.delete(text(subscription, "subscriptionId"));
      return;
    }
  };

  return {
    ...{ get, etag, list: () => [...rows.values()] },
    create: async (body) => {
      const { notificationUrl, resource, clientState = "" } = bodyOf(body);
      if (rows.size >= most)
        throw new Fault(
          400,
          "Application_DialogException",
          `The maximum number of subscriptions (${most}) has been reached.`,
        );
      targetOf(resource ?? "", known);
      await shake(urlOf(notificationUrl));
      const at = stampOf(world.now());
      const row: Row = stamp({
        ...{
          subscriptionId: randomBytes(16).toString("hex"),
          notificationUrl: urlOf(notificationUrl),
          resource: resource ?? "",
        },
        ...{ timestamp: 0, userId: user, lastModifiedDateTime: at, clientState, expirationDateTime: at },
        ...{ systemCreatedAt: at, systemCreatedBy: user, systemModifiedAt: at, systemModifiedBy: user },
      });
      rows.set(text(row, "subscriptionId"), row);
      return row;
    },
    renew: async (id, body, ifMatch) => {
      const row = get(id);
      check(row, ifMatch);
      const { notificationUrl, resource, clientState } = bodyOf(body);
      if (resource !== undefined) targetOf(resource, known);
      await shake(urlOf(notificationUrl ?? text(row, "notificationUrl")));
      const changes = { notificationUrl, resource, clientState };
      for (const [name, value] of Object.entries(changes)) if (value !== undefined) row[name] = value;
      return stamp(row);
    },
    remove: (id, ifMatch) => {
      const row = get(id);
      if (ifMatch !== undefined) check(row, ifMatch);
      rows.delete(id);
    },
    notify: (companyId, change) => {
      if (resources.get(change.set)?.notifies !== true) return;
      for (const subscription of rows.values()) {
        const target = targetOf(text(subscription, "resource"), known);
        if (target.companyId !== companyId || target.set !== change.set) continue;
        if (Date.parse(text(subscription, "expirationDateTime")) <= world.now()) {
          rows.delete(text(subscription, "subscriptionId"));
          continue;
        }
        const url = text(subscription, "notificationUrl");
        const waiting = pending.get(url);
        waiting?.push({ subscription, companyId, change });
        if (waiting !== undefined) continue;
        pending.set(url, [{ subscription, companyId, change }]);
        const job: Promise<void> = send(url).finally(() => running.delete(job));
        running.add(job);
      }
    },
    settle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

const user = "7d1f0000-51a0-4e57-8000-00000000b007";

function bodyOf(body: unknown): Readonly<Record<string, string | undefined>> {
  if (typeof body !== "object" || body === null) throw badRequest("Invalid Request Body");
  return body as Record<string, string | undefined>;
}

function urlOf(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) throw badRequest("Field 'notificationUrl' must be a valid URL.");
  return url;
}

/** `/api/v2.0/companies(id)/customers`, with or without what stands before `companies`. */
function targetOf(resource: string, known: (companyId: string) => boolean) {
  const [, companyId = "", set = ""] = /companies\(([0-9a-fA-F-]{36})\)\/(\w+)$/.exec(resource) ?? [];
  if (!known(companyId.toLowerCase()) || resources.get(set)?.notifies !== true)
    throw badRequest(`The resource '${resource}' does not support webhook notifications.`);
  return { companyId: companyId.toLowerCase(), set };
}

/** One notice for each row however often it changed; one for all of them when there are very many. */
function summed(notices: readonly Notice[]): readonly Record<string, unknown>[] {
  const merged = new Map<string, Notice>();
  for (const notice of notices) {
    const key = `${text(notice.subscription, "subscriptionId")} ${notice.change.id}`;
    const before = merged.get(key);
    const kind = before?.change.kind === "created" && notice.change.kind === "updated" ? "created" : notice.change.kind;
    merged.set(key, { ...notice, change: { ...notice.change, kind } });
  }
  const bySubscription = Map.groupBy(merged.values(), ({ subscription }) => subscription);
  return [...bySubscription.values()].flatMap((group) => {
    const [first] = group;
    if (group.length <= manyChanges || first === undefined)
      return group.map((notice) => told(notice, rowOf(notice), notice.change.kind));
    const { change, companyId } = first;
    const path = `api/v2.0/companies(${companyId})/${change.set}?$filter=lastModifiedDateTime%20ge%20${change.at}`;
    return [told(group.at(-1) ?? first, path, "collection")];
  });
}

const rowOf = ({ companyId, change }: Notice) => `api/v2.0/companies(${companyId})/${change.set}(${change.id})`;

const told = ({ subscription, change }: Notice, resource: string, changeType: string) => ({
  ...{ subscriptionId: subscription["subscriptionId"], clientState: subscription["clientState"] },
  ...{ expirationDateTime: subscription["expirationDateTime"], resource, changeType, lastModifiedDateTime: change.at },
});
