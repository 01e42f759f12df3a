/**
 * Lexware Office (formerly lexoffice), public API, as developers.lexware.io documents it: an API key as bearer token,
 * one organization per key, euro only. The rate limit, two requests per second for all endpoints together, is off by
 * default. `lexwareOffice({ requestsPerSecond: 2 })` turns it on.
 * `lexwareOffice({ purchases: 12_000 })` adds so many bills, for lists that are longer than the search window.
 */
import { openBucket } from "../engine/limits.ts";
import { simulate } from "../engine/vendor.ts";
import type { Refusals, Simulation, World } from "../simulation.ts";
import { addPurchases, fillBooks } from "./books.ts";
import { fileRoutes } from "./files.ts";
import { articleRoutes, contactRoutes, referenceRoutes } from "./masters.ts";
import { legacyList, limitedUser, regularAt } from "./refusals.ts";
import { assignPayments, salesRoutes } from "./sales.ts";
import { change, type Entry, openStore, type Store, type Table } from "./store.ts";
import { voucherListRoutes, voucherRoutes } from "./vouchers.ts";
import { publicKey, webhookRoutes } from "./webhooks.ts";

const apiKey = "fiktiv-5e1f0a7c-Lexware-Office-key";

interface Options {
  readonly requestsPerSecond?: number;
  readonly purchases?: number;
}

export const lexwareOffice = ({ requestsPerSecond, purchases = 0 }: Options = {}): Simulation =>
  simulate<Table>({
    slug: "lexware-office",
    subscriptionTable: "event-subscriptions",
    base: "/api.lexware.io/v1",
    // API keys do not expire. A user can revoke one, which is final.
    keys: { credentials: { apiKey }, admits: ({ headers }) => headers.authorization === `Bearer ${apiKey}` },
    companies: (world) => {
      const store = openStore(world);
      fillBooks(store);
      addPurchases(store, purchases);
      return [store];
    },
    company: (_request, [store]) => store,
    refusals: refusalsOf,
    limitedUser,
    // The gateway answers an unknown path as if the key were wrong.
    elsewhere: "forbidden",
    admit: (world) => {
      const admits = openBucket(world, requestsPerSecond);
      return () => (admits() ? {} : { refused: refusalsOf(world).rateLimited });
    },
    routes: (context) => [
      ...referenceRoutes,
      ...contactRoutes,
      ...articleRoutes,
      ...salesRoutes,
      ...voucherRoutes,
      ...fileRoutes,
      ...voucherListRoutes,
      ...webhookRoutes(context),
    ],
    outside:
      ({ companies: [store] }) =>
      (app) =>
        void app.get("/developers.lexware.io/webhookSignature/public/public_key.pub", (_request, reply) =>
          reply.type("application/x-pem-file").send(publicKey(store as Store)),
        ),
    acts: { assignPayments: (store, details) => assignPayments(store, details) },
    /** A finalized document that can be paid is voided; all others can be deleted. */
    screens: {
      remove: ({ company, table, row }) => {
        const isFinal = (table === "invoices" || table === "credit-notes") && row["voucherStatus"] !== "draft";
        if (isFinal) change(company, row as Entry, { voucherStatus: "voided" }, "status.changed");
        else company.remove(table, row);
      },
    },
  });

export const simulation: Simulation = lexwareOffice();

function refusalsOf(world: World): Refusals {
  // Word for word as in the documentation, so the key is in the body.
  const odd = `'${apiKey}' not a valid key=value pair (missing equal-sign) in Authorization header: 'Bearer ${apiKey}'.`;
  return {
    unauthorized: { status: 401, body: { message: "Unauthorized" } },
    forbidden: { status: 403, body: { message: odd } },
    notFound: regularAt("/v1/invoices", world.now())(404, "The requested resource does not exist."),
    invalid: legacyList(406, "missing_entity", "company.name", "validation_failure"),
    // The vendor documents no header for the time to wait.
    rateLimited: { status: 429, body: { message: "Too Many Requests" } },
    broken: { status: 500, body: { message: "Internal server error or rate limit exceeded" } },
  };
}
