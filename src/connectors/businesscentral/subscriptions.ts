/** Business Central's subscriptions: one for each kind of record and connection, for three days at a time. */
import { type Session } from "../../contract/session.ts";
import type { VendorAddress, VendorSubscription } from "../../contract/webhooks.ts";
import { ifFound } from "../../kit/reading.ts";
import { apiOf, companyOf } from "./choices.ts";
import { matching } from "./telling.ts";
import type { Subscription } from "./types.ts";

/** What is kept of each: the set that it is about, and its id. */
interface Known {
  readonly set: string;
  readonly id: string;
}

const pathOf = ({ scope }: VendorAddress): string => `${apiOf(scope.environment)}/subscriptions`;
const onePath = (address: VendorAddress, { id }: Known): string =>
  `${pathOf(address)}('${encodeURIComponent(id.replaceAll("'", "''"))}')`;

const told = ({ url, secret, scope }: VendorAddress, set: string) => ({
  notificationUrl: url,
  resource: `/api/v2.0${companyOf(scope.company)}/${set}`,
  clientState: secret,
});

const knownIn = ({ facts }: VendorSubscription): readonly Known[] => (Array.isArray(facts) ? (facts as Known[]) : []);

const summed = (all: readonly (Known & { readonly expires: string | undefined })[]): VendorSubscription => ({
  facts: all.map(({ set, id }) => ({ set, id })),
  expiresAt: all.flatMap(({ expires }) => expires ?? []).toSorted()[0],
});

async function add(session: Session, address: VendorAddress, set: string) {
  const request = { method: "POST", path: pathOf(address), body: told(address, set) } as const;
  const { subscriptionId, expirationDateTime } = (await session.send(request)) as Subscription;
  return { set, id: subscriptionId, expires: expirationDateTime ?? undefined };
}

export const subscribing =
  (sets: readonly string[]) =>
  async (session: Session, address: VendorAddress): Promise<VendorSubscription> => {
    const made: Awaited<ReturnType<typeof add>>[] = [];
    try {
      for (const set of sets) made.push(await add(session, address, set));
    } catch (error) {
      await unsubscribe(session, summed(made), address);
      throw error;
    }
    return summed(made);
  };

/** Undefined where it is gone: an answer that it did not like ends a subscription. */
const read = (session: Session, path: string) => ifFound(session.read(path) as Promise<Subscription>);

const tagged = (subscription: Subscription) => matching(subscription["@odata.etag"] ?? "*");

export async function renew(session: Session, subscription: VendorSubscription, address: VendorAddress) {
  const renewed: Awaited<ReturnType<typeof add>>[] = [];
  for (const known of knownIn(subscription)) {
    const path = onePath(address, known);
    const found = await read(session, path);
    if (found === undefined) renewed.push(await add(session, address, known.set));
    else {
      const request = { method: "PATCH", path, headers: tagged(found), body: told(address, known.set) } as const;
      const { expirationDateTime } = (await session.send(request)) as Subscription;
      renewed.push({ ...known, expires: expirationDateTime ?? undefined });
    }
  }
  return summed(renewed);
}

export async function unsubscribe(
  session: Session,
  subscription: VendorSubscription,
  address: VendorAddress,
): Promise<void> {
  for (const known of knownIn(subscription)) {
    const path = onePath(address, known);
    const found = await read(session, path);
    if (found !== undefined) await session.send({ method: "DELETE", path, headers: tagged(found) });
  }
}
