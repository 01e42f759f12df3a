/** 100 kB of text that could slow down a regular expression, in every field of every endpoint, does not block the event loop. */
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operationTable } from "../../src/contract/operations.ts";
import { exampleOf } from "../../src/reference/openapi/examples.ts";
import type { JsonSchema } from "../../src/reference/openapi/jsonSchema.ts";
import { inTurn, reportFigure } from "../faults/scale.ts";
import { poisoned, type Row, rows } from "../support/hostile.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
/** The longest time that a body took, and the number of bodies. */
const seen = { longest: 0, count: 0 };
afterAll(async () => {
  reportFigure(
    "H1",
    `${seen.count} bodies of long texts, the longest held the loop for ${seen.longest.toFixed(0)} ms`,
    seen.longest <= longestHold,
  );
  await service.stop();
});

/** Text that patterns may repeat over: runs of one character, and near matches of a start, separator or end. */
const repeated = ["a", " ", "0", "<a ", "http://a.", "2026-01-01T", "image"];
const size = 100_000;
/** The number of such texts that fit into a body. */
const atOnce = 8;
const longestHold = 100;
/** A pattern whose time grows with the square of 100,000 characters takes longer than this on any machine. */
const impossible = 3000;

const isUpload = ({ id }: Row): boolean =>
  operationTable.some(([known, { multipart }]) => known === id && multipart === "file");
const isWrite = ({ id }: Row): boolean => operationTable.some(([known, { kind }]) => known === id && kind === "write");

/** CPU milliseconds of this thread, which sends and answers; other programs and parallel garbage collection do not count. */
async function work(row: Row, body: string): Promise<number> {
  const { apiKey, accountKey } = service.keys;
  const path = row.path.replaceAll(/\{\w+\}/g, "some-id");
  const before = process.threadCpuUsage();
  const answer = await request(`${service.url}${path}${isWrite(row) ? "?dryRun=true" : ""}`, {
    method: row.method as "POST",
    body,
    headers: { "x-api-key": apiKey, "x-account-key": accountKey, "content-type": "application/json" },
  });
  await answer.body.dump();
  const { user, system } = process.threadCpuUsage(before);
  expect(answer.statusCode).not.toBe(500);
  return (user + system) / 1000;
}

/** The example with the texts of one turn lengthened to the full size. */
function lengthened(example: unknown, text: string, turn: number): string {
  let seen = 0;
  const long = text.repeat(Math.ceil(size / text.length));
  return JSON.stringify(example, (_name, value: unknown) =>
    typeof value === "string" && Math.floor(seen++ / atOnce) === turn ? long : value,
  );
}

const withTexts = rows.flatMap((row) => {
  if (row.body === undefined || isUpload(row)) return [];
  const example = exampleOf(row.body as JsonSchema);
  const texts = poisoned(example, "").paths.length;
  return texts === 0 ? [] : [{ ...row, example, turns: Math.ceil(texts / atOnce) }];
});

test("finds texts to lengthen", () => {
  expect(withTexts.length).toBeGreaterThan(30);
});

test.each(withTexts)("$id is read in time that grows with its length only", async (row) => {
  // The first request also pays for lazy initialisation, which does not count.
  await work(row, JSON.stringify(row.example));
  for (let turn = 0; turn < row.turns; turn++)
    for (const text of inTurn(repeated, withTexts.indexOf(row) + turn)) {
      const body = lengthened(row.example, text, turn);
      let least = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < 6 && least > longestHold; tries++) least = Math.min(least, await work(row, body));
      seen.count++;
      seen.longest = Math.max(seen.longest, least);
      expect(least, `${JSON.stringify(text)} in the texts of part ${turn}`).toBeLessThan(impossible);
    }
});
