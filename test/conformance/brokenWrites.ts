/** The example with everything else broken: its fact sheet, refusals, writes, webhooks and secrets, and its vendor. */
import { exampleBooks } from "../../connector-template/connector/connector.ts";
import { simulation } from "../../connector-template/simulation/simulation.ts";
import type { Simulation } from "../../simulators/simulation.ts";
import type { WriteHandler } from "../../src/contract/connector.ts";
import { type Breakage, changed, listing, type Row } from "./broken.ts";

type AnyWrite = WriteHandler<unknown, Row>;

/** Whoever was signed in is out for good. */
const forGood: Simulation = {
  ...simulation,
  open: (world) => {
    const vendor = simulation.open(world);
    let isOver = false;
    return {
      ...vendor,
      expireTokens: () => {
        isOver = true;
      },
      routes: (app) => {
        app.addHook("onRequest", async (request, reply) => {
          if (isOver && request.url.startsWith("/api.")) await reply.code(401).send({});
        });
        vendor.routes(app);
      },
    };
  },
};

const { refusals } = exampleBooks;

export const brokenWrites: readonly Breakage[] = [
  {
    what: "a fact sheet without a sentence",
    check: "fact sheet",
    says: /about must be a sentence/,
    broken: { connector: { ...exampleBooks, about: "Books" } },
  },
  {
    what: "a token whose end the caller notices",
    check: "a token that ends",
    says: /contacts\.list: after the token ended answers 409 connection_needs_reauth/,
    broken: { simulation: forGood },
  },
  {
    what: "a wait that the vendor did not ask for",
    check: "failures",
    says: /contacts\.list: rateLimited must have Retry-After 7, as the vendor says, but has 60/,
    broken: { connector: { ...exampleBooks, refusals: { ...refusals, wait: () => 60 } } },
  },
  {
    what: "a refusal that is taken for another",
    check: "failures",
    says: /contacts\.list: forbidden must become 403 target_forbidden, but answers 404/,
    broken: { connector: { ...exampleBooks, refusals: { ...refusals, codes: { 403: "not_found" } } } },
  },
  {
    what: "a list that is empty where the vendor refuses",
    check: "failures of every read",
    says: /journalEntries\.list: forbidden must become 403 target_forbidden, but answers 200/,
    broken: {
      connector: listing("journalEntries.list", (usual, call) =>
        usual(call).catch(() => ({ records: [], raw: [], total: 0 })),
      ),
    },
  },
  {
    what: "the vendor's own words left out",
    check: "failures of every write",
    says: /contacts\.create: invalid must show what the vendor said/,
    broken: { connector: { ...exampleBooks, refusals: { message: () => undefined } } },
  },
  {
    what: "a field that is said to be stored, and is not sent",
    check: "writes",
    says: /invoices\.create: read back, it has reference absent instead of "Probe/,
    broken: {
      connector: changed<AnyWrite>("invoices.create", ({ request }) => ({
        request: (call, prepared) => {
          const { body, ...made } = request(call, prepared);
          return { ...made, body: { ...(body as object), reference: undefined } };
        },
      })),
    },
  },
  {
    what: "a dry run that sends",
    check: "writes",
    says: /contacts\.create: dryRun sent something to the vendor/,
    broken: {
      connector: changed<AnyWrite>("contacts.create", ({ request }) => ({
        prepare: (call, session) => session.send(request(call)),
      })),
    },
  },
  {
    what: "a write that is made again when its answer got lost",
    check: "writes whose answer got lost",
    says: /contacts\.create: after its answer got lost it was made 2 times/,
    broken: {
      connector: changed<AnyWrite>("contacts.create", ({ request }) => ({
        request: (call, prepared) => ({ ...request(call, prepared), headers: {} }),
      })),
    },
  },
  {
    what: "a webhook that is believed without a look at its signature",
    check: "webhooks",
    says: /webhooks: a post with one byte changed/,
    broken: {
      connector: {
        ...exampleBooks,
        webhooks: {
          setUp: "api",
          resources: {},
          ...exampleBooks.webhooks,
          receive: () => ({ kind: "notices", notices: [] }),
        },
      },
    },
  },
  {
    what: "a secret in an answer",
    check: "secrets",
    says: /contacts\.create: the answer has a secret in it/,
    broken: {
      connector: {
        ...exampleBooks,
        refusals: { message: () => "The client fiktiv-example-books-secret is unknown to us." },
      },
    },
  },
];
