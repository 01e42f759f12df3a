/**
 * Verifies a live connection without changing anything: reads every list that the connector supports through Kontor's API,
 * and applies the same checks as the conformance suite.
 */
import { type OperationId, operations } from "../contract/operations.ts";
import {
  type Clock,
  isPaged,
  type LiveList,
  measure,
  namesIn,
  operationOf,
  outcome,
  pathOf,
  readList,
  type SendRequest,
} from "./asking.ts";
import { bookFindings, type KnownList } from "./books.ts";
import { documentFindings, documentLists } from "./documents.ts";
import { entryFindings, trialFindings } from "./ledger.ts";
import { sameness, wholeness } from "./pages.ts";
import { filterChecks, orderChecks } from "./questions.ts";
import { notePaths, openRecordCheck, unfilled } from "./records.ts";
import type { Finding, Report, VerifiedList } from "./report.ts";
import { idOf, type Row, rowsIn } from "./row.ts";
import { unreadPaths } from "./unread.ts";
import type { Offer, Verification } from "./verification.ts";

export interface VerifyDeps {
  readonly ask: SendRequest;
  readonly clock: Clock;
  readonly isReplay?: boolean;
  readonly progress?: (done: number, of: number, what: string) => void;
}

interface System {
  readonly id: string;
  readonly name: string;
  readonly rawData: boolean;
  readonly operations: readonly Offer[];
}

/** Thrown if nothing can be verified at all. */
export class CannotVerify extends Error {}

/** Findings per check and list; further ones would be repetitive. */
const mostFindings = 5;

export async function verify({ ask, clock, isReplay = false, progress }: VerifyDeps): Promise<Report> {
  const measured = measure(ask, clock);
  const system = await systemOf(measured.ask);
  const findings: Finding[] = [];
  const add = (level: Finding["level"]) => (check: string, texts: readonly string[]) =>
    void findings.push(...texts.slice(0, mostFindings).map((text) => ({ level, check, text })));
  const offers = system.operations.filter(({ id }) => id in operations && operationOf(id).kind === "list");
  const years = fiscalYears(measured, offers, clock);
  const verifying: Verification = {
    ask: measured.ask,
    times: measured.times,
    isReplay,
    now: clock.now(),
    fail: add("fail"),
    note: add("note"),
    faultsOf: openRecordCheck(),
    always: async (offer) => ({
      ...alwaysOf(offer, await years()),
      ...(offer.requires.includes("invoiceId") && { invoiceId: await paidInvoice(measured) }),
    }),
  };
  const lists: VerifiedList[] = [];
  const unread: Record<string, readonly string[]> = {};
  const known = new Map<OperationId, KnownList>();
  for (const [index, offer] of offers.entries()) {
    progress?.(index, offers.length, offer.id);
    const walked = await verifyList(verifying, offer, system);
    if (walked === undefined) continue;
    lists.push(listOf(verifying, offer.id, walked));
    if (namesIn(offer.id).length === 0) known.set(offer.id, walked);
    const paths = system.rawData ? unreadPaths(walked.rows, walked.raws) : [];
    if (paths.length > 0) unread[offer.id] = paths;
  }
  progress?.(offers.length, offers.length, "");
  const checks = Map.groupBy(bookFindings(known, dayOf(clock)), ({ check }) => check);
  for (const [check, found] of checks)
    verifying.fail(
      check,
      found.map(({ text }) => text),
    );
  const { id: targetSystem, name } = system;
  const date = dayOf(clock);
  const isProven = findings.every(({ level }) => level !== "fail") && lists.length > 0;
  return { targetSystem, name, date, isReplay, isProven, lists, findings, limits: measured.limits, unread };
}

const dayOf = (clock: Clock): string => new Date(clock.now()).toISOString().slice(0, 10);

type AskFor = ReturnType<typeof measure>["ask"];

async function systemOf(ask: AskFor): Promise<System> {
  const connection = await ask(undefined, "/auth/connection");
  if (connection.status !== 200) throw new CannotVerify(`The connection ${outcome(connection)}`);
  const { targetSystem } = connection.body.data as { readonly targetSystem: string };
  const system = await ask(undefined, `/targetSystems/${targetSystem}`);
  if (system.status !== 200) throw new CannotVerify(`${targetSystem} ${outcome(system)}`);
  await checkChoices(ask);
  return system.body.data as System;
}

/** The parameters that choose a company or an environment, and the options of the command. */
const choices = {
  company_required: { what: "company", option: "--company", list: "/auth/companies" },
  environment_required: { what: "environment", option: "--environment", list: "/auth/environments" },
} as const;

/** A connection without a chosen company cannot be read. The message lists the choices. */
async function checkChoices(ask: AskFor): Promise<void> {
  const reply = await ask(undefined, operations["contacts.list"].path, { limit: "5" });
  const code = reply.body.errors?.[0]?.code;
  if (code !== "company_required" && code !== "environment_required") return;
  const { what, option, list } = choices[code];
  const { body } = await ask(undefined, list);
  const entries = rowsIn(body.data).map(({ id, name }) =>
    name === undefined ? idText(id) : `${idText(id)} (${idText(name)})`,
  );
  throw new CannotVerify(
    `Choose a ${what} with ${option}: ${entries.join(", ")}.`.replace("a environment", "an environment"),
  );
}

const idText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function fiscalYears(
  measured: { readonly ask: AskFor },
  offers: readonly Offer[],
  clock: Clock,
): () => Promise<string> {
  let start: Promise<string> | undefined;
  const find = async (): Promise<string> => {
    const today = new Date(clock.now()).toISOString();
    const { rows } = offers.some(({ id }) => id === "fiscalYears.list")
      ? await readList(measured, "fiscalYears.list")
      : { rows: [] };
    const starts = rows.map(({ startDate }) => String(startDate)).filter((first) => first <= today);
    return (starts.toSorted().at(-1) ?? `${today.slice(0, 4)}-01-01`).slice(0, 10);
  };
  return () => (start ??= find());
}

/** An invoice for payment lists that require an invoice. */
async function paidInvoice(measured: { readonly ask: AskFor }): Promise<string> {
  const { rows } = await readList(measured, "invoices.list");
  const paid = rows.find(({ status }) => status === "PAID" || status === "PARTIALLY_PAID") ?? rows[0];
  return String(paid?.["invoiceId"]);
}

function alwaysOf({ id, requires }: Offer, start: string): Readonly<Record<string, string>> {
  const required = Object.entries(operationOf(id).query).flatMap(([name, { required }]) => (required ? [name] : []));
  const names = new Set([...required, ...requires]);
  return {
    ...(names.has("fiscalYearStartDate") && { fiscalYearStartDate: start }),
    ...(names.has("fiscalYear") && { fiscalYear: start.slice(0, 4) }),
  };
}

/** The number of parent records whose nested lists are read. */
const mostParents = 3;

/** Five small pages cover as many records as one large page, which is enough to compare them. */
const mostSmallPages = 5;
/** For lists that the vendor reads completely for every page. */
const fewSmallPages = 2;

async function verifyList(verifying: Verification, offer: Offer, system: System): Promise<LiveList | undefined> {
  const { id } = offer;
  const names = namesIn(id);
  if (names.length > 0) return verifyParts(verifying, offer, system);
  const query = await verifying.always(offer);
  const walked = await readList(verifying, id, { query, withRawData: true });
  if (walked.refused !== undefined) return refusedList(verifying, id, walked);
  verifying.fail("pages", walked.isCut ? walked.problems : wholeness(id, walked));
  if (isPaged(id) && walked.problems.length === 0) {
    const mostPages = offer.readsWholeList ? fewSmallPages : mostSmallPages;
    const small = await readList(verifying, id, { query, limit: 20, mostPages });
    const expected = small.isCut || walked.isCut ? walked.rows.slice(0, small.rows.length) : walked.rows;
    const compared = small.isCut || walked.isCut ? { ...small, total: undefined } : small;
    verifying.fail("pages", sameness(id, expected, compared, 20));
  }
  const all = { offer, query, rows: walked.rows };
  checkRecords(verifying, offer, walked.rows);
  checkAmounts(verifying, id, walked.rows);
  if (!walked.isCut) {
    await filterChecks(verifying, all);
    await orderChecks(verifying, all);
  }
  await readSingles(verifying, system, id, walked.rows);
  return walked;
}

/** A list that becomes a task, or that this end user may not read, is not a failure. */
function refusedList(verifying: Verification, id: OperationId, { refused, problems }: LiveList): undefined {
  const { status = 0 } = refused ?? {};
  if (status === 202) verifying.note("lists", [`${id}: starts a task, which is not verified`]);
  else if (status === 403 || status === 422) verifying.note("lists", problems);
  else verifying.fail("lists", problems);
  return undefined;
}

async function verifyParts(verifying: Verification, offer: Offer, system: System): Promise<LiveList | undefined> {
  const { id } = offer;
  const parent = system.operations.find((candidate) => candidate.id === `${id.split(".")[0]}.list`);
  const [name, second] = namesIn(id);
  if (parent === undefined || name === undefined || second !== undefined) return undefined;
  const { rows } = await readList(verifying, parent.id, {
    query: await verifying.always(parent),
    limit: 5,
    mostPages: 1,
  });
  const lists: LiveList[] = [];
  for (const row of rows.slice(0, mostParents)) {
    const options = { ids: { [name]: idOf(row) }, query: await verifying.always(offer), withRawData: true };
    const walked = await readList(verifying, id, options);
    if (walked.refused?.status === 404) continue;
    verifying.fail("pages", walked.isCut ? [] : wholeness(id, walked));
    lists.push(walked);
  }
  if (lists.length === 0) return undefined;
  const parts = { rows: lists.flatMap(({ rows }) => rows), raws: lists.flatMap(({ raws }) => raws) };
  checkRecords(verifying, offer, parts.rows);
  return { ...parts, total: undefined, problems: [], pages: lists.length, isCut: rows.length > mostParents };
}

function checkRecords(verifying: Verification, { id, fields }: Offer, rows: readonly Row[]): void {
  const faults = new Set<string>();
  const seen = new Set<string>();
  for (const row of rows) {
    for (const fault of verifying.faultsOf(operationOf(id).record, row)) faults.add(`${id}: ${fault}`);
    notePaths(row, "", seen);
  }
  verifying.fail("contract", [...faults]);
  if (rows.length === 0) return verifying.note("lists", [`${id}: is empty, so its records cannot be checked`]);
  const never = unfilled(fields, seen);
  if (never.length > 0) verifying.note("claims", [`${id}: no record has ${never.join(", ")}`]);
}

function checkAmounts(verifying: Verification, id: OperationId, rows: readonly Row[]): void {
  if (id === "journalEntries.list") verifying.fail("ledger", entryFindings(rows));
  if (id === "trialBalance.list") verifying.fail("ledger", trialFindings(rows));
  verifying.fail("documents", documentFindings(id, rows));
}

const mostSingles = 5;

async function readSingles(
  verifying: Verification,
  system: System,
  list: OperationId,
  rows: readonly Row[],
): Promise<void> {
  const get = list.replace(/list$/, "get") as OperationId;
  if (!documentLists.includes(list) || !system.operations.some(({ id }) => id === get)) return;
  const [name = ""] = namesIn(get);
  const records: Row[] = [];
  for (const row of rows.slice(0, mostSingles)) {
    const reply = await verifying.ask(get, pathOf(get, { [name]: idOf(row) }));
    if (reply.status === 200) records.push(reply.body.data as Row);
    else verifying.fail("documents", [`${list}: lists ${idOf(row)}, but ${get} ${outcome(reply)}`]);
  }
  verifying.fail("documents", documentFindings(list, records));
}

function listOf({ times }: Verification, id: OperationId, { rows, isCut }: LiveList): VerifiedList {
  const sorted = times(id).toSorted((left, right) => left - right);
  const medianMs = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
  return { id, records: rows.length, isCut, calls: sorted.length, medianMs, longestMs: Math.round(sorted.at(-1) ?? 0) };
}
