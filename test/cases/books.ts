/** The books of one company, as a case sees them: known records, writes with their dry runs, and reads. */
import type { Big } from "big.js";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { idOf, type Row } from "../../src/verify/row.ts";
import { pathParameters } from "../conformance/reading.ts";
import type { StageRequest } from "../conformance/stage.ts";
import type { Answer } from "../support/calling.ts";
import { type Completion, openCompletion } from "./completion.ts";
import type { Connection } from "./connection.ts";
import { expectThat, Failed, isRefusal, Mismatch, Refusal, summaryOf } from "./errors.ts";
import type { Chosen, SystemFacts } from "./systems.ts";
import type { EnteredFacts, FactName, VendorCall, VendorFacts } from "./vendorFacts.ts";

export type Body = { readonly [field: string]: unknown };
type Resource =
  | "invoices"
  | "bills"
  | "creditNotes"
  | "vendorCredits"
  | "payments"
  | "expenses"
  | "journalEntries"
  | "items";

/** A write of the running case, and the verdict of its dry run. */
export interface WriteRecord {
  readonly operation: OperationId;
  readonly isAccepted: boolean;
  readonly isPredicted: boolean;
  readonly dryRun: string;
  readonly warnings: readonly string[];
  readonly differences: readonly unknown[];
}

export interface Books {
  readonly system: SystemFacts;
  /** Changes since the case began. */
  readonly writes: readonly WriteRecord[];
  readonly warnings: readonly string[];
  offers(id: OperationId): boolean;
  /** Whether the records of an operation can have this field. */
  reads(id: OperationId, field: string): boolean;
  /** Midnight of a day, counted from today, as a timestamp. */
  day(ahead: number): string;
  /** The same day as a date. */
  date(ahead: number): string;
  /** The id of a known record. */
  known(name: Chosen): Promise<string>;
  rows(list: OperationId, query?: StageRequest["query"]): Promise<readonly Row[]>;
  /** The first page of a list, or one record, as it was answered. */
  page(id: OperationId, recordId?: string): Promise<Answer>;
  /** Takes the right to bills away from the connected user, or gives it back. */
  limitUser(isLimited: boolean): Promise<void>;
  /** Does in the vendor's own UI what its API only shows. */
  act(action: string, details: Readonly<Record<string, unknown>>): void;
  /** Does the work while the books are closed until a day, counted from today. */
  whileClosed(ahead: number, work: () => Promise<void>): Promise<void>;
  /** Does the work with the books of an end user whose language at the vendor is another one. */
  inSecondLanguage(work: (books: Books) => Promise<void>): Promise<void>;
  /** The warnings of a list. */
  warningsOf(list: OperationId): Promise<readonly string[]>;
  /** A number that no document has. */
  freshNumber(): string;
  /** An id in the form of an existing one that no record has. */
  unknownId(like: string): string;
  /** Creates a record with exactly this body. */
  createExactly(id: OperationId, body: Body): Promise<Row>;
  /** Creates a record. Fields that the target system publishes as required, or names in a refusal, are added. */
  create(id: OperationId, body: Body): Promise<Row>;
  /** Changes or deletes a record. */
  change(id: OperationId, recordId: string, body?: Body): Promise<Row>;
  /** Replaces a record. Required fields are added as in `create`. */
  replace(id: OperationId, recordId: string, body: Body): Promise<Row>;
  /** The request must be refused. The error must name one of these fields, or have one of these codes. */
  refuses(id: OperationId, request: RefusedRequest): Promise<Answer>;
  read(resource: Resource, id: string, query?: StageRequest["query"]): Promise<Row>;
  /** The record, or the status of the response without one. */
  find(resource: Resource, id: string, query?: StageRequest["query"]): Promise<Row | number>;
  /** The vendor's own record must contain this amount, or the parts of it. */
  expectAtVendor(resource: Resource, id: string, amount: Big, parts?: readonly Big[]): Promise<void>;
  /** The vendor's own record must contain this text. */
  expectTextAtVendor(resource: Resource, id: string, text: string): Promise<void>;
  /** Enters a fact at the vendor. */
  enter<Name extends FactName>(name: Name): Promise<EnteredFacts[Name]>;
  /** Sends a request to the vendor's own API. */
  readonly callVendor: VendorCall;
  /** The invented credentials of the end user. */
  readonly credentials: Readonly<Record<string, string>>;
}

interface RefusedRequest {
  readonly recordId?: string;
  readonly body?: Body;
  readonly fields?: readonly string[];
  readonly codes?: readonly string[];
  /** A text that the error must contain. */
  readonly mentions?: string;
  /** Only the write itself shows the reason, so the dry run need not know it. */
  readonly isUnpredictable?: true;
}

/** State of one case. */
interface Notes {
  writes: WriteRecord[];
  warnings: string[];
}

export interface OpenBooks extends Books {
  /** Forgets what earlier cases did. */
  begin(): void;
}

export function openBooks(connection: Connection, system: SystemFacts, facts: VendorFacts): OpenBooks {
  const notes: Notes = { writes: [], warnings: [] };
  const lists = new Map<OperationId, Promise<readonly Row[]>>();
  let count = 0;
  const { connector } = system;
  const offers = (id: OperationId) => connector.operations[id] !== undefined;
  const cachedRows = (list: OperationId): Promise<readonly Row[]> => {
    const rows = lists.get(list) ?? (offers(list) ? connection.rows(list) : Promise.resolve([]));
    lists.set(list, rows);
    return rows;
  };
  const date = (ahead: number) => new Date(connection.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const day = (ahead: number) => `${date(ahead)}T00:00:00Z`;
  const freshNumber = () => `K${connection.now().toString(36).slice(-4).toUpperCase()}${++count}`;
  const known = (name: Chosen) => knownId(system, name, cachedRows);
  const completion = openCompletion({ system, known, cachedRows, day, date, freshNumber });
  const write = (id: OperationId, request: StageRequest) => writeWithDryRun(connection, notes, id, request);
  const idsFor = (id: OperationId, recordId: string | undefined) =>
    recordId === undefined ? {} : { [pathParameters(id).at(-1) ?? ""]: recordId };

  const createExactly: Books["createExactly"] = async (id, body) => recordOf(id, await write(id, { body }));

  const find: Books["find"] = async (resource, id, query = {}) => {
    const get: OperationId = `${resource}.get` as OperationId;
    if (offers(get)) {
      const answer = await connection.ask(get, { ids: idsFor(get, id), query: {} });
      notes.warnings.push(...(answer.body.meta?.warnings ?? []));
      return answer.status === 200 ? (answer.body.data as Row) : answer.status;
    }
    const rows = await connection.rows(`${resource}.list` as OperationId, query);
    return rows.find((row) => idOf(row) === id) ?? 404;
  };

  const vendorRecord = async (resource: Resource, id: string): Promise<unknown> => {
    const get = `${resource}.get` as OperationId;
    if (!offers(get) || !connector.rawData) return undefined;
    return (await connection.ask(get, { ids: idsFor(get, id), query: { rawData: "true" } })).body.rawData;
  };

  const callVendor: VendorCall = async (method, path, body, query) => {
    const request = { method, path, ...(body && { body }), ...(query && { query }) };
    const answer = await connection.ask("passThrough.create", { body: request });
    const passed = answer.body.data as { status: number; body: unknown } | undefined;
    if (passed === undefined || passed.status >= 300)
      throw new Failed(`The vendor refused ${method} ${path}: ${answer.text.slice(0, 400)}`);
    return passed.body;
  };

  const books: OpenBooks = {
    system,
    get writes() {
      return notes.writes;
    },
    get warnings() {
      return notes.warnings;
    },
    begin: () => {
      notes.writes = [];
      notes.warnings = [];
    },
    offers,
    reads: (id, field) => connector.operations[id]?.fields[field] !== undefined,
    day,
    date,
    known,
    rows: (list, query) => connection.rows(list, query),
    page: (id, recordId) => connection.ask(id, { ids: idsFor(id, recordId) }),
    limitUser: (isLimited) => connection.limitUser(isLimited),
    act: (action, details) => connection.act(action, details),
    whileClosed: (ahead, work) => connection.whileClosed(date(ahead), work),
    inSecondLanguage: (work) =>
      connection.inSecondLanguage(async (other) => {
        await work(openBooks(other, system, facts));
      }),
    warningsOf: async (list) => (await connection.ask(list)).body.meta?.warnings ?? [],
    freshNumber,
    unknownId: (like) => unknownLike(like),
    createExactly,
    create: async (id, body) => recordOf(id, await writeCompleted({ write, completion }, id, { body })),
    replace: async (id, recordId, body) =>
      recordOf(id, await writeCompleted({ write, completion }, id, { ids: idsFor(id, recordId), body })),
    change: async (id, recordId, body) =>
      recordOf(id, await write(id, { ids: idsFor(id, recordId), ...(body && { body }) })),
    refuses: async (id, { recordId, body, fields = [], codes = [], mentions, isUnpredictable }) => {
      const isTested = (field: string) => fields.some((name) => endsWith(field, name));
      const answer = await (body === undefined
        ? write(id, { ids: idsFor(id, recordId) })
        : writeCompleted({ write, completion }, id, { ids: idsFor(id, recordId), body, isTested }));
      if (isUnpredictable) notes.writes.pop();
      if (answer.status < 300) throw new Mismatch(`${id} was accepted: ${answer.text.slice(0, 200)}`);
      const errors = answer.body.errors ?? [];
      if (errors.some(({ code }) => codes.includes(code))) return answer;
      if (!isRefusal(answer) && answer.status !== 404) throw new Failed(`${id} ${summaryOf(answer)}`);
      const isNamed = fields.length > 0 && errors.some(({ field = "" }) => isTested(field));
      const isMentioned = mentions === undefined || answer.text.includes(mentions);
      if (!isNamed || !isMentioned || answer.status === 404) throw new Refusal(id, answer, false);
      return answer;
    },
    find,
    read: async (resource, id, query) => {
      const found = await find(resource, id, query);
      if (typeof found === "number") throw new Mismatch(`${resource} ${id} cannot be read: ${found}`);
      return found;
    },
    expectAtVendor: async (resource, id, amount, parts = [amount]) => {
      const raw = await vendorRecord(resource, id);
      if (raw === undefined) return;
      expectThat(
        holdsAmount(raw, amount) || parts.every((part) => holdsAmount(raw, part)),
        `the vendor's own record has no amount of ${amount.toFixed(2)}: ${JSON.stringify(raw).slice(0, 300)}`,
      );
    },
    expectTextAtVendor: async (resource, id, text) => {
      const raw = await vendorRecord(resource, id);
      if (raw === undefined) return;
      const record = JSON.stringify(raw);
      expectThat(
        record.includes(JSON.stringify(text)),
        `the vendor's own record has no text ${text}: ${record.slice(0, 300)}`,
      );
    },
    enter: async (name) => {
      const enterFact = facts[name];
      if (enterFact === undefined || "cannot" in enterFact)
        throw new Failed(`${connector.id} has no function for ${name}`);
      return enterFact(callVendor, books);
    },
    callVendor,
    credentials: connection.credentials,
  };
  return books;
}

/** `lineItems[0].accountId`, `lineItems.0.accountId` and `accountId` all name the account. */
const endsWith = (path: string, name: string): boolean => path === name || path.endsWith(`.${name}`);

interface Writing {
  readonly write: (id: OperationId, request: StageRequest) => Promise<Answer>;
  readonly completion: Completion;
}

interface BodyRequest {
  readonly ids?: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Fields that the case is about: they are never added. */
  readonly isTested?: (field: string) => boolean;
}

const mostCompletions = 4;

/** A locked document stays locked, whatever the body has. */
const isAboutBody = (answer: Answer): boolean =>
  isRefusal(answer) && (answer.body.errors ?? []).every(({ code }) => code !== "document_locked");

/** Adds the fields that refusals name as missing, as a caller would. A refused write has stored nothing. */
async function writeCompleted(
  { write, completion }: Writing,
  id: OperationId,
  { ids = {}, body, isTested = () => false }: BodyRequest,
): Promise<Answer> {
  let completed = await completion.required(id, body);
  for (let tries = 1; ; tries++) {
    const answer = await write(id, { ids, body: completed });
    const fields = (answer.body.errors ?? [])
      // A locked document misses no field.
      .filter(({ code }) => code !== "document_locked")
      .map(({ field = "" }) => field)
      .filter((field) => !isTested(field));
    const next =
      isAboutBody(answer) && tries < mostCompletions ? await completion.named(id, completed, fields) : undefined;
    if (next === undefined) return answer;
    completed = next;
  }
}

async function writeWithDryRun(
  connection: Connection,
  notes: Notes,
  operation: OperationId,
  request: StageRequest,
): Promise<Answer> {
  const dry = await connection.ask(operation, { ...request, query: { ...request.query, dryRun: "true" } });
  const { valid } = (dry.body.data ?? {}) as { valid?: boolean };
  const isValid = dry.status === 200 && valid === true;
  const answer = await connection.ask(operation, request);
  const isAccepted = answer.status < 300;
  const { warnings = [], differences = [] } = answer.body.meta ?? {};
  notes.warnings.push(...warnings);
  notes.writes.push({
    operation,
    isAccepted,
    isPredicted: isValid === isAccepted,
    dryRun: dry.status === 200 ? JSON.stringify(dry.body.data).slice(0, 200) : summaryOf(dry),
    warnings,
    differences,
  });
  return answer;
}

function recordOf(id: OperationId, answer: Answer): Row {
  if (answer.status === operations[id].status) {
    const { data } = answer.body;
    return (Array.isArray(data) ? data.at(-1) : data) as Row;
  }
  if (isRefusal(answer)) throw new Refusal(id, answer);
  throw new Failed(`${id} ${summaryOf(answer)}`);
}

const lists: Readonly<Record<Chosen, OperationId>> = {
  customer: "customers.list",
  supplier: "suppliers.list",
  item: "items.list",
  revenueAccount: "accounts.list",
  expenseAccount: "accounts.list",
  bankAccount: "bankAccounts.list",
};

async function knownId(
  system: SystemFacts,
  name: Chosen,
  cachedRows: (list: OperationId) => Promise<readonly Row[]>,
): Promise<string> {
  const rows = await cachedRows(
    name === "bankAccount" && !system.connector.operations["bankAccounts.list"] ? "accounts.list" : lists[name],
  );
  // Some simulators make random ids and list records by them.
  const ordered = rows.toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  const chosen = ordered.find(system.choose?.[name] ?? fits(system, name)) ?? ordered[0];
  if (chosen === undefined) throw new Failed(`${system.connector.id} has no ${name}`);
  return idOf(chosen);
}

const sortKey = (row: Row): string =>
  ["number", "itemNumber", "companyName", "name"].map((name) => row[name]).find((value) => typeof value === "string") ??
  "~";

const fits =
  ({ country, currency }: SystemFacts, name: Chosen) =>
  (row: Row): boolean => {
    const isActive = row["status"] === undefined || row["status"] === "ACTIVE";
    if (name === "customer" || name === "supplier") {
      const [address] = (row["addresses"] ?? []) as Row[];
      return row["contactType"] === "COMPANY" && address?.["countryCode"] === country;
    }
    if (name === "revenueAccount") return isActive && row["class"] === "REVENUE" && !isHeading(row);
    if (name === "expenseAccount") return isActive && row["class"] === "EXPENSE" && !isHeading(row);
    if (name === "bankAccount") return isActive && row["currency"] === currency && row["type"] !== "CREDIT_CARD";
    return isActive;
  };

const isHeading = ({ type }: Row): boolean => /HEADING|TOTAL/.test(String(type));

/** Ids keep their form, so that the vendor understands them. */
function unknownLike(id: string): string {
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return `${id.slice(0, -12)}999999999998`;
  const digits = id.match(/\d+$/)?.[0];
  if (digits === undefined) return `${id}-unknown`;
  const length = Math.max(digits.length, 7);
  return `${id.slice(0, id.length - digits.length)}${"9".repeat(length - 1)}8`;
}

function holdsAmount(value: unknown, amount: Big): boolean {
  if (typeof value === "number") return amount.abs().eq(Math.abs(value));
  if (typeof value === "string") return /^-?\d+(?:\.\d+)?$/.test(value) && amount.abs().eq(value.replace(/^-/, ""));
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => holdsAmount(inner, amount));
}
