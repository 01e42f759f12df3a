/** Replies of hledger-web 1.25 (Debian 12, seen 2026-11-16), with invented values. */
import { expect, test } from "vitest";
import { readsOf, sessionWithReplies, writeOf } from "../../../test/support/vendorSession.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalEntryInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry } from "../../contract/records/ledger.ts";
import { hledgerWeb } from "./connector.ts";
import type { Amount, Transaction } from "./types.ts";

const { list, get } = readsOf(hledgerWeb);

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
const entries = async (...transactions: readonly Transaction[]) =>
  (await list("journalEntries.list", books(...transactions))).records as unknown as readonly JournalEntry[];

test("maps an entry's code to its number, and its postings to lines with sides, codes and comments", async () => {
  const [{ id: _made, journalLineItems = [], ...entry } = { id: "" }] = await entries(sale);
  expect(entry).toEqual({
    currency: "USD",
    description: "Muster | ten widgets",
    number: "INV-1",
    transactionDate: "2025-01-15T00:00:00Z",
  });
  expect(journalLineItems.map(({ id: _id, ...line }) => line)).toEqual([
    {
      accountCode: "1200",
      accountId: "assets:receivable",
      currency: "USD",
      debitCreditIndicator: "DEBIT",
      totalNetAmount: 563,
    },
    {
      accountCode: "4000",
      accountId: "revenues:sales",
      currency: "USD",
      debitCreditIndicator: "CREDIT",
      description: "product:WID-1",
      totalNetAmount: 563,
    },
  ]);
});

test("keeps an entry's id when earlier entries are inserted, and numbers identical entries", async () => {
  const inserted = { ...sale, tcode: "INV-2" };
  const [original] = await entries(sale);
  const [, same, twin] = await entries(inserted, sale, sale);
  expect(same?.id).toBe(original?.id);
  expect(twin?.id).toBe(`${original?.id}-2`);
});

test("uses the tag of an entry that Kontor created as its id", async () => {
  const [entry] = await entries({ ...sale, ttags: [["kontor", "op_7"]] });
  expect(entry?.id).toBe("op_7");
});

test.each([
  ["UnitPrice", 110, 1.1],
  ["TotalPrice", 11_000, 1.1],
] as const)("reads a price given as %s as the exchange rate", async (tag, price, rate) => {
  const bought = amount(10_000, "€", { tag, contents: amount(price) });
  const [entry] = await entries({
    ...sale,
    tpostings: [posting("assets:cash", bought), posting("assets:bank", amount(-11_000))],
  });
  expect(entry?.journalLineItems?.[0]).toMatchObject({ currency: "EUR", exchangeRate: rate, totalNetAmount: 100 });
  expect(entry?.currency).toBeUndefined();
});

test("leaves the currency of other commodities out, and keeps digits beyond 2^53", async () => {
  const hours = amount("12345678901234567", "h");
  const [entry] = await entries({
    ...sale,
    tpostings: [posting("time", hours), posting("time:used", amount(-1, "h"))],
  });
  expect(entry?.journalLineItems?.[0]).toMatchObject({ totalNetAmount: 123_456_789_012_345.67 });
  expect(entry?.journalLineItems?.[0]?.currency).toBeUndefined();
});

test("lists declared accounts without postings, and classifies by type tag or name", async () => {
  const { records } = await list("accounts.list", books(sale));
  expect(records).toEqual([
    { id: "assets", name: "assets", class: "ASSET" },
    {
      id: "assets:receivable",
      name: "assets:receivable",
      parentAccountId: "assets",
      code: "1200",
      number: "1200",
      class: "ASSET",
      balance: 73,
      debitCreditIndicator: "CREDIT",
      currency: "USD",
    },
    { id: "Kasse", name: "Kasse" },
  ]);
  await expect(get("accounts.get", books(sale), { ids: { accountId: "root" } })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("starts a trial balance with the opening balance, and counts purchases at cost", async () => {
  const earlier = { ...sale, tdate: "2024-12-31" };
  const bought = amount(10_000, "€", { tag: "UnitPrice", contents: amount(110) });
  const later = {
    ...sale,
    tpostings: [posting("assets:cash", bought), posting("assets:receivable", amount(-11_000), [["code", "1200"]])],
  };
  const beyond = { ...sale, tdate: "2026-01-01" };
  const session = books(earlier, later, beyond);
  const { records } = await list("trialBalance.list", session, { filters: { fiscalYearStartDate: "2025-01-01" } });
  const debit = "DEBIT";
  const credit = "CREDIT";
  expect(records).toEqual([
    {
      accountCode: "1200",
      accountNumber: "1200",
      accountName: "assets:receivable ($)",
      openingBalance: { amount: 563, debitCreditIndicator: debit },
      balance: { amount: 453, debitCreditIndicator: debit },
      totalDebitAmount: 0,
      totalCreditAmount: 110,
    },
    {
      accountCode: "4000",
      accountNumber: "4000",
      accountName: "revenues:sales ($)",
      openingBalance: { amount: 563, debitCreditIndicator: credit },
      balance: { amount: 563, debitCreditIndicator: credit },
      totalDebitAmount: 0,
      totalCreditAmount: 0,
    },
    {
      accountName: "assets:cash ($)",
      openingBalance: { amount: 0, debitCreditIndicator: debit },
      balance: { amount: 110, debitCreditIndicator: debit },
      totalDebitAmount: 110,
      totalCreditAmount: 0,
    },
  ]);
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
