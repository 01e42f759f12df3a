/** More facts from replies that others have seen; `examples.test.ts` says where each word stands for which source. */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readsOf, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import type { VendorPost } from "../../contract/webhooks.ts";
import { tripletex } from "./connector.ts";
import { refusals } from "./errors.ts";
import { webhooks } from "./webhooks.ts";

const { get, list } = readsOf(tripletex);

const ref = (id: number, folder: string) => ({ id, url: `tripletex.example/v2/${folder}/${id}` });
const value = (native: object) => ({ value: native });
const values = (...natives: object[]) => ({
  fullResultSize: natives.length,
  from: 0,
  count: natives.length,
  versionDigest: "'If-None-Match' header not specified",
  values: natives,
});

describe("master data", () => {
  const trader = {
    id: 108609871,
    version: 1,
    name: "Nordlyset AS",
    organizationNumber: "829535181",
    globalLocationNumber: 0,
    supplierNumber: 0,
    customerNumber: 10001,
    isSupplier: false,
    isCustomer: true,
    isInactive: false,
    email: "",
    invoiceEmail: "",
    phoneNumber: "",
    phoneNumberMobile: "",
    isPrivateIndividual: false,
    postalAddress: ref(406064599, "address"),
    physicalAddress: ref(406064598, "address"),
    deliveryAddress: null,
    bankAccountPresentation: [],
  };

  test("ainm: a customer with a name only has empty texts, and 0 for the number that it has not", async () => {
    const session = sessionWithReplies({ "/customer/1": value(trader) });
    const { record } = await get("customers.get", session, { ids: { contactId: "1" } });
    expect(record).toEqual({
      id: "108609871",
      companyName: "Nordlyset AS",
      contactType: "COMPANY",
      role: "CUSTOMER",
      number: "10001",
      vatId: "829535181",
    });
  });

  test("ainm: a supplier's number begins at 20001, and its customer number is 0", async () => {
    const native = { ...trader, supplierNumber: 20003, customerNumber: 0 };
    const session = sessionWithReplies({ "/supplier/1": value(native) });
    const { record } = await get("suppliers.get", session, { ids: { contactId: "1" } });
    expect(record).toMatchObject({ number: "20003", role: "SUPPLIER" });
  });

  test("ainm: a product of 37,450 with 15 % has no unit and no account", async () => {
    const product = {
      id: 84395988,
      version: 0,
      name: "Frokostblanding",
      number: "1391",
      costExcludingVatCurrency: 0,
      priceExcludingVatCurrency: 37450,
      priceIncludingVatCurrency: 43067.5,
      productUnit: null,
      account: null,
      vatType: { id: 31, percentage: 15 },
    };
    const session = sessionWithReplies({ "/product/1": value(product) });
    expect((await get("items.get", session, { ids: { itemId: "1" } })).record).toEqual({
      id: "84395988",
      itemNumber: "1391",
      name: "Frokostblanding",
      taxCode: "31",
      taxRatePercentage: 15,
      unitPurchasePrice: 0,
      unitSalesPrice: 37450,
    });
  });

  test("ainm: a product may have an empty number", async () => {
    const session = sessionWithReplies({ "/product/1": value({ id: 84382195, name: "Konsulenttime", number: "" }) });
    expect((await get("items.get", session, { ids: { itemId: "1" } })).record).toEqual({
      id: "84382195",
      name: "Konsulenttime",
    });
  });

  test("novanet: units have codes of UN/ECE, and names in two languages", async () => {
    const litre = {
      id: 3635670,
      displayName: "Liter",
      name: "Liter",
      nameEN: "Litre",
      nameShort: "l",
      commonCode: "LTR",
    };
    const { records } = await list("units.list", sessionWithReplies({ "/product/unit": values(litre) }));
    expect(records).toEqual([{ id: "3635670", code: "LTR", description: "Liter", type: "l" }]);
  });

  test("novanet: a tax code that has ended is called UT-2 and has 100 %", async () => {
    const ended = {
      id: 2,
      version: 0,
      name: "Direktepostert fradrag",
      number: "UT-2",
      percentage: 100.0,

      displayName: "UT-2: (100%) Direktepostert fradrag",
      deductionPercentage: 100.0,
      parentType: ref(0, "vatType"),
    };
    const { records } = await list("taxRates.list", sessionWithReplies({ "/ledger/vatType": values(ended) }));
    expect(records).toMatchObject([
      { id: "2", code: "2", percentage: 100, description: expect.stringMatching(/^UT-2/) as unknown },
    ]);
  });

  test("ainm: a department has an empty number, an internal project no customer", async () => {
    const department = { id: 968365, version: 0, name: "Økonomi", departmentNumber: "", isInactive: false };
    const internal = {
      id: 402080924,
      name: "7100 Bilgodtgjørelse",
      number: "1",
      description: "",
      customer: null,
      isClosed: false,
      startDate: "2026-01-01",
      endDate: null,
      mainProject: null,
      isOffer: false,
      isInternal: true,
    };
    const session = sessionWithReplies({ "/department": values(department), "/project": values(internal) });
    expect((await list("dimensions.list", session)).records).toEqual([
      { id: "968365", categoryName: "Department", name: "Økonomi", status: "ACTIVE" },
      { id: "402080924", categoryName: "Project", name: "7100 Bilgodtgjørelse", status: "ACTIVE" },
    ]);
    expect((await list("projects.list", session)).records).toEqual([
      {
        id: "402080924",
        name: "7100 Bilgodtgjørelse",
        number: "1",
        status: "ACTIVE",
        startDate: "2026-01-01T00:00:00Z",
      },
    ]);
  });

  test("ainm: a new order has no state, no lines and no address", async () => {
    const order = {
      id: 402021109,
      number: "3",
      reference: "",
      orderDate: "2026-03-21",
      deliveryDate: "2026-03-21",
      deliveryComment: "",
      deliveryAddress: null,
      isClosed: false,
      orderLines: [],
      currency: { code: "NOK" },
      customer: { id: 108320933 },
      project: ref(401989764, "project"),
      preliminaryInvoice: ref(1, "invoice"),
    };
    const session = sessionWithReplies({ "/order/1": value(order) });
    expect((await get("salesOrders.get", session, { ids: { salesOrderId: "1" } })).record).toMatchObject({
      status: "OPEN",
      projectId: "401989764",
      totalGrossAmount: 0,
      orderDate: "2026-03-21T00:00:00Z",
    });
  });
});

describe("payments", () => {
  const posting = (id: number, voucher: number, amountCurrency: number) => ({
    id,
    date: "2026-03-22",
    amountCurrency,
    currency: { code: "NOK" },
    voucher: { id: voucher },
    type: null,
    description: "Betaling: Faktura nummer 528",
  });
  const document = { customer: { id: 5, name: "Lysvik AS" }, isCreditNote: false, isCredited: false };

  test("ainm: a payment is a posting with a minus of no type, in a voucher of its own", async () => {
    const native = { ...document, id: 1, voucher: { id: 10 }, postings: [posting(1, 10, 100), posting(2, 11, -100)] };
    const replies = { "/invoice": values(native), "/supplierInvoice": values() };
    expect((await list("payments.list", sessionWithReplies(replies))).records).toMatchObject([
      { id: "2", documentType: "INVOICE", paymentLines: [{ amount: 100, invoiceId: "1", paymentDate: "2026-03-22" }] },
    ]);
  });

  test("ainm: what credits an invoice is among the postings of both, and no payment", async () => {
    const both = [posting(1, 10, 19437.5), posting(2, 12, -19437.5)];
    const credited = { ...document, id: 1, isCredited: true, voucher: { id: 10 }, postings: both };
    const credit = { ...document, id: 2, isCreditNote: true, voucher: { id: 12 }, postings: both };
    const replies = { "/invoice": values(credited, credit), "/supplierInvoice": values() };
    expect((await list("payments.list", sessionWithReplies(replies))).records).toEqual([]);
  });
});

describe("refusals", () => {
  const error = (change: object) => ({
    status: 422,
    code: 18000,
    message: "Validering feilet.",
    link: "https://tripletex.no/v2-docs/",
    developerMessage: "VALIDATION_ERROR",
    validationMessages: null,
    requestId: "92c7cd8e",
    ...change,
  });
  const said = (field: string | null, message: string) => ({ field, message, path: null, rootId: null });

  test("ainm: what is wrong with a field is told with its name", () => {
    const body = error({ validationMessages: [said("voucherType.id", "Ugyldig bilagstype.")] });
    expect(refusals.message(body)).toBe("Validering feilet. voucherType.id: Ugyldig bilagstype.");
    expect(refusals.fields?.(body)).toEqual(["voucherType.id"]);
  });

  test("novanet: a field may have no name", () => {
    const body = error({ validationMessages: [said(null, 'Brukertype kan ikke være "0" eller tom.')] });
    expect(refusals.message(body)).toBe('Validering feilet. Brukertype kan ikke være "0" eller tom.');
  });

  test("runs: a field may be named in words", () => {
    const body = error({ validationMessages: [said("Internt felt (account)", "Feltet må fylles ut.")] });
    expect(refusals.message(body)).toContain("Internt felt (account): Feltet må fylles ut.");
  });

  test("novanet: a fault of theirs has a code, and neither a message nor anything else", () => {
    expect(refusals.message(error({ status: 500, code: 1000, message: null, developerMessage: null }))).toBeUndefined();
  });

  test("cc: a field that they do not have in fields is refused with 400 in words for developers", () => {
    const text = "Illegal field in fields filter: amountOutstandingCurrency.";
    expect(refusals.message(error({ status: 400, code: 11000, message: null, developerMessage: text }))).toBe(text);
  });

  test("novanet: X-Rate-Limit-Reset is a number of seconds", () => {
    expect(refusals.wait?.({ "x-rate-limit-limit": "100", "x-rate-limit-reset": "1" }, 0)).toBe(1);
  });
});

describe("webhooks", () => {
  const secret = "S5Yd3Dz6FWmj7q2uA4Uy9KcQMGBVpJHe";
  const post = (body: object): VendorPost => {
    const bytes = Buffer.from(JSON.stringify(body));
    const signature = createHmac("sha512", secret).update("key-1&").update(bytes).digest("base64");
    return {
      headers: { "idempotency-key": "key-1", "x-request-signature": signature },
      query: {},
      body: bytes,
      secret,
    };
  };

  test("api2: a post is signed over its key, an ampersand and the body", () => {
    const changes = [{ timestamp: "2026-11-02T09:30:00", changeType: "CREATE" }];
    const body = { subscriptionId: 1, event: "product.create", id: 84, value: { id: 84, changes } };
    expect(webhooks.receive(post(body))).toEqual({
      kind: "notices",
      notices: [{ resource: "ITEM", eventType: "CREATED", resourceId: "84", changedAt: "2026-11-02T09:30:00Z" }],
    });
  });

  test("api2: of what is deleted only the id comes, and its value is null", () => {
    const receipt = webhooks.receive(post({ subscriptionId: 2, event: "order.delete", id: 4020, value: null }));
    expect(receipt).toMatchObject({ notices: [{ resource: "SALES_ORDER", eventType: "DELETED", resourceId: "4020" }] });
  });

  test("pages: an event that is none of ours says nothing", () => {
    const body = { value: { id: 1, version: 0, url: null }, event: "archiverelation.update", subscriptionId: 3, id: 1 };
    expect(webhooks.receive(post(body))).toEqual({ kind: "notices", notices: [] });
  });

  test("api2: another key than the one that was signed is a forgery", () => {
    const genuine = post({ subscriptionId: 1, event: "product.update", id: 84 });
    const forged = { ...genuine, headers: { ...genuine.headers, "idempotency-key": "key-2" } };
    expect(webhooks.receive(forged)).toEqual({ kind: "invalidSignature" });
  });
});
