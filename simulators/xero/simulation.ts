/** Xero's API, after its developer pages and its OpenAPI description. */
import { hmac } from "../../src/sandbox/engine/secrets.ts";
import { changeBriefly } from "../engine/closing.ts";
import { get, json, type Route } from "../engine/routes.ts";
import type { Found } from "../engine/tables.ts";
import { type Row, text, uuid } from "../engine/values.ts";
import { simulate, type VendorContext } from "../engine/vendor.ts";
import type { Vendor } from "../simulation.ts";
import { openBooks } from "./books.ts";
import { type Company, instantOf, type Name, stamp, type Table, type TableName, tables, xml } from "./company.ts";
import { limitedUser, notANumber, notConnected, notJson, Rejected, refusals } from "./refusals.ts";
import { routes, writers } from "./routes.ts";

export const simulation = simulate<Name>({
  slug: "xero",
  base: "/api.xero.com",
  companies: openBooks,
  refusals: () => refusals,
  limitedUser,
  // The end of year lock is for all users.
  closeBooks: ({ facts }, until) => {
    const day = stamp(Date.parse(until));
    return changeBriefly([facts], { PeriodLockDate: day, EndOfYearLockDate: day });
  },
  portal: openPortal,
  oauth: {
    authorize: "/login.xero.com/identity/connect/authorize",
    token: "/identity.xero.com/connect/token",
    revoke: "/identity.xero.com/connect/revocation",
    client: { clientId: "SIMULATEDXEROCLIENT0000000000000", clientSecret: "simulated-xero-client-secret" },
    title: "Xero",
    clientAuth: "either",
    accessSeconds: 1800,
    unusedSeconds: () => 60 * 86_400,
    rotates: true,
    graceSeconds: 1800,
    // Any scope is accepted, and the token response names it.
    scopes: { complaint: () => undefined },
  },
  company: ({ headers }, companies) => {
    const found = companies.find(({ id }) => id === headers["xero-tenant-id"]);
    if (found === undefined) throw notConnected();
    return found;
  },
  /** JSON on request, XML by default. */
  wire: (world) => ({
    ...json,
    write: (content, request) => {
      const about = { Id: "0b3ee35e-b97c-4b3c-b7e2-9a465233e329", Status: "OK", ProviderName: "Kontor (simulated)" };
      const complete = { ...about, DateTimeUTC: `/Date(${world.now()})/`, ...(content as Row) };
      if ((request.headers.accept ?? "").includes("json")) return json.write(complete, request);
      return { type: "text/xml; charset=utf-8", content: xml(complete) };
    },
  }),
  refused: (error) =>
    error instanceof SyntaxError ? notJson : String(error).includes("[big.js]") ? notANumber : undefined,
  routes: (context) => [
    connections(context, "connections"),
    connections(context, "Connections"),
    ...routes().map(([method, path, handler]): Route<Name> => [method, `api.xro/2.0/${path}`, handler]),
  ],
  screens: { remove: withdraw },
});

/** The connected organisations, in another naming style than the rest of the API. */
const connections = ({ companies }: VendorContext<Name>, path: string): Route<Name> =>
  get(path, () => {
    const list = companies.map(({ id: tenantId, facts }) => {
      const since = `${new Date(instantOf(facts["CreatedDateUTC"]) ?? 0).toISOString().slice(0, 23)}0000`;
      const tenant = { tenantId, tenantType: "ORGANISATION", tenantName: facts["Name"] };
      const id = uuid(`connection ${tenantId}`);
      return { id, authEventId: uuid("consent"), ...tenant, createdDateUtc: since, updatedDateUtc: since };
    });
    return { headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(list)) };
  });

/** Xero's alternatives to deleting. A paid invoice cannot be removed. */
function withdraw({ company, table, row }: Found<Name>): void {
  const isDraft = row["Status"] === "DRAFT" || row["Status"] === "SUBMITTED";
  const isVoided = table === "ManualJournals" || table === "Invoices" || table === "CreditNotes";
  const gone = { Status: isVoided && !isDraft ? "VOIDED" : "DELETED" };
  try {
    if (table === "Items") company.tables.Items.drop(row);
    else if (table === "Contacts") writers.Contacts?.(company, { ContactStatus: "ARCHIVED" }, row);
    else if (table !== "Accounts" && writers[table as TableName]) writers[table as TableName]?.(company, gone, row);
    else if (table !== "Journals") company.save(table, { ...row, Status: "ARCHIVED" });
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
  }
}

type Portal = NonNullable<Vendor["portal"]>;
type Subscription = Parameters<Portal["subscribe"]>[0];

/** The number of attempts; Xero itself retries for a day with growing pauses. Posts are sent in order. */
const attempts = 3;
const line = "posts";

function openPortal({ sender, companies }: VendorContext<Name>): Portal {
  let subscription: Subscription | undefined;
  let sequence = 0;
  let posts = 0;
  const send = async ({ url, key }: Subscription, content: Row, times = 1): Promise<number> => {
    const entropy = uuid(`entropy ${++posts}`).replaceAll("-", "").slice(0, 20).toUpperCase();
    const body = JSON.stringify({ ...content, entropy });
    const headers = { "x-xero-signature": hmac(key, body, "base64") };
    const again = (status: number) => status !== 200;
    return (await sender.deliver({ url, body, headers, again, attempts: times })).status;
  };

  /** Intent to receive: the receiver has to accept correctly signed posts and refuse others, or nothing is sent. */
  const validate = async (to: Subscription) => {
    const empty = { events: [], lastEventSequence: 0, firstEventSequence: 0 };
    for (const right of [true, false, true, false]) {
      const status = await send(right ? to : { ...to, key: `${to.key}, mistyped` }, empty);
      if (status !== (right ? 200 : 401)) return;
    }
    subscription = to;
  };

  /** One event per record, however often it changed. */
  const flush = async (waiting: readonly Row[]) => {
    if (subscription === undefined) return;
    const events = waiting.filter(
      (event, index) =>
        waiting.findIndex((waitingEvent) => waitingEvent["resourceId"] === event["resourceId"]) === index,
    );
    const firstEventSequence = sequence + 1;
    sequence += events.length;
    await send(subscription, { events, firstEventSequence, lastEventSequence: sequence }, attempts);
  };
  for (const company of companies)
    company.listen((_company, { table, row, kind }) => {
      const event = eventOf(company, table, row, kind);
      if (event !== undefined) sender.gather(line, event, flush);
    });
  return { subscribe: (to) => sender.later(() => validate(to), line) };
}

function eventOf(company: Company, table: string, row: Row, kind: string): Row | undefined {
  const { id = "", category } = (tables as Readonly<Record<string, Table>>)[table] ?? {};
  if (category === undefined) return undefined;
  return {
    resourceUrl: `https://api.xero.com/api.xro/2.0/${table}/${text(row[id])}`,
    resourceId: row[id],
    tenantId: company.id,
    tenantType: "ORGANISATION",
    eventCategory: category,
    eventType: kind === "created" ? "CREATE" : "UPDATE",
    eventDateUtc: new Date(company.now()).toISOString().slice(0, 23),
    ...(category === "CREDITNOTE" && { data: { Type: row["Type"], Status: row["Status"] } }),
  };
}
