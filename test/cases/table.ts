/** `npm run cases`: runs all business cases and prints the table. `-- --update` also rewrites the todos. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outcomes } from "./businessCase.ts";
import { caseNames, letters } from "./matrix.ts";
import type { Result } from "./run.ts";
import { systems } from "./systems.ts";
import { updateTodos } from "./update.ts";

const folder = mkdtempSync(join(tmpdir(), "kontor-cases-"));
const file = join(folder, "results.json");
try {
  const env = { ...process.env, CASES_RESULTS: file };
  const { status } = spawnSync("vitest", ["run", "test/cases/cases.test.ts"], { stdio: "inherit", env });
  const results = JSON.parse(readFileSync(file, "utf8")) as Result[];
  process.stdout.write(`${tableOf(results)}\n`);
  if (process.argv.includes("--update")) {
    updateTodos(results);
    process.stdout.write("The todos are up to date. Run `npm run format` and `npm run coverage` too.\n");
  } else process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** An asterisk marks a dry run that did not predict the write. */
function tableOf(results: readonly Result[]): string {
  const width = Math.max(...caseNames.map((name) => name.length)) + 1;
  const slugs = systems.map(({ connector }) => connector.id);
  const cell = (text: string) => text.slice(0, 7).padEnd(8);
  const rows = caseNames.map((name) => {
    const cells = slugs.map((slug) => {
      const result = results.find((entry) => entry.system === slug && entry.name === name);
      return cell(
        result === undefined ? "–" : `${letters[result.outcome]}${result.prediction === "misses" ? "*" : ""}`,
      );
    });
    return name.padEnd(width) + cells.join("");
  });
  const counts = outcomes.map(
    (outcome) => `${outcome} (${letters[outcome]}): ${results.filter((result) => result.outcome === outcome).length}`,
  );
  return [" ".repeat(width) + slugs.map(cell).join(""), ...rows, counts.join(", ")].join("\n");
}
