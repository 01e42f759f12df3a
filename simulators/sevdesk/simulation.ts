/**
 * sevdesk's API v1, after its OpenAPI description (bookkeeping system 2.0) and what jernoxit/sevdesk-rs measured at a test
 * account. Each record has the fields of the recorded ones.
 */

import { pdf } from "../engine/files.ts";
import { byOffset, wholeNumber } from "../engine/pages.ts";
import { openRecordings } from "../engine/recordings.ts";
import { type Answer, del, get, post, put } from "../engine/routes.ts";
import { isRow, type Row, row, text } from "../engine/values.ts";
import { simulate } from "../engine/vendor.ts";
import { openBooks } from "./books.ts";
import {
  book,
  cancelInvoice,
  dayOf,
  linesIn,
  positionsOf,
  remove,
  type SalesKind,
  salesKinds,
  saveSale,
  saveVoucher,
  sendSale,
} from "./documents.ts";
import { guidance } from "./masters.ts";
import { documented, missing, refuse } from "./refusals.ts";
import { idIn, models, type Route, referenceTo, type SevdeskRequest, type Store, type Table } from "./store.ts";

const apiKey = "0123456789abcdef0123456789abcdef";

const recordings = openRecordings<Table>({
  slug: "sevdesk",
  lists: Object.fromEntries(models.map((model) => [model, { path: model }])),
  rowsIn: (body) => (isRow(body) ? body["objects"] : undefined),
  rowIn: (body) => {
    const objects = isRow(body) ? body["objects"] : undefined;
    return Array.isArray(objects) ? (objects as unknown[])[0] : objects;
  },
});

const shownFields = (record: Row): Row =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !name.startsWith("$")));
const show = (table: Table, record: Row): Row => recordings.laidOver(table, shownFields(record));

/** Unknown parameters are ignored, and so are their values. */
function filtered(table: Table, all: readonly Row[], { query }: SevdeskRequest): readonly Row[] {
  const after = query["updateAfter"];
  const from = query["startDate"];
  const plain = ["status", "creditDebit", "customerNumber", "partNumber", "invoiceNumber"].filter(
    (name) => query[name] !== undefined,
  );
  const references = Object.keys(query).flatMap((name) => {
    const [, field] = /^(\w+)\[id\]$/.exec(name) ?? [];
    return field === undefined || query[`${field}[objectName]`] === undefined ? [] : [field];
  });
  return all.filter(
    (record) =>
      (after === undefined || Date.parse(text(record["update"])) > Number(after) * 1000) &&
      (from === undefined || table !== "Voucher" || Date.parse(text(record["voucherDate"])) >= Number(from) * 1000) &&
      (table !== "Contact" || query["depth"] === "1" || Boolean(record["name"])) &&
      // Templates and reminders are hidden by default.
      (table !== "Invoice" || query["showAll"] === "true" || !["WKR", "MA"].includes(text(record["invoiceType"]))) &&
      plain.every((name) => text(record[name]) === query[name]) &&
      references.every((field) => idIn(record[field]) === query[`${field}[id]`]),
  );
}

/** The newest first, and lines in their order, as sevdesk's own screens have it. Times are equal for records of the same second. */
function listed(table: Table, request: SevdeskRequest): Answer {
  const { company, query } = request;
  const sign = table.endsWith("Pos") ? 1 : -1;
  const found = filtered(table, company.tables[table].all(), request).toSorted(
    (left, right) => sign * (Number(left["id"]) - Number(right["id"])),
  );
  return paged(
    found.map((record) => show(table, record)),
    query,
  );
}

function paged(all: readonly Row[], query: SevdeskRequest["query"]): Answer {
  const limit = wholeNumber(query["limit"], 100, 1000);
  const page = byOffset(all, wholeNumber(query["offset"], 0), limit);
  return { body: { ...(query["countAll"] === "true" && { total: String(page.total) }), objects: page.rows } };
}

function found(table: Table, { company, params }: SevdeskRequest): Row {
  const record = company.tables[table].get(params["id"]);
  if (record === undefined) throw missing(table, params["id"]);
  return record;
}

const single = (table: Table, record: Row): Answer => ({ body: { objects: [show(table, record)] } });
/** The reply to a write is the record itself. */
const written = (table: Table, record: Row, status = 200): Answer => ({
  status,
  body: { objects: show(table, record) },
});

const listedModels: readonly Table[] = [
  "Contact",
  "ContactAddress",
  "CommunicationWay",
  "Invoice",
  "CreditNote",
  "CreditNotePos",
  "Order",
  "Voucher",
  "VoucherPos",
  "Part",
  "CheckAccount",
  "CheckAccountTransaction",
  "CheckAccountTransactionLog",
  "Unity",
  "StaticCountry",
  "SevUser",
];
const readable: readonly Table[] = [
  "Contact",
  "Invoice",
  "CreditNote",
  "Order",
  "Voucher",
  "Part",
  "CheckAccount",
  "CheckAccountTransaction",
];

/** A reply to `saveInvoice` has figures of lines as JSON numbers. */
function savedSale(kind: SalesKind, company: Store, body: Row): Answer {
  const { owner, positions } = salesKinds[kind];
  const sent = { ...row(body[owner]), ...(body["takeDefaultAddress"] === true && { takeDefaultAddress: true }) };
  const document = saveSale(company, kind, {
    sent,
    lines: linesIn(body, `${owner}PosSave`),
    deleted: linesIn(body, `${owner}PosDelete`),
  });
  const lines = positionsOf(company, kind, document["id"]).map((line) => show(positions, line));
  return { status: 201, body: { objects: { [owner]: show(kind, document), [`${owner}Pos`]: lines } } };
}

const writableContact = (company: Store, body: Row): Row => {
  const category = body["category"];
  return {
    ...body,
    ...(isRow(category) && { category: referenceTo("Category", idIn(category)) }),
    ...(body["status"] !== undefined && { status: text(body["status"]) }),
    ...nextNumber(company, body),
  };
};
const nextNumber = (company: Store, body: Row): Row =>
  body["customerNumber"] === undefined && body["category"] !== undefined && body["status"] !== undefined
    ? { customerNumber: String(company.next("customerNumber", 5000)) }
    : {};

const besideRoutes = (table: "ContactAddress" | "CommunicationWay"): Route[] => {
  const stored = (body: Row): Row =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        isRow(value)
          ? referenceTo(text(value["objectName"]), idIn(value))
          : typeof value === "boolean"
            ? String(Number(value))
            : value,
      ]),
    );
  return [
    post(table, ({ company, body }) => {
      const contact = idIn(body()["contact"]);
      if (!company.tables.Contact.has(contact)) throw missing("Contact", contact);
      return written(table, company.add(table, { objectName: table, ...stored(body()) }), 201);
    }),
    put(`${table}/:id`, (request) =>
      written(table, request.company.save(table, { ...found(table, request), ...stored(request.body()) })),
    ),
    del(`${table}/:id`, (request) => {
      request.company.remove(table, found(table, request));
      return { body: { objects: [null] } };
    }),
  ];
};

const figures = ["priceNet", "pricePurchase", "taxRate", "stock"];
const partOf = (company: Store, body: Row): Row => {
  if (isRow(body["unity"]) && !company.tables.Unity.has(idIn(body["unity"])))
    throw missing("Unity", idIn(body["unity"]));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name === "unity" ? referenceTo("Unity", idIn(value)) : figures.includes(name) ? text(value) : value,
    ]),
  );
};

const routes: Route[] = [
  get("Tools/bookkeepingSystemVersion", () => ({ body: { objects: { version: "2.0" } } })),
  get("ReceiptGuidance/forAllAccounts", () => ({ body: { objects: guidance } })),
  ...listedModels.map((model) => get<Table>(model, (request) => listed(model, request))),
  ...readable.map((model) => get<Table>(`${model}/:id`, (request) => single(model, found(model, request)))),
  ...(["Invoice", "Order"] as const).flatMap((kind): Route[] => [
    get(`${kind}/:id/getPositions`, (request) => {
      const document = found(kind, request);
      const lines = positionsOf(request.company, kind, document["id"]);
      return paged(
        lines.map((line) => show(salesKinds[kind].positions, line)),
        request.query,
      );
    }),
    get(`${kind}/:id/getPdf`, (request) => {
      const document = found(kind, request);
      if (request.query["preventSendBy"] !== "true") sendSale(request.company, kind, document);
      const number = text(document[salesKinds[kind].number]);
      const content = pdf(`${kind} ${number}`).toString("base64");
      return {
        body: { objects: { base64Encoded: true, content, filename: `${number}.pdf`, mimetype: "application/pdf" } },
      };
    }),
    put(`${kind}/:id/sendBy`, (request) => written(kind, sendSale(request.company, kind, found(kind, request)))),
  ]),
  post("Invoice/Factory/saveInvoice", ({ company, body }) => savedSale("Invoice", company, body())),
  post("CreditNote/Factory/saveCreditNote", ({ company, body }) => savedSale("CreditNote", company, body())),
  post("Order/Factory/saveOrder", ({ company, body }) => savedSale("Order", company, body())),
  post("Voucher/Factory/saveVoucher", ({ company, body }) => {
    const voucher = saveVoucher(
      company,
      row(body()["voucher"]),
      linesIn(body(), "voucherPosSave"),
      linesIn(body(), "voucherPosDelete"),
    );
    const lines = positionsOf(company, "Voucher", voucher["id"]).map((line) => show("VoucherPos", line));
    return { status: 201, body: { objects: { voucher: show("Voucher", voucher), voucherPos: lines } } };
  }),
  put("CreditNote/:id/sendBy", (request) =>
    written("CreditNote", sendSale(request.company, "CreditNote", found("CreditNote", request))),
  ),
  post("Invoice/:id/cancelInvoice", (request) =>
    written("Invoice", cancelInvoice(request.company, found("Invoice", request)), 201),
  ),
  ...(["Invoice", "CreditNote", "Voucher"] as const).flatMap((kind): Route[] => [
    put(`${kind}/:id/bookAmount`, (request) => ({
      body: { objects: book(request.company, kind, found(kind, request), request.body()) },
    })),
    del(`${kind}/:id`, (request) => {
      remove(request.company, kind, found(kind, request), kind === "Voucher" ? "50" : "100");
      return { body: { objects: [null] } };
    }),
  ]),
  post("Contact", ({ company, body }) => {
    if (!body()["name"] && !body()["familyname"] && !body()["surename"])
      throw refuse(422, "name or familyname is required.");
    return written(
      "Contact",
      company.add("Contact", { objectName: "Contact", ...writableContact(company, body()) }),
      201,
    );
  }),
  put("Contact/:id", (request) =>
    written(
      "Contact",
      request.company.save("Contact", {
        ...found("Contact", request),
        ...writableContact(request.company, request.body()),
      }),
    ),
  ),
  ...besideRoutes("ContactAddress"),
  ...besideRoutes("CommunicationWay"),
  post("Part", ({ company, body }) => {
    for (const name of ["name", "partNumber", "unity", "taxRate", "stock"])
      if (body()[name] === undefined) throw refuse(422, `${name} is required.`);
    return written("Part", company.add("Part", { objectName: "Part", status: "100", ...partOf(company, body()) }), 201);
  }),
  put("Part/:id", (request) =>
    written(
      "Part",
      request.company.save("Part", { ...found("Part", request), ...partOf(request.company, request.body()) }),
    ),
  ),
  post("CheckAccountTransaction", ({ company, body }) => {
    const account = company.tables.CheckAccount.get(idIn(body()["checkAccount"]));
    if (account === undefined) throw missing("CheckAccount", idIn(body()["checkAccount"]));
    if (account["type"] !== "online")
      throw refuse(
        422,
        "You can only create transactions on online checkaccounts. Use document bookAmount to create transactions on other types.",
      );
    const sent = body();
    const valueDate = dayOf(sent["valueDate"]);
    return written(
      "CheckAccountTransaction",
      company.add("CheckAccountTransaction", {
        ...sent,
        objectName: "CheckAccountTransaction",
        valueDate,
        entryDate: dayOf(sent["entryDate"]) ?? valueDate,
        amount: text(sent["amount"]),
        status: text(sent["status"]),
        checkAccount: referenceTo("CheckAccount", account["id"]),
        deletedAt: null,
      }),
      201,
    );
  }),
];

const idFields: Readonly<Record<string, Table>> = {
  invoices: "Invoice",
  creditNotes: "CreditNote",
  bills: "Voucher",
  offers: "Order",
  salesOrders: "Order",
  contacts: "Contact",
  customers: "Contact",
  suppliers: "Contact",
  items: "Part",
  bankAccounts: "CheckAccount",
  payments: "CheckAccountTransactionLog",
};

export const simulation = simulate<Table>({
  slug: "sevdesk",
  base: "/my.sevdesk.de/api/v1",
  // The token is sent as it is.
  keys: { credentials: { apiKey }, admits: ({ headers }) => headers.authorization === apiKey },
  companies: openBooks,
  company: (_request, [store]) => store,
  tableOfList: idFields,
  refusals: () => recordings.refusals(documented),
  isNumber: (text) => /^[A-Z]{2}-\d{4}-\d{4}$/.test(text),
  // An administrator may limit what a user sees.
  limitedUser: { isRefused: ({ url }) => /\/Voucher/.test(url), refused: documented.forbidden },
  routes: () => routes,
});
