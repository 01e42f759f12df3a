/** The addresses below `api.xro/2.0`, the same for every table. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pdf } from "../engine/files.ts";
import { writeAccount } from "./accounts.ts";
import { attachmentRoutes } from "./attachments.ts";
import { type Company, found, type Table, type TableName, tableNames, tables } from "./company.ts";
import { contactMeant, writeContact } from "./contacts.ts";
import { answers, type Desk, idempotent, record, root } from "./desk.ts";
import { kinds, writeDocument } from "./documents.ts";
import { journals, list, type Query, single } from "./reads.ts";
import { badBody, invalid, Refusal } from "./refusals.ts";
import { Rejected } from "./rejected.ts";
import { trialBalance } from "./report.ts";
import { dayOf, type Row, row, rows, stamp, text } from "./wire.ts";
import { allocate, writeItem, writeManualJournal, writePayment } from "./writes.ts";

type Write = (company: Company, input: Row, existing?: Row) => Row;
const document =
  (kind: (typeof kinds)[keyof typeof kinds]): Write =>
  (company, input, existing) =>
    writeDocument(company, kind, input, existing);

const writers: Partial<Record<TableName, Write>> = {
  Accounts: writeAccount,
  Contacts: writeContact,
  Invoices: document(kinds.Invoices),
  CreditNotes: document(kinds.CreditNotes),
  Quotes: document(kinds.Quotes),
  PurchaseOrders: document(kinds.PurchaseOrders),
  BankTransactions: document(kinds.BankTransactions),
  Items: writeItem,
  Payments: writePayment,
  ManualJournals: writeManualJournal,
};

export function routes(app: FastifyInstance, desk: Desk): void {
  const answer = answers(desk);
  const once = idempotent(desk);
  app.get(`${root}/Organisation`, (request, reply) =>
    answer(request, reply, { Organisations: [desk.company(request).organisation] }),
  );
  app.get(`${root}/Reports/TrialBalance`, (request, reply) => {
    const company = desk.company(request);
    const day = dayOf((request.query as Query)["date"]) ?? dayOf(stamp(desk.now())) ?? 0;
    return answer(request, reply, { Reports: [trialBalance(company, day)] });
  });
  for (const table of tableNames) {
    const path = `${root}/${table}`;
    app.get(path, (request, reply) => {
      const [company, since] = [desk.company(request), request.headers["if-modified-since"]];
      const query = request.query as Query;
      const content = table === "Journals" ? journals(company, query, since) : list(company, table, query, since);
      return answer(request, reply, content);
    });
    app.get(`${path}/:id`, (request, reply) => one(desk, table, request, reply));
    if (printable.includes(table)) app.get(`${path}/:id/pdf`, (request, reply) => one(desk, table, request, reply));
    if (writers[table] === undefined) continue;
    const write = once((request) => written(desk, table, request));
    app.route({ method: ["PUT", "POST"], url: path, handler: write });
    app.post(`${path}/:id`, write);
  }
  app.put(
    `${root}/CreditNotes/:id/Allocations`,
    once((request) => allocated(desk, request)),
  );
  app.delete(`${root}/Items/:id`, (request, reply) => {
    const company = desk.company(request);
    company.rows.Items.delete(text(record(company, "Items", request)["ItemID"]));
    return reply.code(204).send();
  });
  attachmentRoutes(app, desk, once);
}

const printable: readonly TableName[] = ["Invoices", "CreditNotes", "Quotes", "PurchaseOrders"];

function one(desk: Desk, table: TableName, request: FastifyRequest, reply: FastifyReply) {
  const company = desk.company(request);
  const known = record(company, table, request);
  const { number = "QuoteNumber" }: Table = tables[table];
  if (printable.includes(table) && (request.headers.accept ?? "").includes("application/pdf")) {
    const lines = [
      text(company.organisation["Name"]),
      text(known[number]),
      `${text(known["CurrencyCode"])} ${text(known["Total"])}`,
    ];
    return reply.type("application/pdf").send(pdf(...lines));
  }
  return answers(desk)(request, reply, { [table]: [single(company, table, known, request.query as Query)] });
}

/** `{ "Invoices": [...] }` or a single record. */
function elements(table: string, request: FastifyRequest): Row[] {
  if (!(request.headers["content-type"] ?? "").includes("json"))
    throw new Refusal(badBody("Data at the root level is invalid."));
  let body: unknown;
  try {
    body = JSON.parse(Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "");
  } catch {
    throw new Refusal(badBody("JSON for post data was invalid"));
  }
  const wrapped = row(body)[table];
  const list = wrapped === undefined ? (Array.isArray(body) ? body : [body]) : wrapped;
  if (rows(list).length === 0) throw new Refusal(badBody("No data was sent"));
  return rows(list);
}

function written(desk: Desk, table: TableName, request: FastifyRequest): Row {
  const company = desk.company(request);
  const inPath = text(row(request.params)["id"]);
  if (inPath !== "") record(company, table, request);
  const inputs = elements(table, request);
  const summarize = (request.query as Query)["summarizeErrors"] !== "false";
  const attempt = (input: Row) => {
    const existing = meant(company, table, { request, input, inPath });
    const saved = writers[table]?.(company, input, existing) ?? {};
    return single(company, table, saved, request.query as Query);
  };
  const refused = (input: Row, { messages }: Rejected): Row => ({
    ...input,
    ...(table === "Contacts" || table === "Payments" ? { HasValidationErrors: true } : { HasErrors: true }),
    StatusAttributeString: "ERROR",
    ValidationErrors: messages.map((Message) => ({ Message })),
  });
  const tried = (input: Row) => {
    try {
      return { ok: true, shown: company.atOnce(() => attempt(input)) };
    } catch (error) {
      if (error instanceof Rejected) return { ok: false, shown: refused(input, error) };
      throw error;
    }
  };
  if (!summarize) {
    const shown = inputs
      .map(tried)
      .map((each) => (each.ok ? { ...each.shown, StatusAttributeString: "OK" } : each.shown));
    return { [table]: shown };
  }
  return { [table]: together(company, inputs, { attempt, refused }) };
}

interface Attempt {
  attempt(input: Row): Row;
  refused(input: Row, error: Rejected): Row;
}

/** One bad element and none is kept. */
function together(company: Company, inputs: readonly Row[], { attempt, refused }: Attempt): Row[] {
  return company.atOnce(() => {
    const bad: Row[] = [];
    const good: Row[] = [];
    for (const input of inputs) {
      try {
        good.push(attempt(input));
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        bad.push(refused(input, error));
      }
    }
    if (bad.length > 0) throw new Refusal(invalid(bad));
    return good;
  });
}

interface Meant {
  readonly request: FastifyRequest;
  readonly input: Row;
  readonly inPath: string;
}

/** PUT always creates; POST changes what the id, or failing that the number or the name, says. */
function meant(company: Company, table: TableName, { request, input, inPath }: Meant): Row | undefined {
  if (request.method === "PUT") return undefined;
  const { id, number, type }: Table = tables[table];
  const named = inPath === "" ? text(input[id]) : inPath;
  if (named !== "") {
    const known = found(company, table, named);
    if (known === undefined) throw new Rejected(`The ${type} could not be found`);
    return known;
  }
  if (table === "Contacts") return contactMeant(company, input);
  const ours = input["Type"] !== "ACCPAY" && input["Type"] !== "ACCPAYCREDIT";
  return number === undefined || !ours ? undefined : found(company, table, text(input[number]));
}

function allocated(desk: Desk, request: FastifyRequest): Row {
  const company = desk.company(request);
  record(company, "CreditNotes", request);
  const inputs = elements("Allocations", request);
  const saved = together(company, inputs, {
    attempt: (input) => allocate(company, record(company, "CreditNotes", request), input),
    refused: (input, { messages }) => ({ ...input, ValidationErrors: messages.map((Message) => ({ Message })) }),
  });
  return { Allocations: saved };
}
