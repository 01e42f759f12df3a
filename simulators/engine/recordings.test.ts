import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRecordings, type RecordingRules } from "./recordings.ts";

const draft = { id: "1", ref: null, state: "draft", total: "0.00", paid: false, lines: [], note: "", vat: "DE1" };
const open = { id: "2", ref: "R2", state: "open", total: "9.00", paid: true, lines: [{ id: 1, unit: null }] };
const evidence = {
  "invoices.get/a-draft.json": { request: { path: "/invoices/1" }, reply: { body: draft } },
  "invoices.create/an-invoice.json": {
    request: { method: "POST", path: "/invoices" },
    reply: { status: 201, body: { ...open, note: "x" } },
  },
  "invoices.get/only-a-fact.json": { request: { path: "/invoices/3" }, reply: { body: { id: "3", state: "open" } } },
  "invoices.get/a-belief.json": {
    source: "the manual (documentation)",
    request: { path: "/invoices/4" },
    reply: { body: { ...draft, id: "4", believed: true } },
  },
  "terms.list/a-belief.json": {
    source: "the manual (documentation)",
    request: { path: "/terms" },
    reply: { body: [{ id: "30", days: 30 }] },
  },
  "refusals/no-such-invoice.json": {
    request: { path: "/invoices/9" },
    reply: { status: 404, body: { error: "No such invoice." } },
  },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kontor-recordings-"));
  for (const [path, file] of Object.entries(evidence)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(file));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const opened = (rules: Partial<RecordingRules<"invoices" | "terms">> = {}) =>
  openRecordings<"invoices" | "terms">({
    slug: "recorded-books",
    evidenceFolder: folder,
    lists: { invoices: { path: "invoices" }, terms: { path: "terms" } },
    ...rules,
  });

test("a record has every recorded field, the unknown ones with their emptiest value", () => {
  expect(opened().laidOver("invoices", { id: "7", total: "5.00" })).toEqual({
    id: "7",
    ref: null,
    state: "draft",
    total: "5.00",
    paid: false,
    lines: [],
    note: "",
  });
});

test("known lines are laid over recorded lines, and further known fields stay", () => {
  expect(opened().laidOver("invoices", { lines: [{ id: 5 }, { id: 6, unit: "h" }], seed: 1 })).toMatchObject({
    lines: [
      { id: 5, unit: null },
      { id: 6, unit: "h" },
    ],
    seed: 1,
  });
});

test("a field that a whole record leaves out is left out, whatever a partial record lacks", () => {
  const shown = opened().laidOver("invoices", {});
  expect(shown).not.toHaveProperty("vat");
  expect(shown).toHaveProperty("ref");
});

test("documentation only stands in for a list that nobody has recorded", () => {
  const recordings = opened();
  expect(recordings.laidOver("invoices", {})).not.toHaveProperty("believed");
  expect(recordings.rowsOf("invoices").map(({ id }) => id)).toEqual(["1", "3"]);
  expect(recordings.rowsOf("terms")).toEqual([{ id: "30", days: 30 }]);
});

test("recorded refusals come before documented ones, the rest is derived, and there must be at least one", () => {
  const refusal = (status: number) => ({ status, body: { error: "documented" } });
  const rest = {
    unauthorized: refusal(401),
    forbidden: refusal(403),
    invalid: refusal(422),
    broken: refusal(500),
    rateLimited: refusal(429),
  };
  expect(opened().refusals({ ...rest, notFound: refusal(404) }).notFound.body).toEqual({ error: "No such invoice." });
  const unrecorded = opened({ refusalOf: () => undefined });
  expect(unrecorded.refusals(rest).notFound).toEqual({ status: 404, body: { error: "documented" } });
  expect(() => unrecorded.refusals({})).toThrow("no refusal was recorded or documented");
});
