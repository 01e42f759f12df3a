/** weclapp's API v3, as its description (weclapp/sdk 04332cf) and its users describe it. */
import { changeBriefly } from "../engine/closing.ts";
import { pdf } from "../engine/files.ts";
import { findOr } from "../engine/resources.ts";
import { type Answer, del, get, post, put, Refusal, type Route, type RouteRequest } from "../engine/routes.ts";
import type { Change } from "../engine/tables.ts";
import { type Row, text, without } from "../engine/values.ts";
import { simulate, type VendorContext } from "../engine/vendor.ts";
import { openBooks } from "./books.ts";
import { type Entity, entities, type Table } from "./entities.ts";
import { filtered, pageOf, propertiesOf } from "./query.ts";
import { forbidden, invalid, limitedUser, missing, problem, refusals } from "./refusals.ts";
import * as rules from "./rules.ts";

/** A tenant's host, and the token of one of its users. */
const tokens: Readonly<Record<string, string>> = {
  bergblick: "simulated-weclapp-token",
  talblick: "simulated-weclapp-token-without-purchasing",
};
const tenantOf = (params: unknown): string => text((params as Row)["tenant"]);

/** Refuses requests for a package that the tenant does not have. */
const guarded =
  ({ package: needed }: Pick<Entity, "package">, handler: Route<Table>[2]): Route<Table>[2] =>
  (request) => {
    const { packages } = request.company.facts as { packages: readonly string[] };
    if (needed !== undefined && !packages.includes(needed)) throw forbidden(needed);
    return handler(request);
  };

function create(entity: Entity, request: RouteRequest<Table>): Answer {
  const { company } = request;
  const body = rules.checked(company, entity, request.body());
  const row = rules.withParts(company, {}, { ...rules.defaults(company, entity.table), ...body });
  return { status: 201, body: company.add(entity.table, rules.completed(company, entity, row)) };
}

/** Refuses a stale version. A request without a version is not checked. */
function update(entity: Entity, request: RouteRequest<Table>): Answer {
  const { company, query } = request;
  const row = findOr(request, entity.table, () => missing(entity.table));
  const body = request.body();
  if (body["version"] !== undefined && body["version"] !== row["version"])
    throw new Refusal(problem(409, "optimistic_lock", "the entity was changed by another user"));
  const input = rules.withParts(company, row, rules.checked(company, entity, body));
  const unchanged = query["ignoreMissingProperties"] === "true" ? row : without(row, entity.writable ?? []);
  Object.assign(row, rules.completed(company, entity, { ...unchanged, ...input }));
  if (
    rules.isPayable(entity.table) &&
    row["status"] === "OPEN_ITEM_CREATED" &&
    !rules.isBooked(company, entity.table, row)
  ) {
    rules.book(company, entity.table, row);
    rules.post(company, entity.table, row);
  }
  return { body: company.save(entity.table, row) };
}

function remove({ table }: Entity, request: RouteRequest<Table>): Answer {
  const row = findOr(request, table, () => missing(table));
  if (rules.isPayable(table) && row["status"] === "OPEN_ITEM_CREATED")
    throw invalid("Unable to delete due to the following links: open item");
  request.company.remove(table, row);
  return { status: 204 };
}

function routesOf(entity: Entity): Route<Table>[] {
  const { table, writable, deletes } = entity;
  const recordPath = `${table}/id/:id`;
  const listed = (cut: typeof pageOf | typeof filtered) => (request: RouteRequest<Table>) => {
    const all = request.company.tables[table].all();
    return cut(all, request.query, propertiesOf(all, writable ?? []));
  };
  const routes = [
    get<Table>(table, (request) => ({ body: { result: listed(pageOf)(request) } })),
    get<Table>(`${table}/count`, (request) => ({ body: { result: listed(filtered)(request).length } })),
    get<Table>(recordPath, (request) => ({ body: findOr(request, table, () => missing(table)) })),
    ...(writable
      ? [
          post<Table>(table, (request) => create(entity, request)),
          put<Table>(recordPath, (request) => update(entity, request)),
        ]
      : []),
    ...(deletes ? [del<Table>(recordPath, (request) => remove(entity, request))] : []),
  ];
  return routes.map(([method, path, handler]) => [method, path, guarded(entity, handler)]);
}

const attached = (name: string, type: string, body: Buffer): Answer => ({
  headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
  body,
});

const printed = (table: Table, path: string, isPrinted: (row: Row) => boolean) =>
  get<Table>(`${table}/id/:id/${path}`, (request) => {
    const row = findOr(request, table, () => missing(table));
    if (!isPrinted(row)) throw new Refusal(problem(404, "not_found", "no document found"));
    const name = text(row["invoiceNumber"] ?? row["quotationNumber"]);
    return attached(`${name}.pdf`, "application/pdf", pdf(name, text(row["grossAmount"])));
  });

const fileRoutes = [
  get<Table>("document", ({ company, query }) => {
    const { entityName = "", entityId = "" } = query;
    if (entityName === "" || entityId === "") throw invalid("entityName and entityId are required");
    const documents = company.tables.document.where(({ id }) => text(id).startsWith(`${entityName}.${entityId}.`));
    return { body: { result: pageOf(documents, query, propertiesOf(documents, [])) } };
  }),
  get<Table>("document/id/:id/download", ({ company, params: { id = "" } }) => {
    const file = company.files.get(id);
    if (file === undefined) throw missing("document");
    return attached(file.name, file.type, file.bytes);
  }),
];

/** Marks the whole open item as paid or as unpaid. */
const paymentState = (table: "salesOpenItem" | "purchaseOpenItem") =>
  post<Table>(`${table}/id/:id/updatePaymentState`, (request) => {
    const { company } = request;
    const item = findOr(request, table, () => missing(table));
    const { paymentState: state, datePaid } = request.body();
    if (state !== "PAID" && state !== "UNPAID")
      throw invalid("unknown enum value", "paymentState", { kind: "enum", allowed: ["PAID", "UNPAID"] });
    if (state === "PAID" && item["cleared"] === true) throw invalid("the open item is cleared already");
    if (state === "PAID") rules.settle(company, item, text(item["amountOpen"]), { clearanceDate: datePaid });
    else Object.assign(item, { amountPaid: "0", amountOpen: item["amount"], cleared: false, paymentApplications: [] });
    company.save(table, item);
    rules.updateDocument(company, item);
    return { body: { result: item } };
  });

/** Cancels a document, and closes its open item. A document that is paid, also in part, stays. */
const cancellation = (table: "salesInvoice" | "purchaseInvoice") =>
  post<Table>(`${table}/id/:id/cancel`, (request) => {
    const { company } = request;
    const row = findOr(request, table, () => missing(table));
    rules.cancel(company, table, row);
    return { body: { result: company.save(table, row) } };
  });

const events: Readonly<Record<string, string>> = { created: "Create", updated: "Update", deleted: "Delete" };

/** Posts hardly more than an id. A URL that refuses a post gets no more posts. */
function postChange({ sender }: VendorContext<Table>, books: rules.Books, { table, row, kind }: Change<Table>): void {
  const event = events[kind] ?? "";
  const hooks = books.tables.webhook.where(
    (hook) => hook["entityName"] === table && hook[`at${event}`] === true && hook["deactivatedDate"] === undefined,
  );
  for (const hook of hooks) {
    const body = JSON.stringify({ entityId: row["id"], entityName: table, type: event.toUpperCase() });
    sender.later(async () => {
      const { status } = await sender.deliver({ url: text(hook["url"]), body, attempts: 3 });
      if (status < 200 || status > 299)
        books.restamp("webhook", Object.assign(hook, { deactivatedDate: books.now(), errorMessage: `HTTP ${status}` }));
    });
  }
}

export const simulation = simulate<Table>({
  slug: "weclapp",
  subscriptionTable: "webhook",
  base: "/:tenant.weclapp.com/webapp/api/v3",
  refusals: () => refusals,
  limitedUser,
  acts: { applyBankTransaction: rules.applyBankTransaction, offset: rules.offset },
  // Financial years are closed as a whole.
  closeBooks: ({ tables }, until) =>
    changeBriefly(
      tables.financialYear.where(({ validFrom }) => Number(validFrom) <= Date.parse(until)),
      { status: "CLOSED" },
    ),
  keys: {
    credentials: { tenantId: "bergblick", apiKey: tokens["bergblick"] ?? "" },
    admits: ({ params, headers: { authenticationtoken: token = "" } }) => token === tokens[tenantOf(params)],
  },
  companies: (world) => [
    openBooks(world, "bergblick", { size: "large", packages: ["purchasing"] }),
    openBooks(world, "talblick", { size: "small", packages: [] }),
  ],
  company: ({ params }, companies) => companies.find(({ id }) => id === tenantOf(params)),
  refused: (error) =>
    error instanceof SyntaxError ? problem(400, "invalid_json", "body is not a json object") : undefined,
  routes: (context) => {
    for (const books of context.companies) books.listen((company, change) => postChange(context, company, change));
    return [
      get("user/currentUser", ({ company }) => ({ body: { result: company.tables.user.all()[0] } })),
      printed("salesInvoice", "downloadLatestSalesInvoicePdf", ({ status }) => status !== "NEW"),
      printed("quotation", "downloadLatestQuotationPdf", () => true),
      ...fileRoutes,
      paymentState("salesOpenItem"),
      paymentState("purchaseOpenItem"),
      cancellation("salesInvoice"),
      cancellation("purchaseInvoice"),
      ...entities.flatMap(routesOf),
    ];
  },
});

export const withoutPurchasing = { tenantId: "talblick", apiKey: tokens["talblick"] ?? "" };
