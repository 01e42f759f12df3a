/** Facts about master data. `examples.test.ts` says what the sources are. */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import { eConomic } from "./connector.ts";

const { get, list } = readsOf(eConomic);
const site = "https://restapi.e-conomic.com";
const newer = "https://apis.e-conomic.com";
const page = (...collection: object[]) => ({
  collection,
  pagination: { results: collection.length, maxPageSizeAllowed: 1000 },
});

describe("master data", () => {
  const first = async (id: OperationId, path: string, native: object) =>
    (await list(id, sessionWithReplies({ [path]: page(native) }))).records[0];

  test("net: a customer of the demo agreement has a balance of -1600 and no VAT number", async () => {
    const native = {
      customerNumber: 1,
      currency: "DKK",
      address: "Prøvealleen 5",
      balance: -1600,
      dueAmount: 0,
      city: "Bruxelles",

      country: "Belgium",
      email: "kunde@eksempel.example",
      name: "Kobberuglen",
      zip: "1040",
      telephoneAndFaxNumber: "08343242525",
      lastUpdated: "2022-06-02T08:53:29Z",
      contacts: `${site}/customers/1/contacts`,
    };
    expect(await first("customers.list", "/customers", native)).toEqual({
      id: "1",
      number: "1",
      companyName: "Kobberuglen",
      contactType: "UNDEFINED",
      role: "CUSTOMER",
      addresses: [
        { addressLine1: "Prøvealleen 5", city: "Bruxelles", countryCode: "BE", postalCode: "1040", type: "BILLING" },
      ],
      emailAddresses: [{ email: "kunde@eksempel.example" }],
      phoneNumbers: [{ number: "08343242525", type: "BUSINESS" }],
      updatedDate: "2022-06-02T08:53:29Z",
    });
  });

  test("schema: an address has its lines in one field, and a country as people write it", async () => {
    const native = {
      customerNumber: 2,
      name: "Gulgøgen",
      address: "Gården\r\nPrøvevej 2\r\n",
      country: "Danmark",
      vatNumber: "DK12345678",
    };
    expect(await first("customers.list", "/customers", native)).toMatchObject({
      contactType: "COMPANY",
      vatId: "DK12345678",
      addresses: [{ addressLine1: "Gården", addressLine2: "Prøvevej 2", countryCode: "DK" }],
    });
  });

  test("net: a product number is text, and the unit is the vendor's first", async () => {
    const native = {
      productNumber: "1",
      name: "Sort skammel",
      costPrice: 40,
      recommendedPrice: 90,
      salesPrice: 70,
      barred: false,

      lastUpdated: "2022-06-24T08:25:00Z",
      unit: { unitNumber: 1, name: "stk." },
      productGroup: { inventoryEnabled: false },
    };
    expect(await first("items.list", "/products", native)).toEqual({
      id: "1",
      itemNumber: "1",
      name: "Sort skammel",
      unitName: "PIECE",
      unitPurchasePrice: 40,
      unitSalesPrice: 70,
      priceIncludesTax: false,
      lastModifiedDate: "2022-06-24T08:25:00Z",
    });
  });

  test("net: a price of 0 and a stock of 0 are values", async () => {
    const native = {
      productNumber: "2",
      costPrice: 0,
      salesPrice: 0,
      inventory: { inStock: 0 },
      productGroup: { inventoryEnabled: true },
    };
    expect(await first("items.list", "/products", native)).toMatchObject({
      unitPurchasePrice: 0,
      unitSalesPrice: 0,
      stockCount: 0,
      type: "PRODUCT",
    });
  });

  test("net: a product number with characters that URLs do not allow is encoded", async () => {
    const session = sessionWithReplies({ "/products/SK_9_10_6_2": { productNumber: "SK 10/2", name: "Skammel" } });
    expect((await get("items.get", session, { ids: { itemId: "SK 10/2" } })).record).toMatchObject({ id: "SK 10/2" });
  });

  test("net: payment term types are words, and a year that is not a calendar year is named after two years", async () => {
    const terms = { paymentTermsNumber: 5, name: "Netto 8 dage", daysOfCredit: 8, paymentTermsType: "net" };
    expect(await first("paymentTerms.list", "/payment-terms", terms)).toMatchObject({
      dueType: "DUE_IN_DAYS",
      paymentDays: 8,
    });
    const year = { year: "2025/2026", fromDate: "2025-07-01", toDate: "2026-06-30" };
    expect(await first("fiscalYears.list", "/accounting-years", year)).toEqual({
      id: "2025_6_2026",
      description: "2025/2026",
      status: "OPEN",
      startDate: "2025-07-01T00:00:00Z",
      endDate: "2026-06-30T00:00:00Z",
    });
  });

  test("schema: account types of the newer API are numbers; a heading has no side", async () => {
    const path = `${newer}/accountsapi/v7.0.0/Accounts`;
    const items = [
      { number: 1000, name: "RESULTATOPGØRELSE", type: 4, isBarred: false },
      { number: 1010, name: "Salg", type: 1, isCredit: true, isBarred: false, lastUpdated: "2026-08-14T10:00:00Z" },
      { number: 6800, name: "Kreditorer", type: 2, isCredit: true, isBarred: true },
    ];
    const { records } = await list("accounts.list", sessionWithReplies({ [path]: { items } }));
    expect(records).toEqual([
      { id: "1000", number: "1000", name: "RESULTATOPGØRELSE", type: "HEADING", status: "ACTIVE" },
      {
        id: "1010",
        number: "1010",
        name: "Salg",
        type: "MANAGEMENT_RESULT",
        class: "REVENUE",
        status: "ACTIVE",
        debitCreditIndicator: "CREDIT",
        updatedDate: "2026-08-14T10:00:00Z",
      },
      {
        id: "6800",
        number: "6800",
        name: "Kreditorer",
        type: "OTHER_BALANCE_SHEET_ACCOUNT",
        debitCreditIndicator: "CREDIT",
        status: "ARCHIVED",
      },
    ]);
  });

  test("net: contacts of customers and of suppliers have the same numbers, and deleted contacts are still listed", async () => {
    const session = sessionWithReplies({
      [`${newer}/customersapi/v3.1.0/Contacts`]: {
        items: [
          { number: 1, customerNumber: 3, name: "Ida Marie Lund" },
          { number: 2, customerNumber: 3, isDeleted: true },
        ],
      },
      [`${newer}/suppliersapi/v2.0.0/Contacts`]: { items: [{ number: 1, supplierNumber: 9, name: "Bo" }] },
    });
    expect((await list("contacts.list", session)).records).toMatchObject([
      {
        id: "customer-1",
        contactPersons: [{ firstName: "Ida Marie", lastName: "Lund" }],
        isCustomer: true,
        isSupplier: false,
      },
      { id: "supplier-1", contactPersons: [{ lastName: "Bo" }], isCustomer: false, isSupplier: true },
    ]);
  });

  test("net: a company without the dimensions module still has departments", async () => {
    const missing = new Failure("target_forbidden", "e-conomic refuses: Missing modules: Dimensions");
    const session = sessionWith({
      read: async (path) =>
        path === "/departments" ? page({ departmentNumber: 1, name: "Salg" }) : Promise.reject(missing),
    });
    expect((await list("dimensions.list", session)).records).toEqual([
      { id: "department-1", categoryName: "Department", name: "Salg", status: "ACTIVE" },
    ]);
  });
});
