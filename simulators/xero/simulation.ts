/** Xero, as its developer pages and its published API description tell of it. */
import { openMinutes } from "../engine/limits.ts";
import { del, get, json, Refusal } from "../engine/routes.ts";
import type { Found } from "../engine/tables.ts";
import { uuid } from "../engine/values.ts";
import { type Office, simulate } from "../engine/vendor.ts";
import type { XeroRoute } from "./asking.ts";
import { openBooks } from "./books.ts";
import type { Company } from "./company.ts";
import { writeContact } from "./contacts.ts";
import { kinds, writeDocument } from "./documents.ts";
import { badBody, notConnected, notFound, Rejected, refusals } from "./refusals.ts";
import { routes } from "./routes.ts";
import { openPortal } from "./webhooks.ts";
import { envelope, instantOf, xml } from "./wire.ts";
import { writeManualJournal, writePayment } from "./writes.ts";

type Names = keyof Company["tables"];

export const simulation = simulate<Names>({
  slug: "xero",
  base: "/api.xero.com",
  oauth: {
    authorize: "/login.xero.com/identity/connect/authorize",
    token: "/identity.xero.com/connect/token",
    revoke: "/identity.xero.com/connect/revocation",
    client: { clientId: "SIMULATEDXEROCLIENT0000000000000", clientSecret: "simulated-xero-client-secret" },
    ...{ title: "Xero", clientAuth: "either", accessSeconds: 1800, rotates: true, graceSeconds: 1800 },
  },
  companies: openBooks,
  company: ({ headers }, companies) => {
    const found = companies.find(({ id }) => id === headers["xero-tenant-id"]);
    if (found === undefined || found.tables.Connections.size === 0) throw new Refusal(notConnected);
    return found;
  },
  /** JSON for those who ask for it, XML for everybody else. */
  wire: (world) => ({
    ...json,
    write: (content, request) => {
      const whole = envelope(world.now(), "0b3ee35e-b97c-4b3c-b7e2-9a465233e329", content as Record<string, unknown>);
      if ((request.headers.accept ?? "").includes("json")) return json.write(whole, request);
      return { type: "text/xml; charset=utf-8", content: xml(whole) };
    },
  }),
  refusals: () => refusals,
  /** An amount that is no number. */
  refused: (error) =>
    error instanceof Error && error.message.startsWith("[big.js]")
      ? badBody("Input string was not in a correct format.")
      : undefined,
  /** Counted but not enforced, so that tests need not wait: a refusal is what `trouble` is for. */
  admit: (world) => {
    const minutes = openMinutes(world);
    let today = 0;
    return () => {
      const [inMinute, inDay] = [minutes(), ++today];
      return {
        headers: {
          "x-minlimit-remaining": Math.max(1, 60 - inMinute),
          "x-daylimit-remaining": Math.max(1, 5000 - inDay),
          "x-appminlimit-remaining": Math.max(1, 10_000 - inMinute),
        },
      };
    };
  },
  routes: (office) => [
    ...connectionRoutes(office, "connections"),
    ...connectionRoutes(office, "Connections"),
    ...routes().map(([method, path, handler]): XeroRoute => [method, `api.xro/2.0/${path}`, handler]),
  ],
  portal: openPortal,
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
function connectionRoutes({ companies }: Office<Names>, path: string): XeroRoute[] {
  const connected = () =>
    companies.flatMap((company) => company.tables.Connections.all().map(({ id }) => ({ id, company })));
  return [
    get(path, () => {
      const list = connected().map(({ id, company: { id: tenantId, facts } }) => {
        const since = `${new Date(instantOf(facts["CreatedDateUTC"]) ?? 0).toISOString().slice(0, 23)}0000`;
        return {
          ...{ id, authEventId: uuid("consent"), tenantId, tenantType: "ORGANISATION", tenantName: facts["Name"] },
          ...{ createdDateUtc: since, updatedDateUtc: since },
        };
      });
      return { headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(list)) };
    }),
    del(`${path}/:id`, ({ params }) => {
      const found = connected().find(({ id }) => id === params["id"]);
      if (found === undefined) throw new Refusal(notFound);
      found.company.tables.Connections.drop(found);
      return { status: 204 };
    }),
  ];
}

/** What Xero lets people do instead of deleting. */
function withdraw({ company, table, row }: Found<Names>): void {
  const undone = { Status: row["Status"] === "DRAFT" || row["Status"] === "SUBMITTED" ? "DELETED" : "VOIDED" };
  if (table === "Items") company.tables.Items.drop(row);
  else if (table === "Contacts") writeContact(company, { ContactStatus: "ARCHIVED" }, row);
  else if (table === "Accounts") company.save(table, { ...row, Status: "ARCHIVED" });
  else if (table === "Payments") writePayment(company, { Status: "DELETED" }, row);
  else if (table === "ManualJournals") writeManualJournal(company, undone, row);
  else if (table === "Invoices" || table === "CreditNotes") writeDocument(company, kinds[table], undone, row);
  else if (table === "Quotes" || table === "PurchaseOrders" || table === "BankTransactions")
    writeDocument(company, kinds[table], { Status: "DELETED" }, row);
  else if (table !== "Journals") company.tables[table].put({ ...row, Status: "ARCHIVED" });
}
