/** Subscriptions: a handshake on creation and renewal, valid for three days, notices in batches by URL. */
import { randomBytes } from "node:crypto";
import type { EntityRequest } from "../engine/entityService.ts";
import { bodyOf, checkToken } from "../engine/entityWrites.ts";
import type { Answer } from "../engine/routes.ts";
import { dayLength, type Row, text } from "../engine/values.ts";
import type { VendorContext } from "../engine/vendor.ts";
import { badRequest, dialog, entityRefusals, noRecord, notAllowed } from "./refusals.ts";
import { etagOf, isReported, stampOf } from "./resources.ts";

interface Notice {
  readonly subscription: Row;
  /** `companies(…)/customers`. */
  readonly set: string;
  readonly id: string;
  readonly kind: string;
  readonly at: string;
}

const most = 200;
/** More changes than this are reported as one `collection`. */
const manyChanges = 1000;
const user = "7d1f0000-51a0-4e57-8000-00000000b007";

/** To the second, without a fraction. */
const seconds = (time: number) => stampOf(Math.floor(time / 1000) * 1000);
const etag = (row: Row) => etagOf(text(row["timestamp"]));

export type Subscriptions = (environment: string, root: string, request: EntityRequest, id?: string) => Promise<Answer>;

/** Handles requests for `subscriptions` and `subscriptions('…')` of an environment. */
export function openSubscriptions({ world, companies, sender, dropped }: VendorContext): Subscriptions {
  const known = new Map<string, readonly [environment: string, row: Row]>();
  dropped.addEventListener("drop", () => known.clear());
  let counter = 0;
  const shake = async (url: string) => {
    if (!URL.canParse(url)) throw badRequest("Field 'notificationUrl' must be a valid URL.");
    const token = randomBytes(16).toString("hex");
    const validationUrl = new URL(url);
    validationUrl.searchParams.set("validationToken", token);
    const { status, body } = await sender.deliver({ url: validationUrl.href, body: "" });
    const wanted = "The notification endpoint must respond with 200 OK and the validation token in the body.";
    if (status !== 200 || body.trim() !== token) throw badRequest(`Subscription validation request failed. ${wanted}`);
  };
  /** `/api/v2.0/companies(id)/customers`, with or without what stands before `companies`. */
  const targetOf = (resource: string) => {
    const [, company = "", set = ""] = /companies\(([0-9a-fA-F-]{36})\)\/(\w+)$/.exec(resource) ?? [];
    if (!companies.some(({ id }) => id === company.toLowerCase()) || !isReported(set))
      throw badRequest(`The resource '${resource}' does not support webhook notifications.`);
    return `companies(${company.toLowerCase()})/${set}`;
  };
  /** Renewed for three days. */
  const renew = async (row: Row, body: Row) => {
    const { notificationUrl, resource, clientState = "" } = { ...row, ...body };
    targetOf(text(resource));
    await shake(text(notificationUrl));
    return Object.assign(row, {
      notificationUrl,
      resource,
      clientState,
      timestamp: 500_000 + ++counter,
      lastModifiedDateTime: seconds(world.now()),
      systemModifiedAt: stampOf(world.now()),
      expirationDateTime: seconds(world.now() + 3 * dayLength),
    });
  };
  const create = async (environment: string, body: Row) => {
    if (known.size >= most) throw dialog(`The maximum number of subscriptions (${most}) has been reached.`);
    const subscriptionId = randomBytes(16).toString("hex");
    const by = { systemCreatedAt: stampOf(world.now()), systemCreatedBy: user, systemModifiedBy: user };
    const row = await renew({ subscriptionId, userId: user, ...by }, body);
    known.set(subscriptionId, [environment, row]);
    return row;
  };
  /** A permanent error of the receiver ends the subscription. */
  const send = async (url: string, notices: readonly Notice[]) => {
    const alive = notices.filter(({ subscription }) => known.has(text(subscription["subscriptionId"])));
    if (alive.length === 0) return;
    const isLater = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;
    const body = JSON.stringify({ value: summed(alive) });
    const { status } = await sender.deliver({ url, body, attempts: 3, again: isLater });
    if (status >= 300 && !isLater(status))
      for (const { subscription } of alive) known.delete(text(subscription["subscriptionId"]));
  };
  const notify = (set: string, id: string, kind: string) => {
    for (const [key, [, subscription]] of known) {
      if (targetOf(text(subscription["resource"])) !== set) continue;
      const { expirationDateTime, notificationUrl } = subscription;
      const url = text(notificationUrl);
      const notice = { subscription, set, id, kind, at: stampOf(world.now()) };
      if (Date.parse(text(expirationDateTime)) <= world.now()) known.delete(key);
      else sender.gather(url, notice, (notices) => send(url, notices));
    }
  };
  for (const company of companies)
    company.listen((_company, { table, row, kind }) => {
      if (isReported(table)) notify(`companies(${company.id})/${table}`, text(row["id"]), kind);
    });

  return async (environment, root, { method, ifMatch, body }, id) => {
    const context = `${root}/$metadata#subscriptions`;
    const shown = (row: Row) => ({ "@odata.etag": etag(row), ...row });
    const entity = (row: Row) => ({ "@odata.context": `${context}/$entity`, ...shown(row) });
    if (id === undefined) {
      if (method === "POST")
        return { status: 201, body: entity(await create(environment, bodyOf({ refusals: entityRefusals }, body))) };
      if (method !== "GET") throw notAllowed(method, "subscriptions");
      const subscriptionsHere = [...known.values()].filter(([theirs]) => theirs === environment);
      return { body: { "@odata.context": context, value: subscriptionsHere.map(([, row]) => shown(row)) } };
    }
    const [theirs, row] = known.get(id) ?? [];
    if (row === undefined || theirs !== environment) throw noRecord("Webhook Subscription", id);
    if (method === "GET") return { body: entity(row) };
    if (method !== "PATCH" && method !== "DELETE") throw badRequest(`'${method}' is not known.`);
    checkToken({ refusals: entityRefusals }, etag(row), ifMatch, method === "PATCH");
    if (method === "PATCH")
      return { body: entity(await renew(row, body.length === 0 ? {} : bodyOf({ refusals: entityRefusals }, body))) };
    known.delete(id);
    return { status: 204 };
  };
}

/** One notice per row, however often it changed; one for all if there are very many. */
function summed(notices: readonly Notice[]): readonly Row[] {
  const merged = new Map<string, Notice>();
  for (const notice of notices) {
    const key = `${text(notice.subscription["subscriptionId"])} ${notice.id}`;
    const kind = merged.get(key)?.kind === "created" && notice.kind === "updated" ? "created" : notice.kind;
    merged.set(key, { ...notice, kind });
  }
  return [...Map.groupBy(merged.values(), ({ subscription }) => subscription).values()].flatMap((group) => {
    if (group.length <= manyChanges)
      return group.map((change) => notification(change, `${change.set}(${change.id})`, change.kind));
    const [{ set, at }] = group as [Notice];
    return [notification(group.at(-1) as Notice, `${set}?$filter=lastModifiedDateTime%20ge%20${at}`, "collection")];
  });
}

const notification = ({ subscription, at }: Notice, path: string, changeType: string) => {
  const { subscriptionId, clientState, expirationDateTime } = subscription;
  const resource = `api/v2.0/${path}`;
  return { subscriptionId, clientState, expirationDateTime, resource, changeType, lastModifiedDateTime: at };
};
