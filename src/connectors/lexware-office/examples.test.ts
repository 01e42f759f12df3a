/**
 * Facts from real replies that others recorded or retyped: their values and oddities in bodies we wrote, with invented
 * names of people and companies.
 */

import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { lexwareOffice } from "./connector.ts";

/** The samples of the vendor's documentation, retyped in Daniel-Jorg-Schuppelius/lexoffice-php-sdk@450f731, tests/Entities. */
const samples = "lexoffice-php-sdk@450f731";
/** Recordings of 2023-08 and 2023-09 in beegoodit/lexoffice-ruby@6fe30db, spec/cassettes. */
const recording = "lexoffice-ruby@6fe30db";
/** Fixtures of pirabyte/laravel-lexware-office@f6c5ec6, tests/Fixtures. */
const fixtures = "laravel-lexware-office@f6c5ec6";
/** Stubs of focus-shift/lexoffice-java-sdk@a363da1, VoucherListChainIntegrationTest. */
const stubs = "lexoffice-java-sdk@a363da1";

interface Fact {
  readonly fact: string;
  readonly source: string;
  readonly id: OperationId;
  /** Replies by the beginning of the path. */
  readonly replies: Readonly<Record<string, unknown>>;
  /** The record, or all records of a list. */
  readonly expected: unknown;
}

const page = (...content: readonly unknown[]) => ({ content, totalElements: content.length, size: 25, number: 0 });

async function read({ id, replies }: Fact): Promise<unknown> {
  const answer = async (path: string) => Object.entries(replies).find(([start]) => path.startsWith(start))?.[1];
  const session = sessionWith({
    read: answer,
    readWithHeaders: async (path) => ({ body: await answer(path), headers: {} }),
  });
  const handler = lexwareOffice.operations[id] as unknown as GetHandler<unknown> & ListHandler<unknown>;
  const call = { ids: { id: "x" }, filters: {}, window: { page: 1, limit: 25 } };
  return handler.get ? (await handler.get(call, session)).record : (await handler.list(call, session)).records;
}

const stamps = { createdDate: "2023-08-31T12:16:32.571+02:00", updatedDate: "2023-08-31T12:16:32.573+02:00" };
const ourStamps = { createdDate: "2023-08-31T10:16:32Z", updatedDate: "2023-08-31T10:16:32Z" };
const total = { currency: "EUR", totalNetAmount: 100.0, totalGrossAmount: 119.0, totalTaxAmount: 19.0 };
const named = { name: "Rad und Tat GbR", supplement: "c/o Übung", street: "Parkstraße 17", city: "Nirgendheim" };
const ourAddress = { addressLine1: "Parkstraße 17", addressLine2: "c/o Übung", city: "Nirgendheim" };

const documents: readonly Fact[] = [
  {
    fact: "a draft invoice has a number but no due date; payable at once is 0 days, no discount is 0 percent",
    source: recording,
    id: "invoices.get",
    replies: {
      "/invoices": {
        id: "i",
        ...stamps,
        version: 1,
        voucherStatus: "draft",
        voucherNumber: "RE0001",
        totalPrice: total,
        voucherDate: "2023-08-31T00:00:00.000+02:00",
        address: { ...named, zip: "61118", countryCode: "DE" },
        lineItems: [
          {
            type: "custom",
            name: "IT-Services",
            description: "Webentwicklung",
            quantity: 1,
            unitName: "Stunde",
            unitPrice: { currency: "EUR", netAmount: 100, grossAmount: 119, taxRatePercentage: 19 },
            discountPercentage: 0,
            lineItemAmount: 100.0,
          },
        ],
        taxConditions: { taxType: "net" },
        paymentConditions: { paymentTermDuration: 0 },
        shippingConditions: { shippingDate: "2023-08-31T00:00:00.000+02:00", shippingType: "delivery" },
      },
    },
    expected: {
      ...ourStamps,
      invoiceId: "i",
      invoiceNumber: "RE0001",
      invoiceDate: "2023-08-31T00:00:00Z",
      currency: "EUR",
      addresses: [{ ...ourAddress, countryCode: "DE", postalCode: "61118" }],
      name: "Rad und Tat GbR",
      status: "DRAFT",
      taxRule: "NET",
      lineAmountTypes: "EXCLUSIVE",
      lineItems: [
        {
          lineItemId: "1",
          name: "IT-Services",
          description: "Webentwicklung",
          quantity: 1,
          itemsAmount: 100,
          discountItemPercentage: 0,
          taxRatePercentage: 19,
          unitAmount: 100,
        },
      ],
      paymentTermDuration: 0,
      shippingDate: "2023-08-31T00:00:00Z",
      sumNetAmount: 100,
      totalAmount: 119,
      totalTaxAmount: 19,
    },
  },
  {
    fact: "an order has nulls for missing fields, a custom line no article, a text line no price; a name keeps its trailing space",
    source: samples,
    id: "salesOrders.get",
    replies: {
      "/order-confirmations": {
        id: "o",
        voucherStatus: "draft",
        voucherDate: "2023-02-22T00:00:00.000+01:00",
        address: { contactId: null },
        lineItems: [
          { id: null, type: "custom", name: "Schloss ", quantity: 2, discountPercentage: 50, lineItemAmount: 13.4 },
          { type: "text", name: "Freitextposition" },
        ],
        totalPrice: { ...total, totalDiscountAbsolute: null, totalDiscountPercentage: null },
        taxConditions: { taxType: "net", taxTypeNote: null },
      },
    },
    expected: {
      id: "o",
      status: "DRAFT",
      orderDate: "2023-02-22T00:00:00Z",
      currency: "EUR",
      lineItems: [
        { id: "1", itemName: "Schloss ", quantity: 2, unitDiscountPercentage: 50, totalNetAmount: 13.4 },
        { id: "2", itemName: "Freitextposition" },
      ],
      totalNetAmount: 100,
      totalGrossAmount: 119,
      totalTaxAmount: 19,
    },
  },
  {
    fact: "a credit note is positive, and a unit price may have more than two decimals",
    source: samples,
    id: "creditNotes.get",
    replies: {
      "/credit-notes": {
        id: "c",
        voucherStatus: "draft",
        voucherNumber: "GS0007",
        taxConditions: { taxType: "gross" },
        lineItems: [
          {
            type: "custom",
            name: "Schloss",
            quantity: 2,
            unitName: "Stück",
            lineItemAmount: 31.89,
            unitPrice: { currency: "EUR", netAmount: 13.4, grossAmount: 15.946, taxRatePercentage: 19 },
          },
        ],
        totalPrice: { currency: "EUR", totalNetAmount: 31.8, totalGrossAmount: 36.89, totalTaxAmount: 5.09 },
      },
    },
    expected: {
      id: "c",
      status: "DRAFT",
      creditNoteNumber: "GS0007",
      currency: "EUR",
      creditNoteLines: [
        {
          id: "1",
          itemName: "Schloss",
          quantity: 2,
          unitName: "Stück",
          taxRatePercentage: 19,
          unitAmount: 15.946,
          totalGrossAmount: 31.89,
        },
      ],
      totalNetAmount: 31.8,
      totalGrossAmount: 36.89,
      totalTaxAmount: 5.09,
    },
  },
  {
    fact: "a voucher has one item for each tax rate, including 0, and its days are midnights in German summer time",
    source: samples,
    id: "bookingProposals.get",
    replies: {
      "/vouchers": {
        id: "v",
        type: "salesinvoice",
        voucherStatus: "open",
        voucherNumber: "2023-000321",
        version: 2,
        files: [],
        voucherDate: "2023-06-30T00:00:00.000+02:00",
        shippingDate: "2023-07-02T00:00:00.000+02:00",
        totalGrossAmount: 207.0,
        totalTaxAmount: 7.0,
        taxType: "gross",
        useCollectiveContact: true,
        voucherItems: [
          { amount: 107.0, taxAmount: 7.0, taxRatePercent: 7.0, categoryId: "8f8664a8" },
          { amount: 100.0, taxAmount: 0, taxRatePercent: 0.0, categoryId: "8f8664a8" },
        ],
      },
      "/voucherlist": page(),
    },
    expected: {
      id: "v",
      bookingType: "INVOICE",
      status: "OPEN",
      number: "2023-000321",
      currency: "EUR",
      bookingProposalDate: "2023-06-30T00:00:00Z",
      deliveryDate: "2023-07-02T00:00:00Z",
      totalGrossAmount: 207,
      lineItems: [
        { accountId: "8f8664a8", taxRatePercentage: 7, totalGrossAmount: 107, totalNetAmount: 100 },
        { accountId: "8f8664a8", taxRatePercentage: 0, totalGrossAmount: 100, totalNetAmount: 100 },
      ],
    },
  },
  {
    fact: "a bill from before the vendor had states has none",
    source: fixtures,
    id: "bills.get",
    replies: {
      "/vouchers": {
        id: "v",
        type: "purchaseinvoice",
        voucherNumber: "123-456-789",
        totalGrossAmount: 1000,
        version: 0,
        totalTaxAmount: 159.66,
        taxType: "gross",
        remark: "Test",
        files: [],
      },
      "/voucherlist": page(),
    },
    expected: {
      id: "v",
      billNumber: "123-456-789",
      currency: "EUR",
      reference: "Test",
      taxRule: "GROSS",
      totalGrossAmount: 1000,
      totalNetAmount: 840.34,
      totalTaxAmount: 159.66,
    },
  },
];

const entry = {
  createdDate: "2023-03-22T12:36:22.000+01:00",
  updatedDate: "2023-03-22T12:36:22.000+01:00",
  currency: "EUR",
  voucherDate: "2023-06-14T00:00:00.000+02:00",
  dueDate: "2023-06-21T00:00:00.000+02:00",
  archived: false,
};
const ourEntry = {
  createdDate: "2023-03-22T11:36:22Z",
  updatedDate: "2023-03-22T11:36:22Z",
  currency: "EUR",
  dueDate: "2023-06-21T00:00:00Z",
};
const listed = (id: string, voucherType: string, more: object) => ({ ...entry, id, voucherType, ...more });

const lists: readonly Fact[] = [
  {
    fact: "a voucher without a contact is listed with contactId null and the collective contact's name",
    source: samples,
    id: "bills.list",
    replies: {
      "/voucherlist": page(
        listed("b", "purchaseinvoice", {
          voucherStatus: "open",
          voucherNumber: "2010096",
          totalAmount: 80.04,
          openAmount: 80.04,
          contactId: null,
          contactName: "Sammellieferant",
        }),
      ),
    },
    expected: [
      {
        ...ourEntry,
        id: "b",
        billNumber: "2010096",
        billDate: "2023-06-14T00:00:00Z",
        name: "Sammellieferant",
        status: "OVERDUE",
        paymentStatus: "PENDING",
        totalGrossAmount: 80.04,
      },
    ],
  },
  {
    fact: "a partly paid invoice is still open for the vendor",
    source: samples,
    id: "invoices.list",
    replies: {
      "/voucherlist": page(
        listed("part", "invoice", { voucherStatus: "open", totalAmount: 99.8, openAmount: 74.8, contactId: "c" }),
        listed("late", "invoice", { voucherStatus: "overdue", totalAmount: 498.8, openAmount: 498.8 }),
      ),
    },
    expected: [
      {
        ...ourEntry,
        invoiceId: "part",
        invoiceDate: "2023-06-14T00:00:00Z",
        contactId: "c",
        totalAmount: 99.8,
        status: "PARTIALLY_OVERDUE",
        paymentStatus: "PARTLY_PAID",
      },
      {
        ...ourEntry,
        invoiceId: "late",
        invoiceDate: "2023-06-14T00:00:00Z",
        totalAmount: 498.8,
        status: "OVERDUE",
        paymentStatus: "PENDING",
      },
    ],
  },
  {
    fact: "an entry may have neither creation dates nor an open amount",
    source: stubs,
    id: "openItems.list",
    replies: {
      "/voucherlist": page({
        id: "i",
        voucherType: "invoice",
        voucherStatus: "open",
        voucherNumber: "RE1019",
        totalAmount: 23.9,
        voucherDate: "2023-02-22T00:00:00.000+01:00",
        currency: "EUR",
        archived: false,
      }),
    },
    expected: [
      {
        id: "i",
        type: "INVOICE",
        documentNumber: "RE1019",
        postingDate: "2023-02-22T00:00:00Z",
        currency: "EUR",
        totalDebitAmount: 23.9,
        openBalance: { amount: 0, debitCreditIndicator: "DEBIT" },
      },
    ],
  },
];

test.each([...documents, ...lists])("$fact ($source)", async (fact) => {
  expect(await read(fact)).toEqual(fact.expected);
});
