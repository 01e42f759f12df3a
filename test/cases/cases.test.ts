import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { runCases } from "./run.ts";

test("cases", { timeout: 600_000 }, async () => {
  const results = await runCases();
  writeFileSync("/tmp/cases.json", JSON.stringify(results, null, 1));
});
