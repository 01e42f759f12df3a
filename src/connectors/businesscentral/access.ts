import type { Company as CompanyRecord, Environment as EnvironmentRecord } from "../../contract/records/connection.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { key, readValues } from "./conventions.ts";
import type { Company, Environment } from "./types.ts";

const environment = mapping<EnvironmentRecord, Environment>({
  ...values({
    id: "name",
    environmentId: "name",
    name: "name",
    type: "type",
    tenantId: "aadTenantId",
    applicationFamily: "applicationFamily",
    countryCode: "countryCode",
  }),
});

export const environmentsPath = "/environments/v1.2";

export const environments = async (session: Session): Promise<readonly EnvironmentRecord[]> =>
  (await readValues<Environment>(session, environmentsPath)).map(environment);

export const companies = async (
  session: Session,
  environmentName: string | undefined,
): Promise<readonly CompanyRecord[]> =>
  (await readValues<Company>(session, `${apiOf(environmentName)}/companies`)).map(
    ({ id, displayName, name: companyName }) => ({
      id,
      name: displayName || companyName || id,
      environmentId: environmentName ?? "",
    }),
  );

/** The tenant may be left out of the path: the token names it (endpoints-apis-for-dynamics.md, 2026-11). */
export const apiOf = (environment: string | undefined): string => path`/v2.0/${environment}/api/v2.0`;

export const companyOf = (company: string | undefined): string => `/companies${key(company)}`;
