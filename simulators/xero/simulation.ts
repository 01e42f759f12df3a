/** Xero, as its developer pages and its published API description tell of it. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type OAuthDesk, openOAuth } from "../engine/oauth.ts";
import type { Simulation, Vendor, World } from "../simulation.ts";
import { openBooks } from "./books.ts";
import { type Company, type TableName, tableNames } from "./company.ts";
import { writeContact } from "./contacts.ts";
import { type Desk, refuse } from "./desk.ts";
import { kinds, writeDocument } from "./documents.ts";
import { badBody, notConnected, notFound, Refusal, refusals, unauthorized } from "./refusals.ts";
import { Rejected } from "./rejected.ts";
import { routes } from "./routes.ts";
import { openWebhooks } from "./webhooks.ts";
import { instantOf, type Row, row, stamp, text, uuid } from "./wire.ts";
import { writeManualJournal, writePayment } from "./writes.ts";

const client = { clientId: "SIMULATEDXEROCLIENT0000000000000", clientSecret: "simulated-xero-client-secret" };
const minute = 60_000;

export const simulation: Simulation = { slug: "xero", open };

function open(world: World): Vendor {
  const webhooks = openWebhooks(world);
  const companies = openBooks(world, (company, change) => webhooks.changed(company, change));
  const connected = new Map(companies.map((company) => [uuid(`connection ${company.id}`), company]));
  const oauth = openOAuth(
    {
      authorize: "/login.xero.com/identity/connect/authorize",
      token: "/identity.xero.com/connect/token",
      revoke: "/identity.xero.com/connect/revocation",
      ...{ title: "Xero", client, clientAuth: "either", accessSeconds: 1800, rotates: true, graceSeconds: 1800 },
    },
    world,
  );
  return {
    routes: (app) => {
      oauth.routes(app);
      app.setNotFoundHandler((_request, reply) => refuse(reply, notFound));
      void app.register(async (scope) => {
        guard(scope, oauth, world);
        connectionRoutes(scope, connected);
        routes(scope, deskOf(connected, world));
      });
    },
    access: { oauthClient: client },
    companies: companies.map(({ id }) => ({ id })),
    expireTokens: () => oauth.expire(),
    touch: (id) => touch(companies, id),
    remove: (id) => remove(companies, id),
    refusals,
    settle: () => webhooks.settle(),
    portal: { subscribe: (subscription) => webhooks.subscribe(subscription) },
  };
}

/** Nobody gets further without a token that counts; everybody is told what is left of the limits. */
function guard(scope: FastifyInstance, oauth: OAuthDesk, world: World): void {
  let [window, inMinute, today] = [0, 0, 0];
  scope.addHook("preHandler", async (request, reply) => {
    if (request.headers.authorization === undefined) throw new Refusal(unauthorized("AuthenticationUnsuccessful"));
    if (!oauth.admits(request)) throw new Refusal(refusals.unauthorized);
    const current = Math.floor(world.now() / minute);
    inMinute = current === window ? inMinute + 1 : 1;
    [window, today] = [current, today + 1];
    // Counted but not enforced, so that tests need not wait: a refusal is what `trouble` is for.
    void reply.headers({
      "x-minlimit-remaining": Math.max(1, 60 - inMinute),
      "x-daylimit-remaining": Math.max(1, 5000 - today),
      "x-appminlimit-remaining": Math.max(1, 10_000 - inMinute),
    });
  });
  scope.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return refuse(reply, error.refused);
    // An amount that is no number.
    if (error instanceof Error && error.message.startsWith("[big.js]"))
      return refuse(reply, badBody("Input string was not in a correct format."));
    throw error;
  });
}

const deskOf = (connected: ReadonlyMap<string, Company>, world: World): Desk => ({
  now: world.now,
  company: ({ headers }: FastifyRequest) => {
    const tenant = text(headers["xero-tenant-id"]);
    const company = connected.values().find(({ id }) => id === tenant);
    if (company === undefined) throw new Refusal(notConnected);
    return company;
  },
});

/** The organisations that were consented to; they are written in another style than everything else. */
function connectionRoutes(scope: FastifyInstance, connected: Map<string, Company>): void {
  for (const path of ["/api.xero.com/connections", "/api.xero.com/Connections"]) {
    scope.get(path, (_request, reply) => {
      const list = connected.entries().map(([id, company]) => {
        const since = new Date(instantOf(company.organisation["CreatedDateUTC"]) ?? 0).toISOString().slice(0, 23);
        return {
          ...{ id, authEventId: uuid("consent"), tenantId: company.id, tenantType: "ORGANISATION" },
          tenantName: company.organisation["Name"],
          ...{ createdDateUtc: `${since}0000`, updatedDateUtc: `${since}0000` },
        };
      });
      return reply.type("application/json").send(JSON.stringify([...list]));
    });
    scope.delete(`${path}/:id`, (request, reply) => {
      if (!connected.delete(text(row(request.params)["id"]))) throw new Refusal(notFound);
      return reply.code(204).send();
    });
  }
}

interface Found {
  readonly company: Company;
  readonly table: TableName;
  readonly record: Row;
}

function anywhere(companies: readonly Company[], id: string): Found | undefined {
  for (const company of companies)
    for (const table of tableNames) {
      const record = company.rows[table].get(id);
      if (record !== undefined) return { company, table, record };
    }
  return undefined;
}

function touch(companies: readonly Company[], id: string): void {
  const found = anywhere(companies, id);
  if (found === undefined) throw new Error(`There is no record ${id}.`);
  const { company, table, record } = found;
  if (table === "Journals") {
    const before = instantOf(record["CreatedDateUTC"]) ?? 0;
    company.rows.Journals.set(id, { ...record, CreatedDateUTC: stamp(Math.max(company.now(), before + 1)) });
  } else if (table === "TaxRates" || table === "TrackingCategories") {
    // These have no stamp to change.
  } else company.save(table, record);
}

function remove(companies: readonly Company[], id: string): void {
  const found = anywhere(companies, id);
  if (found === undefined) throw new Error(`There is no record ${id}.`);
  try {
    withdraw(found, id);
  } catch (error) {
    // A paid invoice stays, whoever clicks.
    if (!(error instanceof Rejected)) throw error;
  }
}

/** What Xero lets people do instead of deleting. */
function withdraw({ company, table, record }: Found, id: string): void {
  const drafted = record["Status"] === "DRAFT" || record["Status"] === "SUBMITTED";
  if (table === "Items") company.rows.Items.delete(id);
  else if (table === "Contacts") writeContact(company, { ContactStatus: "ARCHIVED" }, record);
  else if (table === "Accounts") company.save(table, { ...record, Status: "ARCHIVED" });
  else if (table === "Payments") writePayment(company, { Status: "DELETED" }, record);
  else if (table === "ManualJournals") writeManualJournal(company, { Status: drafted ? "DELETED" : "VOIDED" }, record);
  else if (table === "Invoices" || table === "CreditNotes")
    writeDocument(company, kinds[table], { Status: drafted ? "DELETED" : "VOIDED" }, record);
  else if (table === "Quotes" || table === "PurchaseOrders" || table === "BankTransactions")
    writeDocument(company, kinds[table], { Status: "DELETED" }, record);
  else if (table !== "Journals") company.rows[table].set(id, { ...record, Status: "ARCHIVED" });
}
