/**
 * `npm run coverage`: generates src/connectors/evidence.ts, which says what each operation rests on, from the evidence files
 * and the last live runs.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectors } from "../../src/connectors/index.ts";
import type { Connector, EvidenceTable, OperationEvidence } from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { type EvidenceFile, evidenceFiles, factsOf, kindOf } from "../../test/evidence/files.ts";
import { lastRuns } from "../../test/live/lastRuns.ts";

const root = join(import.meta.dirname, "../..");

/** Editions of a vendor share the folder of the first: `quickbooks-sandbox` is in `quickbooks`. */
export const folderOf = ({ id }: Connector): string =>
  connectors.find((other) => id.startsWith(`${other.id}-`) && !existsSync(join(root, "src/connectors", id)))?.id ?? id;

/** The last run in which the whole conformance suite passed against the real program: `npm run test:live`. */
export function liveRunOf(folder: string): string | undefined {
  const run = lastRuns()[folder];
  return run && `${run.program}, ${run.date}`;
}

export function evidenceOf(connector: Connector): EvidenceTable {
  const folder = folderOf(connector);
  const byTopic = Object.groupBy(evidenceFiles(folder), ({ topic }) => topic);
  const run = liveRunOf(folder);
  const entries = (Object.keys(connector.operations) as OperationId[]).toSorted().map((id) => {
    const own = byTopic[id] ?? [];
    const recordings = own.filter(isRecorded).reduce((sum, { evidence }) => sum + factsOf(evidence).length, 0);
    return [id, { ...(recordings > 0 && { recordings }), ...(run !== undefined && { liveRun: run }) }] as const;
  });
  return Object.fromEntries(
    entries.filter(([, found]: readonly [string, OperationEvidence]) => Object.keys(found).length > 0),
  );
}

const isRecorded = ({ evidence }: EvidenceFile): boolean =>
  ["recording", "vendor sample"].includes(kindOf(evidence) ?? "");

export function evidenceModule(): string {
  const tables = connectors
    .filter(({ builtIn }) => builtIn === undefined)
    .map((connector) => [connector.id, evidenceOf(connector)] as const);
  const lines = tables.flatMap(([slug, table]) => [
    `  ${keyOf(slug)}: {`,
    ...Object.entries(table).map(([id, found]) => `    ${keyOf(id)}: { ${partsOf(found)} },`),
    "  },",
  ]);
  return [
    "/** The evidence for each operation. Generated from the evidence files and test/live/lastRuns.json by `npm run coverage`. */",
    'import type { EvidenceTable } from "../contract/connector.ts";',
    "",
    "export const evidence: Readonly<Record<string, EvidenceTable>> = {",
    // A table without entries takes one line.
    ...lines
      .join("\n")
      .replaceAll(/\{\n {2}\}/g, "{}")
      .split("\n"),
    "};",
    "",
  ].join("\n");
}

const keyOf = (name: string): string => (/^[a-z]+$/i.test(name) ? name : JSON.stringify(name));

const partsOf = ({ recordings, liveRun }: OperationEvidence): string =>
  [
    ...(recordings === undefined ? [] : [`recordings: ${recordings}`]),
    ...(liveRun === undefined ? [] : [`liveRun: ${JSON.stringify(liveRun)}`]),
  ].join(", ");

if (import.meta.main) writeFileSync(join(root, "src/connectors/evidence.ts"), evidenceModule());
