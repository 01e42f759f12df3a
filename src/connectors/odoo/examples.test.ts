/**
 * Facts from Odoo's source code and documentation, and from replies that others have published. Only values and oddities
 * are taken over: the bodies are written here, with invented names. `source` is odoo/odoo: account_move.py at 0005936,
 * account_account.py at 00aa9fb, account_payment_register.py at 0094921, service/model.py at 0049f1c, rpc/controllers at
 * 09df5d1 and 079c375; `docs` is odoo/documentation external_api.rst at 0516a4d and external_rpc_api.rst at 64e81e4;
 * `dart` are issues 18 and 43 of ERP-Ukraine/odoo-rpc-dart; `sheet` are calls to a 17.0 Community installation. All read
 * 2026-11.
 */
import { describe, expect, test } from "vitest";
import {
  invoiceBooks as books,
  line,
  type OdooRows,
  odooWith,
  owed,
  stamps,
  tax,
  taxLine,
} from "../../../test/support/odooVendor.ts";
import { readsOf } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import { odoo } from "./connector.ts";

const { get } = readsOf(odoo);

const recordOf = async (id: OperationId, rows: OdooRows, ids: Readonly<Record<string, string>> = { invoiceId: "7" }) =>
  (await get(id, odooWith({ rows }).session, { ids })).record;

describe("invoices", () => {
  test("source: reads false as absent and links as id with label, and keeps line breaks", async () => {
    expect(await recordOf("invoices.get", books())).toEqual({
      invoiceId: "7",
      invoiceNumber: "INV/2026/00001",
      invoiceDate: "2026-03-01T00:00:00Z",
      contactId: "9",
      addresses: [{ addressLine1: "Sample Street 1", city: "Ghent", countryCode: "BE" }],
      name: "Copper Owl",
      currency: "EUR",
      dueDate: "2099-03-31T00:00:00Z",
      journalCode: "INV",
      lineAmountTypes: "EXCLUSIVE",
      paymentStatus: "PENDING",
      paymentTermDuration: 26_693,
      status: "OPEN",
      sumNetAmount: 100,
      totalAmount: 121,
      totalTaxAmount: 21,
      createdDate: "2026-03-01T08:00:00Z",
      updatedDate: "2026-03-01T08:15:30Z",
      lineItems: [
        {
          lineItemId: "71",
          description: "Chair\nin oak",
          name: "Chair",
          itemId: "3",
          accountId: "40",
          quantity: 2,
          unitAmount: 50,
          discountItemPercentage: 0,
          itemsAmount: 100,
          grossAmount: 121,
          taxCode: "5",
          taxRatePercentage: 21,
          createdDate: "2026-03-01T08:00:00Z",
          updatedDate: "2026-03-01T08:15:30Z",
        },
      ],
    });
  });

  test.each([
    ["draft", "not_paid", "DRAFT", undefined],
    ["cancel", "not_paid", "VOIDED", undefined],
    ["posted", "paid", "PAID", "PAID"],
    ["posted", "in_payment", "PAID", "PAID"],
    ["posted", "reversed", "PAID", "CLEARED_WITH_CREDIT_NOTE"],
    ["posted", "partial", "PARTIALLY_PAID", "PARTLY_PAID"],
    ["posted", "blocked", "OPEN", "PENDING"],
  ])("source: maps state %s with payment state %s to %s", async (state, paid, status, paymentStatus) => {
    const record = await recordOf("invoices.get", books({ state, payment_state: paid }));
    expect([record["status"], record["paymentStatus"]]).toEqual([status, paymentStatus]);
  });

  test("source: warns about the payment state invoicing_legacy of older versions", async () => {
    const { session } = odooWith({ rows: books({ payment_state: "invoicing_legacy" }) });
    const { record, warnings } = await get("invoices.get", session, { ids: { invoiceId: "7" } });
    expect(record).not.toHaveProperty("status");
    expect(warnings?.join()).toContain("invoicing_legacy");
  });

  test("source: leaves the number of a draft out, which version 17 calls /", async () => {
    expect(await recordOf("invoices.get", books({ state: "draft", name: "/" }))).not.toHaveProperty("invoiceNumber");
  });

  test("source: counts a later reconciliation as a change of the invoice, and reads the paid date from it", async () => {
    const partial = {
      id: 99,
      amount: 121,
      max_date: "2026-03-20",
      write_date: "2026-03-20 10:00:00",
      create_date: "2026-03-20 10:00:00",
    };
    const lines = [line, { ...owed, matched_credit_ids: [99] }, taxLine];
    const more = { "account.move.line": lines, "account.partial.reconcile": [partial] };
    expect(await recordOf("invoices.get", books({ payment_state: "paid", amount_residual: 0 }, more))).toMatchObject({
      paidDate: "2026-03-20T00:00:00Z",
      updatedDate: "2026-03-20T10:00:00Z",
    });
  });

  test("source: reads analytic distributions with one or several ids as key", async () => {
    const shares = { ...line, analytic_distribution: { "4": 60, "4,6": 40 } };
    const analytic = [
      { id: 4, name: "Workshop", code: false, plan_id: [1, "Departments"], ...stamps },
      { id: 6, name: "Fair", code: "F", plan_id: [2, "Projects"], ...stamps },
    ];
    const more = { "account.move.line": [shares, owed, taxLine], "account.analytic.account": analytic };
    const record = await recordOf("invoices.get", books({}, more));
    expect(record["lineItems"]).toMatchObject([
      {
        dimensions: [
          { id: "4", name: "Workshop", categoryName: "Departments" },
          { id: "6", name: "Fair", categoryName: "Projects" },
        ],
      },
    ]);
  });

  test("source: gives no rate for several taxes or a fixed tax, and zero without tax", async () => {
    const rates = async (ids: readonly number[]) => {
      const taxes = [tax, { ...tax, id: 6, amount: 2, amount_type: "fixed" }];
      const more = { "account.move.line": [{ ...line, tax_ids: ids }, owed], "account.tax": taxes };
      const { lineItems } = (await recordOf("invoices.get", books({}, more))) as { lineItems: readonly object[] };
      return Reflect.get(lineItems[0] ?? {}, "taxRatePercentage") as unknown;
    };
    expect([await rates([5]), await rates([6]), await rates([5, 6]), await rates([])]).toEqual([
      21,
      undefined,
      undefined,
      0,
    ]);
  });

  test("source: reads credit documents with unsigned amounts", async () => {
    const rows = books({ move_type: "out_refund", name: "RINV/2026/00001", reversed_entry_id: [3, "INV/2026/00000"] });
    expect(await recordOf("creditNotes.get", rows, { creditNoteId: "7" })).toMatchObject({
      creditNoteNumber: "RINV/2026/00001",
      totalGrossAmount: 121,
      totalNetAmount: 100,
      creditNoteLines: [{ quantity: 2, totalNetAmount: 100, totalGrossAmount: 121, totalTaxAmount: 21 }],
    });
  });

  test("source: maps the supplier's reference to a bill's number, and Odoo's number to its reference", async () => {
    const rows = books({ move_type: "in_invoice", name: "BILL/2026/00003", ref: "R-2000" });
    expect(await recordOf("bills.get", rows, { billId: "7" })).toMatchObject({
      billNumber: "R-2000",
      reference: "BILL/2026/00003",
      accountId: "41",
      journalCode: "INV",
      lineItems: [{ accountNumber: "400000", unitName: "Units" }],
    });
  });
});
