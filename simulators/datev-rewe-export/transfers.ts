/** Transfers of booking proposals (accounting-dxso-jobs 2.1): started, filled with files, finished, and processed later. */
import { readForm } from "../engine/files.ts";
import { type Answer, del, get, post, put, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, rows, text } from "../engine/values.ts";
import type { Table } from "./books.ts";
import { type Ledger, readTransfer, type TransferStart } from "./ledgers.ts";
import { documentsRefuse, refuse } from "./refusals.ts";

export const transfersApi = "accounting-dxso-jobs.api.datev.de/platform/v2";

const folders: Readonly<Record<string, readonly string[]>> = {
  accountsPayableLedgerImport: ["Eingangsrechnungen", "Bewirtung"],
  accountsReceivableLedgerImport: ["Ausgangsrechnungen"],
};

/** Requires a client with the service for booking proposals and with a fiscal year that contains the month. */
function begin({ company, body }: RouteRequest<Table>): Answer {
  const { import_type: type, accounting_month: month } = body();
  if ((type === undefined) !== (month === undefined))
    throw documentsRefuse(400, "#DCO01017", "restapi.MissingMandatoryParameterFault");
  const years = company.tables.years.all();
  const isWithin = (year: Row) =>
    text(year["yearBegin"]).slice(0, 7) <= text(month) && text(month) <= text(year["yearEnd"]).slice(0, 7);
  const year = years.find(isWithin);
  const names = folders[text(type)];
  const hasBooks = rows(company.facts["services"]).some(({ name }) => name === "Rechnungsdatenservice");
  if (!hasBooks || year === undefined || names === undefined)
    throw documentsRefuse(400, "#DCO01002", "restapi.InvalidDxsoImportTargetFault");
  const id = company.newId().toUpperCase();
  company.tables.transfers.put({ id, type, month, accountLength: year["accountLength"], status: 0, files: new Map() });
  return { status: 201, body: { id, account_length: year["accountLength"], ledger_folder_names: names } };
}

const filesIn = (transfer: Row): Map<string, string> => transfer["files"] as Map<string, string>;

async function upload({ company, params, raw: request }: RouteRequest<Table>): Promise<Answer> {
  const transfer = company.tables.transfers.get(params["job"]);
  if (transfer === undefined) throw documentsRefuse(400, "#DCO01003", "restapi.InvalidDxsoJobIdFault");
  if (transfer["status"] !== 0) throw documentsRefuse(400, "#DCO01001", "restapi.InvalidResourceModificationFault");
  const file = (await readForm(request))?.files["files"];
  if (file === undefined) throw documentsRefuse(400, "#DCO01004", "restapi.MultipartUploadFault");
  // DATEV replaces characters that it does not allow by underscores.
  filesIn(transfer).set(file.name.replaceAll(/[^ &()+\-._0-9A-Za-zÀ-ÖØ-öø-ÿ]/g, "_"), file.bytes.toString());
  return { status: 201, body: {} };
}

function transferOf({ company, params }: RouteRequest<Table>): Row {
  const transfer = company.tables.transfers.get(params["job"]);
  if (transfer === undefined) throw refuse(404, "Not Found");
  return transfer;
}

/** Processes the transfer. The first status request still reports it as in progress. */
function finish(request: RouteRequest<Table>): Answer {
  const transfer = transferOf(request);
  if (transfer["status"] !== 0) throw documentsRefuse(400, "#DCO01007", "restapi.InvalidDxsoJobStateFault");
  const isPatch = request.raw.headers["content-type"]?.startsWith("application/merge-patch+json") === true;
  if (!isPatch || request.body()["ready"] !== "true")
    throw documentsRefuse(400, "#DCO01008", "restapi.InvalidMessageBodyFault");
  const start: TransferStart = {
    ledger: text(transfer["type"]).replace("Import", "") as Ledger,
    month: text(transfer["month"]),
    accountLength: Number(transfer["accountLength"]),
    folders: folders[text(transfer["type"])] ?? [],
  };
  const { faults, documents } = readTransfer(filesIn(transfer), start);
  transfer["status"] = 1;
  transfer["ends"] = faults.length === 0 ? 2 : documents.length === 0 ? 3 : 4;
  transfer["entries"] = [
    ...[...filesIn(transfer).keys()].map((filename) => entry(request, { filename, text: "wurde empfangen!" })),
    ...documents.flatMap((document) => store(request, document)),
    ...faults.map(({ file: filename, text: message }) => entry(request, { filename, text: message, type: "error" })),
  ];
  return { status: 204 };
}

type Document = ReturnType<typeof readTransfer>["documents"][number];

/** Stores a proposal, unless its id already exists. Returns the entries for the protocol. */
function store(request: RouteRequest<Table>, { guid, lines, attachments }: Document): Row[] {
  const { proposals } = request.company.tables;
  const id = guid ?? request.company.newId();
  if (proposals.has(id)) return [entry(request, { filename: "", text: "ist bereits vorhanden", type: "warning" })];
  proposals.put({ id, lines });
  const protocol = attachments.map((filename) =>
    entry(request, {
      filename,
      text: "wurde übernommen",
      context: `Beleg-ID Nr. ${id.replaceAll("-", "").toUpperCase()}`,
    }),
  );
  return [entry(request, { filename: "", text: " ", context: "Rechnung Anfang" }), ...protocol];
}

/** A protocol entry, with DATEV's local time and its offset. */
const entry = ({ world }: RouteRequest<Table>, values: Row): Row => ({
  type: "information",
  ...values,
  time: `${new Date(world.now() + 3_600_000).toISOString().slice(0, 19)}+01:00`,
});

function status(request: RouteRequest<Table>): Answer {
  const transfer = transferOf(request);
  const reported = transfer["status"];
  if (reported === 1) transfer["status"] = transfer["ends"];
  return { body: { id: transfer["id"], status: reported } };
}

function cancel(request: RouteRequest<Table>): Answer {
  const transfer = transferOf(request);
  if (transfer["status"] !== 0) throw documentsRefuse(400, "#DCO01007", "restapi.InvalidDxsoJobStateFault");
  request.company.tables.transfers.drop(transfer);
  return { status: 204 };
}

const job = `${transfersApi}/clients/:client/dxso-jobs/:job`;

export const transfers: readonly Route<Table>[] = [
  post(`${transfersApi}/clients/:client/dxso-jobs`, begin),
  post(`${job}/files`, upload),
  get(job, status),
  put(job, finish),
  del(job, cancel),
  get(`${job}/protocol-entries`, (request) => ({ body: rows(transferOf(request)["entries"]) })),
];
