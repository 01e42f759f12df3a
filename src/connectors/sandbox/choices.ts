/** What a user can choose from: environments, and the companies in them. */

import {
  type Company as CompanyRecord,
  type Environment as EnvironmentRecord,
  type Subscription as SubscriptionRecord,
} from "../../contract/records/connection.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { paging } from "./conventions.ts";
import type { Company, Environment, Subscription } from "./types.ts";

const environment = mapping<EnvironmentRecord, Environment>({
  id: ({ id }) => id,
  environmentId: ({ id }) => id,
  name: ({ name }) => name,
  type: ({ type }) => type,
  tenantId: ({ tenant_id }) => tenant_id,
  applicationFamily: ({ application_family }) => application_family,
  countryCode: ({ country_code }) => country_code,
});

const subscription = mapping<SubscriptionRecord, Subscription>({
  id: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ status }) => status,
  active: ({ active }) => active,
});

const company = mapping<CompanyRecord, Company>({
  id: ({ id }) => id,
  name: ({ name }) => name,
  environmentId: ({ environment_id }) => environment_id,
  client_number: ({ client_number }) => client_number,
  consultant_number: ({ consultant_number }) => consultant_number,
  subscription: each(subscription, ({ subscriptions }) => subscriptions),
});

export async function environments(session: Session): Promise<readonly EnvironmentRecord[]> {
  return (await all<Environment>(session, "/environments")).map(environment);
}

export async function companies(session: Session, chosen: string | undefined): Promise<readonly CompanyRecord[]> {
  return (await all<Company>(session, "/companies", { environment: chosen })).map(company);
}

async function all<Native>(session: Session, path: string, query: VendorQuery = {}): Promise<readonly Native[]> {
  const { natives } = await paging(
    (page) => session.readWithHeaders(path, { ...query, ...page }),
    undefined,
    session.memory,
  );
  return natives as readonly Native[];
}
