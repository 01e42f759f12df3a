/** How records are read, with invented data. */

import { describe, expect, test } from "vitest";
import { account } from "./accounts.ts";
import { bill } from "./bills.ts";
import { contact, trader } from "./contacts.ts";
import { creditNote } from "./creditNotes.ts";
import { refusals } from "./errors.ts";
import { isCredit } from "./fields.ts";
import { invoice } from "./invoices.ts";
import { journalEntry } from "./journalEntries.ts";
import { offer } from "./offers.ts";
import type { SalesInvoice } from "./types.ts";

const sold = {
  id: "474244283623278042",
  contact_id: "474244283323385269",
  contact: { id: "474244283323385269", company_name: "Tulp & Zonen", city: "Utrecht", country: "NL", address2: "" },
  invoice_id: "2026-0003",
  state: "open",
  invoice_date: "2026-10-23",
  due_date: "2126-11-06",
  reference: "",
  currency: "EUR",
  prices_are_incl_tax: false,
  total_price_excl_tax: "300.0",
  total_price_incl_tax: "363.0",
  payments: [],
  details: [
    { id: "474244283626423771", amount_decimal: "1.5", price: "200.0", project_id: "474244283626423999", period: null },
  ],
} satisfies SalesInvoice;

const credited = {
  ...sold,
  invoice_id: null,
  invoice_date: null,
  state: "draft",
  total_price_excl_tax: "-300.0",
  total_price_incl_tax: "-363.0",
} satisfies SalesInvoice;

describe("documents", () => {
  test("keeps an invoice's days and omits empty values", () => {
    expect(invoice(sold)).toMatchObject({
      invoiceDate: "2026-10-23T00:00:00Z",
      dueDate: "2126-11-06T00:00:00Z",
      name: "Tulp & Zonen",
      addresses: [{ city: "Utrecht", countryCode: "NL" }],
      status: "OPEN",
      paymentStatus: "PENDING",
      totalTaxAmount: 63,
      lineItems: [
        { quantity: 1.5, unitAmount: 200, dimensions: [{ id: "474244283626423999", categoryName: "Project" }] },
      ],
    });
    expect(invoice(sold)).not.toHaveProperty("reference");
  });

  test("distinguishes open and partly paid by the amount paid", () => {
    const partly = { ...sold, due_date: "2026-01-06", payments: [{ id: "1", price: "100.0" }] };
    const states = ["late", "reminded", "paid", "uncollectible", "draft"].map((state) => ({ ...partly, state }));
    expect(states.map((state) => invoice(state)).map(({ status, paymentStatus }) => [status, paymentStatus])).toEqual([
      ["PARTIALLY_OVERDUE", "PARTLY_PAID"],
      ["PARTIALLY_OVERDUE", "PARTLY_PAID"],
      ["PAID", "PAID"],
      [undefined, "BAD_DEBT"],
      ["DRAFT", undefined],
    ]);
  });

  test("omits an unknown state with a warning", () => {
    expect(invoice({ ...sold, state: "frozen" })).not.toHaveProperty("status");
    expect(invoice.unread({ ...sold, state: "frozen" })).toEqual(['status "frozen"']);
  });

  test("treats an invoice with a negative total as a credit note, with or without an original", () => {
    const byHand = { ...credited, original_sales_invoice_id: null };
    const copy = { ...sold, original_sales_invoice_id: "1" };
    expect([credited, byHand, sold, copy].map(isCredit)).toEqual([true, true, false, false]);
    const { creditNoteNumber, ...note } = creditNote(credited);
    expect(creditNoteNumber).toBeUndefined();
    expect(note).toMatchObject({ status: "DRAFT", totalGrossAmount: 363, totalTaxAmount: 63 });
  });

  test("reads a bill's number, scan and the period of a line", () => {
    const details = [{ id: "2", price: "12.0", period: "20261201..20261231" }];
    expect(
      bill({ id: "1", reference: "R-77", date: "2026-10-01", state: "new", attachments: [{ id: "9" }], details }),
    ).toEqual({
      id: "1",
      billNumber: "R-77",
      billDate: "2026-10-01T00:00:00Z",
      status: "DRAFT",
      fileId: "9",
      lineItems: [
        { id: "2", unitAmount: 12, deferredStartDate: "2026-12-01T00:00:00Z", deferredEndDate: "2026-12-31T00:00:00Z" },
      ],
    });
  });

  test("reads a quantity with a unit or an x; an empty one is 1", () => {
    const written = ["1 x", "2,5 uur", "-3x", "5 stuks", "x 2 xl", "uur", null, undefined];
    const details = written.map((amount, at) => ({ id: String(at), ...(amount !== undefined && { amount }) }));
    const { lineItems } = offer({ id: "1", details });
    expect(lineItems?.map(({ quantity, unitName }) => [quantity, unitName])).toEqual([
      [1, undefined],
      [2.5, "uur"],
      [-3, undefined],
      [5, "stuks"],
      [1, "2 xl"],
      [1, "uur"],
      [1, undefined],
      [undefined, undefined],
    ]);
    const [plain] =
      offer({ id: "1", details: [{ id: "1", amount: "1,5 uur", amount_decimal: "1.5" }] }).lineItems ?? [];
    expect([plain?.quantity, plain?.unitName]).toEqual([1.5, "uur"]);
  });

  test("a billed offer was accepted", () => {
    expect(offer({ id: "1", state: "billed", estimate_id: "2026-7", discount: "0.0" })).toEqual({
      id: "1",
      status: "ACCEPTED",
      offerNumber: "2026-7",
      totalDiscountPercentage: 0,
    });
  });

  test("reads journal lines as positive amounts on a side", () => {
    const entries = [
      { id: "2", debit: "100.0", credit: "0.0" },
      { id: "3", debit: "-25.5", credit: "0.0" },
      { id: "4", debit: "0.0", credit: "74.5" },
    ];
    const { journalLineItems, recordType } = journalEntry({
      id: "1",
      journal_type: "fiscal_year_ending",
      general_journal_document_entries: entries,
    });
    expect(recordType).toBe("CLOSING");
    expect(journalLineItems?.map((line) => [line.debitCreditIndicator, line.totalNetAmount])).toEqual([
      ["DEBIT", 100],
      ["CREDIT", 25.5],
      ["CREDIT", 74.5],
    ]);
  });
});

describe("contacts and accounts", () => {
  test("lists several invoice addresses, and the contact's own only once", () => {
    const native = { id: "1", email: "info@tulp.example", send_invoices_to_email: "a@tulp.example, info@tulp.example" };
    expect(contact(native).emailAddresses).toEqual([
      { email: "a@tulp.example", type: "INVOICE" },
      { email: "info@tulp.example", type: "INVOICE" },
    ]);
    expect(contact({ id: "1", email: "info@tulp.example" }).emailAddresses).toEqual([{ email: "info@tulp.example" }]);
  });

  test("a private person is its own contact person", () => {
    expect(contact({ id: "1", company_name: "", firstname: "Fenna", lastname: "de Wit", contact_people: [] })).toEqual({
      id: "1",
      contactType: "CONTACT_PERSON",
      contactPersons: [{ firstName: "Fenna", lastName: "de Wit" }],
    });
  });

  test("marks the bank account for direct debits", () => {
    const native = { id: "1", bank_account: "NL00XMPL0000000001", sepa_iban: "NL00XMPL0000000002", sepa_active: true };
    expect(trader(native).bankAccounts).toEqual([
      { iban: "NL00XMPL0000000001" },
      { iban: "NL00XMPL0000000002", sepa: true },
    ]);
  });

  test("gives an account of income and expenses a type but no class", () => {
    expect(account({ id: "1", account_type: "other_income_expenses", account_id: null })).toEqual({
      id: "1",
      type: "OTHER",
    });
  });
});

describe("refusals", () => {
  test("reads one text, or texts by field", () => {
    expect(refusals.message({ error: "record not found", symbolic: { id: "not_found" } })).toBe("record not found");
    expect(refusals.message({ error: { name: ["can't be blank"], price: ["is odd", "is low"] } })).toBe(
      "name can't be blank; price is odd, is low",
    );
    for (const body of [null, undefined, "Retry later", {}, { error: {} }])
      expect(refusals.message(body)).toBeUndefined();
  });

  test("reports a missing permission without asking to sign in again", () => {
    const code = refusals.codes?.[401];
    const codes = ["No access to [:bank]", "invalid token"].map(
      (error) => typeof code === "function" && code({ error }),
    );
    expect(codes).toEqual(["target_forbidden", "connection_needs_reauth"]);
  });

  test("reads Retry-After as a point in time", () => {
    expect(refusals.wait?.({ "retry-after": "1790000007" }, 1_790_000_000_000)).toBe(7);
  });
});
