/** Every document that is listed can be read; listed or read, its amounts agree. */
import type { OperationId } from "../../src/contract/operations.ts";
import { documentFindings, documentLists } from "../../src/verify/documents.ts";
import { idOf, type Row, rowsIn } from "../../src/verify/row.ts";
import { namesIn, offered, outcome, places, single, whole } from "./reading.ts";
import { mostGets } from "./reads.ts";
import type { Stage } from "./stage.ts";

export const isDocument = (id: OperationId): boolean => documentLists.includes(id) || id === "journalEntries.list";

/** Of each finding, so that one mistake in a mapping is not told of for every record. */
const mostFindings = 3;

export async function documentStageFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const rows = await whole(stage, id);
  const { records, refusals } = await readAll(stage, id, rows);
  return [
    ...refusals.slice(0, mostFindings),
    ...documentFindings(id, rows).slice(0, mostFindings),
    ...documentFindings(id, records).slice(0, mostFindings),
  ];
}

/** Enough for every kind of document that a simulator has. */
const mostKinds = 100;

async function readAll(stage: Stage, list: OperationId, rows: readonly Row[]) {
  const get = list.replace(/list$/, "get") as OperationId;
  const records: Row[] = [];
  const refusals: string[] = [];
  const [name] = offered(stage.facts, "get").includes(get) ? namesIn(get) : [];
  // Where single records need to be told more, the facts say it for one.
  if (name === undefined || stage.facts.ids?.[get] !== undefined) return { records, refusals };
  // Besides one of each kind those that were read already: simulators tell the same story many times.
  const alike = (await places(stage, get)).slice(0, mostGets).map((ids) => ids[name] ?? "");
  for (const id of new Set([...differing(rows).map(idOf), ...alike])) {
    const answer = await single(stage, get, { [name]: id });
    if (answer.status === 200) records.push(answer.body.data as Row);
    else refusals.push(`${list}: lists ${id}, but ${get} ${outcome(answer)}`);
  }
  return { records, refusals };
}

/** The first of each kind. */
const differing = (rows: readonly Row[]): readonly Row[] =>
  [...Map.groupBy(rows, kindOf).values()].map(([first]) => first as Row).slice(0, mostKinds);

const words = ["status", "type", "paymentStatus", "bookingType", "invoiceType", "isProvisional", "currency"];

/** By its words, by which fields it has, and by what is taxed in it: another way of adding up shows in one of them. */
const kindOf = (row: Row): string =>
  JSON.stringify([words.map((name) => row[name]), Object.keys(row).toSorted(), [...new Set(taxesIn(row))].toSorted()]);

const taxesIn = (row: Row): string[] =>
  Object.values(row).flatMap((lines) =>
    rowsIn(lines).map(({ type, taxRatePercentage }) => JSON.stringify([type, taxRatePercentage])),
  );
