/** Simulates DATEV's online APIs for accounting by their descriptions (clients 2.0, data exchange 1.5.8, documents 2.1, dxso-jobs 2.1). */
import type { FastifyRequest } from "fastify";
import { readForm } from "../engine/files.ts";
import { byOffset } from "../engine/pages.ts";
import { type Answer, get, post, put, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, row, text, without } from "../engine/values.ts";
import { simulate, type VendorContext } from "../engine/vendor.ts";
import type { Refused, Simulation, World } from "../simulation.ts";
import { type Books, bookedPartners, openBooks, sumsAndBalances, type Table } from "./books.ts";
import { documentsRefuse, missingScope, refusals, refuse } from "./refusals.ts";
import { transfers, transfersApi } from "./transfers.ts";

const client = { clientId: "simulated-datev-app", clientSecret: "simulated-datev-secret" };

const clientsApi = "accounting-clients.api.datev.de/platform/v2";
const exchangeApi = "accounting-data-exchange.api.datev.de/platform/v1";
const documentsApi = "accounting-documents.api.datev.de/platform/v2";

/** One JSON value per line. */
const lines = (values: readonly unknown[], headers: Readonly<Record<string, string>> = {}): Answer => ({
  headers: { ...headers, "content-type": "application/x-ndjson" },
  body: Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join("")),
});

const yearOf = ({ company, params }: RouteRequest<Table>): Row => {
  const { year = "" } = params;
  if (!/^(?:19|20)\d{6}$/.test(year)) throw refuse(400, "Bad Request", "fiscalYearId has to be a day: yyyymmdd");
  const record = company.tables.years.get(year);
  if (record === undefined) throw refuse(404, "Not Found", `There is no fiscal year ${year} for this client.`);
  return record;
};
const shapeOf = (year: Row) => ({
  accountLength: Number(year["accountLength"]),
  firstMonth: text(year["id"]).slice(4, 6),
});
const ofYear =
  (answer: (books: Books, year: Row, request: RouteRequest<Table>) => readonly unknown[]) =>
  (request: RouteRequest<Table>): Answer =>
    lines(answer(request.company, yearOf(request), request));

const isPersonal = (account: Row): boolean => Number(account["accountNumber"]) > 99_999_999;
const withoutId = (record: Row): Row => without(record, ["id"]);

/** Whether a year has the account or payment term: some do not exist in the first year. */
const isOfYear = (books: Books, year: Row, record: Row): boolean =>
  !["4670", 999].includes(record["id"] as string | number) || books.tables.years.all()[0] !== year;

/** All general ledger accounts of the year, and on request the partners with postings. */
function accounts(books: Books, year: Row, { query }: RouteRequest<Table>): readonly Row[] {
  const booked = query["includesPersonalAccounts"] === "true" ? bookedPartners(books, text(year["id"])) : new Set();
  return books.tables.accounts
    .where((record) => (isPersonal(record) ? booked.has(record["accountNumber"]) : isOfYear(books, year, record)))
    .toSorted((left, right) => Number(left["accountNumber"]) - Number(right["accountNumber"]))
    .map(withoutId);
}

const pageSize = 50_000;
const hour = 3_600_000;
/** How long DATEV keeps the result of a job. */
const retention = 12 * hour;

function jobOf({ company, params }: RouteRequest<Table>): Row {
  const job = company.tables.jobs.get(params["job"]);
  if (job === undefined) throw refuse(404, "Not Found", "There is no such job.");
  return job;
}

/** The first request reports the job as pending. */
function stateOf(job: Row, world: World): string {
  if (world.now() > Number(job["begun"]) + retention) return "DELETED";
  job["looks"] = Number(job["looks"]) + 1;
  return Number(job["looks"]) > 1 ? "COMPLETED" : "PENDING";
}

function begin(request: RouteRequest<Table>): Answer {
  const { company, query, world } = request;
  const id = company.newId();
  const links = query["documentLinks"] === "true";
  company.tables.jobs.put({ id, year: yearOf(request)["id"], begun: world.now(), looks: 0, links });
  return { status: 202, body: { jobId: id } };
}

/** A cash sale, generated on request, so that a year can have any number of them. */
const cashSale = (year: string, index: number): Row => ({
  accountNumber: 10_000_000,
  contraAccountNumber: 84_000_000,
  amountDebit: 1 + (index % 9999) / 100,
  taxRate: 19,
  accountingSequenceId: 300,
  currencyCode: "EUR",
  date: `${year.slice(0, 4)}-${year.slice(4, 6)}-28`,
  markOfOrigin: "RE",
  documentField1: `K-${index}`,
  postingDescription: `Kasseneinnahme ${index}`,
  kost1CostCenterId: "200",
  isOpeningBalancePosting: false,
  recordType: "financial_accounting",
  followOnPostingType: "journal_entry",
});

const postings =
  (cashSales: number) =>
  (request: RouteRequest<Table>): Answer => {
    const { company, query, world } = request;
    const job = jobOf(request);
    const page = Number(query["page"]);
    if (!Number.isInteger(page) || page < 1)
      throw refuse(400, "Bad Request", "Required parameter 'page' is not present.");
    if (Number(job["looks"]) < 2) throw refuse(409, "Conflict", "The job has not been completed yet.");
    if (world.now() > Number(job["begun"]) + retention) throw refuse(404, "Not Found", "The data has been deleted.");
    const seeded = company.tables.postings.under("year", job["year"]).map(({ native }) => row(native));
    const total = seeded.length + cashSales;
    const from = (page - 1) * pageSize;
    const natives = Array.from({ length: Math.max(0, Math.min(pageSize, total - from)) }, (_, index) => {
      const native = seeded[from + index] ?? cashSale(text(job["year"]), from + index);
      return job["links"] === true ? native : without(native, ["documentLink"]);
    });
    return lines(natives, {
      "x-total-count": String(total),
      "x-total-pages": String(Math.max(1, Math.ceil(total / pageSize))),
      "x-current-page": String(page),
      "x-page-size": String(pageSize),
    });
  };

const exchange = (cashSales: number): readonly Route<Table>[] => [
  // One line with all numbers, as the description shows.
  get(`${exchangeApi}/clients/:client/fiscal-years`, ({ company }) =>
    lines([company.tables.years.all().map(({ id }) => Number(id))]),
  ),
  get(`${exchangeApi}/clients/:client/fiscal-years/:year`, (request) => lines([without(yearOf(request), ["id"])])),
  get(`${exchangeApi}/clients/:client/fiscal-years/:year/general-ledger-accounts`, ofYear(accounts)),
  get(
    `${exchangeApi}/clients/:client/fiscal-years/:year/sums-and-balances`,
    ofYear((books, year) => sumsAndBalances(books, text(year["id"]), shapeOf(year))),
  ),
  get(
    `${exchangeApi}/clients/:client/fiscal-years/:year/terms-of-payment`,
    ofYear((books, year) => books.tables.terms.where((term) => isOfYear(books, year, term))),
  ),
  get(
    `${exchangeApi}/clients/:client/fiscal-years/:year/accounting-sequences`,
    ofYear((books, { id }) => books.tables.sequences.under("year", id).map(({ native }) => native)),
  ),
  post(`${exchangeApi}/clients/:client/fiscal-years/:year/account-postings`, begin),
  get(`${exchangeApi}/clients/:client/jobs/:job/state`, (request) => ({
    body: { jobState: stateOf(jobOf(request), request.world) },
  })),
  get(`${exchangeApi}/clients/:client/account-postings-jobs/:job`, postings(cashSales)),
];

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Refuses an id that is in use, and a document type that the client does not have. */
async function upload({ company, params, raw: request, world }: RouteRequest<Table>): Promise<Answer> {
  const { document = "" } = params;
  const form = await readForm(request);
  const file = form?.files["file"];
  if (file === undefined || !guid.test(document))
    throw documentsRefuse(400, "#DCO01004", "restapi.MultipartUploadFault");
  const metadata = row(JSON.parse(form?.fields["metadata"] ?? "{}"));
  const { document_type: type, note } = metadata;
  if (type !== undefined && !company.tables.types.has(type))
    throw documentsRefuse(400, "#DCO01010", "restapi.InvalidDocumentTypeFault");
  if (company.tables.documents.has(document)) throw documentsRefuse(409, "#DCO01012", "restapi.KeyConflictFault");
  const files = [
    {
      id: company.newId(),
      name: file.name,
      size: file.bytes.length,
      media_type: file.type,
      upload_date: new Date(world.now()).toISOString(),
    },
  ];
  company.tables.documents.put({ id: document, files });
  return {
    status: 201,
    body: { id: document, files, ...(type ? { document_type: type } : {}), ...(note ? { note } : {}) },
  };
}

const documents: readonly Route<Table>[] = [
  get(`${documentsApi}/clients/:client/document-types`, ({ company }) => ({
    body: company.tables.types.all().map(withoutId),
  })),
  get(`${documentsApi}/clients/:client/duo-version`, () => ({
    body: { allowed_file_extensions: ["bmp", "gif", "jpeg", "pdf", "png"], staple_logic: "logically" },
  })),
  put(`${documentsApi}/clients/:client/documents/:document`, upload),
];

const factsOf = (books: Books): Row => books.facts;

const companies = ({ companies: clients }: VendorContext<Table>): readonly Route<Table>[] => [
  get(`${clientsApi}/clients`, ({ query }) => {
    const { skip = "0", top = "100" } = query;
    if (!/^\d+$/.test(skip) || !/^\d+$/.test(top))
      throw refuse(
        400,
        "Invalid query parameters",
        "Paging parameters are invalid - skip - must be a positive integer",
      );
    const { rows, total } = byOffset(clients.map(factsOf), Number(skip), Math.min(100, Number(top)));
    return { headers: { "total-items": String(total) }, body: rows };
  }),
  get(`${clientsApi}/clients/:client`, ({ company }) => ({ body: factsOf(company) })),
  get("api.datev.de/userinfo", () => ({
    body: {
      sub: "simulated-user",
      account_id: "4711-AB",
      family_name: "Bergmann",
      given_name: "Ada",
      name: "Ada Bergmann",
    },
  })),
];

const requiredScopes: readonly (readonly [host: string, scope: string])[] = [
  [`/${clientsApi}`, "datev:accounting:clients"],
  [`/${exchangeApi}`, "datev:accounting:exchange"],
  [`/${documentsApi}`, "accounting:documents"],
  [`/${transfersApi}`, "accounting:dxso-jobs"],
];

/** Every request needs the app's id. A token for one client is valid only for that client's paths. */
function admit({ headers, url }: FastifyRequest, scope: string): { refused?: Refused } {
  if (headers["x-datev-client-id"] !== client.clientId) return { refused: refusals.unauthorized };
  const granted = scope.split(" ");
  const [, required] = requiredScopes.find(([host]) => url.startsWith(host)) ?? [];
  if (required !== undefined && !granted.includes(required)) return { refused: missingScope(required) };
  const bound = granted.find((name) => name.startsWith("datev:iam:client:"))?.replace("datev:iam:client:", "");
  const isAllowed = required === undefined || bound === undefined || new RegExp(`/clients/${bound}(?:/|$)`).test(url);
  return isAllowed ? {} : { refused: missingScope(`datev:iam:client, which is ${bound}`) };
}

/** Requires openid. A long-term token must be for one client, and other tokens must not be. */
const complaint = (scope: string): object | undefined => {
  const granted = scope.split(" ");
  const isInvalid =
    !granted.includes("openid") || granted.includes("offline_access") !== /datev:iam:client:\d+-\d+/.test(scope);
  return isInvalid ? { error: "invalid_scope" } : undefined;
};

/** Adds a number of cash sales to every fiscal year. */
export const withCashSales = (cashSales: number): Simulation =>
  simulate<Table>({
    slug: "datev-rewe-export",
    base: "",
    // The job only reads.
    isReading: ({ url }) => /\/account-postings(?:\?|$)/.test(url),
    oauth: {
      authorize: "/login.datev.de/openid/authorize",
      token: "/api.datev.de/token",
      revoke: "/api.datev.de/revoke",
      title: "Anmeldung bei DATEV (simuliert)",
      client,
      clientAuth: "basic",
      accessSeconds: 900,
      unusedSeconds: (scope) => (scope.split(" ").includes("offline_access") ? 730 * 86_400 : 11 * 3600),
      rotates: true,
      idTokenIssuer: "https://login.datev.de/openid",
      scopes: { complaint },
    },
    companies: openBooks,
    company: ({ params }, clients) => clients.find(({ id }) => id === (params as { client?: string }).client),
    routes: (context) => [...companies(context), ...exchange(cashSales), ...documents, ...transfers],
    refusals: () => refusals,
    admit: () => admit,
  });

export const simulation = withCashSales(0);
