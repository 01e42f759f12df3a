import type { Queryable } from "./postgres/database.ts";

/** The style of a tenant's hosted pages. The pages validate its content. */
export async function findPageStyle(database: Queryable, tenantId: string): Promise<object> {
  const { rows } = await database.query<{ style: object }>("SELECT style FROM page_styles WHERE tenant_id = $1", [
    tenantId,
  ]);
  return rows[0]?.style ?? {};
}

/** Reads and writes in one transaction, so that concurrent changes are not lost. */
export async function changePageStyle(
  database: Queryable,
  tenantId: string,
  change: (old: object) => object,
): Promise<object> {
  await database.query("INSERT INTO page_styles (tenant_id, style) VALUES ($1, '{}') ON CONFLICT DO NOTHING", [
    tenantId,
  ]);
  const { rows } = await database.query<{ style: object }>(
    "SELECT style FROM page_styles WHERE tenant_id = $1 FOR UPDATE",
    [tenantId],
  );
  const style = change(rows[0]?.style ?? {});
  await database.query("UPDATE page_styles SET style = $2, updated_at = now() WHERE tenant_id = $1", [
    tenantId,
    JSON.stringify(style),
  ]);
  return style;
}
