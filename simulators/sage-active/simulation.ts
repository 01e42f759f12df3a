/** Sage Active's GraphQL API, after its documentation (NOTES.md of the connector). */
import type { FastifyRequest } from "fastify";
import { type ExecutionResult, execute, GraphQLError, parse, validate } from "graphql";
import { changeBriefly } from "../engine/closing.ts";
import { type Answer, parseJson, post, Refusal, type RouteRequest } from "../engine/routes.ts";
import { type Row, row, text } from "../engine/values.ts";
import { simulate } from "../engine/vendor.ts";
import type { Refused, Simulation } from "../simulation.ts";
import { openBooks } from "./books.ts";
import { connectionOf } from "./lists.ts";
import * as rules from "./rules.ts";
import { connections, mutations, openSchema } from "./schema.ts";
import { type Books, dayAt, type Name } from "./shapes.ts";

const schema = openSchema();
const appKey = "simulated-subscription-key";

/** These need no organization (vendor's page on environments). */
const unscoped = ["organizations", "userProfile"];

const failed = (message: string, extensions?: Row): Refused => ({
  status: 200,
  body: { errors: [{ message, ...(extensions && { extensions }) }], data: null },
});

const gateway = (message: string): Refused => ({ status: 401, body: { statusCode: 401, message } });

const refusals = {
  unauthorized: gateway("JWT not present."),
  forbidden: failed("global.businessErrors.authorizationPolicy", { details: "view-purchase-invoice" }),
  notFound: failed("global.businessErrors.recordNotFound"),
  invalid: failed("global.businessErrors.documentIdAlreadyExistInOrganization"),
  broken: { status: 500, body: { message: "Internal server error" } },
  rateLimited: {
    status: 429,
    headers: { "retry-after": "7" },
    body: { statusCode: 429, message: "Rate limit is exceeded." },
  },
};

const wrongKey = gateway(
  "Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.",
);

const noOrganization = failed("The current user is not authorized to access this resource.", {
  code: "AUTH_NOT_AUTHORIZED",
});

const bodyOf = (body: unknown): Row => row(parseJson(body));

/** The operation of a request and its only field. */
function operationIn(body: Row): { readonly kind: string; readonly field: string } {
  const found = /^\s*(?:(query|mutation)\b[^{]*)?\{\s*(\w+)/.exec(text(body["query"])) ?? [];
  return { kind: found[1] ?? "query", field: found[2] ?? "" };
}

const organization = ({ id, facts }: Books): Row => ({
  id,
  socialName: facts["name"],
  legislationCode: "FR",
  onboardingCompleted: true,
});

type Resolver = (company: Books, input: Row) => unknown;

const actions: Readonly<Record<keyof typeof mutations, Resolver>> = {
  createCustomer: (company, input) => company.add("customers", rules.makeThird(company, "customers", input)),
  updateCustomer: (company, input) => rules.changeThird(company, "customers", input),
  createSupplier: (company, input) => company.add("suppliers", rules.makeThird(company, "suppliers", input)),
  updateSupplier: (company, input) => rules.changeThird(company, "suppliers", input),
  createProduct: (company, input) => company.add("products", rules.makeProduct(company, input)),
  createAccountingAccount: (company, input) => company.add("accountingAccounts", rules.makeAccount(company, input)),
  createSalesInvoice: (company, input) => company.add("salesInvoices", rules.makeInvoice(company, input)),
  deleteSalesInvoice: (company, input) => rules.removeDraft(company, "salesInvoices", input),
  closeSalesInvoice: rules.closeInvoice,
  postSalesInvoice: rules.postInvoice,
  generateCreditNote: rules.creditInvoice,
  salesOpenItemSettlement: (company, input) => rules.settle(company, rules.sides.sales, input),
  createPurchaseInvoice: (company, input) => company.add("purchaseInvoices", rules.makePurchase(company, input)),
  deletePurchaseInvoice: (company, input) => rules.removeDraft(company, "purchaseInvoices", input),
  postPurchaseInvoice: rules.postPurchase,
  purchaseOpenItemSettlement: (company, input) => rules.settle(company, rules.sides.purchases, input),
  createAccountingEntryUsingCodes: rules.makeEntry,
};

/** Inputs have no prototype, and fields without a value are left out. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
};

function rootOf(company: Books, companies: readonly Books[]): Row {
  const lists = Object.keys(connections).map((name) => [
    name,
    (parameters: Row) => {
      const all = name === "organizations" ? companies.map(organization) : company.tables[name as Name].all();
      return connectionOf(all, plain(parameters) as Row);
    },
  ]);
  const written = Object.entries(actions).map(([name, action]) => [
    name,
    ({ input }: Row) => action(company, plain(input) as Row),
  ]);
  return {
    ...Object.fromEntries([...lists, ...written]),
    userProfile: {
      id: "5a9e0000-0000-4000-8000-0000000000ff",
      fullName: "Kim Exemple",
      authenticationEmail: "kim@exemple.example",
    },
    organizationSalesSetupByOrgId: () => company.facts["setup"],
    accountingTrialBalance: ({ input }: Row) => rules.trialBalance(company, plain(input) as Row),
  };
}

const refusedQuery = (errors: readonly GraphQLError[]): Answer => ({
  status: 400,
  body: { errors: errors.map((error) => error.toJSON()) },
});

/** A request that does not fit the schema is refused as a whole. */
async function answer(request: RouteRequest<Name>, companies: readonly Books[]): Promise<Answer> {
  const body = request.body();
  const { field } = operationIn(body);
  if (request.raw.headers["x-organizationid"] === undefined && !unscoped.includes(field))
    return { body: { errors: [{ message: "X-OrganizationId header is mandatory" }], data: { [field]: null } } };
  let document;
  try {
    document = parse(text(body["query"]));
  } catch (error) {
    if (error instanceof GraphQLError) return refusedQuery([error]);
    throw error;
  }
  const faults = validate(schema, document);
  if (faults.length > 0) return refusedQuery(faults);
  const result: ExecutionResult = await execute({
    schema,
    document,
    rootValue: rootOf(request.company, companies),
    variableValues: row(body["variables"]),
  });
  // Variables of a wrong type stop the request before it has data.
  if (result.errors !== undefined && result.data === undefined) return refusedQuery(result.errors);
  return { body: result };
}

const isAboutPurchases = (body: Buffer): boolean => /purchaseInvoice/i.test(operationIn(bodyOf(body)).field);

const described = simulate<Name>({
  slug: "sage-active",
  base: "/api.fr.active.sage.com",
  oauth: {
    authorize: "/sbcauth.sage.fr/connect/authorize",
    token: "/sbcauth.sage.fr/connect/token",
    revoke: "/sbcauth.sage.fr/connect/revocation",
    title: "Sage Active",
    client: { clientId: "simulated-sage-app", clientSecret: "simulated-sage-secret", appKey },
    clientAuth: "body",
    accessSeconds: 28_800,
    rotates: true,
  },
  companies: openBooks,
  company: ({ headers }: FastifyRequest, companies) => {
    const wanted = headers["x-organizationid"];
    const found = wanted === undefined ? companies[0] : companies.find(({ id }) => id === wanted);
    if (found === undefined) throw new Refusal(noOrganization);
    return found;
  },
  admit: () => (request) => (request.headers["x-api-key"] === appKey ? {} : { refused: wrongKey }),
  refusals: () => refusals,
  limitedUser: { isRefused: ({ body }) => isAboutPurchases(body), refused: refusals.forbidden },
  isReading: ({ body }) => operationIn(bodyOf(body)).kind === "query",
  isSignIn: ({ url }) => url.includes("/connect/"),
  isNumber: (value) => /^\d{4}$/.test(value),
  closeBooks: ({ tables }, until) =>
    changeBriefly(
      tables.accountingExercises.where(({ startDate }) => text(startDate).slice(0, 10) <= until),
      { status: "OPEN", periods: [{ endDate: dayAt(until), isClosed: true }] },
    ),
  tableOfList: Object.fromEntries(
    (
      [
        ["invoices", "salesInvoices"],
        ["creditNotes", "salesInvoices"],
        ["bills", "purchaseInvoices"],
        ["customers", "customers"],
        ["suppliers", "suppliers"],
        ["items", "products"],
        ["accounts", "accountingAccounts"],
        ["journals", "journalTypes"],
        ["taxRates", "taxes"],
        ["paymentTerms", "paymentTerms"],
        ["journalEntries", "accountingEntries"],
        ["fiscalYears", "accountingExercises"],
      ] as const
    ).map(([list, table]) => [`${list}.list`, table]),
  ),
  routes: ({ companies }) => [post("graphql", (request) => answer(request, companies))],
});

/** No source shows how the vendor refuses a missing record: a list is empty instead. */
export const simulation: Simulation = {
  ...described,
  open: (world) => {
    const vendor = described.open(world);
    const { notFound: _unknown, ...known } = vendor.refusals;
    return { ...vendor, refusals: known };
  },
};
