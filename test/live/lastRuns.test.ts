/** Which live runs the coverage page dates. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteProgram, notesVariable, runsWith } from "./lastRuns.ts";

let notes: string;
beforeEach(() => {
  notes = mkdtempSync(join(tmpdir(), "kontor-notes-"));
  vi.stubEnv(notesVariable, notes);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(notes, { recursive: true });
});

const before = {
  odoo: { program: "Odoo 16.0", date: "2026-01-31" },
  tryton: { program: "Tryton 6.0.29", date: "2026-01-31" },
};

test("a suite that passed is dated, with the version that it noted", () => {
  noteProgram("odoo", "Odoo 17.0");
  expect(runsWith(before, ["odoo"], notes, "2026-02-01")).toEqual({
    ...before,
    odoo: { program: "Odoo 17.0", date: "2026-02-01" },
  });
});

test("a suite that failed or was not run keeps its last passing run", () => {
  noteProgram("odoo", "Odoo 17.0");
  expect(runsWith(before, [], notes, "2026-02-01")).toEqual(before);
});
