/** Checks and changes of a body before it is sent, for a target system that exists only here. */
import { expect, test } from "vitest";
import type { Connector, FieldTable } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import type { Write } from "../calling/request.ts";
import { withMissingReference } from "./missingReference.ts";
import { prepareWrite } from "./prepareWrite.ts";

type Rows = readonly object[];
const list = (records: Rows) => ({
  fields: {},
  filters: [],
  orders: [],
  requires: [],
  list: async () => ({ records, raw: records }),
});
const get = (records: Readonly<Record<string, object>>) => ({
  fields: {},
  get: async ({ ids }: { readonly ids: Readonly<Record<string, string>> }) => {
    const record = records[Object.values(ids)[0] ?? ""];
    if (record === undefined) throw new Failure("not_found", "Unknown id.");
    return { record, raw: record };
  },
});

const codes = [
  { id: "1", code: "S19", name: "Sales 19 %", percentage: 19, usage: "INVOICE" },
  { id: "2", code: "P19", name: "Purchases 19 %", percentage: 19, usage: "BILL" },
  { id: "3", code: "S0", name: "Export", percentage: 0, usage: "INVOICE" },
  { id: "4", code: "S0EU", name: "EU supply", percentage: 0, usage: "INVOICE" },
];

function notebook(more: Partial<Connector> = {}): Connector {
  const operations = {
    "taxRates.list": list(codes),
    "accounts.list": list([{ id: "acc-1", code: "8400", number: "8400" }]),
    "contacts.get": get({ "contact-1": {} }),
    "items.get": get({ "item-1": { id: "item-1", taxCode: "S0EU" } }),
    "bills.get": get({
      open: { id: "open", status: "OPEN", contactId: "contact-1", totalNetAmount: 100 },
      paid: { id: "paid", status: "PAID", contactId: "contact-1", totalNetAmount: 100 },
    }),
  } as Connector["operations"];
  return { id: "notebook", name: "Notebook", operations, ...more } as Connector;
}

const lines: FieldTable = { quantity: true, unitAmount: true, taxCode: true, accountId: true, description: true };

interface WriteOptions {
  readonly operation?: OperationId;
  readonly table?: FieldTable;
  readonly connector?: Connector;
  readonly ids?: Readonly<Record<string, string>>;
}

function writeOf(
  body: object,
  { operation = "invoices.create", table, connector = notebook(), ids = {} }: WriteOptions = {},
) {
  const writableFields = table ?? { contactId: true, invoiceDate: true, lineItems: lines };
  return {
    operation,
    connector,
    handler: { writableFields } as Write["handler"],
    call: { ids, filters: {}, body, files: [] } as Write["call"],
    warnings: [],
  } as Partial<Write> as Write;
}
const session = {} as Session;
const prepare = (body: object, options?: WriteOptions) => prepareWrite(writeOf(body, options), session);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Failure,
  );
const line = { quantity: 1, unitAmount: 100, taxRatePercentage: 19 };

test("a percentage becomes the only code with it, for sales or purchases", async () => {
  const { body } = await prepare({ lineItems: [line] });
  expect(body).toEqual({ lineItems: [{ quantity: 1, unitAmount: 100, taxCode: "S19" }] });
  const table = { billDate: true, lineItems: lines } as const;
  const bill = await prepare({ lineItems: [line] }, { operation: "bills.create", table });
  expect(bill.body).toMatchObject({ lineItems: [{ taxCode: "P19" }] });
});

test("a code in the body decides", async () => {
  const { body } = await prepare({ lineItems: [{ ...line, taxCode: "P19" }] });
  expect(body).toMatchObject({ lineItems: [{ taxCode: "P19" }] });
});

test("of several codes, that of the item decides, then the company's default", async () => {
  const untaxed = { ...line, taxRatePercentage: 0 };
  const byItem = await prepare(
    { lineItems: [{ ...untaxed, itemId: "item-1" }] },
    { table: { lineItems: { ...lines, itemId: true } } },
  );
  expect(byItem.body).toMatchObject({ lineItems: [{ taxCode: "S0EU" }] });
  const connector = notebook({ defaultTaxCode: async () => "S0" });
  expect((await prepare({ lineItems: [untaxed] }, { connector })).body).toMatchObject({
    lineItems: [{ taxCode: "S0" }],
  });
});

test("without a code of the item, that of the account decides if it has this percentage", async () => {
  const accounts = [
    { id: "acc-1", code: "8400", number: "8400" },
    { id: "acc-2", code: "8125", number: "8125" },
  ];
  const defaults: Readonly<Record<string, string>> = { "acc-1": "S19", "acc-2": "S0EU" };
  const connector = notebook({
    operations: { ...notebook().operations, "accounts.list": list(accounts) } as Connector["operations"],
    taxCodeOfAccount: (native) => defaults[(native as { id: string }).id],
  });
  const untaxed = { ...line, taxRatePercentage: 0 };
  const table = { lineItems: { ...lines, accountCode: true, itemId: true } } as const;
  const byAccount = (account: object) => prepare({ lineItems: [{ ...untaxed, ...account }] }, { connector, table });
  expect((await byAccount({ accountId: "acc-2" })).body).toMatchObject({ lineItems: [{ taxCode: "S0EU" }] });
  expect((await byAccount({ accountCode: "8125" })).body).toMatchObject({ lineItems: [{ taxCode: "S0EU" }] });
  expect((await failureOf(byAccount({ accountId: "acc-1" })))?.code).toBe("cannot_store");
  expect((await failureOf(byAccount({ accountId: "nobody" })))?.code).toBe("cannot_store");
});

test("without a code of the account, that of the contact decides if it has this percentage", async () => {
  const customers = {
    "cont-1": { sales: "S0EU", purchases: "P19" },
    "cont-2": { sales: "S19", purchases: "S0EU" },
  };
  const connector = notebook({
    operations: { ...notebook().operations, "customers.get": get(customers) } as unknown as Connector["operations"],
    taxCodeOfContact: (native, usage) =>
      (native as Record<string, string>)[usage === "INVOICE" ? "sales" : "purchases"],
  });
  const untaxed = { ...line, taxRatePercentage: 0 };
  const forContact = (contactId: string) => prepare({ contactId, lineItems: [untaxed, untaxed] }, { connector });
  expect((await forContact("cont-1")).body).toMatchObject({ lineItems: [{ taxCode: "S0EU" }, { taxCode: "S0EU" }] });
  expect((await failureOf(forContact("cont-2")))?.code).toBe("cannot_store");
  expect((await failureOf(forContact("nobody")))?.code).toBe("cannot_store");
});

test("with a tax rule, the account's code decides only if its name says this reason", async () => {
  const exports = [
    { id: "6", code: "EX1", name: "Export of goods", percentage: 0, usage: "INVOICE" },
    { id: "7", code: "EX2", name: "Export outside", percentage: 0, usage: "INVOICE" },
  ];
  const withDefault = (code: string) =>
    notebook({
      operations: {
        ...notebook().operations,
        "taxRates.list": list([
          ...codes.slice(0, 2),
          ...exports,
          { id: "8", code: "NONE", name: "No tax", percentage: 0 },
        ]),
      } as unknown as Connector["operations"],
      taxCodeOfAccount: () => code,
    });
  const body = { taxRule: "EXPORT_GOODS", lineItems: [{ ...line, taxRatePercentage: 0, accountId: "acc-1" }] };
  expect((await prepare(body, { connector: withDefault("EX2") })).body).toMatchObject({
    lineItems: [{ taxCode: "EX2" }],
  });
  expect((await failureOf(prepare(body, { connector: withDefault("NONE") })))?.details.field).toBe("taxRule");
});

test("with a tax rule, the vendor's own kind of a code decides, and not its name", async () => {
  const exports = [
    { id: "6", code: "EX1", name: "Export, no longer used", percentage: 0, usage: "INVOICE", kind: [] },
    { id: "7", code: "EX2", name: "Renamed", percentage: 0, usage: "INVOICE", kind: ["EXPORT_GOODS"] },
    { id: "8", code: "EX3", name: "Also renamed", percentage: 0, usage: "INVOICE", kind: ["EXPORT_GOODS"] },
  ];
  const withCodes = (taxCodes: readonly object[], more: Partial<Connector> = {}) =>
    notebook({
      operations: {
        ...notebook().operations,
        "taxRates.list": list([...codes.slice(0, 2), ...taxCodes]),
      } as unknown as Connector["operations"],
      rulesOfTaxCode: (native) => (native as { kind?: string[] }).kind,
      ...more,
    });
  const body = { taxRule: "EXPORT_GOODS", lineItems: [{ ...line, taxRatePercentage: 0, accountId: "acc-1" }] };
  const stored = async (connector: Connector) => (await prepare(body, { connector })).body;
  expect(await stored(withCodes(exports.slice(0, 2)))).toMatchObject({ lineItems: [{ taxCode: "EX2" }] });
  const ofAccount = withCodes(exports, { taxCodeOfAccount: () => "EX3" });
  expect(await stored(ofAccount)).toMatchObject({ lineItems: [{ taxCode: "EX3" }] });
  const undecided = withCodes(exports, { taxCodeOfAccount: () => "EX1" });
  expect((await failureOf(prepare(body, { connector: undecided })))?.details.field).toBe("taxRule");
});

test("without a currency, the company's currency says how exact a total must be", async () => {
  const body = { lineItems: [{ ...line, unitAmount: 100.4, taxRatePercentage: 19 }], grossTotalAmount: 119 };
  expect((await failureOf(prepare(body)))?.details.faults).toMatchObject([{ field: "grossTotalAmount" }]);
  const connector = notebook({ companyCurrency: async () => "JPY" });
  expect((await prepare(body, { connector })).body).toMatchObject({ grossTotalAmount: 119 });
  expect((await failureOf(prepare({ ...body, currency: "EUR" }, { connector })))?.code).toBe("cannot_store");
});

test("if nothing decides, the refusal names the field and lists the candidates", async () => {
  const failure = await failureOf(prepare({ lineItems: [line, { ...line, taxRatePercentage: 0 }] }));
  expect(failure).toMatchObject({ code: "cannot_store", details: { field: "lineItems[1].taxRatePercentage" } });
  expect(failure?.message).toContain("S0 (Export, 0 %); S0EU (EU supply, 0 %)");
  const none = await failureOf(prepare({ lineItems: [{ ...line, taxRatePercentage: 7 }] }));
  expect(none?.message).toContain("Notebook has no tax code with 7 %");
});

test("a percentage that no code has is left to the target system, if a line without a code has it", async () => {
  const untaxed = { ...line, taxRatePercentage: 0 };
  const options = { operation: "bills.create" as const };
  const body = { contactId: "contact-1", lineItems: [untaxed] };
  expect(await failureOf(prepare(body, options))).toMatchObject({ code: "cannot_store" });
  const connector = notebook({ defaultTaxCode: async ({ percentage }) => (percentage === 0 ? null : undefined) });
  expect((await prepare(body, { ...options, connector })).body).toMatchObject({ lineItems: [untaxed] });
});

test("an account's code becomes its id", async () => {
  const { body } = await prepare({ lineItems: [{ ...line, accountCode: "8400" }] });
  expect(body).toMatchObject({ lineItems: [{ accountId: "acc-1" }] });
  const unknown = await failureOf(prepare({ lineItems: [{ ...line, accountCode: "9999" }] }));
  expect(unknown).toMatchObject({ code: "cannot_store", details: { field: "lineItems[0].accountCode" } });
});

test("fields that affect amounts are refused if they would change the books, all at once", async () => {
  const failure = await failureOf(
    prepare({ paidDate: "2026-02-20T00:00:00Z", taxRule: "OSS_GOODS", exchangeRate: 1.2, lineItems: [line] }),
  );
  expect(failure?.code).toBe("cannot_store");
  expect(failure?.details.faults?.map(({ field }) => field)).toEqual(["paidDate", "taxRule", "exchangeRate"]);
});

test("neutral values are accepted without a word, and texts with a warning", async () => {
  const neutral = {
    discountPercentage: 0,
    exchangeRate: 1,
    lineAmountTypes: "EXCLUSIVE",
    paymentStatus: "PENDING",
    invoiceDate: "2026-02-20T00:00:00Z",
    shippingDate: "2026-02-20T00:00:00Z",
    taxRule: "NET",
    lineItems: [line],
  };
  expect((await prepare(neutral)).warnings).toEqual([]);
  expect((await prepare({ reference: "PO 1", lineItems: [line] })).warnings).toEqual([
    "Notebook cannot store reference; it was left out.",
  ]);
});

test("totals that contradict the lines are refused", async () => {
  const failure = await failureOf(prepare({ lineItems: [{ ...line, grossAmount: 100.5 }] }));
  expect(failure?.details.faults?.map(({ field }) => field)).toEqual(["lineItems[0].grossAmount"]);
});

test("an entry balances on gross if the target system posts the tax of a line", async () => {
  const table = { journalLineItems: { totalNetAmount: true, debitCreditIndicator: true, taxRate: true } } as const;
  const entry = (credit: number) => ({
    journalLineItems: [
      { debitCreditIndicator: "DEBIT", totalNetAmount: 100, taxRate: { code: "P19", taxRatePercentage: "19" } },
      { debitCreditIndicator: "CREDIT", totalNetAmount: credit },
    ],
  });
  expect(await prepare(entry(119), { operation: "journalEntries.create", table })).toBeDefined();
  const failure = await failureOf(prepare(entry(118), { operation: "journalEntries.create", table }));
  expect(failure?.details.faults?.map(({ field }) => field)).toEqual(["journalLineItems"]);
});

test("a document is not created as paid", async () => {
  const failure = await failureOf(prepare({ status: "PAID", lineItems: [line] }));
  expect(failure).toMatchObject({ code: "cannot_store", details: { field: "status" } });
  expect(failure?.message).toContain("POST /accounting/payments");
});

const bills = { table: { contactId: true, name: true, lineItems: lines } } as const;

test("a paid bill is neither deleted nor changed in what it says, but its texts are", async () => {
  const paid = { ...bills, ids: { billId: "paid" } };
  const deletion = await failureOf(prepare({}, { ...paid, operation: "bills.delete" }));
  expect(deletion).toMatchObject({ code: "document_locked" });
  const change = await failureOf(prepare({ contactId: "contact-2" }, { ...paid, operation: "bills.update" }));
  expect(change).toMatchObject({ code: "document_locked", details: { field: "contactId" } });
  expect(await prepare({ contactId: "contact-1", name: "New" }, { ...paid, operation: "bills.update" })).toBeDefined();
  const open = { ...bills, ids: { billId: "open" } };
  expect(await prepare({ contactId: "contact-2" }, { ...open, operation: "bills.update" })).toBeDefined();
});

test("an id of another kind of document is not found", async () => {
  const failure = await failureOf(prepare({}, { ...bills, ids: { billId: "credit" }, operation: "bills.delete" }));
  expect(failure).toMatchObject({ code: "not_found", details: { field: "billId" } });
});

const payment = (amount: number, more = {}) => ({
  documentType: "INVOICE",
  paymentLines: [{ invoiceId: "invoice-1", amount }],
  ...more,
});
const paying: WriteOptions = {
  operation: "payments.create",
  table: { documentType: true, currency: true, exchangeRate: true, paymentLines: { invoiceId: true, amount: true } },
  connector: notebook({ openAmount: async () => ({ amount: 59.5, currency: "EUR" }) }),
};

test("a payment pays at most what is open, in the document's currency", async () => {
  expect(await prepare(payment(59.5), paying)).toBeDefined();
  const failure = await failureOf(prepare(payment(100), paying));
  expect(failure).toMatchObject({ code: "cannot_store", details: { field: "paymentLines[0].amount" } });
  expect(failure?.message).toContain("Send the remaining 40.50 as a line without invoiceId");
  expect(await failureOf(prepare(payment(10, { currency: "USD" }), paying))).toMatchObject({
    details: { field: "currency" },
  });
  expect(await failureOf(prepare(payment(10, { currency: "USD", exchangeRate: 1 }), paying))).toMatchObject({
    details: { field: "exchangeRate" },
  });
  expect(await prepare(payment(10, { currency: "USD", exchangeRate: 0.9 }), paying)).toBeDefined();
});

test("a rejection without a field names the reference that does not exist", async () => {
  const body = { contactId: "nobody", lineItems: [{ itemId: "item-1" }] };
  const rejection = new Failure("target_rejected", "Notebook refused the request.");
  expect(await withMissingReference(writeOf(body), session, rejection)).toMatchObject({
    code: "target_rejected",
    details: { field: "contactId" },
  });
  const missing = new Failure("not_found", "Not found.");
  expect(await withMissingReference(writeOf(body), session, missing)).toMatchObject({
    code: "target_rejected",
    details: { field: "contactId" },
  });
  const fine = { contactId: "contact-1", lineItems: [{ itemId: "item-1" }] };
  expect(await withMissingReference(writeOf(fine), session, missing)).toBe(missing);
});

test("a tax code that is no id is found in the list of codes, and an unknown one is named", async () => {
  const operations = {
    ...notebook().operations,
    "taxRates.get": get({ "1": {} }),
  } as Connector["operations"];
  const connector = notebook({ operations });
  const failure = new Failure("target_rejected", "No.");
  const rejected = async (taxCode: string) =>
    withMissingReference(writeOf({ lineItems: [{ taxCode }] }, { connector }), {} as Session, failure);
  expect(await rejected("S19")).toBe(failure);
  expect(await rejected("S99")).toMatchObject({ details: { field: "lineItems[0].taxCode" } });
});

test("a payment may name a vendor credit, which no operation reads by its id", async () => {
  const connector = notebook();
  const credits = { "vendorCredits.list": list([{ id: "credit-1" }]) };
  const operations = { ...connector.operations, ...credits } as Connector["operations"];
  const rejected = new Failure("target_rejected", "No.");
  const named = (invoiceId: string) => {
    const body = { documentType: "BILL", paymentLines: [{ invoiceId, amount: -5 }] };
    const write = writeOf(body, { operation: "payments.create", connector: { ...connector, operations } });
    return withMissingReference(write, session, rejected);
  };
  expect(await named("credit-1")).toBe(rejected);
  expect(await named("credit-2")).toMatchObject({ details: { field: "paymentLines[0].invoiceId" } });
});

test("each entry of a bulk body is fitted as if it were created alone", async () => {
  const entryLines: FieldTable = { accountId: true, totalNetAmount: true, taxRate: { id: true, code: true } };
  const bulk: WriteOptions = {
    operation: "journalEntries.bulk",
    table: { chartOfAccount: true, entries: { description: true, journalLineItems: entryLines } },
  };
  const taxRate = { taxRatePercentage: "7" };
  const entry = { description: "Rent", journalLineItems: [{ accountCode: "8400", totalNetAmount: 100 }] };
  const { body } = await prepare({ chartOfAccount: "SKR03", entries: [entry] }, bulk);
  expect(body).toEqual({
    chartOfAccount: "SKR03",
    entries: [{ description: "Rent", journalLineItems: [{ accountId: "acc-1", totalNetAmount: 100 }] }],
  });
  const taxed = { journalLineItems: [{ accountId: "acc-1", totalNetAmount: 100, taxRate }] };
  const provisional = { ...entry, isProvisional: true };
  const failure = await failureOf(prepare({ entries: [taxed, entry, provisional] }, bulk));
  expect(failure?.code).toBe("cannot_store");
  expect(failure?.details.faults?.map(({ field }) => field)).toEqual([
    "entries[0].journalLineItems[0].taxRate",
    "entries[2].isProvisional",
  ]);
});

test("a tax rule becomes the code that the vendor or its name marks", async () => {
  const reversed = { id: "5", code: "RC", name: "Reverse charge", percentage: 0, usage: "INVOICE" };
  const operations = { ...notebook().operations, "taxRates.list": list([...codes, reversed]) };
  const connector = notebook({ operations: operations as unknown as Connector["operations"] });
  const body = { taxRule: "REVERSE_CHARGE", lineItems: [{ ...line, taxRatePercentage: 0 }] };
  expect((await prepare(body, { connector })).body).toEqual({
    lineItems: [{ quantity: 1, unitAmount: 100, taxCode: "RC" }],
  });
  const marking = notebook({ defaultTaxCode: async ({ rule }) => (rule === "REVERSE_CHARGE" ? "S0EU" : undefined) });
  expect((await prepare(body, { connector: marking })).body).toMatchObject({ lineItems: [{ taxCode: "S0EU" }] });
});

test("the line's own code decides before its item's, and the item's before the tax rule and the default", async () => {
  const reversed = { id: "5", code: "RC", name: "Reverse charge", percentage: 0, usage: "INVOICE" };
  const operations = {
    ...notebook().operations,
    "taxRates.list": list([...codes, reversed]),
    "items.get": get({ "item-1": { taxCode: "S0EU" }, "item-2": { taxCode: "S19" }, "item-3": { taxCode: "S0" } }),
  };
  const connector = notebook({
    operations: operations as unknown as Connector["operations"],
    defaultTaxCode: async ({ rule }) => (rule === undefined ? "S0" : undefined),
  });
  const table = { lineItems: { ...lines, itemId: true } } as const;
  const untaxed = { quantity: 1, unitAmount: 100, taxRatePercentage: 0 };
  const body = (more: object) => ({ taxRule: "REVERSE_CHARGE", lineItems: [{ ...untaxed, ...more }] });
  const codeFor = async (more: object) => {
    const prepared = await prepare(body(more), { connector, table });
    return (prepared.body as { lineItems: { taxCode?: string }[] }).lineItems[0]?.taxCode;
  };
  expect(await codeFor({ itemId: "item-1", taxCode: "S19" })).toBe("S19");
  expect(await codeFor({ itemId: "item-1" })).toBe("S0EU");
  // This item's code has another rate.
  expect(await codeFor({ itemId: "item-2" })).toBe("RC");
  expect(await codeFor({})).toBe("RC");
  // This item's code is for exports.
  const failure = await failureOf(prepare(body({ itemId: "item-3" }), { connector, table }));
  expect(failure).toMatchObject({ code: "cannot_store", details: { field: "taxRule" } });
});

test("a tax rule without a code is refused with the codes that have no tax", async () => {
  const failure = await failureOf(
    prepare({ taxRule: "REVERSE_CHARGE", lineItems: [{ ...line, taxRatePercentage: 0 }] }),
  );
  expect(failure).toMatchObject({ code: "cannot_store", details: { field: "taxRule" } });
  expect(failure?.message).toContain("S0 (Export, 0 %); S0EU (EU supply, 0 %)");
  const taxed = await failureOf(prepare({ taxRule: "REVERSE_CHARGE", lineItems: [line] }));
  expect(taxed?.details.field).toBe("lineItems[0].taxRatePercentage");
});
