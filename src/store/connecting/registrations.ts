import type { Queryable } from "../postgres/database.ts";

/** A tenant's OAuth client at a target system. */
export interface Registration {
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly clientId: string;
  /** Encrypted for table `registrations`, the tenant and target system, column `client_secret`. */
  readonly clientSecret: Buffer;
  readonly customValues: readonly CustomValue[];
}

export interface CustomValue {
  readonly name: string;
  readonly value: string;
}

const columns = `tenant_id AS "tenantId", target_system AS "targetSystem", client_id AS "clientId",
  client_secret AS "clientSecret", custom_values AS "customValues", created_at AS "createdAt"`;

export async function saveRegistration(database: Queryable, registration: Registration): Promise<void> {
  await database.query(
    `INSERT INTO registrations (tenant_id, target_system, client_id, client_secret, custom_values)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, target_system)
     DO UPDATE SET client_id = $3, client_secret = $4, custom_values = $5, created_at = now()`,
    [
      registration.tenantId,
      registration.targetSystem,
      registration.clientId,
      registration.clientSecret,
      JSON.stringify(registration.customValues),
    ],
  );
}

export async function findRegistrations(
  database: Queryable,
  tenantId: string,
  targetSystem?: string,
): Promise<(Registration & { createdAt: Date })[]> {
  const { rows } = await database.query<Registration & { createdAt: Date }>(
    `SELECT ${columns} FROM registrations
     WHERE tenant_id = $1 AND ($2::text IS NULL OR target_system = $2) ORDER BY target_system`,
    [tenantId, targetSystem ?? null],
  );
  return rows;
}

/** Returns whether there was one. */
export async function removeRegistration(
  database: Queryable,
  tenantId: string,
  targetSystem: string,
): Promise<boolean> {
  const { rowCount } = await database.query("DELETE FROM registrations WHERE tenant_id = $1 AND target_system = $2", [
    tenantId,
    targetSystem,
  ]);
  return rowCount === 1;
}

export async function listRegistrations(database: Queryable): Promise<Registration[]> {
  const { rows } = await database.query<Registration>(`SELECT ${columns} FROM registrations`);
  return rows;
}

/** Only if they have not changed since they were read. */
export async function updateCustomValues(
  database: Queryable,
  { tenantId, targetSystem, customValues }: Registration,
  values: readonly CustomValue[],
): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE registrations SET custom_values = $4 WHERE tenant_id = $1 AND target_system = $2 AND custom_values = $3`,
    [tenantId, targetSystem, JSON.stringify(customValues), JSON.stringify(values)],
  );
  return rowCount === 1;
}
