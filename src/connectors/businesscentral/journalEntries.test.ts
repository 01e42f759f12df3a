import { expect, test } from "vitest";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { journalEntries } from "./journalEntries.ts";

const row = (postingDate: string, documentNumber: string, entryNumber: number) => ({
  id: `${documentNumber}-${entryNumber}`,
  postingDate,
  documentNumber,
  entryNumber,
  debitAmount: entryNumber % 2 === 0 ? 0 : 10,
  creditAmount: entryNumber % 2 === 0 ? 10 : 0,
});

/** A ledger of documents with three entries each, one a day. */
function ledger(documents: number) {
  const rows = Array.from({ length: documents }, (_, at) => {
    const day = `2026-01-${String(at + 10)}`;
    return [0, 1, 2].map((line) => row(day, `D${at}`, at * 3 + line));
  }).flat();
  const readWithHeaders = async (_path: string, { $skip = 0, $top = 0 }: VendorQuery = {}) => ({
    body: { value: rows.slice(Number($skip), Number($skip) + Number($top)) },
    headers: {},
  });
  const session = { readWithHeaders, memory: new Map() } as unknown as Session;
  const linesOf = async (page: number) => {
    const window = { page, limit: 5 };
    const { records } = await journalEntries["journalEntries.list"].list({ ids: {}, filters: {}, window }, session);
    return records.map(({ number, journalLineItems }) => [number, journalLineItems?.length]);
  };
  return { linesOf, post: (...more: typeof rows) => rows.unshift(...more) };
}

const threeLinesEach = (...numbers: readonly string[]) => numbers.map((number) => [number, 3]);

test("keeps journal entries complete when a back-dated posting moves earlier pages", async () => {
  const { linesOf, post } = ledger(12);
  await linesOf(1);
  await linesOf(2);
  post(row("2026-01-02", "LATE", 90), row("2026-01-02", "LATE", 91));
  expect(await linesOf(1)).toEqual([["LATE", 2], ...threeLinesEach("D0", "D1", "D2", "D3")]);
  expect(await linesOf(2)).toEqual(threeLinesEach("D4", "D5", "D6", "D7", "D8"));
  expect(await linesOf(3)).toEqual(threeLinesEach("D9", "D10", "D11"));
});

test("keeps journal entries complete when a posting comes between two pages", async () => {
  const { linesOf, post } = ledger(12);
  expect(await linesOf(1)).toEqual(threeLinesEach("D0", "D1", "D2", "D3", "D4"));
  post(row("2026-01-02", "LATE", 90), row("2026-01-02", "LATE", 91));
  expect(await linesOf(2)).toEqual(threeLinesEach("D4", "D5", "D6", "D7", "D8"));
});
