import type { EventType, RecordResource } from "../../src/contract/event.ts";
import type { Notice, Webhooks } from "../../src/contract/webhooks.ts";
import { path } from "../../src/kit/path.ts";
import { invalidSignature, isSignedByHmac, jsonOf } from "../../src/kit/webhooks.ts";
import type { Notification } from "./types.ts";

const resources = { contact: "CONTACT", invoice: "INVOICE" } as const satisfies Record<string, RecordResource>;
const changes = { created: "CREATED", updated: "UPDATED", deleted: "DELETED" } as const satisfies Record<
  string,
  EventType
>;

const notice = ({ company, kind, change, id, at }: Notification): Notice => ({
  company,
  resourceId: id,
  changedAt: at,
  resource: resources[kind],
  eventType: changes[change],
});

const place = (company: string | undefined): string => path`/companies/${company}/webhooks`;

export const webhooks: Webhooks = {
  setUp: "api",
  resources: { CONTACT: ["CREATED", "UPDATED", "DELETED"], INVOICE: ["CREATED", "UPDATED", "DELETED"] },
  receive: (post) => {
    if (!isSignedByHmac(post, { header: "x-signature", digest: "sha256", encoding: "hex" })) return invalidSignature;
    return { kind: "notices", notices: (jsonOf(post) as readonly Notification[]).map(notice) };
  },
  subscribe: async (session, { url, secret, scope }) => {
    const made = await session.send({ method: "POST", path: place(scope.company), body: { url, secret } });
    return { facts: { id: (made as { readonly id: string }).id } };
  },
  unsubscribe: async (session, { facts }, { scope }) => {
    const { id } = facts as { readonly id: string };
    await session.send({ method: "DELETE", path: `${place(scope.company)}/${id}` });
  },
};
