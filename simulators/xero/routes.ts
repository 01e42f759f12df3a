/** The addresses below `api.xro/2.0`, the same for every table. */
import { pdf } from "../engine/files.ts";
import { type Answer, del, get, parseJson, put, Refusal } from "../engine/routes.ts";
import { writeAccount } from "./accounts.ts";
import { type Asked, idempotent, record, type XeroRoute } from "./asking.ts";
import { attachmentRoutes } from "./attachments.ts";
import { type Company, found, type Table, type TableName, tableNames, tables } from "./company.ts";
import { contactMeant, writeContact } from "./contacts.ts";
import { kinds, writeDocument } from "./documents.ts";
import { journals, list, single } from "./reads.ts";
import { badBody, invalid, Rejected } from "./refusals.ts";
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

const printable: readonly TableName[] = ["Invoices", "CreditNotes", "Quotes", "PurchaseOrders"];

/** Below `api.xro/2.0`. */
export function routes(): XeroRoute[] {
  const once = idempotent();
  const all = tableNames.flatMap((table): XeroRoute[] => {
    const write = once((ask) => written(ask, table));
    return [
      get(table, ({ company, query, request }) => {
        const since = request.headers["if-modified-since"];
        return { body: table === "Journals" ? journals(company, query, since) : list(company, table, query, since) };
      }),
      get(`${table}/:id`, (ask) => one(ask, table)),
      ...(printable.includes(table) ? [["GET", `${table}/:id/pdf`, (ask: Asked) => one(ask, table)] as const] : []),
      ...(writers[table] === undefined
        ? []
        : [["PUT", table, write] as const, ["POST", table, write] as const, ["POST", `${table}/:id`, write] as const]),
    ];
  });
  return [
    get("Organisation", ({ company }) => ({ body: { Organisations: [company.facts] } })),
    get("Reports/TrialBalance", ({ company, query, world }) => {
      const day = dayOf(query["date"]) ?? dayOf(stamp(world.now())) ?? 0;
      return { body: { Reports: [trialBalance(company, day)] } };
    }),
    ...all,
    put("CreditNotes/:id/Allocations", once(allocated)),
    del("Items/:id", (ask) => {
      ask.company.tables.Items.drop(record(ask, "Items"));
      return { status: 204 };
    }),
    ...attachmentRoutes(once),
  ];
}

function one(ask: Asked, table: TableName): Answer {
  const { company, request, query } = ask;
  const known = record(ask, table);
  const { number = "QuoteNumber" }: Table = tables[table];
  if (!printable.includes(table) || !(request.headers.accept ?? "").includes("application/pdf"))
    return { body: { [table]: [single(company, table, known, query)] } };
  const total = `${text(known["CurrencyCode"])} ${text(known["Total"])}`;
  const body = pdf(text(company.facts["Name"]), text(known[number]), total);
  return { headers: { "content-type": "application/pdf" }, body };
}

/** `{ "Invoices": [...] }` or a single record. */
function elements(table: string, { request }: Asked): Row[] {
  if (!(request.headers["content-type"] ?? "").includes("json"))
    throw new Refusal(badBody("Data at the root level is invalid."));
  let body: unknown;
  try {
    body = parseJson(request.body);
  } catch {
    throw new Refusal(badBody("JSON for post data was invalid"));
  }
  const wrapped = row(body)[table];
  const list = wrapped === undefined ? (Array.isArray(body) ? body : [body]) : wrapped;
  if (rows(list).length === 0) throw new Refusal(badBody("No data was sent"));
  return rows(list);
}

function written(ask: Asked, table: TableName): Row {
  const { company, params, query } = ask;
  if (params["id"] !== undefined) record(ask, table);
  const inputs = elements(table, ask);
  const attempt = (input: Row) => {
    const saved = writers[table]?.(company, input, meant(ask, table, input)) ?? {};
    return single(company, table, saved, query);
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
  if (query["summarizeErrors"] === "false") {
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

/** PUT always creates; POST changes what the id, or failing that the number or the name, says. */
function meant({ company, request, params }: Asked, table: TableName, input: Row): Row | undefined {
  if (request.method === "PUT") return undefined;
  const { id, number, type }: Table = tables[table];
  const named = params["id"] ?? text(input[id]);
  if (named !== "") {
    const known = found(company, table, named);
    if (known === undefined) throw new Rejected(`The ${type} could not be found`);
    return known;
  }
  if (table === "Contacts") return contactMeant(company, input);
  const ours = input["Type"] !== "ACCPAY" && input["Type"] !== "ACCPAYCREDIT";
  return number === undefined || !ours ? undefined : found(company, table, text(input[number]));
}

function allocated(ask: Asked): Row {
  record(ask, "CreditNotes");
  const saved = together(ask.company, elements("Allocations", ask), {
    attempt: (input) => allocate(ask.company, record(ask, "CreditNotes"), input),
    refused: (input, { messages }) => ({ ...input, ValidationErrors: messages.map((Message) => ({ Message })) }),
  });
  return { Allocations: saved };
}
