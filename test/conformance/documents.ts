/** Every listed document can be read by its id, and its amounts add up in both responses. */
import type { OperationId } from "../../src/contract/operations.ts";
import { documentFindings, documentLists } from "../../src/verify/documents.ts";
import { idOf, type Row, rowsIn } from "../../src/verify/row.ts";
import { allRows, cachedRecord, offeredOperations, outcome, pathIds, pathParameters } from "./reading.ts";
import { mostGets } from "./reads.ts";
import type { Stage } from "./stage.ts";

export const isDocument = (id: OperationId): boolean => documentLists.includes(id) || id === "journalEntries.list";

/** Per kind of finding, so that one mistake in a mapping is not reported for every record. */
const mostFindings = 3;

export async function documentStageFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const rows = await allRows(stage, id);
  const { records, refusals } = await readDocuments(stage, id, rows);
  return [
    ...refusals.slice(0, mostFindings),
    ...documentFindings(id, rows).slice(0, mostFindings),
    ...documentFindings(id, records).slice(0, mostFindings),
  ];
}

/** More than any simulator has. */
const mostKinds = 100;

async function readDocuments(stage: Stage, list: OperationId, rows: readonly Row[]) {
  const get = list.replace(/list$/, "get") as OperationId;
  const records: Row[] = [];
  const refusals: string[] = [];
  const [name] = offeredOperations(stage.facts, "get").includes(get) ? pathParameters(get) : [];
  // If reading a record takes more than its id, the facts name only one record.
  if (name === undefined || stage.facts.ids?.[get] !== undefined) return { records, refusals };
  // One document of each kind, and those that other checks have already read. The seed data repeats the same kinds.
  const knownIds = (await pathIds(stage, get)).slice(0, mostGets).map((ids) => ids[name] ?? "");
  for (const id of new Set([...firstOfEachKind(rows).map(idOf), ...knownIds])) {
    const answer = await cachedRecord(stage, get, { [name]: id });
    if (answer.status === 200) records.push(answer.body.data as Row);
    else refusals.push(`${list}: lists ${id}, but ${get} ${outcome(answer)}`);
  }
  return { records, refusals };
}

const firstOfEachKind = (rows: readonly Row[]): readonly Row[] =>
  [...Map.groupBy(rows, kindOf).values()].map(([first]) => first as Row).slice(0, mostKinds);

const kindFields = ["status", "type", "paymentStatus", "bookingType", "invoiceType", "isProvisional", "currency"];

/** Documents are of one kind if they have the same enum values, fields and taxes: their amounts add up in the same way. */
const kindOf = (row: Row): string =>
  JSON.stringify([
    kindFields.map((name) => row[name]),
    Object.keys(row).toSorted(),
    [...new Set(taxesIn(row))].toSorted(),
  ]);

const taxesIn = (row: Row): string[] =>
  Object.values(row).flatMap((lines) =>
    rowsIn(lines).map(({ type, taxRatePercentage }) => JSON.stringify([type, taxRatePercentage])),
  );
