/** `npm run coverage`: generates src/connectors/evidence.ts, which says what each operation rests on, from the evidence files. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectors } from "../../src/connectors/index.ts";
import type { Connector, EvidenceTable, OperationEvidence } from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { type EvidenceFile, evidenceFiles, factsOf, kindOf } from "../../test/evidence/files.ts";

const root = join(import.meta.dirname, "../..");

/** Editions of a vendor share the folder of the first: `quickbooks-sandbox` is in `quickbooks`. */
export const folderOf = ({ id }: Connector): string =>
  connectors.find((other) => id.startsWith(`${other.id}-`) && !existsSync(join(root, "src/connectors", id)))?.id ?? id;

/** The whole conformance suite passes against the real program: `npm run test:live`. */
export const isTestedLive = (folder: string): boolean =>
  existsSync(join(root, "src/connectors", folder, `${folder}.live.test.ts`));

export function evidenceOf(connector: Connector): EvidenceTable {
  const folder = folderOf(connector);
  const files = evidenceFiles(folder);
  const byTopic = Object.groupBy(files, ({ topic }) => topic);
  const runs = files.flatMap((file) => liveRunOf(file) ?? []).toSorted();
  const entries = (Object.keys(connector.operations) as OperationId[]).toSorted().map((id) => {
    const own = byTopic[id] ?? [];
    const recordings = own.filter(isRecorded).reduce((sum, { evidence }) => sum + factsOf(evidence).length, 0);
    const run = isTestedLive(folder)
      ? lastOfCommonest(runs)
      : own
          .flatMap((file) => liveRunOf(file) ?? [])
          .toSorted()
          .at(-1);
    return [id, { ...(recordings > 0 && { recordings }), ...(run !== undefined && { liveRun: run }) }] as const;
  });
  return Object.fromEntries(
    entries.filter(([, found]: readonly [string, OperationEvidence]) => Object.keys(found).length > 0),
  );
}

/** The suite runs with one version, last on the latest day. Replies of another version, which was tried as well, are fewer. */
function lastOfCommonest(runs: readonly string[]): string | undefined {
  const byProgram = [...Map.groupBy(runs, (run) => run.split(", ")[0]).values()];
  const commonest = byProgram.toSorted((left, right) => left.length - right.length).at(-1);
  return commonest?.toSorted().at(-1);
}

const isRecorded = ({ evidence }: EvidenceFile): boolean =>
  ["recording", "vendor sample"].includes(kindOf(evidence) ?? "");

function liveRunOf({ evidence: { source, seen } }: EvidenceFile): string | undefined {
  const [, program] = /\(live run of ([^()]+)\)$/.exec(source) ?? [];
  return program === undefined ? undefined : `${program}, ${seen}`;
}

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
    "/** The evidence for each operation. Generated from the evidence files by `npm run coverage`. */",
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
