import { expect, test } from "vitest";
import { chooseRule, onlyRate, purchaseRule, salesRule, taxTypeOf } from "./taxes.ts";
import type { Guidance } from "./types.ts";

const rule = (id: number, ...taxRates: readonly string[]) => ({ id, description: `Regel ${id}`, taxRates });
const account = (id: number, type: string, ...allowedTaxRules: ReturnType<typeof rule>[]): Guidance => ({
  accountDatevId: id,
  allowedReceiptTypes: [type],
  allowedTaxRules,
});

const usual = rule(9, "ZERO", "SEVEN", "NINETEEN");
const guidance = [
  account(8400, "REVENUE", rule(1, "ZERO", "SEVEN", "NINETEEN"), rule(4, "ZERO")),
  account(4970, "EXPENSE", usual, rule(14, "ZERO")),
  account(1525, "EXPENSE", rule(16, "ZERO")),
];
const smallBusiness = [account(8195, "REVENUE", rule(11, "ZERO"))];

const rated = (...rates: readonly (number | undefined)[]) =>
  new Map(rates.map((rate, index) => [`lineItems[${index}].taxRatePercentage`, rate] as const));

test("an invoice without a tax rule has the company's usual one", () => {
  expect(chooseRule(guidance, { side: "INVOICE", word: undefined, rates: rated(19) }).id).toBe(1);
  const choice = chooseRule(smallBusiness, { side: "INVOICE", word: undefined, rates: rated(undefined) });
  expect(choice.id).toBe(11);
  expect(onlyRate(choice)).toBe(0);
});

test("a tax rule of the body decides, also one that no account has", () => {
  expect(chooseRule(guidance, { side: "INVOICE", word: "TAXFREE", rates: rated(0) }).id).toBe(4);
  expect(chooseRule(guidance, { side: "INVOICE", word: "INTRACOMMUNITY_SERVICE", rates: rated(0) }).id).toBe(21);
});

test("a rate that the tax rule does not allow is refused with those that it does", () => {
  const refused = expect.objectContaining({
    code: "cannot_store",
    message: expect.stringContaining("allows the rates 0 %, 7 %, 19 %"),
    details: { field: "lineItems[1].taxRatePercentage" },
  });
  expect(() => chooseRule(guidance, { side: "INVOICE", word: undefined, rates: rated(19, 16) })).toThrow(refused);
});

test("a small business has no tax on its invoices", () => {
  const refused = expect.objectContaining({ code: "cannot_store" });
  expect(() => chooseRule(smallBusiness, { side: "INVOICE", word: undefined, rates: rated(19) })).toThrow(refused);
});

test("the accounts of a bill decide about its tax rule", () => {
  const bill = { side: "BILL", word: undefined, rates: rated(0) } as const;
  expect(chooseRule(guidance, { ...bill, accounts: ["4970"] }).id).toBe(9);
  expect(chooseRule(guidance, { ...bill, accounts: ["1525"] }).id).toBe(16);
  expect(() => chooseRule(guidance, { ...bill, accounts: ["4970", "1525"] })).toThrow(
    expect.objectContaining({ code: "cannot_store", details: { field: "taxRule" } }),
  );
  expect(() => chooseRule(guidance, { ...bill, word: "REVERSE_CHARGE", accounts: ["4970"] })).toThrow(
    expect.objectContaining({ code: "cannot_store", message: expect.stringContaining("14 (Regel 14)") }),
  );
});

test("bookkeeping system 1.0 has tax types", () => {
  expect(taxTypeOf(undefined)).toEqual({ taxType: "default" });
  expect(taxTypeOf("SMALL_BUSINESS_EXEMPTION")).toEqual({ taxType: "ss" });
  expect(salesRule({ taxType: "noteu" })).toBe("NON_DOMESTIC_SERVICE");
  expect(purchaseRule({ taxType: "default" })).toBe("NET");
  expect(salesRule.unread({ taxType: "custom" })).toBeUndefined();
  expect(salesRule.unread({ taxRule: { id: "99" } })).toBe("99");
});
