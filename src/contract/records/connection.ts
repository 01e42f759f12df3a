/** Records about a connection: environments, companies, the signed-in user, webhook subscriptions. */
import type { Static } from "typebox";
import { flag, integer, listOf, record, text, timestamp, url } from "../schema.ts";

export type Environment = Static<typeof Environment>;
export const Environment = record(
  "Environment",
  { id: text, environmentId: text },
  { name: text, type: text, tenantId: text, applicationFamily: text, countryCode: text },
);

export type Subscription = Static<typeof Subscription>;
export const Subscription = record("Subscription", {}, { id: text, name: text, status: text, active: flag });

export type Company = Static<typeof Company>;
export const Company = record(
  "Company",
  { id: text },
  {
    name: text,
    environmentId: text,
    client_number: integer,
    consultant_number: integer,
    subscription: listOf(Subscription),
  },
);

export type UserInfo = Static<typeof UserInfo>;
export const UserInfo = record("UserInfo", {}, { id: text, account_id: text, family_name: text, name: text });

/** A failure in the background: of a renewal, a daily check, a poll or a subscription at the target system. */
export const BackgroundFault = record("BackgroundFault", { code: text, date: timestamp }, {});

export type WebhookSubscription = Static<typeof WebhookSubscription>;
export const WebhookSubscription = record(
  "WebhookSubscription",
  { id: text },
  {
    callbackUrl: url,
    createdDate: timestamp,
    expiresDate: timestamp,
    updatedDate: timestamp,
    lastFault: BackgroundFault,
  },
);
