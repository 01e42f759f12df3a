import type { EventType, RecordResource } from "../../src/contract/event.ts";
import type { Notice, Webhooks } from "../../src/contract/webhooks.ts";
import { path } from "../../src/kit/path.ts";
import { invalidSignature, isSignedByHmac, jsonOf } from "../../src/kit/webhooks.ts";

interface Notification {
  readonly company: string;
  readonly kind: "contact" | "invoice";
  readonly change: "created" | "updated" | "deleted";
  readonly id: string;
  readonly at: string;
}

const resources: Readonly<Record<Notification["kind"], RecordResource>> = {
  contact: "CONTACT",
  invoice: "INVOICE",
};

const eventTypes: Readonly<Record<Notification["change"], EventType>> = {
  created: "CREATED",
  updated: "UPDATED",
  deleted: "DELETED",
};

const notice = ({ company, kind, change, id, at }: Notification): Notice => ({
  company,
  resource: resources[kind],
  resourceId: id,
  eventType: eventTypes[change],
  changedAt: at,
});

const webhooksPath = (company: string | undefined): string => path`/companies/${company}/webhooks`;

export const webhooks: Webhooks = {
  setUp: "api",
  resources: {
    CONTACT: ["CREATED", "UPDATED", "DELETED"],
    INVOICE: ["CREATED", "UPDATED", "DELETED"],
  },
  receive: (post) => {
    if (!isSignedByHmac(post, { header: "x-signature", digest: "sha256", encoding: "hex" })) return invalidSignature;
    const notifications = jsonOf(post) as readonly Notification[];
    return { kind: "notices", notices: notifications.map(notice) };
  },
  subscribe: async (session, { url, secret, scope }) => {
    const webhook = await session.send({
      method: "POST",
      path: webhooksPath(scope.company),
      body: { url, secret },
    });
    return { facts: { id: (webhook as { readonly id: string }).id } };
  },
  unsubscribe: async (session, { facts }, { scope }) => {
    const { id } = facts as { readonly id: string };
    await session.send({ method: "DELETE", path: `${webhooksPath(scope.company)}/${id}` });
  },
};
