import { describe, expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import { differenceText, receiptDifferences } from "./differences.ts";

const stored = { invoiceNumber: true, lineItems: { dimensions: { id: true } } } as const;
const compare = (body: object, record: object) =>
  receiptDifferences(operations["invoices.create"], { fields: stored, writableFields: stored }, body, record);

test.each([
  ["a day at another hour", { invoiceDate: "2026-02-20" }, { invoiceDate: "2026-02-20T00:00:00Z" }],
  ["an open document that is overdue", { status: "OPEN" }, { status: "OVERDUE" }],
  ["a currency in small letters", { currency: "eur" }, { currency: "EUR" }],
  ["a rate as text", { exchangeRate: "1.10" }, { exchangeRate: 1.1 }],
  ["a field that the record does not have", { dueDate: "2026-02-20" }, {}],
  ["a text", { reference: "PO 1" }, { reference: "PO 2" }],
])("%s is no difference", (_what, body, record) => {
  expect(compare(body, record)).toEqual([]);
});

test.each([
  ["another day", { invoiceDate: "2026-02-20T00:00:00Z" }, { invoiceDate: "2026-03-01T00:00:00Z" }, "invoiceDate"],
  ["another status", { status: "OPEN" }, { status: "DRAFT" }, "status"],
  ["another contact", { contactId: "a" }, { contactId: "b" }, "contactId"],
  ["a cent", { grossTotalAmount: 10 }, { totalAmount: 10.02 }, "grossTotalAmount"],
])("%s is a difference", (_what, body, record, field) => {
  expect(compare(body, record).map((difference) => difference.field)).toEqual([field]);
});

const lines = [
  { quantity: 3, unitAmount: 0.333, taxRatePercentage: 19 },
  { quantity: 1, unitAmount: 100, taxRatePercentage: 7, discountItemPercentage: 10 },
];

test("totals follow from the lines, within the rounding of each line", () => {
  // 0.999 and 90 net; 1.18881 and 96.3 gross.
  expect(compare({ lineItems: lines }, { sumNetAmount: 91, totalAmount: 97.49 })).toEqual([]);
  expect(compare({ lineItems: lines }, { sumNetAmount: 91, totalAmount: 91 })).toEqual([
    { field: "totalAmount", asked: 97.49, stored: 91 },
  ]);
});

test("prices that include tax are compared by their totals", () => {
  const body = { lineAmountTypes: "INCLUSIVE", lineItems: [{ quantity: 2, unitAmount: 119, taxRatePercentage: 19 }] };
  expect(compare(body, { sumNetAmount: 200, totalAmount: 238 })).toEqual([]);
  expect(compare(body, { sumNetAmount: 238, totalAmount: 283.22 })).toHaveLength(2);
});

test("the tax of each line is compared, if all lines are there", () => {
  const record = { lineItems: [{ taxRatePercentage: 19 }, { taxRatePercentage: 0 }] };
  expect(compare({ lineItems: lines }, record)).toEqual([
    { field: "lineItems[1].taxRatePercentage", asked: 7, stored: 0 },
  ]);
});

test.each([
  ["JPY", 110, []],
  ["JPY", 111, ["totalAmount"]],
  ["EUR", 110, ["totalAmount"]],
  ["KWD", 110.44, []],
  ["KWD", 110.442, ["totalAmount"]],
])("totals in %s are compared in its smallest unit: %s", (currency, totalAmount, fields) => {
  const lineItems = [{ unitAmount: 100.4, taxRatePercentage: 10 }];
  expect(compare({ lineItems }, { currency, totalAmount }).map(({ field }) => field)).toEqual(fields);
});

describe("fields that are compared, but never refused", () => {
  test.each([
    ["another number", { invoiceNumber: "A-1" }, { invoiceNumber: "R-77" }, { asked: "A-1", stored: "R-77" }],
    ["leading zeros of a number", { invoiceNumber: "0012" }, { invoiceNumber: "12" }, { asked: "0012", stored: "12" }],
    ["a number that was not stored", { invoiceNumber: "A-1" }, {}, { asked: "A-1", stored: null }],
  ])("%s", (_what, body, record, difference) => {
    expect(compare(body, record)).toEqual([{ field: "invoiceNumber", ...difference }]);
  });

  test("a number in other letters is the same", () => {
    expect(compare({ invoiceNumber: "a-1" }, { invoiceNumber: "A-1" })).toEqual([]);
  });

  const line = (...dimensions: object[]) => ({ lineItems: [{ dimensions }] });
  const north = { id: "1", name: "North", categoryName: "Region" };

  test("dimensions in another order are the same, by whichever name both have", () => {
    const south = { id: "2", name: "South", categoryName: "Region" };
    expect(compare(line({ name: "North" }, { id: "2" }), line(south, north))).toEqual([]);
  });

  test("another dimension of the category, or none", () => {
    const asked = line({ name: "South", categoryName: "Region" });
    const field = "lineItems[0].dimensions[0]";
    expect(compare(asked, line(north))).toEqual([{ field, asked: "South", stored: "North" }]);
    expect(compare(asked, line({ id: "9", categoryName: "Team" }))).toEqual([{ field, asked: "South", stored: null }]);
  });

  test("dimensions that the target system could store, and did not", () => {
    expect(compare(line({ id: "1" }), { lineItems: [{}] })).toEqual([
      { field: "lineItems[0].dimensions", asked: "1", stored: null },
    ]);
    expect(differenceText("Notebook", { field: "invoiceNumber", asked: "A-1", stored: null })).toBe(
      "Notebook did not store invoiceNumber (A-1).",
    );
  });

  test("a project of a sales order", () => {
    const order = operations["salesOrders.create"];
    expect(receiptDifferences(order, undefined, { projectId: "1" }, { projectId: "2" })).toEqual([
      { field: "projectId", asked: "1", stored: "2" },
    ]);
  });
});

describe("a payment", () => {
  const body = {
    paymentLines: [
      { invoiceId: "a", amount: 30, accountId: "bank", paymentDate: "2026-11-02" },
      { customerId: "c", amount: 20 },
    ],
  };
  const [first, rest] = body.paymentLines;

  test("is compared by document, in any order", () => {
    expect(compare(body, { paymentLines: [{ amount: 20 }, { invoiceId: "a", amount: 30 }] })).toEqual([]);
    expect(compare(body, { paymentLines: [{ invoiceId: "a", amount: 50 }] })).toEqual([
      { field: "paymentLines[0].amount", asked: 30, stored: 50 },
      { field: "paymentLines[1].amount", asked: 20, stored: 0 },
    ]);
  });

  test("of another document", () => {
    expect(compare(body, { paymentLines: [{ ...first, invoiceId: "b" }, rest] })).toEqual([
      { field: "paymentLines[0].invoiceId", asked: "a", stored: "b" },
    ]);
  });

  test.each([
    ["accountId", "bank", "cash"],
    ["paymentDate", "2026-11-02", "2026-11-03"],
  ])("with another %s", (name, asked, found) => {
    expect(compare(body, { paymentLines: [{ ...first, [name]: found }, rest] })).toEqual([
      { field: `paymentLines[0].${name}`, asked, stored: found },
    ]);
  });

  test("of another contact", () => {
    expect(compare(body, { paymentLines: [first, { ...rest, customerId: "d" }] })).toEqual([
      { field: "paymentLines[1].customerId", asked: "c", stored: "d" },
    ]);
  });

  test("in yen may differ by less than a yen", () => {
    const paid = (amount: number) => ({ currency: "JPY", paymentLines: [{ amount }] });
    expect(compare(paid(99.6), paid(100))).toEqual([]);
    expect(compare(paid(99), paid(100))).toHaveLength(1);
  });
});

describe("a journal entry", () => {
  const debit = { debitCreditIndicator: "DEBIT", accountId: "expense", totalNetAmount: 100 };
  const credit = { debitCreditIndicator: "CREDIT", accountId: "bank", totalNetAmount: 100 };
  const body = { journalLineItems: [debit, credit] };
  const entry = (...journalLineItems: object[]) => ({ journalLineItems });

  test("is the same in any order, with joined or split lines, and with reversed signs", () => {
    expect(compare(body, entry(credit, debit))).toEqual([]);
    expect(
      compare(
        entry(debit, debit, { ...credit, totalNetAmount: 200 }),
        entry(credit, credit, { ...debit, totalNetAmount: 200 }),
      ),
    ).toEqual([]);
    expect(compare(body, entry(debit, { ...credit, debitCreditIndicator: "DEBIT", totalNetAmount: -100 }))).toEqual([]);
  });

  test.each([
    ["totalNetAmount", 100, 84.03],
    ["accountId", "expense", "other"],
  ])("with another %s", (name, asked, found) => {
    expect(compare(body, entry(credit, { ...debit, [name]: found }))).toEqual([
      { field: `journalLineItems[0].${name}`, asked, stored: found },
    ]);
  });

  test("with both sides on the wrong accounts", () => {
    const swapped = entry({ ...debit, accountId: "bank" }, { ...credit, accountId: "expense" });
    expect(compare(body, swapped).map(({ field }) => field)).toEqual([
      "journalLineItems[0].accountId",
      "journalLineItems[1].accountId",
    ]);
  });

  test("without one of its lines", () => {
    expect(compare(body, entry(debit))).toEqual([
      { field: "journalLineItems[1].totalNetAmount", asked: 100, stored: 0 },
    ]);
  });

  test("with another contact", () => {
    const ofCustomer = (customerId: string) => entry({ ...debit, customerId }, credit);
    expect(compare(ofCustomer("a"), ofCustomer("b"))).toEqual([
      { field: "journalLineItems[0].customerId", asked: "a", stored: "b" },
    ]);
  });

  test("may have the tax of a gross amount in a line of its own", () => {
    const taxed = { ...debit, totalNetAmount: undefined, totalGrossAmount: 119, taxRate: { taxRatePercentage: "19" } };
    const tax = { debitCreditIndicator: "DEBIT", accountId: "tax", totalNetAmount: 19 };
    const paid = { ...credit, totalNetAmount: 119 };
    expect(compare(entry(taxed, paid), entry(debit, tax, paid))).toEqual([]);
    expect(compare(entry(taxed, paid), entry({ ...debit, totalNetAmount: 90 }, tax, paid))).toEqual([
      { field: "journalLineItems[0].totalGrossAmount", asked: 119, stored: 90 },
    ]);
  });

  test("in another currency is compared by the currency alone", () => {
    expect(compare({ ...body, currency: "USD" }, { ...entry(debit), currency: "NOK" })).toEqual([
      { field: "currency", asked: "USD", stored: "NOK" },
    ]);
  });
});
