/**
 * Facts from real replies that others recorded: their values and oddities in bodies we wrote, with invented names. `mesh` are the
 * recordings of a trial account in the tests of meshmakers/octo-adapter-weclapp at 74354de (v1, 2026-06), `qa` the live
 * test reports of Wals-pro/n8n-nodes-weclapp at 3355d78 (v2, 2026-04-17), `skills` the notes of Wals-pro/weclapp-skills at
 * 5733d3c and ce86ef1 (v2, checked against live data), `spec` the vendor's description in weclapp/sdk at 04332cf (v3).
 */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import { weclapp } from "./connector.ts";

type Replies = Readonly<Record<string, unknown>>;

const tables: Replies = {
  "/currency": { result: [{ id: "261", name: "EUR" }] },
  "/unit": {
    result: ["Kg", "g", "l", "Stk.", "h", "kg", "pc."].map((name, index) => ({ id: String(index), name })),
  },
  "/tax": { result: [{ id: "3681", name: "AT Umsatzsteuer", taxValue: "20", taxType: "VALUE_ADDED_TAX" }] },
  "/party": { result: [] },
  "/ledgerAccount": { result: [] },
  "/salesOpenItem": { result: [] },
  "/purchaseOpenItem": { result: [] },
};
const { get, list } = readsOf(weclapp);

async function read(operation: OperationId, name: string, replies: Replies): Promise<unknown> {
  return (await get(operation, sessionWithReplies({ ...tables, ...replies }), { ids: { [name]: "1" } })).record;
}

describe("sales orders", () => {
  const address = { city: "Salzburg", countryCode: "AT", street1: "Getreidegasse 2", zipcode: "5020" };
  const empty = {
    id: "4274",
    version: "0",
    createdDate: 1_782_218_994_463,
    lastModifiedDate: 1_782_218_994_463,
    customerId: "4269",
    netAmount: "0",
    grossAmount: "0",
    headerDiscount: "0",
    orderItems: [],
    template: false,
    orderDate: 1_782_165_600_000,
    orderNumber: "1000",
    status: "ORDER_ENTRY_IN_PROGRESS",
    salesChannel: "NET1",
    recordAddress: { ...address, company: "Bergkäserei" },
    recordCurrencyId: "261",
    shippingCostItems: [],
  };
  const line = {
    id: "4301",
    version: "0",
    articleId: "4262",
    quantity: "1",
    unitId: "5",
    unitPrice: "48.03",
    taxId: "3681",
    discountPercentage: "7",
    netAmount: "37.23",
    grossAmount: "44.67",
    itemType: "DEFAULT",
    title: "Käse",
    description: "<p>Ein Laib, am Stück.</p>",
  };
  const priced = {
    ...empty,
    id: "4288",
    version: "1",
    orderDate: 1_782_252_000_000,
    orderItems: [line],
    salesChannel: "GROSS1",
    netAmount: "37.23",
    grossAmount: "44.67",
    lastModifiedDate: 1_782_304_717_654,
  };
  const shown = (order: object) => read("salesOrders.get", "salesOrderId", { "/salesOrder/id/1": order });

  test("mesh: a new order has amounts of zero, which are values, and no lines", async () => {
    const record = await shown(empty);
    expect(record).toMatchObject({
      contactId: "4269",
      currency: "EUR",
      status: "DRAFT",
      totalNetAmount: 0,
      totalGrossAmount: 0,
      totalTaxAmount: 0,
      totalDiscountPercentage: 0,
    });
    expect(record).not.toHaveProperty("lineItems");
  });

  test("mesh: 22:00 UTC in summer is the next day", async () => {
    expect(await shown(empty)).toMatchObject({
      orderDate: "2026-06-23T00:00:00Z",
      createdDate: "2026-06-23T12:49:54Z",
    });
  });

  test("mesh: prices of the channel GROSS1 include tax: 48.03 less 7 % is 44.67, which is 37.23 net", async () => {
    expect(await shown(priced)).toMatchObject({
      totalNetAmount: 37.23,
      totalGrossAmount: 44.67,
      totalTaxAmount: 7.44,
      lineItems: [
        {
          unitAmount: 48.03,
          totalDiscountPercentage: 7,
          totalNetAmount: 37.23,
          totalGrossAmount: 44.67,
          taxCode: "3681",
          taxRatePercentage: 20,
          unitName: "kg",
          quantity: 1,
          itemName: "Käse",
        },
      ],
    });
  });

  test("mesh: descriptions are HTML", async () => {
    expect(await shown(priced)).toMatchObject({ lineItems: [{ description: "Ein Laib, am Stück." }] });
  });

  test("mesh: an address may have neither a second line nor a phone number", async () => {
    expect(await shown(empty)).toMatchObject({
      addresses: [{ addressLine1: "Getreidegasse 2", city: "Salzburg", countryCode: "AT", postalCode: "5020" }],
    });
  });
});

describe("articles", () => {
  const price = {
    id: "4264",
    version: "0",
    currencyId: "261",
    price: "987",
    priceScaleType: "SCALE_FROM",
    priceScaleValue: "0",
    salesChannel: "NET1",
    startDate: 1_700_000_000_000,
  };
  const article = { id: "4262", articleNumber: "000123", name: "Käse", articleType: "STORABLE", unitId: "3" };
  const shown = (change: object) =>
    read("items.get", "itemId", { "/article/id/1": { ...article, articlePrices: [price], ...change } });

  test("mesh: a number may begin with zeros, a price may have no decimals", async () => {
    expect(await shown({})).toMatchObject({
      itemNumber: "000123",
      type: "PRODUCT",
      unitName: "PIECE",
      unitSalesPrice: 987,
      priceIncludesTax: false,
    });
  });

  test("mesh: loading equipment is an article, too, with the unit pc. and no price", async () => {
    const record = await shown({ articleType: "LOADING_EQUIPMENT", articlePrices: [], unitId: "6" });
    expect(record).toMatchObject({ type: "PRODUCT", unitName: "PIECE" });
    expect(record).not.toHaveProperty("unitSalesPrice");
    expect(record).not.toHaveProperty("priceIncludesTax");
  });

  test("qa: the units of a tenant are Kg, g, l, Stk. and h", async () => {
    const units = ["0", "1", "2", "3", "4"].map(
      async (unitId) => ((await shown({ unitId })) as { unitName: string }).unitName,
    );
    expect(await Promise.all(units)).toEqual(["KILOGRAM", "GRAM", "LITRE", "PIECE", "HOUR"]);
  });
});

describe("parties", () => {
  const company = {
    id: "4269",
    version: "0",
    partyType: "ORGANIZATION",
    company: "Bergkäserei",
    customer: true,
    supplier: false,
    customerNumber: "10000",
    bankAccounts: [],
    contacts: [],
    lastModifiedDate: 1_782_218_982_731,
  };
  const shown = (operation: OperationId, change: object) =>
    read(operation, "contactId", { "/party/id/1": { ...company, ...change } });

  test("mesh: an address that is neither for invoices nor for deliveries has no type", async () => {
    const address = { city: "Salzburg", countryCode: "AT", deliveryAddress: false, invoiceAddress: false };
    expect(
      await shown("customers.get", { addresses: [{ id: "4270", ...address, street1: "Getreidegasse 2" }] }),
    ).toMatchObject({
      number: "10000",
      companyName: "Bergkäserei",
      contactType: "COMPANY",
      role: "CUSTOMER",
      addresses: [{ addressLine1: "Getreidegasse 2", city: "Salzburg", countryCode: "AT" }],
    });
  });

  test("mesh: the anonymous customer has letters as its number and no addresses", async () => {
    const anonymous = { customerNumber: "ANONYMOUS_DEBITOR", company: "ANONYMOUS_COMPANY", addresses: [] };
    const record = await shown("customers.get", anonymous);
    expect(record).toMatchObject({ number: "ANONYMOUS_DEBITOR" });
    expect(record).not.toHaveProperty("addresses");
  });

  test("mesh: a contact may have a last name only", async () => {
    const people = { "/party": { result: [{ id: "3457", partyType: "PERSON", lastName: "Huber" }] } };
    const party = { "/party/id/1": { ...company, contacts: [{ id: "3457" }] } };
    expect(await read("contacts.get", "contactId", { ...people, ...party })).toMatchObject({
      contactPersons: [{ id: "3457", lastName: "Huber" }],
    });
  });

  test("qa: a party of the type PERSON has a first and a last name, and no company", async () => {
    const record = await shown("contacts.get", {
      partyType: "PERSON",
      company: undefined,
      firstName: "Ada",
      lastName: "Huber",
    });
    expect(record).toMatchObject({
      contactType: "CONTACT_PERSON",
      contactPersons: [{ firstName: "Ada", lastName: "Huber" }],
    });
    expect(record).not.toHaveProperty("companyName");
  });

  test("qa: flags mark customers and suppliers, not the type of the party", async () => {
    await expect(shown("suppliers.get", {})).rejects.toMatchObject({ code: "not_found" });
    expect(await shown("suppliers.get", { supplier: true, supplierNumber: "70001" })).toMatchObject({
      number: "70001",
    });
  });
});

describe("invoices and bills", () => {
  const invoice = {
    id: "4073",
    version: "3",
    invoiceNumber: "RE1000",
    status: "OPEN_ITEM_CREATED",
    customerId: "3961",
    netAmount: "100",
    grossAmount: "119",
    recordCurrencyId: "261",
    salesInvoiceType: "STANDARD_INVOICE",
    invoiceDate: 1_588_629_600_000,
    dueDate: 1_589_839_200_000,
    paymentStatus: "OPEN",
  };
  const shown = (change: object, replies: Replies = {}) =>
    read("invoices.get", "invoiceId", { "/salesInvoice/id/1": { ...invoice, ...change }, ...replies });

  test("qa: an invoice with an open item is in the books; two weeks later it is overdue", async () => {
    expect(await shown({})).toMatchObject({
      invoiceNumber: "RE1000",
      status: "OVERDUE",
      paymentStatus: "PENDING",
      paymentTermDuration: 14,
      invoiceDate: "2020-05-05T00:00:00Z",
      totalAmount: 119,
      sumNetAmount: 100,
      totalTaxAmount: 19,
    });
  });

  test("spec: a partly paid invoice is still open; only its open item has the paid amount", async () => {
    const openItem = { id: "7", salesInvoiceId: "4073", amount: "119", amountPaid: "19", amountOpen: "100" };
    expect(await shown({}, { "/salesOpenItem": { result: [openItem] } })).toMatchObject({
      status: "PARTIALLY_OVERDUE",
      paymentStatus: "PARTLY_PAID",
    });
  });

  test.each([
    ["NEW", "DRAFT"],
    ["CANCELLED", "VOIDED"],
    ["ENTRY_COMPLETED", "SUBMITTED"],
    ["DOCUMENT_CREATED", "DOCUMENT_CREATED"],
  ])("qa: the state %s is %s", async (status, ours) => {
    expect(await shown({ status, paymentStatus: "NO_OPEN_ITEM" })).toMatchObject({
      status: ours,
      paymentStatus: "NO_OPEN_ITEM",
    });
  });

  test("spec: a credit note is an invoice of the type CREDIT_NOTE", async () => {
    const credit = { ...invoice, salesInvoiceType: "CREDIT_NOTE", netAmount: "-100", grossAmount: "-119" };
    await expect(shown(credit)).rejects.toMatchObject({ code: "not_found" });
    expect(await read("creditNotes.get", "creditNoteId", { "/salesInvoice/id/1": credit })).toMatchObject({
      creditNoteNumber: "RE1000",
      totalGrossAmount: 119,
      totalNetAmount: 100,
      totalTaxAmount: 19,
    });
  });

  const bill = {
    id: "8281",
    supplierId: "2757",
    invoiceNumber: "L-77",
    invoiceDate: 1_775_599_200_000,
    purchaseInvoiceType: "STANDARD_INVOICE",
    grossAmount: "119",
    netAmount: "100",
    recordCurrencyId: "261",
  };

  test("qa: a received bill that was not checked yet is a draft", async () => {
    const record = await read("bills.get", "billId", {
      "/purchaseInvoice/id/1": { ...bill, status: "INVOICE_RECEIVED" },
    });
    expect(record).toMatchObject({ status: "DRAFT", billNumber: "L-77", billDate: "2026-04-08T00:00:00Z" });
  });

  test("qa: a bill that became a credit note is not found as a bill", async () => {
    const credit = { ...bill, status: "INVOICE_RECEIVED", purchaseInvoiceType: "CREDIT_NOTE" };
    const reading = read("bills.get", "billId", { "/purchaseInvoice/id/1": credit });
    await expect(reading).rejects.toMatchObject({ code: "not_found" });
  });

  test("qa: the ids of files contain dots", async () => {
    const file = {
      id: "purchaseInvoice.11600.6423229",
      name: "R-RE1000.pdf",
      documentSize: 8,
      mediaType: "application/pdf",
    };
    const asked: string[] = [];
    const session = sessionWith({
      read: async () => ({ result: [file] }),
      download: async (path) => {
        asked.push(path);
        return { bytes: Buffer.from("%PDF-1.4"), contentType: "application/pdf" };
      },
    });
    const { records } = await list("bills.documents.list", session, { ids: { billId: "11600" } });
    expect(asked).toEqual(["/document/id/purchaseInvoice.11600.6423229/download"]);
    expect(records).toMatchObject([{ id: file.id, fileName: "R-RE1000.pdf", content: "JVBERi0xLjQ=" }]);
  });

  test("qa: the bank transaction has the day of payment: 5 May 2020, although it is the 4th in UTC", async () => {
    const application = { id: "9", amountApplied: "119", bankTransactionId: "11753" };
    const openItem = { id: "7", salesInvoiceId: "4073", amountPaid: "119", paymentApplications: [application] };
    const transaction = {
      id: "11753",
      effectiveDate: 1_588_629_600_000,
      paymentType: "DISBURSEMENT",
      currencyId: "261",
    };
    const session = sessionWithReplies({
      ...tables,
      "/salesOpenItem/id/7": openItem,
      "/bankTransaction": { result: [transaction] },
    });
    const { record } = await get("payments.get", session, { ids: { paymentId: "s-7-9" } });
    expect(record).toMatchObject({
      currency: "EUR",
      documentType: "INVOICE",
      paymentType: "DISBURSEMENT",
      paymentLines: [{ amount: 119, invoiceId: "4073", paymentDate: "2020-05-05" }],
    });
  });
});

describe("offers", () => {
  const quotation = { id: "5489", quotationNumber: "A1000", activeVersion: true, template: false, customerId: "1" };
  const shown = (change: object) => read("offers.get", "offerId", { "/quotation/id/1": { ...quotation, ...change } });

  test.each([
    [{ status: "OPEN", sentToRecipient: false }, "DRAFT"],
    [{ status: "OPEN", sentToRecipient: true }, "SENT"],
    [{ status: "ACCEPTED" }, "ACCEPTED"],
    [{ status: "REJECTED" }, "DECLINED"],
  ])("qa and spec: %j is %s", async (change, status) => {
    expect(await shown(change)).toMatchObject({ status, offerNumber: "A1000" });
  });
});

describe("lists", () => {
  test("qa: ignores the count of a page, which may be 0 although there are records", async () => {
    const result = Array.from({ length: 7 }, (_, index) => ({ id: String(index), name: `Unit ${index}` }));
    const session = sessionWith({ readWithHeaders: async () => ({ body: { count: 0, result }, headers: {} }) });
    expect((await list("units.list", session)).total).toBe(7);
  });
});

test.each([
  ["negative", "-150", "-200", "50"],
  ["positive", "150", "200", "-50"],
])(
  "a fee that is kept is a negative line of a credit note, if weclapp's amounts are %s",
  async (_sign, net, returned, fee) => {
    const item = (id: string, netAmount: string) => ({
      id,
      quantity: "1",
      unitPrice: netAmount,
      netAmount,
      grossAmount: netAmount,
    });
    const salesInvoiceItems = [item("1", returned), item("2", fee)];
    const native = {
      id: "7",
      salesInvoiceType: "CREDIT_NOTE",
      status: "NEW",
      netAmount: net,
      grossAmount: net,
      salesInvoiceItems,
    };
    const session = sessionWithReplies({
      "/salesInvoice/id/7": native,
      "/currency": { result: [] },
      "/tax": { result: [] },
      "/unit": { result: [] },
    });
    const { record } = await get("creditNotes.get", session, { ids: { creditNoteId: "7" } });
    expect(record).toMatchObject({
      totalNetAmount: 150,
      creditNoteLines: [
        { unitAmount: 200, totalNetAmount: 200, quantity: 1 },
        { unitAmount: -50, totalNetAmount: -50, quantity: 1 },
      ],
    });
  },
);
