/** The paths below `api.xro/2.0`, the same for every table, and the files attached to a record. */
import { pdf, type StoredFile } from "../engine/files.ts";
import { openOnce } from "../engine/once.ts";
import { type Answer, get, type Handler, parseJson, Refusal, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, row, rows, text } from "../engine/values.ts";
import { type Company, dayOr, found, type Name, type TableName, tableNames, tables } from "./company.ts";
import { documents, writeDocument } from "./documents.ts";
import { trialBalance, writeManualJournal } from "./ledger.ts";
import { writeAccount, writeContact, writeItem } from "./masters.ts";
import { isOnAccount, type OnAccount, receiveOnAccount, refundOnAccount, useOnAccount } from "./onAccount.ts";
import { attachmentsOf, journals, list, single } from "./reads.ts";
import { badBody, invalid, missing, Rejected } from "./refusals.ts";
import { allocate, writePayment } from "./settling.ts";

interface Sent extends StoredFile {
  readonly online?: boolean;
}

const megabyte = 1024 * 1024;

/** A file of the same name is replaced. `IncludeOnline` is shown with the online invoice, only where we are the seller. */
export function attach(company: Company, table: TableName, owner: Row, file: Sent): Row {
  const key = text(owner[tables[table].id]);
  const before = attachmentsOf(company, key).find((each) => each["FileName"] === file.name);
  const meta: Row = {
    AttachmentID: before?.["AttachmentID"] ?? company.newId(),
    FileName: file.name,
    Url: `https://api.xero.com/api.xro/2.0/${table}/${key}/Attachments/${encodeURIComponent(file.name)}`,
    MimeType: file.type,
    ContentLength: file.bytes.length,
    ...((table === "Invoices" || table === "CreditNotes") && { IncludeOnline: file.online === true }),
  };
  company.tables.Attachments.drop(meta);
  company.tables.Attachments.put({ ...meta, owner: key });
  company.files.set(text(meta["AttachmentID"]), file);
  company.save(table, { ...owner, HasAttachments: true });
  return meta;
}

/** Raw bytes, with the file name in the path. */
function uploaded({ raw: request, params, query }: RouteRequest<Name>, files: readonly Row[]): Sent {
  const { file: name = "" } = params;
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.length === 0) throw badBody("No attachment content was sent");
  if (bytes.length > 10 * megabyte) throw badBody("The attachment is larger than 10MB");
  if (/[<>:"/\\|?*[\]]/.test(name)) throw badBody("The file name has characters that are not allowed");
  if (files.length >= 10 && !files.some((file) => file["FileName"] === name))
    throw badBody("A record can have at most 10 attachments");
  return { name, type: text(request.headers["content-type"]), bytes, online: query["IncludeOnline"] === "true" };
}

/** By id or by name. */
function downloaded({ company, params }: RouteRequest<Name>, files: readonly Row[]): Answer {
  const meta = files.find(({ AttachmentID, FileName }) => [AttachmentID, FileName].includes(params["file"]));
  const file = company.files.get(text(meta?.["AttachmentID"]));
  if (file === undefined) throw missing();
  return { headers: { "content-type": file.type }, body: file.bytes };
}

type XeroRequest = RouteRequest<Name>;
type Write = (company: Company, input: Row, existing?: Row) => Row;

/** The writable tables. */
export const writers: Partial<Record<TableName, Write>> = {
  Accounts: writeAccount,
  Contacts: writeContact,
  Items: writeItem,
  Payments: (company, input, existing) => {
    const table = refundedIn(input);
    return table === undefined ? writePayment(company, input, existing) : refundOnAccount(company, table, input);
  },
  ManualJournals: writeManualJournal,
  ...Object.fromEntries(documents.map((table) => [table, writing(table)])),
  BankTransactions: (company, input, existing) =>
    existing === undefined && isOnAccount(input)
      ? receiveOnAccount(company, input)
      : writing("BankTransactions")(company, input, existing),
};

/** The money on account that a payment gives back. */
function refundedIn(input: Row): OnAccount | undefined {
  if (input["Overpayment"] !== undefined) return "Overpayments";
  return input["Prepayment"] === undefined ? undefined : "Prepayments";
}

function writing(table: (typeof documents)[number]): Write {
  return (company, ...rest) => writeDocument(company, table, ...rest);
}

const printable: readonly TableName[] = ["Invoices", "CreditNotes", "Quotes", "PurchaseOrders"];

/** The record that the path names. */
function record({ company, params }: XeroRequest, table: TableName): Row {
  const known = found(company, table, params["id"]);
  if (known === undefined) throw missing();
  return known;
}

/** A repeated key gets the first reply again; the same key with another request is refused. */
function idempotent(): (content: (request: XeroRequest) => Row) => Handler<Name> {
  const once = openOnce();
  const differs = () => badBody("The Idempotency-Key was already used with a different request");
  return (content) => (request) => {
    const key = text(request.raw.headers["idempotency-key"]);
    if (key.length > 128) throw badBody("The Idempotency-Key must not be longer than 128 characters");
    const scope = key === "" ? "" : `${request.company.id} ${key}`;
    return { body: once(scope, request.raw, () => content(request), differs) };
  };
}

/** Below `api.xro/2.0`. */
export function routes(): Route<Name>[] {
  const once = idempotent();
  return [
    get("Organisation", ({ company }) => ({ body: { Organisations: [company.facts] } })),
    get("Reports/TrialBalance", ({ company, query }) => ({
      body: { Reports: [trialBalance(company, dayOr(company, query["date"]))] },
    })),
    ["PUT", "CreditNotes/:id/Allocations", once(allocated)],
    ["PUT", "Overpayments/:id/Allocations", once(allocatedFrom("Overpayments"))],
    ["PUT", "Prepayments/:id/Allocations", once(allocatedFrom("Prepayments"))],
    ...tableNames.flatMap((table) => routesOf(table, once)),
  ];
}

function routesOf(table: TableName, once: ReturnType<typeof idempotent>): Route<Name>[] {
  const path = `${table}/:id`;
  const files = `${table}/:id/Attachments`;
  const filesOf = (request: XeroRequest) => attachmentsOf(request.company, record(request, table)[tables[table].id]);
  const show: Handler<Name> = (request) => shown(request, table);
  const write = once((request) => written(request, table));
  const upload = once((request) => ({
    Attachments: [attach(request.company, table, record(request, table), uploaded(request, filesOf(request)))],
  }));
  const lists: Handler<Name> = ({ company, query, raw: { headers } }) => {
    const since = headers["if-modified-since"];
    return { body: table === "Journals" ? journals(company, query, since) : list(company, table, query, since) };
  };
  const routes: Route<Name>[] = [get(table, lists), get(path, show)];
  if (printable.includes(table)) routes.push(["GET", `${path}/pdf`, show]);
  if (writers[table]) routes.push(["PUT", table, write], ["POST", path, write]);
  if (tables[table].attachments)
    routes.push(
      ["GET", files, (request) => ({ body: { Attachments: filesOf(request) } })],
      ["GET", `${files}/:file`, (request) => downloaded(request, filesOf(request))],
      ["PUT", `${files}/:file`, upload],
    );
  return routes;
}

function shown(routeRequest: XeroRequest, table: TableName): Answer {
  const { company, raw: request, query } = routeRequest;
  const known = record(routeRequest, table);
  if (!printable.includes(table) || !(request.headers.accept ?? "").includes("application/pdf"))
    return { body: { [table]: [single(company, table, known, query)] } };
  const { CurrencyCode, Total, [tables[table].number ?? "QuoteNumber"]: number } = known;
  const body = pdf(text(company.facts["Name"]), text(number), `${text(CurrencyCode)} ${text(Total)}`);
  return { headers: { "content-type": "application/pdf" }, body };
}

/** Applies credits to invoices. */
function allocated(request: XeroRequest): Row {
  const { company } = request;
  const inputs = elements("Allocations", request);
  for (const input of inputs) {
    const invoice = found(company, "Invoices", row(input["Invoice"])["InvoiceID"]);
    if (invoice === undefined) throw missing();
    allocate(company, record(request, "CreditNotes"), invoice, input);
  }
  return { Allocations: inputs };
}

/** Uses money on account for invoices. */
const allocatedFrom =
  (table: OnAccount) =>
  (request: XeroRequest): Row => {
    const { company } = request;
    const inputs = elements("Allocations", request);
    for (const input of inputs) {
      const invoice = found(company, "Invoices", row(input["Invoice"])["InvoiceID"]);
      if (invoice === undefined) throw missing();
      useOnAccount(company, table, { money: record(request, table), invoice, input });
    }
    return { Allocations: inputs };
  };

/** `{ "Invoices": [...] }` or a single record. */
function elements(table: string, { raw: request }: XeroRequest): Row[] {
  if (!(request.headers["content-type"] ?? "").includes("json")) throw badBody("Data at the root level is invalid.");
  const body = parseJson(request.body);
  const list = rows(row(body)[table] ?? (Array.isArray(body) ? body : [body]));
  if (list.length === 0) throw badBody("No data was sent");
  return list;
}

/** PUT creates, POST changes the record in the path. Errors are part of their element. */
function written(request: XeroRequest, table: TableName): Row {
  const { company, params, query } = request;
  const before = params["id"] === undefined ? undefined : record(request, table);
  const flag = table === "Contacts" || table === "Payments" ? "HasValidationErrors" : "HasErrors";
  const attempt = (input: Row) => single(company, table, writers[table]?.(company, input, before) ?? {}, query);
  const tried = (input: Row, work: (input: Row) => Row) => {
    try {
      return { isGood: true, shown: work(input) };
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      const ValidationErrors = error.messages.map((Message) => ({ Message }));
      return { isGood: false, shown: { ...input, [flag]: true, StatusAttributeString: "ERROR", ValidationErrors } };
    }
  };
  const inputs = elements(table, request);
  if (query["summarizeErrors"] === "false") {
    const alone = (input: Row) => company.atOnce(() => ({ ...attempt(input), StatusAttributeString: "OK" }));
    return { [table]: inputs.map((input) => tried(input, alone).shown) };
  }
  // One invalid element, and none is stored.
  return company.atOnce(() => {
    const all = inputs.map((input) => tried(input, attempt));
    const bad = all.filter(({ isGood }) => !isGood);
    if (bad.length > 0) throw new Refusal(invalid(bad.map(({ shown }) => shown)));
    return { [table]: all.map(({ shown }) => shown) };
  });
}
