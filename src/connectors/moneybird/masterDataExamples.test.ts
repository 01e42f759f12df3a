/** Examples of master data; `examples.test.ts` names the sources. */
import { describe, expect, test } from "vitest";
import { sessionWithReplies } from "../../../test/support/vendorSession.ts";
import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { moneybird } from "./connector.ts";

type Replies = Readonly<Record<string, unknown>>;

/** The record that an operation returns for the vendor's replies; `name` is that of the id in its path. */
async function read(operation: OperationId, name: string, replies: Replies): Promise<unknown> {
  const handler = moneybird.operations[operation] as unknown as GetHandler<unknown>;
  return (await handler.get({ ids: { [name]: "1" }, filters: {} }, sessionWithReplies(replies))).record;
}

async function list(operation: OperationId, replies: Replies): Promise<readonly unknown[]> {
  const handler = moneybird.operations[operation] as unknown as ListHandler<unknown>;
  return (await handler.list({ ids: {}, filters: {} }, sessionWithReplies(replies))).records;
}

describe("master data", () => {
  test("spec: a product without a title; dotnet: a price with three decimals", async () => {
    const product = {
      id: "1",
      title: null,
      description: "My product description",
      identifier: "SKU1234",
      price: "0.125",
    };
    expect(await read("items.get", "itemId", { "/products/1.json": product })).toMatchObject({
      name: "My product description",
      itemNumber: "SKU1234",
      unitSalesPrice: 0.125,
    });
  });

  test("spec: an account with a number and a code of the national scheme", async () => {
    const account = { id: "1", account_type: "revenue", account_id: "80829", taxonomy_item: { code: "WOmzAovEie" } };
    expect(await read("accounts.get", "accountId", { "/ledger_accounts/1.json": account })).toMatchObject({
      class: "REVENUE",
      type: "REVENUE",
      number: "80829",
      code: "WOmzAovEie",
    });
  });

  test("dotnet: accounts without a number, below another, or with their id as number", async () => {
    const accounts = [
      { id: "322056713841674141", account_type: "current_assets", account_id: null, parent_id: "322056713840625571" },
      { id: "322056713844819881", account_type: "expenses", account_id: "322056713844819881", parent_id: null },
    ];
    expect(await list("accounts.list", { "/ledger_accounts.json": accounts })).toEqual([
      { id: "322056713841674141", class: "ASSET", type: "CURRENT_ASSET", parentAccountId: "322056713840625571" },
      { id: "322056713844819881", class: "EXPENSE", type: "EXPENSE", number: "322056713844819881" },
    ]);
  });

  test("spec: an optional line that was not selected has only a price", async () => {
    const line = (id: string, is_optional: boolean, is_selected: boolean) => ({
      id,
      price: "300.0",
      total_price_excl_tax_with_discount: "300.0",
      is_optional,
      is_selected,
    });
    const details = [line("1", false, true), line("2", true, true), line("3", true, false)];
    const estimate = { id: "9", state: "open", currency: "EUR", total_price_excl_tax: "600.0", details };
    expect(await read("offers.get", "offerId", { "/estimates/1.json": estimate })).toEqual({
      id: "9",
      status: "SENT",
      currency: "EUR",
      totalNetAmount: 600,
      lineItems: [
        { id: "1", type: "ITEM", unitAmount: 300, totalNetAmount: 300 },
        { id: "2", type: "ITEM", unitAmount: 300, totalNetAmount: 300 },
        { id: "3", type: "COMMENT", unitAmount: 300 },
      ],
    });
  });

  test("dotnet: a tax rate of 0, and one without a percentage", async () => {
    const rate = { tax_rate_type: "sales_invoice", show_tax: null, active: null };
    const rates = [
      { ...rate, id: "1", name: "0% btw", percentage: "0.0" },
      { ...rate, id: "2", name: "Geen btw", percentage: null },
    ];
    expect(await list("taxRates.list", { "/tax_rates.json": rates })).toEqual([
      { id: "1", code: "1", name: "0% btw", percentage: 0, usage: "INVOICE" },
      { id: "2", code: "2", name: "Geen btw", usage: "INVOICE" },
    ]);
  });

  test("dotnet: bank accounts with a number that is not an IBAN", async () => {
    const accounts = [
      { id: "1", type: "CreditCardAccount", identifier: "4141", currency: "EUR", provider: null, active: true },
      { id: "2", type: "PspAccount", identifier: "bird", currency: "EUR", provider: "Betaalzuil", active: true },
    ];
    expect(await list("bankAccounts.list", { "/financial_accounts.json": accounts })).toEqual([
      { id: "1", type: "CreditCardAccount", number: "4141", currency: "EUR", status: "ACTIVE" },
      { id: "2", type: "PspAccount", number: "bird", currency: "EUR", status: "ACTIVE", bankName: "Betaalzuil" },
    ]);
  });

  test("dotnet: a project without timestamps", async () => {
    const project = { id: "395773951324718315", name: "First project name", state: "active", budget: 10_000 };
    expect(await read("projects.get", "projectId", { "/projects/1.json": project })).toEqual({
      id: "395773951324718315",
      name: "First project name",
      status: "ACTIVE",
    });
  });

  test("dotnet: reads the payment days from a workflow's first step; spec: a workflow without steps", async () => {
    const steps = [10, 14, 5].map((due_interval, at) => ({ step_order: [1, 0, 2][at], due_interval }));
    const workflows = [
      { id: "1", type: "InvoiceWorkflow", name: "Standaard", steps },
      { id: "2", type: "InvoiceWorkflow", name: "Standaard" },
      { id: "3", type: "EstimateWorkflow", name: "Standaard" },
    ];
    expect(await list("paymentTerms.list", { "/workflows.json": workflows })).toEqual([
      { id: "1", name: "Standaard", dueType: "DUE_IN_DAYS", paymentDays: 14 },
      { id: "2", name: "Standaard" },
    ]);
  });

  test("dotnet: a contact with only a name and otherwise empty texts", async () => {
    const empty = Object.fromEntries(
      ["firstname", "address1", "address2", "city", "phone", "tax_number", "email", "send_invoices_to_email"].map(
        (field) => [field, ""],
      ),
    );
    const contact = { ...empty, id: "1", company_name: "Proef", country: "NL", customer_id: "23", contact_people: [] };
    expect(await read("customers.get", "contactId", { "/contacts/1.json": contact })).toEqual({
      id: "1",
      companyName: "Proef",
      contactType: "COMPANY",
      number: "23",
      addresses: [{ countryCode: "NL" }],
    });
  });
});
