/** Every field and operation was seen or is listed as documented only, and the share of seen fields does not fall. */
import { describe, expect, test } from "vitest";
import { evidence } from "../../src/connectors/evidence.ts";
import {
  declaredFields,
  documentedOnly,
  percentage,
  seenFiles,
  storedDocumentedOnly,
  storedSeenElsewhere,
} from "./fields.ts";
import { evidenceFiles, kindOf } from "./files.ts";
import { storedMutations } from "./mutations.ts";
import { faultsOf } from "./play.ts";
import { scarceEvidence, seenShapes } from "./shapes.ts";
import { fieldsSeenByPath } from "./types.ts";
import { vendors } from "./vendors.ts";

describe.each(vendors.map((connector) => [connector.id, connector] as const))("%s", (slug, connector) => {
  const stored = storedDocumentedOnly(slug);
  const found = documentedOnly(connector);

  test("every field that was not seen is listed as documented only, and no other", () => {
    expect(found.fields, "run: npm run evidence").toEqual(stored?.fields);
  });

  test("every operation that was not seen is listed as documented only, and no other", () => {
    expect(found.operations, "run: npm run evidence").toEqual(stored?.operations);
  });

  test("the share of fields that were seen does not fall", () => {
    expect(found.seenPercentage).toBeGreaterThanOrEqual(stored?.seenPercentage ?? 0);
  });

  test("no field is listed as seen elsewhere if a recorded reply of its path has it", () => {
    const seen = fieldsSeenByPath(slug);
    const outdated = Object.entries(storedSeenElsewhere(slug)).flatMap(([path, fields]) =>
      fields.filter((field) => seen.get(path)?.includes(field) ?? true).map((field) => `${path} ${field}`),
    );
    expect(outdated, "remove them from evidence/seenElsewhere.json").toEqual([]);
  });

  test("the stored renames cover the declared fields, and every field that was seen is noticed", () => {
    const { fields, unnoticed } = storedMutations()[slug] ?? {};
    expect(fields, `run: npm run mutations -- ${slug}`).toBe(declaredFields(slug).length);
    expect(unnoticed).toEqual([]);
  });
});

/** Raise it when the share rises. */
const noticedBefore = 87;

test("the share of renames that are noticed is at least 80 % and does not fall", () => {
  const all = Object.values(storedMutations());
  const share = percentage(
    all.reduce((sum, { noticed }) => sum + noticed, 0),
    all.reduce((sum, { fields }) => sum + fields, 0),
  );
  expect(share).toBeGreaterThanOrEqual(80);
  expect(share).toBeGreaterThanOrEqual(noticedBefore);
});

test.each(vendors.map((connector) => [connector.id, connector] as const))(
  "%s has 25 seen replies of different shapes, over half of its operations",
  (slug, { operations }) => {
    const all = Object.keys(operations).length;
    const least = scarceEvidence[slug] ?? { replies: 25, operations: Math.ceil(all / 2) };
    expect(seenShapes(slug).size).toBeGreaterThanOrEqual(least.replies);
    const seen = Object.keys(evidence[slug] ?? {}).length;
    expect(seen).toBeGreaterThanOrEqual(least.operations);
    if (slug in scarceEvidence)
      expect(seen < all / 2 || seenShapes(slug).size < 25, "remove it from the list").toBe(true);
  },
);

test("facts from documentation do not count as seen", () => {
  const documented = evidenceFiles().filter(({ evidence }) => kindOf(evidence) === "documentation");
  expect(documented.length).toBeGreaterThan(0);
  const seen = new Set(vendors.flatMap(({ id }) => seenFiles(id)).map(({ path }) => path));
  expect(documented.filter(({ path }) => seen.has(path))).toEqual([]);
  expect(seenFiles("datev-rewe-export")).toEqual([]);
});

describe("a file is refused", () => {
  const [connector] = vendors;
  const accepted = {
    source: "owner/repository path @1234567 (recording)",
    seen: "2026-11",
    fact: "a fact",
    reply: { body: {} },
    record: { id: "1" },
  };
  const faults = (change: object, topic = "invoices.get") =>
    connector === undefined
      ? []
      : faultsOf({ path: "x", slug: connector.id, topic, evidence: { ...accepted, ...change } }, connector);

  test.each([
    ["without a source", { source: "" }],
    ["without the kind of its source", { source: "owner/repository path @1234567" }],
    ["without the version of a live run", { source: "own run (live run of Example)" }],
    ["without a day", { seen: "yesterday" }],
    ["without a fact", { fact: " " }],
    ["with an empty record", { record: {} }],
    ["with empty records", { record: undefined, records: [{}] }],
    ["with an empty failure", { record: undefined, failure: {} }],
    ["without an outcome", { record: undefined }],
    ["without a body", { reply: undefined }],
  ])("%s", (_what, change) => {
    expect(faults(change)).toHaveLength(1);
  });

  test("with an unknown operation", () => {
    expect(faults({}, "invoices.fetch")).toEqual([expect.stringContaining("not an operation")]);
  });

  test("and otherwise accepted", () => {
    expect(faults({})).toEqual([]);
  });
});
