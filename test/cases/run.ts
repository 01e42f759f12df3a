/** Runs all cases at all target systems: one service with all simulators, and one with the sandbox. */
import { openStages } from "../conformance/stage.ts";
import { startService } from "../support/service.ts";
import { type Books, openBooks, type WriteRecord } from "./books.ts";
import type { BusinessCase, Outcome, Prediction } from "./businessCase.ts";
import { type Connection, sandboxConnection, stageConnection } from "./connection.ts";
import { Failed, Mismatch, Refusal } from "./errors.ts";
import { type CaseName, cases } from "./index.ts";
import { type SystemFacts, systems } from "./systems.ts";
import { vendorFacts } from "./vendors/index.ts";

export interface Result {
  readonly system: string;
  readonly name: CaseName;
  readonly outcome: Outcome;
  readonly prediction: Prediction;
  /** Why the outcome is not right. */
  readonly symptom: string;
  /** The first dry run that did not agree with its write. */
  readonly missed: string;
  readonly milliseconds: number;
}

/** `CASES=odoo,dolibarr` runs the cases at these target systems only. */
const isChosen = ({ connector }: SystemFacts): boolean =>
  process.env["CASES"]?.split(",").includes(connector.id) ?? true;

/** Connects to every target system, and does the same work at all of them at once. */
export async function atEverySystem<Found>(
  work: (system: SystemFacts, connection: Connection) => Promise<Found>,
): Promise<readonly Found[]> {
  const chosen = systems.filter(isChosen);
  const simulated = chosen.flatMap(({ connector, simulation }) => (simulation ? [{ connector, simulation }] : []));
  const [service, stages] = await Promise.all([
    startService(),
    openStages(simulated, { isWatched: false, isChecked: false }),
  ]);
  try {
    return await Promise.all(
      chosen.map(async (system) => {
        const facts = simulated.find(({ connector }) => connector === system.connector);
        if (facts === undefined) return work(system, sandboxConnection(service));
        const open = () => stages.open(facts);
        return work(system, stageConnection(await open(), open));
      }),
    );
  } finally {
    await stages.close();
    await service.stop();
  }
}

/** The cases to run at a system. */
export type CasesAt = (system: SystemFacts) => readonly CaseName[];

export const runCases = async (casesAt: CasesAt): Promise<readonly Result[]> =>
  (await atEverySystem((system, connection) => runAt(system, connection, casesAt(system)))).flat();

/** One case after the other, because cases may change the same records. */
async function runAt(system: SystemFacts, connection: Connection, names: readonly CaseName[]): Promise<Result[]> {
  const books = openBooks(connection, system, vendorFacts[system.connector.id] ?? {});
  const results: Result[] = [];
  for (const name of names) {
    books.begin();
    const started = performance.now();
    const { outcome, symptom } = await outcomeOf(cases[name], books);
    const missedWrite = books.writes.find(({ isPredicted }) => !isPredicted);
    results.push({
      system: system.connector.id,
      name,
      outcome,
      symptom: withoutIds(symptom),
      prediction: missedWrite === undefined ? "predicts" : "misses",
      missed: missedWrite === undefined ? "" : withoutIds(missOf(missedWrite)),
      milliseconds: performance.now() - started,
    });
  }
  return results;
}

const missOf = ({ operation, isAccepted, dryRun }: WriteRecord): string =>
  `${operation} was ${isAccepted ? "accepted" : "refused"}, but its dry run: ${dryRun}`;

/** Symptoms are kept in files, so they must not change with every run. */
const withoutIds = (text: string): string =>
  text
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:]+Z)?/g, "<day>")
    .replaceAll(/\b[A-Z]*\d{4,}(?:-\d+)?\b/g, "<id>")
    .slice(0, 160);

async function outcomeOf(businessCase: BusinessCase, books: Books): Promise<{ outcome: Outcome; symptom: string }> {
  const hasDifferences = () => books.writes.some(({ differences }) => differences.length > 0);
  try {
    await businessCase.run(books);
    return hasDifferences() ? { outcome: "differs", symptom: "meta.differences" } : { outcome: "right", symptom: "" };
  } catch (error) {
    const symptom = (error as Error).message;
    if (error instanceof Refusal) return { outcome: error.isClear ? "refused" : "unclear", symptom };
    if (!(error instanceof Mismatch))
      return {
        outcome: "failed",
        symptom: error instanceof Failed ? symptom : String((error as Error).stack).slice(0, 300),
      };
    if (hasDifferences()) return { outcome: "differs", symptom };
    return { outcome: books.warnings.length > 0 ? "warned" : "silent", symptom };
  }
}
