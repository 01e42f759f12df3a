/** Builds a vendor from its description: sign-in, routes, books, webhooks, and the actions of its own UI. */
import type { FastifyRequest } from "fastify";
import { refuse } from "../../src/sandbox/engine/faults.ts";
import type {
  Access,
  LimitedUser,
  Refusals,
  Refused,
  SecondLanguage,
  Simulation,
  Vendor,
  World,
} from "../simulation.ts";
import { type GrantVendor, grantRoutes } from "./consent.ts";
import { type OAuthVendor, openOAuth } from "./oauth.ts";
import { json, Refusal, type Route, type Serving, serve, type Wire } from "./routes.ts";
import { openSessions, type SessionVendor } from "./sessions.ts";
import { type Company, type Found, findRecord } from "./tables.ts";
import { openWebhookSender, type WebhookSender } from "./webhooks.ts";

/** Shared by all parts of a vendor. */
export interface VendorContext<Name extends string = string> {
  readonly world: World;
  readonly companies: readonly Company<Name>[];
  readonly sender: WebhookSender;
  /** Whether an access token, with `Bearer`, is valid. */
  admits(authorization: string): boolean;
  /** Fires `drop` when the vendor loses all subscriptions, for vendors that do not keep them in a table. */
  readonly dropped: EventTarget;
}

export interface VendorDescription<Name extends string>
  extends Pick<Serving<Name>, "spellings" | "parameter">,
    Pick<Simulation, "isSignIn" | "isReading" | "isNumber"> {
  /** The slug of the connector that it is the counterpart of. */
  readonly slug: string;
  /** The base path of its data, beginning with the host: `/api.vendor.example/v2`. */
  readonly base: string;
  readonly oauth?: OAuthVendor;
  /** The page that gives an app a key. */
  readonly grant?: GrantVendor;
  readonly session?: SessionVendor;
  /** API keys: the credentials that the connector asks the end user for, and whether a request has them. */
  readonly keys?: { readonly credentials: Access["credentials"]; admits(request: FastifyRequest): boolean };
  /** The invented companies with their seed data. */
  companies(world: World): readonly Company<Name>[];
  /** The company that a request names; `undefined` is refused as not found. */
  company(request: FastifyRequest, companies: readonly Company<Name>[]): Company<Name> | undefined;
  /** The table of each of Kontor's lists, for vendors that use the same ids in several tables. */
  readonly tableOfList?: Readonly<Record<string, Name>>;
  readonly environment?: (company: Company<Name>) => string;
  /** The routes, which apply the query language and the business rules. */
  routes(context: VendorContext<Name>): readonly Route<Name>[];
  /** JSON by default. */
  wire?(world: World): Wire;
  refusals(world: World): Refusals;
  /** The user whose rights an administrator of the vendor has limited. */
  readonly limitedUser?: LimitedUser;
  readonly secondLanguage?: SecondLanguage;
  /** The response to an unknown path. By default, `notFound`. */
  readonly elsewhere?: keyof Refusals;
  /** The response to other errors than `Refusal` that are the caller's fault. */
  refused?(error: unknown): Refused | undefined;
  /** Closes the books until a day, and returns how to open them again. */
  closeBooks?(company: Company<Name>, until: string): () => void;
  /** What users do in the vendor's own UI and its API only shows, in the first company, by name. */
  readonly acts?: Readonly<
    Record<string, (company: Company<Name>, details: Readonly<Record<string, unknown>>) => void>
  >;
  /** Runs before every route below the base, after the sign-in check: limits, headers. */
  admit?(
    world: World,
  ): (request: FastifyRequest, scope: string) => { refused?: Refused; headers?: Record<string, string | number> };
  /** Routes outside the base, which need no sign-in. */
  readonly outside?: (context: VendorContext<Name>) => Vendor["routes"];
  /** The actions of the vendor's own UI, if they are more than plain saving and deleting. */
  readonly screens?: { save?(found: Found<Name>): void; remove?(found: Found<Name>): void };
  readonly webhookKey?: string;
  /** The table with the subscriptions of the vendor's webhooks. */
  readonly subscriptionTable?: Name;
  /** For vendors whose webhooks are set up in a developer portal. */
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
  const oauth = vendor.oauth && openOAuth(vendor.oauth, world);
  const admits = (authorization: string) => oauth?.admits({ headers: { authorization } }) === true;
  const context = { world, companies, sender, admits, dropped: new EventTarget() };
  const refusals = vendor.refusals(world);
  const session = vendor.session && openSessions(vendor.session, vendor.base, refusals.unauthorized, world);
  const routes = [...(session ? [session.route] : []), ...vendor.routes(context)];
  let isRevoked = false;
  const signedIn = (request: FastifyRequest) =>
    !isRevoked && [oauth, session, vendor.keys].some((way) => way?.admits(request));
  const company = (request: FastifyRequest) => {
    const found = vendor.company(request, companies);
    if (found === undefined) throw new Refusal(refusals.notFound);
    return found;
  };
  const { environment, screens = {}, tableOfList = {} } = vendor;
  const tableOf = (list: string | undefined): Name | undefined => (list === undefined ? undefined : tableOfList[list]);
  const { client } = vendor.oauth ?? vendor.grant ?? {};
  return {
    access: {
      ...(client && { oauthClient: client }),
      ...(vendor.keys?.credentials && { credentials: vendor.keys.credentials }),
      ...(vendor.session && { credentials: vendor.session.credentials }),
    },
    companies: companies.map((entry) => ({ id: entry.id, ...(environment && { environment: environment(entry) }) })),
    refusals,
    expireTokens: () => {
      oauth?.expire();
      session?.expire();
    },
    revokeAccess: () => {
      oauth?.revokeAll();
      isRevoked = true;
    },
    dropSubscriptions: () => {
      const { subscriptionTable } = vendor;
      if (subscriptionTable === undefined) context.dropped.dispatchEvent(new Event("drop"));
      else
        for (const { tables } of companies)
          for (const row of tables[subscriptionTable].all()) tables[subscriptionTable].drop(row);
    },
    touch: (id, list) => {
      const found = findRecord(companies, id, tableOf(list));
      if (screens.save) screens.save(found);
      else found.company.save(found.table, found.row);
    },
    remove: (id, list) => {
      const found = findRecord(companies, id, tableOf(list));
      if (screens.remove) screens.remove(found);
      else found.company.remove(found.table, found.row);
    },
    act: (action, details) => {
      const [first] = companies;
      const run = vendor.acts?.[action];
      if (first === undefined || run === undefined) throw new Error(`The simulator has no action ${action}.`);
      run(first, details);
    },
    untilIdle: () => sender.idle(),
    ...(vendor.closeBooks && {
      closeBooks: (until: string) => {
        const reopen = companies.map((entry) => vendor.closeBooks?.(entry, until));
        return () => {
          for (const open of reopen) open?.();
        };
      },
    }),
    ...(vendor.limitedUser && { limitedUser: vendor.limitedUser }),
    ...(vendor.secondLanguage && { secondLanguage: vendor.secondLanguage }),
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
