import { expect, test } from "vitest";
import { evidenceDrafts } from "./evidenceDrafts.ts";
import { record } from "./recording.ts";
import { openRedaction } from "./redact.ts";

const units = [
  { id: 1, label: "Stück", contact: { email: "ada@example.org" }, factor: "1.00", kind: "PIECE" },
  { id: 2, label: "Kiste", contact: { email: "kim@example.org" }, factor: "1.00", kind: "BOX" },
  { id: 3, label: "Stunde", contact: null, factor: "1.00", kind: "HOUR" },
];

test("a recording becomes a draft for each shape of a vendor's record, without personal data", async () => {
  const reply = { status: 200, body: { data: units.map(({ id }) => ({ id: String(id) })), rawData: units } };
  const { ask, recorded } = record(async () => reply, openRedaction("salt"));
  await ask("/accounting/units", { rawData: "true" });
  const drafts = evidenceDrafts(recorded, { targetSystem: "example", date: "2026-11-18" });
  expect(drafts.map(({ path }) => path)).toEqual([
    "evidence/units.list/draft-1.json",
    "evidence/units.list/draft-2.json",
  ]);
  expect(drafts[0]?.evidence).toMatchObject({
    source: "kontor verify with a live account (live run of example 2026-11-18)",
    seen: "2026-11-18",
    reply: {
      body: { id: 1, factor: "1.00", kind: "PIECE", contact: { email: expect.stringMatching(/@example\.invalid$/) } },
    },
    record: {},
  });
  expect(drafts[1]?.evidence.reply.body).toMatchObject({ contact: null });
  expect(JSON.stringify(drafts)).not.toMatch(/ada@|kim@/);
});

test("refused calls and calls without the vendor's records become no drafts", async () => {
  const refused = { status: 403, body: { errors: [{ code: "target_forbidden", message: "" }] } };
  const { ask, recorded } = record(async () => refused, openRedaction("salt"));
  await ask("/accounting/units", { rawData: "true" });
  await ask("/targetSystems/example", {});
  expect(evidenceDrafts(recorded, { targetSystem: "example", date: "2026-11-18" })).toEqual([]);
});
