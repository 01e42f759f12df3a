/** The example with other faults: in its fact sheet, error mapping, writes, webhooks, secrets, and in its vendor. */
import { exampleBooks } from "../../connector-template/connector/connector.ts";
import { simulation } from "../../connector-template/simulation/simulation.ts";
import type { Simulation } from "../../simulators/simulation.ts";
import type { WriteHandler } from "../../src/contract/connector.ts";
import { type Breakage, changed, listing, type Row } from "./broken.ts";

type AnyWrite = WriteHandler<unknown, Row>;

/** A vendor whose tokens cannot be renewed after they expire. */
const endedAccess: Simulation = {
  ...simulation,
  open: (world) => {
    const vendor = simulation.open(world);
    let hasExpired = false;
    return {
      ...vendor,
      expireTokens: () => {
        hasExpired = true;
      },
      routes: (app) => {
        app.addHook("onRequest", async (request, reply) => {
          if (hasExpired && request.url.startsWith("/api.")) await reply.code(401).send({});
        });
        vendor.routes(app);
      },
    };
  },
};

const { refusals } = exampleBooks;

export const brokenWrites: readonly Breakage[] = [
  {
    title: "a fact sheet without a sentence",
    check: "fact sheet",
    finding: /about must be a sentence/,
    broken: { connector: { ...exampleBooks, about: "Books" } },
  },
  {
    title: "an expired token that the caller notices",
    check: "expired tokens",
    finding: /contacts\.list: after the token expired, it returns 409 connection_needs_reauth/,
    broken: { simulation: endedAccess },
  },
  {
    title: "a Retry-After that differs from the vendor's",
    check: "failures",
    finding: /contacts\.list: rateLimited must have the vendor's Retry-After of 7, but has 60/,
    broken: { connector: { ...exampleBooks, refusals: { ...refusals, wait: () => 60 } } },
  },
  {
    title: "a refusal mapped to the wrong error code",
    check: "failures",
    finding: /contacts\.list: forbidden must become 403 target_forbidden, but it returns 404/,
    broken: { connector: { ...exampleBooks, refusals: { ...refusals, codes: { 403: "not_found" } } } },
  },
  {
    title: "an empty list instead of the vendor's refusal",
    check: "failures of every read",
    finding: /journalEntries\.list: forbidden must become 403 target_forbidden, but it returns 200/,
    broken: {
      connector: listing("journalEntries.list", (usual, call) =>
        usual(call).catch(() => ({ records: [], raw: [], total: 0 })),
      ),
    },
  },
  {
    title: "an error without the vendor's message",
    check: "failures of every write",
    finding: /contacts\.create: invalid must show the vendor's message/,
    broken: { connector: { ...exampleBooks, refusals: { message: () => undefined } } },
  },
  {
    title: "a writable field that is never sent",
    check: "writes",
    finding: /invoices\.create: read back, it has reference absent instead of "Probe/,
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
    title: "a dry run that writes",
    check: "writes",
    finding: /contacts\.create: dryRun sent a write to the vendor/,
    broken: {
      connector: changed<AnyWrite>("contacts.create", ({ request }) => ({
        prepare: (call, session) => session.send(request(call)),
      })),
    },
  },
  {
    title: "a write that is repeated after its response was lost",
    check: "writes whose response is lost",
    finding: /contacts\.create: after its response was lost, 2 records were created/,
    broken: {
      connector: changed<AnyWrite>("contacts.create", ({ request }) => ({
        request: (call, prepared) => ({ ...request(call, prepared), headers: {} }),
      })),
    },
  },
  {
    title: "a webhook accepted without checking its signature",
    check: "webhooks",
    finding: /webhooks: a post with one byte changed/,
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
    title: "a secret in a response",
    check: "secrets",
    finding: /contacts\.create: the response contains a secret/,
    broken: {
      connector: {
        ...exampleBooks,
        refusals: { message: () => "The client fiktiv-example-books-secret is unknown." },
      },
    },
  },
];
