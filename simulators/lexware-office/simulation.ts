/**
 * Lexware Office (formerly lexoffice), public API, as developers.lexware.io documents it: an API key as bearer token,
 * one organization per key, euro only. The limit of two requests a second is off; `lexwareOffice({ requestsPerSecond: 2 })`
 * has it on.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { openBucket } from "../engine/limits.ts";
import type { Refusals, Refused, Simulation, Vendor, World } from "../simulation.ts";
import { articleRoutes } from "./articles.ts";
import { fillContactsAndArticles } from "./books.ts";
import { contactRoutes } from "./contacts.ts";
import { legacy, Refusal, regular } from "./faults.ts";
import { fileRoutes } from "./files.ts";
import { fillPapers } from "./papers.ts";
import { referenceRoutes } from "./reference.ts";
import { salesRoutes } from "./sales.ts";
import { type Entry, Store } from "./store.ts";
import { voucherListRoutes } from "./voucherlist.ts";
import { voucherRoutes } from "./vouchers.ts";
import { Webhooks } from "./webhooks.ts";

export interface Limits {
  /** The vendor's own limit is 2, over all addresses together; without a number there is none. */
  readonly requestsPerSecond?: number;
}

const apiKey = "fiktiv-5e1f0a7c-Lexware-Office-key";

export const lexwareOffice = (limits: Limits = {}): Simulation => ({
  slug: "lexware-office",
  open: (world) => open(world, limits),
});

export const simulation: Simulation = lexwareOffice();

function open(world: World, limits: Limits): Vendor {
  const store = new Store(world);
  fillPapers(store, fillContactsAndArticles(store));
  const webhooks = new Webhooks(store);
  const admits = openBucket(world, limits.requestsPerSecond);
  const refusals = refusalsOf(world);
  return {
    access: { credentials: { apiKey } },
    companies: [{ id: store.organizationId }],
    refusals,
    // API keys do not expire; a user ends one by hand, and then it is gone for good.
    expireTokens: () => {},
    touch: (id) => {
      store.change(known(store, id));
    },
    remove: (id) => remove(store, known(store, id)),
    settle: () => webhooks.settle(),
    routes: (app) => {
      app.get("/developers.lexware.io/webhookSignature/public/public_key.pub", (_request, reply) =>
        reply.type("application/x-pem-file").send(webhooks.publicKey()),
      );
      void app.register(
        async (scope) => {
          guard(scope, world, { admits, refusals });
          resources(scope, store, webhooks);
          // The gateway knows no other address, and says so as if the key were wrong.
          scope.all("/*", (_request, reply) => send(reply, refusals.forbidden));
        },
        { prefix: "/api.lexware.io/v1" },
      );
    },
  };
}

interface Gate {
  readonly admits: () => boolean;
  readonly refusals: Refusals;
}

function guard(scope: FastifyInstance, world: World, { admits, refusals }: Gate): void {
  scope.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${apiKey}`) return send(reply, refusals.unauthorized);
    if (!admits()) return send(reply, refusals.rateLimited);
    return undefined;
  });
  scope.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    const path = request.url.replace(/^\/[^/]+/, "").replace(/\?.*/, "");
    return send(reply, error.at({ path, now: world.now() }));
  });
}

function resources(scope: FastifyInstance, store: Store, webhooks: Webhooks): void {
  referenceRoutes(scope, store);
  contactRoutes(scope, store);
  articleRoutes(scope, store);
  salesRoutes(scope, store);
  voucherRoutes(scope, store);
  fileRoutes(scope, store);
  voucherListRoutes(scope, store);
  webhooks.routes(scope);
}

function known(store: Store, id: string): Entry {
  const entry = store.find(id);
  if (entry === undefined) throw new Error(`There is no record ${id}.`);
  return entry;
}

/** What asks for money and was finalized is voided; everything else can be deleted. */
function remove(store: Store, entry: Entry): void {
  const { kind, content } = entry;
  const finalized = (kind === "invoices" || kind === "credit-notes") && content["voucherStatus"] !== "draft";
  if (finalized) store.change(entry, { ...content, voucherStatus: "voided" }, "status.changed");
  else store.drop(entry);
}

const send = (reply: FastifyReply, { status, headers = {}, body }: Refused) =>
  reply
    .code(status)
    .headers({ "content-type": "application/json", ...headers })
    .send(JSON.stringify(body));

function refusalsOf(world: World): Refusals {
  const place = { path: "/v1/invoices", now: world.now() };
  // Word for word what the documentation says, and so the key comes back in the body.
  const odd = `'${apiKey}' not a valid key=value pair (missing equal-sign) in Authorization header: 'Bearer ${apiKey}'.`;
  return {
    unauthorized: { status: 401, body: { message: "Unauthorized" } },
    forbidden: { status: 403, body: { message: odd } },
    notFound: regular(404, "The requested resource does not exist.").at(place),
    invalid: legacy(406, "missing_entity", "company.name", "validation_failure").at(place),
    // The vendor documents no header that says how long to wait.
    rateLimited: { status: 429, body: { message: "Too Many Requests" } },
    broken: { status: 500, body: { message: "Internal server error or rate limit exceeded" } },
  };
}
