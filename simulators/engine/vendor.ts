/** Puts a vendor together from its description: sign-in, addresses, the books, webhooks, what its own screens do. */
import type { FastifyRequest } from "fastify";
import { refuse } from "../../src/sandbox/engine/faults.ts";
import type { Access, Refusals, Refused, Simulation, Vendor, World } from "../simulation.ts";
import { type GrantVendor, grantRoutes } from "./consent.ts";
import { type OAuthVendor, openOAuth } from "./oauth.ts";
import { json, Refusal, type Route, type Serving, serve, type Wire } from "./routes.ts";
import { openSessions, type SessionVendor } from "./sessions.ts";
import { anywhere, type Company, type Found } from "./tables.ts";
import { openWebhookSender, type WebhookSender } from "./webhooks.ts";

/** What the parts of a vendor share. */
export interface VendorContext<Name extends string = string> {
  readonly world: World;
  readonly companies: readonly Company<Name>[];
  readonly sender: WebhookSender;
}

export interface VendorDescription<Name extends string>
  extends Pick<Serving<Name>, "spellings" | "parameter">,
    Pick<Simulation, "isSignIn" | "isReading" | "isNumber"> {
  /** The slug of the connector that it stands opposite to. */
  readonly slug: string;
  /** Where its data is, host first: `/api.vendor.example/v2`. */
  readonly base: string;
  readonly oauth?: OAuthVendor;
  /** The page that gives an app a key. */
  readonly grant?: GrantVendor;
  readonly session?: SessionVendor;
  /** What the connector asks the end user for, and whether a request carries it. */
  readonly keys?: { readonly credentials: Access["credentials"]; admits(request: FastifyRequest): boolean };
  /** The invented companies, with all that is in them. */
  companies(world: World): readonly Company<Name>[];
  /** Which of them a request names; nothing is refused as not found. */
  company(request: FastifyRequest, companies: readonly Company<Name>[]): Company<Name> | undefined;
  readonly environment?: (company: Company<Name>) => string;
  /** The three plug-ins meet here: each route asks in the query language, and answers by the rules of the business. */
  routes(context: VendorContext<Name>): readonly Route<Name>[];
  /** JSON unless told. */
  wire?(world: World): Wire;
  refusals(world: World): Refusals;
  /** What an address that there is none of is answered with; `notFound` unless told. */
  readonly elsewhere?: keyof Refusals;
  /** Errors besides `Refusal` that are the caller's fault. */
  refused?(error: unknown): Refused | undefined;
  /** Before everything else at the base, once signed in: limits, headers. */
  admit?(
    world: World,
  ): (request: FastifyRequest, scope: string) => { refused?: Refused; headers?: Record<string, string | number> };
  /** Addresses outside the base, which no sign-in guards. */
  readonly outside?: (context: VendorContext<Name>) => Vendor["routes"];
  /** What the vendor's own screens do besides saving and deleting. */
  readonly screens?: { save?(found: Found<Name>): void; remove?(found: Found<Name>): void };
  readonly webhookKey?: string;
  /** For vendors whose webhooks are set up at a developer portal. */
  readonly portal?: (context: VendorContext<Name>) => NonNullable<Vendor["portal"]>;
}

export const simulate = <Name extends string>(description: VendorDescription<Name>): Simulation => ({
  slug: description.slug,
  ...(description.isSignIn && { isSignIn: description.isSignIn }),
  ...(description.isReading && { isReading: description.isReading }),
  ...(description.isNumber && { isNumber: description.isNumber }),
  open: (world) => openVendor(description, world),
});

function openVendor<Name extends string>(vendor: VendorDescription<Name>, world: World): Vendor {
  const companies = [...vendor.companies(world)];
  const sender = openWebhookSender(world);
  const context = { world, companies, sender };
  const oauth = vendor.oauth && openOAuth(vendor.oauth, world);
  const refusals = vendor.refusals(world);
  const session = vendor.session && openSessions(vendor.session, vendor.base, refusals.unauthorized, world);
  const routes = [...(session ? [session.route] : []), ...vendor.routes(context)];
  const signedIn = (request: FastifyRequest) => [oauth, session, vendor.keys].some((way) => way?.admits(request));
  const company = (request: FastifyRequest) => {
    const found = vendor.company(request, companies);
    if (found === undefined) throw new Refusal(refusals.notFound);
    return found;
  };
  const { environment, screens = {} } = vendor;
  const { client } = vendor.oauth ?? vendor.grant ?? {};
  return {
    access: {
      ...(client && { oauthClient: client }),
      ...(vendor.keys?.credentials && { credentials: vendor.keys.credentials }),
      ...(vendor.session && { credentials: vendor.session.credentials }),
    },
    companies: companies.map((each) => ({ id: each.id, ...(environment && { environment: environment(each) }) })),
    refusals,
    expireTokens: () => {
      oauth?.expire();
      session?.expire();
    },
    touch: (id) => {
      const found = anywhere(companies, id);
      if (screens.save) screens.save(found);
      else found.company.save(found.table, found.row);
    },
    remove: (id) => {
      const found = anywhere(companies, id);
      if (screens.remove) screens.remove(found);
      else found.company.remove(found.table, found.row);
    },
    settle: () => sender.idle(),
    ...(vendor.webhookKey && { webhookKey: vendor.webhookKey }),
    ...(vendor.portal && { portal: vendor.portal(context) }),
    routes: (app) => {
      oauth?.routes(app);
      if (vendor.grant) grantRoutes(vendor.grant)(app);
      vendor.outside?.(context)(app);
      const admit = vendor.admit?.(world);
      void app.register(
        async (scope) => {
          scope.addHook("onRequest", async (request, reply) => {
            const answer = signedIn(request)
              ? admit?.(request, oauth?.scopeOf(request) ?? "")
              : { refused: refusals.unauthorized };
            void reply.headers(answer?.headers ?? {});
            if (answer?.refused !== undefined) await refuse(reply, answer.refused);
          });
          scope.setErrorHandler((error, request, reply) => {
            const refused =
              error instanceof Refusal
                ? typeof error.refused === "function"
                  ? error.refused(request, world)
                  : error.refused
                : vendor.refused?.(error);
            if (refused === undefined) throw error;
            return refuse(reply, refused);
          });
          scope.setNotFoundHandler((_request, reply) => refuse(reply, refusals[vendor.elsewhere ?? "notFound"]));
          serve(scope, routes, { ...vendor, world, wire: vendor.wire?.(world) ?? json, company });
        },
        { prefix: vendor.base },
      );
    },
  };
}
