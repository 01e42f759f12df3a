/** Exact Online's REST API, after its reference, its pages on OAuth, OData, limits and webhooks, and the tests of public clients. */
import { type Answer, del, get, post, put, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, sum, text } from "../engine/values.ts";
import { simulate, type VendorContext } from "../engine/vendor.ts";
import { openBooks } from "./books.ts";
import { models, type Name } from "./models.ts";
import { list, showing } from "./odata.ts";
import { bad, limitedUser, notAllowed, notFound, refusalsAt, secondLanguage } from "./refusals.ts";
import { type Books, change, make, momentOf, outstanding, processAndBook, removeFrom } from "./rules.ts";
import { subscriptionRoutes, webhookKey } from "./webhooks.ts";

const host = "/start.exactonline.nl";
const nameAt = new Map(Object.entries(models).map(([name, { path }]) => [path.toLowerCase(), name as Name]));
/** Sets that are read-only, and sets that can be created but not changed. */
const onlyRead =
  /^(?:Transactions|TransactionLines|Journals|Units|VATCodes|FinancialPeriods|ReportingBalance|.+List|Divisions|DocumentTypes|GoodsReceipt.*|PurchaseOrder.*|Cost.*)$/;
const onlyMade = /^(?:BankEntr.*|GeneralJournal.*|PaymentConditions|DocumentAttachments)$/;

function placeOf({ params, company }: RouteRequest<Name>) {
  const [, path = "", id] = /^([^(]*)(?:\(guid'([^']*)'\))?$/.exec(params["*"] ?? "") ?? [];
  const name = nameAt.get(path.toLowerCase());
  if (name === undefined) throw notFound(path);
  const row = (): Row => {
    const found = company.tables[name].get(id?.toLowerCase());
    if (found === undefined) throw notFound(name);
    return found;
  };
  return { name, id, row };
}

/** Ledger totals by account, period and type. */
function balances({ tables }: Books): Row[] {
  const groups = Map.groupBy(tables.TransactionLines.all(), ({ GLAccount, FinancialYear, FinancialPeriod, Type }) =>
    [GLAccount, FinancialYear, FinancialPeriod, Type].map(text).join(" "),
  );
  return [...groups.values()].map((lines, index) => {
    const { GLAccount, FinancialYear: ReportingYear, FinancialPeriod: ReportingPeriod, Type, Status } = lines[0] ?? {};
    const amounts = lines.map(({ AmountDC }) => Number(AmountDC));
    const AmountDebit = sum(amounts.filter((amount) => amount > 0)).toNumber();
    const AmountCredit = sum(amounts.filter((amount) => amount < 0)).toNumber();
    const { BalanceType } = tables.GLAccounts.get(GLAccount) ?? {};
    const summed = { Amount: sum(amounts).toNumber(), AmountDebit, AmountCredit, Count: lines.length };
    return { ID: index + 1, ReportingYear, ReportingPeriod, GLAccount, BalanceType, Type, Status, ...summed };
  });
}

/** Computed sets. Lists of files have no content. */
const views: { readonly [List in Name]?: (company: Books) => Row[] } = {
  ReportingBalance: balances,
  ReceivablesList: (company) => outstanding(company, true),
  PayablesList: (company) => outstanding(company, false),
  DocumentAttachments: ({ tables }) => tables.DocumentAttachments.all().map((file) => ({ ...file, Attachment: null })),
};

function read(request: RouteRequest<Name>): Answer {
  const { name, id, row } = placeOf(request);
  const { company, query } = request;
  if (id !== undefined) return { body: { d: showing(company, name, query)(row()) } };
  return list(request, name, views[name]?.(company) ?? company.tables[name].all());
}

function create(routeRequest: RouteRequest<Name>): Answer {
  const { company, raw: request, params } = routeRequest;
  if (params["*"] === "salesinvoice/PrintedSalesInvoices")
    return { status: 201, body: { d: company.atOnce(() => processAndBook(company, routeRequest.body())) } };
  const { name } = placeOf(routeRequest);
  if (onlyRead.test(name)) throw notAllowed();
  const made = company.atOnce(() => make(company, name, routeRequest.body()));
  const shown = showing(company, name, {})(made);
  // Without a prefer header the reply has only the key.
  if (request.headers["prefer"] !== "return=representation")
    for (const field of Object.keys(shown)) if (field !== models[name].key) shown[field] = null;
  return { status: 201, body: { d: shown } };
}

function update(request: RouteRequest<Name>): Answer {
  const { name, row } = placeOf(request);
  if (onlyRead.test(name) || onlyMade.test(name)) throw notAllowed();
  change(request.company, name, row(), request.body());
  return { status: 204 };
}

/** A thousand rows at a time, by version. Requests without $select or $filter are refused. */
function synchronise(request: RouteRequest<Name>): Answer {
  const { query, company } = request;
  if (query["$select"] === undefined || query["$filter"] === undefined) throw bad("$select and $filter are mandatory.");
  return list(request, "TransactionLines", company.tables.TransactionLines.all(), 1000);
}

/** The version of the first row that changed at or after that time. */
function version({ company, query }: RouteRequest<Name>): Answer {
  const [, at = ""] = /^datetime'(.*)'$/.exec(query["modified"] ?? "") ?? [];
  if (at === "" || query["endPoint"] !== "'TransactionLines'") throw bad("Bad parameters.");
  const changed = company.tables.TransactionLines.where(({ Modified }) => momentOf(Modified) >= Date.parse(`${at}Z`));
  const [first] = changed.toSorted((left, right) => Number(left["Timestamp"]) - Number(right["Timestamp"]));
  const { Modified, Timestamp } = first ?? {};
  return { body: { d: first ? [{ API: "TransactionLines", Modified, TimeStampAsBigInt: text(Timestamp) }] : [] } };
}

const user = {
  __metadata: { uri: "", type: "Exact.Web.Api.Models.System.Me" },
  UserID: "5a1f0c3e-0000-4000-8000-00000000a001",
  FullName: "Fenna Voorbeeld",
  LastName: "Voorbeeld",
};

const routes = (context: VendorContext<Name>): Route<Name>[] => [
  get("current/Me", () => {
    const CurrentDivision = Number(context.companies[0]?.id);
    return { body: { d: { results: [{ ...user, CurrentDivision }] } } };
  }),
  get(":division/system/Divisions", (request) =>
    list(
      request,
      "Divisions",
      context.companies.flatMap(({ tables }) => tables.Divisions.all()),
    ),
  ),
  get(":division/sync/Financial/TransactionLines", synchronise),
  get(":division/read/sync/Sync/SyncTimestamp", version),
  get(":division/*", read),
  ...subscriptionRoutes(context),
  post(":division/*", create),
  put(":division/*", update),
  del(":division/*", (request) => {
    const { name, row } = placeOf(request);
    removeFrom(request.company, name, row());
    return { status: 204 };
  }),
];

export const simulation = simulate<Name>({
  slug: "exact-online",
  base: `${host}/api/v1`,
  companies: openBooks,
  refusals: refusalsAt,
  limitedUser,
  secondLanguage,
  oauth: {
    authorize: `${host}/api/oauth2/auth`,
    token: `${host}/api/oauth2/token`,
    title: "Exact Online",
    client: { clientId: "{5a1f0c3e-0000-4000-8000-00000000c11e}", clientSecret: "simulated-exact-online" },
    clientAuth: "body",
    accessSeconds: 600,
    unusedSeconds: () => 30 * 86_400,
    rotates: true,
    earliest: {
      seconds: 570,
      refused: { error: "access_denied", error_description: "Rate limit exceeded: access_token not expired" },
    },
    // A number, as text.
    extra: { expires_in: "600" },
  },
  company: ({ params }, companies) => companies.find(({ id }) => id === (params as { division?: string }).division),
  subscriptionTable: "WebhookSubscriptions",
  routes,
  webhookKey,
});
