/** Xero, as its developer pages and its published API description tell of it. */
import { openMinutes } from "../engine/limits.ts";
import { get, json, type Route } from "../engine/routes.ts";
import type { Found } from "../engine/tables.ts";
import { uuid } from "../engine/values.ts";
import { type Office, simulate } from "../engine/vendor.ts";
import { openBooks } from "./books.ts";
import type { Name, TableName } from "./company.ts";
import { notANumber, notConnected, Rejected, refusals } from "./refusals.ts";
import { routes, writers } from "./routes.ts";
import { openPortal } from "./webhooks.ts";
import { envelope, instantOf, type Row, xml } from "./wire.ts";

export const simulation = simulate<Name>({
  ...{ slug: "xero", base: "/api.xero.com", companies: openBooks, refusals: () => refusals, portal: openPortal },
  oauth: {
    authorize: "/login.xero.com/identity/connect/authorize",
    token: "/identity.xero.com/connect/token",
    revoke: "/identity.xero.com/connect/revocation",
    client: { clientId: "SIMULATEDXEROCLIENT0000000000000", clientSecret: "simulated-xero-client-secret" },
    ...{ title: "Xero", clientAuth: "either", accessSeconds: 1800, rotates: true, graceSeconds: 1800 },
  },
  company: ({ headers }, companies) => {
    const found = companies.find(({ id }) => id === headers["xero-tenant-id"]);
    if (found === undefined) throw notConnected();
    return found;
  },
  /** JSON for those who ask for it, XML for everybody else. */
  wire: (world) => ({
    ...json,
    write: (content, request) => {
      const whole = envelope(world.now(), "0b3ee35e-b97c-4b3c-b7e2-9a465233e329", content as Row);
      if ((request.headers.accept ?? "").includes("json")) return json.write(whole, request);
      return { type: "text/xml; charset=utf-8", content: xml(whole) };
    },
  }),
  refused: (error) => (String(error).includes("[big.js]") ? notANumber : undefined),
  /** Counted but not enforced, so that tests need not wait: a refusal is what `trouble` is for. */
  admit: (world) => {
    const minutes = openMinutes(world);
    let today = 0;
    return () => {
      const [inMinute, inDay] = [minutes(), ++today];
      const left = (most: number, used: number) => Math.max(1, most - used);
      const headers = { "x-minlimit-remaining": left(60, inMinute), "x-daylimit-remaining": left(5000, inDay) };
      return { headers: { ...headers, "x-appminlimit-remaining": left(10_000, inMinute) } };
    };
  },
  routes: (office) => [
    ...["connections", "Connections"].map((path) => connections(office, path)),
    ...routes().map(([method, path, handler]): Route<Name> => [method, `api.xro/2.0/${path}`, handler]),
  ],
  screens: {
    /** A paid invoice stays, whoever clicks. */
    remove: (found) => {
      try {
        withdraw(found);
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
      }
    },
  },
});

/** The organisations that were consented to; they are written in another style than everything else. */
const connections = ({ companies }: Office<Name>, path: string): Route<Name> =>
  get(path, () => {
    const list = companies.map(({ id: tenantId, facts }) => {
      const since = `${new Date(instantOf(facts["CreatedDateUTC"]) ?? 0).toISOString().slice(0, 23)}0000`;
      const tenant = { tenantId, tenantType: "ORGANISATION", tenantName: facts["Name"] };
      const id = uuid(`connection ${tenantId}`);
      return { id, authEventId: uuid("consent"), ...tenant, createdDateUtc: since, updatedDateUtc: since };
    });
    return { headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(list)) };
  });

/** What Xero lets people do instead of deleting. */
function withdraw({ company, table, row }: Found<Name>): void {
  const isDraft = row["Status"] === "DRAFT" || row["Status"] === "SUBMITTED";
  const isVoided = table === "ManualJournals" || table === "Invoices" || table === "CreditNotes";
  const gone = { Status: isVoided && !isDraft ? "VOIDED" : "DELETED" };
  if (table === "Items") company.tables.Items.drop(row);
  else if (table === "Contacts") writers.Contacts?.(company, { ContactStatus: "ARCHIVED" }, row);
  else if (table !== "Accounts" && writers[table as TableName]) writers[table as TableName]?.(company, gone, row);
  else if (table !== "Journals") company.save(table, { ...row, Status: "ARCHIVED" });
}
