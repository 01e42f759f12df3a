/** Journal entries: their bodies, and refusals before they are sent. */
import { expect, test } from "vitest";
import { sessionWithReplies, writeOf } from "../../../test/support/vendorSession.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalEntryInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry } from "../../contract/records/ledger.ts";
import { hledgerWeb } from "./connector.ts";
import type { Amount, Transaction } from "./types.ts";

const amount = (decimalMantissa: number | string, acommodity = "$", aprice: Amount["aprice"] = null): Amount => ({
  acommodity,
  aprice,
  aquantity: { decimalMantissa, decimalPlaces: 2 },
  astyle: {
    ascommodityside: "L",
    ascommodityspaced: false,
    asdecimalpoint: ",",
    asdigitgroups: [".", [3]],
    asprecision: 2,
  },
});
const posting = (paccount: string, posted: Amount, ptags: readonly [string, string][] = []) => ({
  paccount,
  pamount: [posted],
  pcomment: "",
  ptags,
});
const sale: Transaction = {
  tdate: "2025-01-15",
  tcode: "INV-1",
  tdescription: "Muster | ten widgets",
  tcomment: "due:2025-02-14\n",
  ttags: [["due", "2025-02-14"]],
  tpostings: [
    posting("assets:receivable", amount(56_300), [
      ["type", "A"],
      ["code", "1200"],
      ["type", "X"],
    ]),
    { ...posting("revenues:sales", amount(-56_300), [["code", "4000"]]), pcomment: "product:WID-1\n" },
  ],
};
const books = (...transactions: readonly Transaction[]) =>
  sessionWithReplies({
    "/transactions": transactions,
    "/accountnames": ["assets", "assets:receivable", "Kasse"],
    "/accounts": [
      { aname: "root", aebalance: [] },
      { aname: "assets", aebalance: [] },
      { aname: "assets:receivable", aebalance: [amount(-7300)] },
    ],
  });

const create = writeOf<JournalEntryInput, JournalEntry>(hledgerWeb, "journalEntries.create");
const input: JournalEntryInput = {
  transactionDate: "2025-06-01T00:00:00Z",
  description: "Brötchen",
  currency: "USD",
  journalLineItems: [
    { accountId: "Kasse", debitCreditIndicator: "DEBIT", totalNetAmount: 1234.5 },
    { accountId: "assets:receivable", debitCreditIndicator: "CREDIT", totalNetAmount: 1234.5 },
  ],
};
async function requested(body: JournalEntryInput): Promise<Transaction> {
  const call = { body, ids: {}, filters: {}, files: [], marker: "op_7" };
  return create.request(call, await create.prepare?.(call, books(sale))).body as Transaction;
}

test("writes a new entry in the journal's style, with its id in the comment", async () => {
  const { tcomment, tpostings } = await requested(input);
  expect(tcomment).toBe("kontor:op_7\n");
  expect(tpostings.map(({ pamount }) => pamount)).toMatchObject([
    [{ acommodity: "$", aquantity: { decimalMantissa: 123_450, decimalPlaces: 2 }, astyle: { asdecimalpoint: "," } }],
    [{ acommodity: "$", aquantity: { decimalMantissa: -123_450 } }],
  ]);
});

test("writes a line's exchange rate as a price in the other lines' currency", async () => {
  const [first, second] = input.journalLineItems ?? [];
  const lines = [
    { ...first, currency: "EUR" as const, exchangeRate: "1.1", totalNetAmount: 100 },
    { ...second, totalNetAmount: 110 },
  ];
  const { tpostings } = await requested({ ...input, journalLineItems: lines });
  expect(tpostings[0]?.pamount).toMatchObject([
    {
      acommodity: "EUR",
      astyle: { ascommodityside: "R", ascommodityspaced: true },
      aprice: {
        tag: "UnitPrice",
        contents: { acommodity: "$", aquantity: { decimalMantissa: 110, decimalPlaces: 2 } },
      },
    },
  ]);
});

const [first, second] = input.journalLineItems ?? [];
test.each<[string, Partial<JournalEntryInput>, string]>([
  ["does not balance", { journalLineItems: [{ ...first, totalNetAmount: 1 }, { ...second }] }, "journalLineItems"],
  [
    "balances only across currencies",
    { journalLineItems: [{ ...first, currency: "EUR" }, { ...second }] },
    "journalLineItems",
  ],
  [
    "has a negative amount",
    {
      journalLineItems: [
        { ...first, totalNetAmount: -1 },
        { ...second, totalNetAmount: -1 },
      ],
    },
    "journalLineItems",
  ],
  ["has no lines", { journalLineItems: [] }, "journalLineItems"],
  ["has a line break in its description", { description: "one\ntwo" }, "description"],
  ["has a semicolon in its description", { description: "one ; two" }, "description"],
  ["starts like a state", { description: "* cleared" }, "description"],
  ["starts like a code", { description: "(7) x" }, "description"],
  ["has a bracket in its number", { number: "7)" }, "number"],
  [
    "has a line break in a line's description",
    { journalLineItems: [{ ...first, description: "a\nb" }, { ...second }] },
    "journalLineItems[0].description",
  ],
  [
    "names an unknown account",
    { journalLineItems: [{ ...first, accountId: "x  y" }, { ...second }] },
    "journalLineItems[0].accountId",
  ],
])("refuses an entry that %s before it is sent", async (_what, changes, field) => {
  const refused = await requested({ ...input, ...changes }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Failure);
  expect(refused).toMatchObject({ code: "invalid_request", details: { field } });
});

test("finds a written entry, and does not conclude from its absence that it failed", async () => {
  const call = { body: input, ids: {}, filters: {}, files: [], marker: "op_7" };
  await expect(create.find?.(call, books(sale))).rejects.toMatchObject({ code: "target_unavailable" });
  expect(await create.find?.(call, books({ ...sale, ttags: [["kontor", "op_7"]] }))).toBeDefined();
});
