/** The vendor's webhooks: the connector understands genuine posts and rejects forged ones. */

import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { timestampOf } from "../../src/contract/clocks.ts";
import { type EventType, listOfResource, type RecordResource } from "../../src/contract/event.ts";
import { type Session } from "../../src/contract/session.ts";
import type {
  Notice,
  Receipt,
  VendorAddress,
  VendorPost,
  VendorSubscription,
  Webhooks,
} from "../../src/contract/webhooks.ts";
import { idOf } from "../../src/verify/row.ts";
import { serveHttp } from "../support/loopback.ts";
import { filterDateFindings } from "./modified.ts";
import { allRows, forget, offeredOperations } from "./reading.ts";
import type { Stage } from "./stage.ts";

interface Receiver {
  readonly url: string;
  /** The posts since the last call, with the connector's receipts. */
  take(): { readonly post: VendorPost; readonly receipt: Receipt }[];
  /** Sets the facts that `subscribe` returned. */
  setFacts(facts: unknown): void;
  close(): Promise<void>;
}

/** Responds as the service does. */
async function openReceiver(webhooks: Webhooks, secret: string): Promise<Receiver> {
  const received: { post: VendorPost; receipt: Receipt }[] = [];
  let facts: unknown;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bytesOf(request);
    const query = Object.fromEntries(new URL(request.url ?? "/", "http://localhost").searchParams);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const post = { headers, query, body, secret, ...(facts !== undefined && { facts }) };
    const receipt = webhooks.receive(post);
    received.push({ post, receipt });
    response.statusCode = receipt.kind === "invalidSignature" ? 401 : 200;
    response.end(receipt.kind === "handshake" ? receipt.body : undefined);
  };
  const server = await serveHttp((request, response) => void answer(request, response));
  return {
    url: `${server.url}/hooks`,
    take: () => received.splice(0),
    setFacts: (newFacts) => {
      facts = newFacts;
    },
    close: () => server.close(),
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function webhookFindings(stage: Stage): Promise<string[]> {
  const { webhooks } = stage.connector;
  if (webhooks === undefined) return [];
  const secret = stage.simulator.vendor.webhookKey ?? randomBytes(32).toString("hex");
  const receiver = await openReceiver(webhooks, secret);
  try {
    const { url } = receiver;
    const [first] = stage.simulator.vendor.companies;
    const address = { url, secret, scope: { company: first?.id, environment: first?.environment } };
    const subscription = await subscribe(stage, webhooks, address);
    if (typeof subscription === "string") return [subscription];
    receiver.setFacts(subscription.facts);
    await confirm(stage, receiver);
    const findings: string[] = [];
    for (const resource of Object.keys(webhooks.resources) as RecordResource[])
      findings.push(...(await resourceFindings(stage, webhooks, receiver, resource)));
    return [...findings, ...(await endFindings(stage, webhooks, { subscription, address, receiver }))];
  } finally {
    await receiver.close();
  }
}

/** Some vendors post a code first, which has to be sent back. The service looks up that post like every other one. */
async function confirm(stage: Stage, receiver: Receiver): Promise<void> {
  await stage.simulator.vendor.untilIdle();
  for (const { receipt } of receiver.take())
    if (receipt.kind === "notices") for (const notice of receipt.notices) await resolved(stage, notice);
}

async function subscribe(
  stage: Stage,
  webhooks: Webhooks,
  address: VendorAddress,
): Promise<VendorSubscription | string> {
  const { portal } = stage.simulator.vendor;
  if (webhooks.setUp === "portal") {
    if (portal === undefined) return "webhooks: setUp is portal, but the simulator has no portal";
    portal.subscribe({ url: address.url, key: address.secret });
    await stage.simulator.vendor.untilIdle();
    return { facts: undefined };
  }
  if (webhooks.subscribe === undefined) return "webhooks: setUp is api, but subscribe is missing";
  try {
    return await webhooks.subscribe(stage.session(), address);
  } catch (error) {
    return `webhooks: subscribe failed: ${(error as Error).message}`;
  }
}

async function resourceFindings(stage: Stage, webhooks: Webhooks, receiver: Receiver, resource: RecordResource) {
  const list = listOfResource[resource];
  if (!offeredOperations(stage.facts, "list").includes(list))
    return [`webhooks: report ${resource}, but the connector has no ${list}`];
  const rows = await allRows(stage, list);
  const changedId = idOf(rows.at(-1));
  const deletedId = idOf(rows.at(-2));
  const vendorId = (id: string) => stage.facts.vendorId?.(id, list) ?? id;
  const kinds = webhooks.resources[resource] ?? [];
  const { touch, remove } = stage.simulator.vendor;
  const findings: string[] = [];
  receiver.take();
  if (kinds.includes("UPDATED"))
    findings.push(
      ...(await changeFindings(stage, receiver, {
        resource,
        id: changedId,
        kind: "UPDATED",
        act: () => touch(vendorId(changedId), list),
      })),
    );
  if (kinds.includes("DELETED"))
    findings.push(
      ...(await changeFindings(stage, receiver, {
        resource,
        id: deletedId,
        kind: "DELETED",
        act: () => remove(vendorId(deletedId), list),
      })),
    );
  return findings;
}

interface RecordChange {
  readonly resource: RecordResource;
  readonly id: string;
  readonly kind: EventType;
  readonly act: () => void;
}

async function changeFindings(
  stage: Stage,
  receiver: Receiver,
  { resource, id, kind, act }: RecordChange,
): Promise<string[]> {
  try {
    act();
  } catch (error) {
    return [
      `webhooks: the simulator cannot do this to ${resource} ${id} (${(error as Error).message}); map the id with vendorId`,
    ];
  }
  await stage.simulator.vendor.untilIdle();
  forget(stage);
  const posts = receiver.take();
  if (posts.length === 0) return [`webhooks: the vendor posted nothing when a ${resource} was ${kind}`];
  const notices: Notice[] = [];
  for (const { receipt } of posts)
    if (receipt.kind === "notices")
      for (const notice of receipt.notices) notices.push(...(await resolved(stage, notice)));
  const fits = (notice: Notice) =>
    notice.resource === resource && notice.resourceId === id && notice.eventType === kind;
  const summary = notices.map((notice) => `${notice.eventType} ${notice.resource} ${notice.resourceId}`).join(", ");
  const match = notices.find(fits);
  const filterDate = timestampOf(new Date(match?.changedAt ?? 0));
  const found =
    match === undefined || kind === "DELETED"
      ? []
      : await filterDateFindings(stage, listOfResource[resource], { filterDate, recordId: id });
  const zoned = notices.every(({ changedAt }) => /(?:Z|[+-]\d{2}:\d{2})$/.test(changedAt));
  return [
    ...(match !== undefined
      ? []
      : [`webhooks: ${kind} ${resource} ${id} was read as ${summary || (posts[0]?.receipt.kind ?? "nothing")}`]),
    ...found,
    ...(zoned ? [] : [`webhooks: changedAt of ${resource} has no time zone`]),
    ...posts
      .slice(0, 1)
      .flatMap(({ post, receipt }) => (receipt.kind === "notices" ? forgeryFindings(stage, post) : [])),
  ];
}

async function resolved(stage: Stage, notice: Notice): Promise<readonly Notice[]> {
  const lookUp = stage.connector.webhooks?.lookUp;
  return notice.ambiguous === undefined || lookUp === undefined ? [notice] : lookUp(notice, insideCompany(stage));
}

/** A session within the connection's company, like the service's. */
function insideCompany(stage: Stage): Session {
  const [first] = stage.simulator.vendor.companies;
  const scope = { company: first?.id, environment: first?.environment };
  const { path: base = "", headers = {} } = stage.connector.scope?.(scope) ?? {};
  const session = stage.session();
  return {
    ...session,
    read: (path, query, more) => session.read(base + path, query, { ...headers, ...more }),
    readWithHeaders: (path, query, more) => session.readWithHeaders(base + path, query, { ...headers, ...more }),
  };
}

/** Either the signature covers every byte, or the post must contain the right secret. */
function forgeryFindings({ connector: { webhooks } }: Stage, post: VendorPost): string[] {
  const take = (changes: Partial<VendorPost>): string => {
    try {
      return webhooks?.receive({ ...post, ...changes }).kind ?? "";
    } catch (error) {
      return `an error (${(error as Error).message})`;
    }
  };
  const flipped = (at: number) => {
    const body = Buffer.from(post.body);
    body[at] = (body[at] ?? 0) ^ 1;
    return body;
  };
  const step = Math.max(1, Math.floor(post.body.length / 100));
  const outcomes = Array.from({ length: Math.ceil(post.body.length / step) }, (_, at) =>
    take({ body: flipped(at * step) }),
  );
  const isSigned = outcomes.every((outcome) => outcome === "invalidSignature");
  const withWrongSecret = take({ secret: "0".repeat(64), facts: {} });
  const thrown = outcomes.find((outcome) => outcome.startsWith("an error"));
  const empty = take({ body: Buffer.alloc(0), headers: {} });
  return [
    ...(isSigned || withWrongSecret === "invalidSignature"
      ? []
      : [
          `webhooks: a post with one byte changed is accepted as ${outcomes.find((kind) => kind !== "invalidSignature")}`,
        ]),
    ...(thrown === undefined ? [] : [`webhooks: a post with one byte changed ends in ${thrown}`]),
    ...(empty === "invalidSignature" ? [] : [`webhooks: an empty post is accepted as ${empty}`]),
  ];
}

interface ActiveSubscription {
  readonly subscription: VendorSubscription;
  readonly address: VendorAddress;
  readonly receiver: Receiver;
}

/** A renewed subscription lasts longer, and after unsubscribing the vendor stops posting. */
async function endFindings(
  stage: Stage,
  webhooks: Webhooks,
  { subscription, address, receiver }: ActiveSubscription,
): Promise<string[]> {
  if (webhooks.setUp === "portal") return [];
  const findings: string[] = [];
  let current = subscription;
  if (current.expiresAt !== undefined && webhooks.renew === undefined)
    findings.push("webhooks: the subscription expires, but renew is missing");
  try {
    if (webhooks.renew !== undefined) {
      current = await webhooks.renew(stage.session(), current, address);
      if (current.expiresAt !== undefined && current.expiresAt < (subscription.expiresAt ?? ""))
        findings.push(
          `webhooks: the renewed subscription expires at ${current.expiresAt}, before ${subscription.expiresAt}`,
        );
    }
    if (webhooks.unsubscribe === undefined) return [...findings, "webhooks: unsubscribe is missing"];
    await webhooks.unsubscribe(stage.session(), current, address);
  } catch (error) {
    return [...findings, `webhooks: renew or unsubscribe failed: ${(error as Error).message}`];
  }
  const [resource] = Object.keys(webhooks.resources) as RecordResource[];
  const [row] = resource === undefined ? [] : await allRows(stage, listOfResource[resource]);
  receiver.take();
  if (row !== undefined && resource !== undefined)
    stage.simulator.vendor.touch(
      stage.facts.vendorId?.(idOf(row), listOfResource[resource]) ?? idOf(row),
      listOfResource[resource],
    );
  await stage.simulator.vendor.untilIdle();
  return receiver.take().length === 0 ? findings : [...findings, "webhooks: the vendor still posts after unsubscribe"];
}
