/**
 * The data map: what every table stores, for how long, how it is protected, and whose data it is. docs/operate/privacy.md
 * shows it, a test compares it with the database, and erasure follows it.
 */
export interface StoredData {
  readonly table: string;
  readonly holds: string;
  /** How values that could identify or harm somebody are stored. */
  readonly protection: string;
  readonly kept: string;
  /** The rows of connections, as a condition with their ids in `$1`. */
  readonly ofConnections?: string;
  /** The rows of a tenant, as a condition with its id in `$1`. Undefined: those of its connections. */
  readonly ofTenant?: string;
}

const byConnection = "connection_id = ANY ($1)";
const byTenant = "tenant_id = $1";
/** The tenant's own log has its id. */
const byTenantLog = "connection_id = $1";
const ofSubscriptions = "subscription_id IN (SELECT id FROM subscriptions WHERE connection_id = ANY ($1))";
/** The tenant-wide subscriptions themselves get the log of the tenant. */
const ofTenantSubscriptions =
  "subscription_id IN (SELECT id FROM subscriptions WHERE tenant_id = $1 AND connection_id IS NULL)";
const ofTasks = "task_id IN (SELECT id FROM tasks WHERE connection_id = ANY ($1))";
const plain = "plain";
const hash = "SHA-256";
const encrypted = "encrypted";
const ofEvents = "`EVENT_DAYS`";
const untilErased = "`ENDED_CONNECTION_MINUTES` after the connection ends";
const untilTenantDeleted = "until the tenant is deleted";
const names = (column: string): string =>
  `EXISTS (SELECT FROM unnest($1::text[]) AS erased (id) WHERE strpos(${column}, erased.id) > 0)`;

/** Tables of the service's schema. Rows that refer to others come first. */
export const dataMap: readonly StoredData[] = [
  {
    table: "delivery_attempts",
    holds: "attempts to deliver events: status, duration, the beginning of a refusal",
    protection: "secrets removed",
    kept: ofEvents,
    ofConnections: ofSubscriptions,
    ofTenant: ofTenantSubscriptions,
  },
  {
    table: "deliveries",
    holds: "which event goes to which subscription",
    protection: plain,
    kept: ofEvents,
    ofConnections: ofSubscriptions,
    ofTenant: ofTenantSubscriptions,
  },
  {
    table: "events",
    holds: "changes of records and issues: type, time and id, no content",
    protection: plain,
    kept: ofEvents,
    ofConnections: byConnection,
    ofTenant: byTenantLog,
  },
  {
    table: "held_changes",
    holds: "changes of records that a running write may have made: type, time and id, no content",
    protection: plain,
    kept: "until the write ends",
    ofConnections: byConnection,
  },
  {
    table: "event_logs",
    holds: "the last number of each event log",
    protection: plain,
    kept: `${untilErased}, or ${untilTenantDeleted}`,
    ofConnections: byConnection,
    ofTenant: byTenantLog,
  },
  {
    table: "bulk_replays",
    holds: "replays of deliveries, and who requested them",
    protection: plain,
    kept: ofEvents,
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "issues",
    holds: "problems of connections, with the latest error message",
    protection: "secrets removed",
    kept: "`ISSUE_DAYS` after they are closed",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "muted_issues",
    holds: "issues that are muted",
    protection: plain,
    kept: "until the mute ends",
    ofConnections: names("name"),
  },
  {
    table: "search_terms",
    holds: "numbers, names and amounts of written records",
    protection: "keyed hash",
    kept: "`REQUEST_LOG_DAYS`; erased when the connection ends",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "request_bodies",
    holds: "bodies of requests and responses, if `REQUEST_LOG_BODY_HOURS` is set",
    protection: encrypted,
    kept: "`REQUEST_LOG_BODY_HOURS`",
    ofConnections: "id IN (SELECT id FROM request_log WHERE connection_id = ANY ($1))",
    ofTenant: byTenant,
  },
  {
    table: "vendor_calls",
    holds: "calls to target systems: host, path, status; no bodies",
    protection: "secrets removed",
    kept: "`REQUEST_LOG_DAYS`",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "request_log",
    holds: "requests: operation, status, IP address and user agent of the caller; no bodies",
    protection: "secrets removed",
    kept: "`REQUEST_LOG_DAYS`",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "vendor_usage",
    holds: "calls and bytes per connection and day",
    protection: plain,
    kept: "`USAGE_DAYS`",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "task_blocks",
    holds: "lists that a task has read",
    protection: encrypted,
    kept: "`TASK_DAYS`",
    ofConnections: ofTasks,
  },
  {
    table: "task_results",
    holds: "records that a task has written",
    protection: encrypted,
    kept: "`TASK_DAYS`",
    ofConnections: ofTasks,
  },
  {
    table: "task_files",
    holds: "files of a task that are not sent yet",
    protection: encrypted,
    kept: "until the task ends",
    ofConnections: ofTasks,
  },
  {
    table: "tasks",
    holds: "tasks and their requests",
    protection: `request ${encrypted}`,
    kept: "`TASK_DAYS`",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "operations",
    holds: "the journal of writes: request, outcome, and number, id and total of the record",
    protection: `request, outcome and record ${encrypted}`,
    kept: "`OPERATION_DAYS`",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "record_snapshots",
    holds: "ids and fingerprints of polled records",
    protection: `ids ${plain}, state as ${hash}`,
    kept: untilErased,
    ofConnections: byConnection,
  },
  { table: "polls", holds: "progress of polls", protection: plain, kept: untilErased, ofConnections: byConnection },
  {
    table: "poll_schedule",
    holds: "when connections are polled",
    protection: plain,
    kept: untilErased,
    ofConnections: byConnection,
  },
  {
    table: "ambiguous_notices",
    holds: "vendors' notices that wait for a lookup",
    protection: encrypted,
    kept: "until they are looked up",
    ofConnections: byConnection,
  },
  {
    table: "vendor_subscriptions",
    holds: "subscriptions at vendors, their secret addresses",
    protection: `address and facts ${encrypted}`,
    kept: untilErased,
    ofConnections: byConnection,
  },
  {
    table: "subscriptions",
    holds: "platforms' subscriptions: host of the callback URL, filters",
    protection: `URL and secrets ${encrypted}`,
    kept: "`EVENT_DAYS` after they end",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "connection_upkeep",
    holds: "renewals and daily checks",
    protection: plain,
    kept: untilErased,
    ofConnections: byConnection,
  },
  {
    table: "connection_history",
    holds: "when a connection was made, renewed, refused or ended",
    protection: plain,
    kept: untilErased,
    ofConnections: byConnection,
  },
  {
    table: "account_keys",
    holds: "account keys, with their first characters",
    protection: hash,
    kept: untilErased,
    ofConnections: byConnection,
  },
  {
    table: "flows",
    holds: "attempts to connect: options of the platform, credentials until they are stored",
    protection: `credentials ${encrypted}, tokens as ${hash}`,
    kept: "a day after they expire",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "end_user_pages",
    holds: "links to the page of an end user",
    protection: `token as ${hash}, return URL ${encrypted}`,
    kept: "a day after they expire",
    ofConnections: `connection_ids && $1 OR (tenant_id, end_user_id) IN (
      SELECT tenant_id, end_user_id FROM connections WHERE id = ANY ($1))`,
    ofTenant: byTenant,
  },
  {
    table: "assistant_codes",
    holds: "one-time codes with which an end user lets an assistant in",
    protection: hash,
    kept: "a day after they expire; used ones are deleted at once",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "assistant_requests",
    holds: "assistants' requests for access: name and address of the assistant, the answer of the end user",
    protection: `tokens as ${hash}`,
    kept: "a day after they expire",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "assistant_questions",
    holds: "writes of assistants that a person confirms on a page, and the answer",
    protection: `write ${encrypted}, token as ${hash}`,
    kept: "a day after they expire",
    ofConnections: byConnection,
  },
  {
    table: "assistant_tokens",
    holds: "tokens of assistants",
    protection: hash,
    kept: "a day after they expire",
    ofConnections: "grant_id IN (SELECT id FROM assistant_grants WHERE connection_id = ANY ($1))",
  },
  {
    table: "assistant_grants",
    holds: "assistants that an end user gave access: name, address, scopes",
    protection: plain,
    kept: "30 days after they end",
    ofConnections: byConnection,
    ofTenant: byTenant,
  },
  {
    table: "assistant_clients",
    holds: "programs of assistants that registered: name, return addresses",
    protection: plain,
    kept: "a day if nobody allowed them, otherwise 90 days after the last use",
  },
  {
    table: "vendor_limits",
    holds: "counts of recent calls to vendors",
    protection: plain,
    kept: "2 days",
    ofConnections: names("key"),
  },
  {
    table: "import_entries",
    holds:
      "imported connections: the platform's id of the end user, credentials until they are tried, account keys for a day",
    protection: `credentials and keys ${encrypted}, refresh token as keyed hash`,
    kept: "`TASK_DAYS` after the import ends",
    ofConnections: byConnection,
    ofTenant: "import_id IN (SELECT id FROM imports WHERE tenant_id = $1)",
  },
  {
    table: "imports",
    holds: "imports of connections",
    protection: "body as keyed hash",
    kept: "`TASK_DAYS` after they end",
    ofTenant: byTenant,
  },
  {
    table: "connections",
    holds: "connections: target system, company, the end user's id and name as the platform sent them, credentials",
    protection: `credentials ${encrypted}, erased when the connection ends`,
    kept: untilErased,
    ofConnections: "id = ANY ($1)",
    ofTenant: byTenant,
  },
  {
    table: "key_deliveries",
    holds: "account keys on their way to a webhook",
    protection: encrypted,
    kept: "until they are delivered, or given up",
    ofTenant: byTenant,
  },
  {
    table: "console_links",
    holds: "sign-in links to the console: name, role",
    protection: `token as ${hash}`,
    kept: "until they expire",
    ofTenant: byTenant,
  },
  {
    table: "console_sessions",
    holds: "sessions of the console: name, role, the provider's ID token",
    protection: `token as ${hash}, ID token ${encrypted}`,
    kept: "until they expire",
    ofTenant: byTenant,
  },
  {
    table: "console_people",
    holds: "people who signed in to the console at the OpenID Connect provider: its identifier, name, e-mail address",
    protection: plain,
    kept: "a year after the last sign-in, or until `kontor people erase`",
    ofTenant: byTenant,
  },
  {
    table: "usage_budgets",
    holds: "budgets of calls",
    protection: plain,
    kept: untilTenantDeleted,
    ofTenant: byTenant,
  },
  {
    table: "page_styles",
    holds: "the look of hosted pages",
    protection: plain,
    kept: untilTenantDeleted,
    ofTenant: byTenant,
  },
  {
    table: "registrations",
    holds: "tenants' OAuth clients",
    protection: `secrets ${encrypted}`,
    kept: untilTenantDeleted,
    ofTenant: byTenant,
  },
  {
    table: "api_keys",
    holds: "API keys, with their name, first characters and scopes",
    protection: hash,
    kept: untilTenantDeleted,
    ofTenant: byTenant,
  },
  {
    table: "tenants",
    holds: "tenants: name, callback URLs, signing secret, hidden fields",
    protection: `URLs and secret ${encrypted}`,
    kept: untilTenantDeleted,
    ofTenant: "id = $1",
  },
  {
    table: "audit_names",
    holds: "names and IP addresses of the audit log",
    protection: "compared with a salted hash in the chain",
    kept: "`AUDIT_LOG_DAYS`, or until the tenant is deleted or the person is erased",
    ofTenant: byTenant,
  },
  {
    table: "audit_log",
    holds: "which key, person or session did what to which object, by id",
    protection: "chained by hash",
    kept: "`AUDIT_LOG_DAYS`; erasures are recorded here",
  },
  {
    table: "erasures",
    holds: "receipts of erasures: ids and numbers of rows",
    protection: plain,
    kept: "always",
  },
  { table: "audit_head", holds: "the last entry of the audit log", protection: plain, kept: "always" },
  {
    table: "audit_checkpoints",
    holds: "up to where entries of the audit log were deleted",
    protection: plain,
    kept: "always",
  },
  { table: "workers", holds: "running processes", protection: plain, kept: "a minute after the process ended" },
  { table: "master_keys", holds: "ids of master keys, not the keys", protection: plain, kept: "always" },
  { table: "migrations", holds: "the version of the tables", protection: plain, kept: "always" },
  { table: "restores", holds: "when the database was restored and resumed", protection: plain, kept: "always" },
  { table: "database_clock", holds: "the clock that processes share", protection: plain, kept: "always" },
];
