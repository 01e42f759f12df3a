/** The vendor's own webhooks: what it posts is understood, what somebody else posts is not. */

import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type EventType, listOfResource, type RecordResource } from "../../src/contract/event.ts";
import { type Session } from "../../src/contract/session.ts";
import { timestampOf } from "../../src/contract/timestamp.ts";
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
import { forget, offered, whole } from "./reading.ts";
import type { Stage } from "./stage.ts";

interface Receiver {
  readonly url: string;
  /** What came and what it was taken for, since the last look. */
  take(): { readonly post: VendorPost; readonly receipt: Receipt }[];
  /** What `subscribe` told. */
  know(facts: unknown): void;
  close(): Promise<void>;
}

/** Answers as the service would. */
async function openReceiver(webhooks: Webhooks, secret: string): Promise<Receiver> {
  const came: { post: VendorPost; receipt: Receipt }[] = [];
  let facts: unknown;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bytesOf(request);
    const query = Object.fromEntries(new URL(request.url ?? "/", "http://localhost").searchParams);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const post = { headers, query, body, secret, ...(facts !== undefined && { facts }) };
    const receipt = webhooks.receive(post);
    came.push({ post, receipt });
    response.statusCode = receipt.kind === "invalidSignature" ? 401 : 200;
    response.end(receipt.kind === "handshake" ? receipt.body : undefined);
  };
  const server = await serveHttp((request, response) => void answer(request, response));
  return {
    url: `${server.url}/hooks`,
    take: () => came.splice(0),
    know: (told) => {
      facts = told;
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
    receiver.know(subscription.facts);
    const told: string[] = [];
    for (const resource of Object.keys(webhooks.resources) as RecordResource[])
      told.push(...(await resourceFindings(stage, webhooks, receiver, resource)));
    return [...told, ...(await endFindings(stage, webhooks, { subscription, address, receiver }))];
  } finally {
    await receiver.close();
  }
}

async function subscribe(
  stage: Stage,
  webhooks: Webhooks,
  address: VendorAddress,
): Promise<VendorSubscription | string> {
  const { portal } = stage.simulator.vendor;
  if (webhooks.setUp === "portal") {
    if (portal === undefined) return "webhooks: are set up at a portal, which the simulator does not have";
    portal.subscribe({ url: address.url, key: address.secret });
    await stage.simulator.vendor.settle();
    return { facts: undefined };
  }
  if (webhooks.subscribe === undefined) return "webhooks: are set up by API, but there is no subscribe";
  try {
    return await webhooks.subscribe(stage.session(), address);
  } catch (error) {
    return `webhooks: subscribe failed: ${(error as Error).message}`;
  }
}

async function resourceFindings(stage: Stage, webhooks: Webhooks, receiver: Receiver, resource: RecordResource) {
  const list = listOfResource[resource];
  if (!offered(stage.facts, "list").includes(list))
    return [`webhooks: tell of ${resource}, but ${list} is not offered`];
  const rows = await whole(stage, list);
  const [changed, doomed] = [rows.at(-1), rows.at(-2)].map(idOf);
  const vendorId = (id: string) => stage.facts.vendorId?.(id, list) ?? id;
  const kinds = webhooks.resources[resource] ?? [];
  const { touch, remove } = stage.simulator.vendor;
  const findings: string[] = [];
  receiver.take();
  if (kinds.includes("UPDATED"))
    findings.push(
      ...(await causing(stage, receiver, {
        resource,
        id: changed ?? "",
        kind: "UPDATED",
        act: () => touch(vendorId(changed ?? "")),
      })),
    );
  if (kinds.includes("DELETED"))
    findings.push(
      ...(await causing(stage, receiver, {
        resource,
        id: doomed ?? "",
        kind: "DELETED",
        act: () => remove(vendorId(doomed ?? "")),
      })),
    );
  return findings;
}

interface Cause {
  readonly resource: RecordResource;
  readonly id: string;
  readonly kind: EventType;
  readonly act: () => void;
}

async function causing(stage: Stage, receiver: Receiver, { resource, id, kind, act }: Cause): Promise<string[]> {
  try {
    act();
  } catch (error) {
    return [
      `webhooks: the simulator cannot do this to ${resource} ${id} (${(error as Error).message}); say its own id with vendorId`,
    ];
  }
  await stage.simulator.vendor.settle();
  forget(stage);
  const came = receiver.take();
  if (came.length === 0) return [`webhooks: nothing was posted when a ${resource} was ${kind}`];
  const notices: Notice[] = [];
  for (const { receipt } of came)
    if (receipt.kind === "notices") for (const notice of receipt.notices) notices.push(...(await clear(stage, notice)));
  const fits = (notice: Notice) =>
    notice.resource === resource && notice.resourceId === id && notice.eventType === kind;
  const heard = notices.map((notice) => `${notice.eventType} ${notice.resource} ${notice.resourceId}`).join(", ");
  const told = notices.find(fits);
  const filterDate = timestampOf(new Date(told?.changedAt ?? 0));
  const found =
    told === undefined || kind === "DELETED"
      ? []
      : await filterDateFindings(stage, listOfResource[resource], { filterDate, ours: id });
  const zoned = notices.every(({ changedAt }) => /(?:Z|[+-]\d{2}:\d{2})$/.test(changedAt));
  return [
    ...(notices.some(fits)
      ? []
      : [`webhooks: ${kind} ${resource} ${id} was taken for ${heard || (came[0]?.receipt.kind ?? "nothing")}`]),
    ...found,
    ...(zoned ? [] : [`webhooks: changedAt of ${resource} has no zone`]),
    ...came
      .slice(0, 1)
      .flatMap(({ post, receipt }) => (receipt.kind === "notices" ? forgeryFindings(stage, post) : [])),
  ];
}

async function clear(stage: Stage, notice: Notice): Promise<readonly Notice[]> {
  const lookUp = stage.connector.webhooks?.lookUp;
  return notice.ambiguous === undefined || lookUp === undefined ? [notice] : lookUp(notice, insideCompany(stage));
}

/** As the service looks: within the connection's company. */
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

/** Either every byte is signed, or a secret in it has to be right. */
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
  const other = take({ secret: "0".repeat(64), facts: {} });
  const thrown = outcomes.find((outcome) => outcome.startsWith("an error"));
  const empty = take({ body: Buffer.alloc(0), headers: {} });
  return [
    ...(isSigned || other === "invalidSignature"
      ? []
      : [`webhooks: a post with one byte changed is taken for ${outcomes.find((one) => one !== "invalidSignature")}`]),
    ...(thrown === undefined ? [] : [`webhooks: a post with one byte changed ends in ${thrown}`]),
    ...(empty === "invalidSignature" ? [] : [`webhooks: an empty post is taken for ${empty}`]),
  ];
}

interface Ending {
  readonly subscription: VendorSubscription;
  readonly address: VendorAddress;
  readonly receiver: Receiver;
}

/** Renewed it still tells, ended it is quiet. */
async function endFindings(
  stage: Stage,
  webhooks: Webhooks,
  { subscription, address, receiver }: Ending,
): Promise<string[]> {
  if (webhooks.setUp === "portal") return [];
  const findings: string[] = [];
  let current = subscription;
  if (current.expiresAt !== undefined && webhooks.renew === undefined)
    findings.push("webhooks: the subscription ends, but there is no renew");
  try {
    if (webhooks.renew !== undefined) {
      current = await webhooks.renew(stage.session(), current, address);
      if (current.expiresAt !== undefined && current.expiresAt < (subscription.expiresAt ?? ""))
        findings.push(
          `webhooks: renewed, the subscription ends at ${current.expiresAt}, before ${subscription.expiresAt}`,
        );
    }
    if (webhooks.unsubscribe === undefined) return [...findings, "webhooks: there is no unsubscribe"];
    await webhooks.unsubscribe(stage.session(), current, address);
  } catch (error) {
    return [...findings, `webhooks: renewing or ending failed: ${(error as Error).message}`];
  }
  const [resource] = Object.keys(webhooks.resources) as RecordResource[];
  const [row] = resource === undefined ? [] : await whole(stage, listOfResource[resource]);
  receiver.take();
  if (row !== undefined && resource !== undefined)
    stage.simulator.vendor.touch(stage.facts.vendorId?.(idOf(row), listOfResource[resource]) ?? idOf(row));
  await stage.simulator.vendor.settle();
  return receiver.take().length === 0 ? findings : [...findings, "webhooks: unsubscribed, the vendor still posts"];
}
