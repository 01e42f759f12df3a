/** Facts about contacts, articles, terms and payments, refusals and webhook calls, as in examples.test.ts. */

import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { fileNameOf } from "../../core/outbound/contentDisposition.ts";
import { lexwareOffice } from "./connector.ts";
import { refusals } from "./errors.ts";
import { webhooks } from "./webhooks.ts";

/** The vendor's documentation as of 2024-03, kept at jkaessens/lexoffice@571b12a in tools/index.html. */
const documentation = "documentation, 2024-03";
/** The documentation's newer samples, retyped in Daniel-Jorg-Schuppelius/lexoffice-php-sdk@450f731, tests/Entities. */
const samples = "lexoffice-php-sdk@450f731";
/** Recordings of 2023-08 and 2023-09 in beegoodit/lexoffice-ruby@6fe30db, spec/cassettes. */
const recording = "lexoffice-ruby@6fe30db";
/** Recordings in openintegrationhub/lexoffice-connector@9507280, test/seed/triggers.seed.js. */
const contactsRecording = "lexoffice-connector@9507280";
/** Fixtures of pirabyte/laravel-lexware-office@f6c5ec6, tests/Fixtures. */
const fixtures = "laravel-lexware-office@f6c5ec6";

type Fact = readonly [fact: string, source: string, id: OperationId, reply: unknown, expected: unknown];

/** Every request gets the same reply. */
async function read([, , id, reply]: Fact): Promise<unknown> {
  const session = sessionWith({
    read: async () => reply,
    readWithHeaders: async () => ({ body: reply, headers: {} }),
  });
  const handler = lexwareOffice.operations[id] as unknown as GetHandler<unknown> & ListHandler<unknown>;
  const call = { ids: { contactId: "x", itemId: "x", paymentId: "x" }, filters: {}, window: { page: 1, limit: 25 } };
  return handler.get ? (await handler.get(call, session)).record : (await handler.list(call, session)).records;
}

const contacts: readonly Fact[] = [
  [
    ...([
      "a company without people, tax number or e-mail has none of these fields",
      recording,
      "customers.get",
    ] as const),
    {
      id: "c",
      version: 1,
      roles: { customer: { number: 10002 } },
      archived: false,
      company: { name: "Rad und Tat GbR", allowTaxFreeInvoices: false },
      addresses: { billing: [{ supplement: "c/o Übung", street: "Parkstraße 17", zip: "61118", countryCode: "DE" }] },
    },
    {
      id: "c",
      role: "CUSTOMER",
      number: "10002",
      contactType: "COMPANY",
      companyName: "Rad und Tat GbR",
      addresses: [
        {
          addressLine1: "Parkstraße 17",
          addressLine2: "c/o Übung",
          postalCode: "61118",
          countryCode: "DE",
          type: "BILLING",
        },
      ],
    },
  ],
  [
    ...([
      "a contact with both roles has a number in each; postal codes may be short",
      contactsRecording,
      "contacts.get",
    ] as const),
    {
      id: "c",
      version: 1,
      roles: { customer: { number: 10002 }, vendor: { number: 70002 } },
      company: { name: "Alles AG", allowTaxFreeInvoices: false },
      addresses: { shipping: [{ street: "XY Strasse 1", zip: "200", city: "Nirgendheim", countryCode: "CR" }] },
      phoneNumbers: { business: ["01901234567899"], private: ["040123456"] },
    },
    {
      id: "c",
      number: "10002",
      isCustomer: true,
      isSupplier: true,
      contactType: "COMPANY",
      companyName: "Alles AG",
      addresses: [
        {
          addressLine1: "XY Strasse 1",
          postalCode: "200",
          city: "Nirgendheim",
          countryCode: "CR",
          type: "DELIVERY",
        },
      ],
      phoneNumbers: [
        { number: "01901234567899", type: "BUSINESS" },
        { number: "040123456", type: "PRIVATE" },
      ],
    },
  ],
  [
    "a role without a number may be an empty list",
    fixtures,
    "contacts.get",
    { id: "c", version: 1, roles: { customer: [] }, person: { salutation: "Herr", lastName: "Übung" } },
    {
      id: "c",
      isCustomer: true,
      isSupplier: false,
      contactType: "CONTACT_PERSON",
      contactPersons: [{ salutation: "Herr", lastName: "Übung" }],
    },
  ],
  [
    "a number may be text, and a contact person may have only a surname",
    fixtures,
    "suppliers.get",
    {
      id: "c",
      version: 1,
      roles: { vendor: { number: "L-789" } },
      company: { name: "Muster GmbH", vatRegistrationId: "DE987654321", contactPersons: [{ lastName: "Übung" }] },
    },
    {
      id: "c",
      role: "SUPPLIER",
      number: "L-789",
      contactType: "COMPANY",
      companyName: "Muster GmbH",
      vatId: "DE987654321",
      contactPersons: [{ lastName: "Übung" }],
    },
  ],
  [
    "a contact may have two entries of a kind, and two primary people",
    samples,
    "customers.get",
    {
      id: "c",
      version: 1,
      roles: { customer: { number: 10307 } },
      company: {
        name: "Muster",
        contactPersons: [
          { lastName: "Eins", primary: true },
          { lastName: "Zwei", primary: true },
        ],
      },
      emailAddresses: { business: ["a@muster.example", "b@muster.example"], other: ["c@muster.example"] },
    },
    {
      id: "c",
      role: "CUSTOMER",
      number: "10307",
      contactType: "COMPANY",
      companyName: "Muster",
      contactPersons: [{ lastName: "Eins" }, { lastName: "Zwei" }],
      emailAddresses: [
        { email: "a@muster.example", type: "BUSINESS" },
        { email: "b@muster.example", type: "BUSINESS" },
        { email: "c@muster.example", type: "OTHER" },
      ],
    },
  ],
];

const others: readonly Fact[] = [
  [
    "an article may have an unknown unit",
    samples,
    "items.get",
    {
      id: "a",
      version: 2,
      title: "Buchhaltung",
      type: "PRODUCT",
      articleNumber: "BUHA-1",
      gtin: "9783648170632",
      unitName: "Download-Code",
      updatedDate: "2024-05-03T12:21:32.120+02:00",
      price: { netPrice: 61.9, grossPrice: 73.66, leadingPrice: "NET", taxRate: 19.0 },
    },
    {
      id: "a",
      name: "Buchhaltung",
      type: "PRODUCT",
      itemNumber: "BUHA-1",
      unitSalesPrice: 61.9,
      priceIncludesTax: false,
      taxRatePercentage: 19,
      lastModifiedDate: "2024-05-03T10:21:32Z",
    },
  ],
  [
    ...([
      "a term's text may have no placeholders, and few terms grant a discount",
      documentation,
      "paymentTerms.list",
    ] as const),
    [
      { id: "a", paymentTermLabelTemplate: "Zahlbar in {paymentRange} Tagen", paymentTermDuration: 14 },
      {
        id: "b",
        paymentTermLabelTemplate: "10 Tage - 3 %, 30 Tage netto",
        paymentTermDuration: 30,
        paymentDiscountConditions: { discountRange: 10, discountPercentage: 3.0 },
      },
    ],
    [
      { id: "a", name: "Zahlbar in {paymentRange} Tagen", paymentDays: 14, dueType: "DUE_IN_DAYS" },
      {
        id: "b",
        name: "10 Tage - 3 %, 30 Tage netto",
        paymentDays: 30,
        dueType: "DUE_IN_DAYS",
        discountDays: 10,
        discountPercentage: 3,
      },
    ],
  ],
  [
    "posting categories have no numbers",
    fixtures,
    "accounts.list",
    [
      { id: "cf03a2b0", name: "Reise MA", type: "outgo", contactRequired: false, groupName: "Reisen" },
      { id: "8f8664a1", name: "Einnahmen", type: "income", contactRequired: false, groupName: "Einnahmen" },
    ],
    [
      { id: "cf03a2b0", name: "Reise MA", class: "EXPENSE", description: "Reisen" },
      { id: "8f8664a1", name: "Einnahmen", class: "REVENUE", description: "Einnahmen" },
    ],
  ],
  [
    "several partial payments of a document are the lines of one record",
    samples,
    "payments.get",
    {
      openAmount: 39.9,
      paymentStatus: "openExpense",
      voucherType: "purchaseinvoice",
      voucherStatus: "open",
      paymentItems: [
        { paymentItemType: "manualPayment", postingDate: "2023-11-07T00:00:00.000+01:00", amount: 10.5 },
        { paymentItemType: "manualPayment", postingDate: "2023-11-13T00:00:00.000+01:00", amount: 20.0 },
      ],
    },
    {
      id: "x",
      currency: "EUR",
      documentType: "BILL",
      paymentLines: [
        { invoiceId: "x", description: "manualPayment", amount: 10.5, paymentDate: "2023-11-07" },
        { invoiceId: "x", description: "manualPayment", amount: 20, paymentDate: "2023-11-13" },
      ],
    },
  ],
  [
    "a payment may have no items, and the open amount may be text",
    documentation,
    "payments.get",
    { openAmount: "0.00", paymentStatus: "balanced", voucherType: "purchasecreditnote", voucherStatus: "paidoff" },
    { id: "x", currency: "EUR", documentType: "BOOKING_PROPOSAL" },
  ],
];

test.each([...contacts, ...others])("%s (%s)", async (...fact) => {
  expect(await read(fact as unknown as Fact)).toEqual(fact[4]);
});

test.each([
  [documentation, { message: null }, ""],
  [documentation, { message: "Endpoint request timed out" }, "Endpoint request timed out"],
  [recording, { message: "Unauthorized" }, "Unauthorized"],
  [
    recording,
    {
      status: 406,
      error: "Not Acceptable",
      requestId: "0",
      message: "Requesting PDF document is not possible in state draft.",
    },
    "Requesting PDF document is not possible in state draft.",
  ],
  [
    documentation,
    {
      message: "Validation failed for request.",
      details: [
        { violation: "NOTNULL", field: "lineItems[0].unitPrice.taxRatePercentage", message: "darf nicht leer sein" },
      ],
    },
    "Validation failed for request. lineItems[0].unitPrice.taxRatePercentage: darf nicht leer sein",
  ],
  [documentation, { IssueList: [{ i18nKey: "bad_request_error", source: null, args: null }] }, "bad_request_error"],
  [
    fixtures,
    { message: "Validation error", details: "The request contains invalid data" },
    "Validation error The request contains invalid data",
  ],
])("reads the message of a refusal (%s): %j", (_source, body, message) => {
  expect(refusals.message(body)).toBe(message);
});

test("a file name has no quotes and a semicolon after it (lexoffice-ruby@6fe30db)", () => {
  expect(fileNameOf("inline; filename=Rechnung_RE0009.pdf;")).toBe("Rechnung_RE0009.pdf");
});

describe("webhook calls", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const facts = { publicKey: publicKey.export({ type: "spki", format: "pem" }) };
  const event = {
    organizationId: "aa93e8a8",
    eventType: "invoice.status.changed",
    resourceId: "4d43ad14",
    eventDate: "2018-04-11T12:30:00.000+02:00",
  };
  const signature = sign("RSA-SHA512", Buffer.from(JSON.stringify(event)), privateKey).toString("base64");
  const receive = (body: string) =>
    webhooks.receive({
      headers: { "x-lxo-signature": signature },
      query: {},
      body: Buffer.from(body),
      secret: "s",
      facts,
    });
  const notices = [
    { resource: "INVOICE", eventType: "UPDATED", resourceId: "4d43ad14", changedAt: "2018-04-11T12:30:00.000+02:00" },
  ];

  test("the signature covers the body without whitespace, even if it was sent with whitespace (documentation, 2024-03)", () => {
    expect(receive(JSON.stringify(event))).toEqual({ kind: "notices", notices });
    expect(receive(JSON.stringify(event, undefined, 2))).toEqual({ kind: "notices", notices });
  });

  test("refuses another body with the same signature (lexware-mcp-server@325bcdc, webhook-verify.test.ts)", () => {
    expect(receive(JSON.stringify({ ...event, resourceId: "xyz-999" }))).toEqual({ kind: "invalidSignature" });
    expect(receive("no JSON")).toEqual({ kind: "invalidSignature" });
  });
});
