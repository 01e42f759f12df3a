/**
 * The other half of examples.test.ts: facts from replies that others have seen: values and oddities only, in bodies of our own, names invented. `spec` is the
 * vendor's OpenAPI description v2-20251223 (its examples are replies of its own test runs), `dotnet` the recordings of
 * VincentVrijburg/moneybird-dotnet at ac08cb7, `python` the tests of svthalia's moneybird client (2026-11), `pages` those
 * of developer.moneybird.com/webhooks (2026-11).
 */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sessionWithReplies } from "../../../test/support/vendorSession.ts";
import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { moneybird } from "./connector.ts";
import { refusals } from "./errors.ts";
import { webhooks } from "./webhooks.ts";

type Replies = Readonly<Record<string, unknown>>;

/** The record that an operation makes of the vendor's reply; `id` is the id in its path. */
async function read(operation: OperationId, name: string, replies: Replies): Promise<unknown> {
  const handler = moneybird.operations[operation] as unknown as GetHandler<unknown>;
  return (await handler.get({ ids: { [name]: "1" }, filters: {} }, sessionWithReplies(replies))).record;
}

async function list(operation: OperationId, replies: Replies): Promise<readonly unknown[]> {
  const handler = moneybird.operations[operation] as unknown as ListHandler<unknown>;
  return (await handler.list({ ids: {}, filters: {} }, sessionWithReplies(replies))).records;
}

describe("master data", () => {
  test("spec: a product may have no title; dotnet: its price three decimals", async () => {
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

  test("spec: an account with a number and a code of the national chart", async () => {
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

  test("spec: a line of an offer says whether it is optional and chosen; what is not chosen has a price only", async () => {
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

  test("dotnet: a tax rate of nothing, and one without a percentage", async () => {
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

  test("dotnet: accounts with a number that is no IBAN", async () => {
    const accounts = [
      { id: "1", type: "CreditCardAccount", identifier: "4141", currency: "EUR", provider: null, active: true },
      { id: "2", type: "PspAccount", identifier: "bird", currency: "EUR", provider: "Betaalzuil", active: true },
    ];
    expect(await list("bankAccounts.list", { "/financial_accounts.json": accounts })).toEqual([
      { id: "1", type: "CreditCardAccount", number: "4141", currency: "EUR", status: "ACTIVE" },
      { id: "2", type: "PspAccount", number: "bird", currency: "EUR", status: "ACTIVE", bankName: "Betaalzuil" },
    ]);
  });

  test("dotnet: a project has no stamps", async () => {
    const project = { id: "395773951324718315", name: "First project name", state: "active", budget: 10_000 };
    expect(await read("projects.get", "projectId", { "/projects/1.json": project })).toEqual({
      id: "395773951324718315",
      name: "First project name",
      status: "ACTIVE",
    });
  });

  test("dotnet: the steps of a workflow, of which the first is the invoice; spec: a workflow without them", async () => {
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

  test("dotnet: a contact that has been given a name only, the rest empty texts", async () => {
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

describe("webhooks", () => {
  const facts = { id: "1", token: "9AqXyhfFXcqcaGHRWQZMbxuM", signingSecret: "whsec_voorbeeld" };
  const receive = (text: string) => {
    const body = Buffer.from(text);
    const digest = createHmac("sha256", facts.signingSecret).update("1790000000.").update(body).digest("hex");
    return webhooks.receive({
      headers: { "moneybird-signature": `t=1790000000,v1=${digest}` },
      query: {},
      body,
      secret: "",
      facts,
    });
  };
  const post = (content: object) =>
    receive(JSON.stringify({ webhook_token: facts.token, webhook_id: "1", ...content }));

  test("dotnet: a new contact, its state null and the administration's id a text", () => {
    const entity = { id: "392093513877030003", updated_at: "2023-06-30T18:25:35.533Z", company_name: "Proef" };
    const about = { administration_id: "281289699686381606", state: null, action: "contact_created" };
    const resourceId = "392093513877030003";
    expect(post({ ...about, entity_type: "Contact", entity_id: resourceId, entity })).toEqual({
      kind: "notices",
      notices: ["CONTACT", "CUSTOMER", "SUPPLIER"].map((resource) => ({
        resource,
        resourceId,
        eventType: "CREATED",
        changedAt: "2023-06-30T18:25:35.533Z",
      })),
    });
  });

  test("spec: the administration's id is a number elsewhere, beyond 2^53; the record's own keeps its digits", () => {
    const text = `{"administration_id":312904587615208447,"webhook_token":"${facts.token}","entity_type":"Product",
      "entity_id":"474244297354380337","action":"product_updated","entity":{"updated_at":"2025-12-23T12:57:07.809Z"}}`;
    expect(receive(text)).toMatchObject({ notices: [{ resource: "ITEM", resourceId: "474244297354380337" }] });
  });

  test("python: an invoice of which the record says next to nothing is told as of when it was posted", () => {
    const entity = { id: "116015245643744263", data: "test" };
    const about = { entity_type: "SalesInvoice", entity_id: entity.id, action: "sales_invoice_created", entity };
    expect(post(about)).toMatchObject({
      notices: ["INVOICE", "CREDIT_NOTE"].map((resource) => ({ resource, changedAt: "2026-09-21T14:13:20.000Z" })),
    });
  });

  test("pages: a paid invoice from elsewhere", () => {
    const entity = { updated_at: "2025-12-23T12:58:40.982Z", total_price_incl_tax: "121.0" };
    const action = "external_sales_invoice_state_changed_to_paid";
    expect(post({ entity_type: "ExternalSalesInvoice", entity_id: "1", action, state: "paid", entity })).toMatchObject({
      notices: [{ resource: "INVOICE", eventType: "UPDATED" }],
    });
  });
});

test.each([
  ["a text", { error: "Contact ID is invalid", symbolic: { external_sales_invoice: {} } }, "Contact ID is invalid"],
  [
    "texts by field",
    { error: { price: ["can't be blank", "is not a number"] } },
    "price can't be blank, is not a number",
  ],
  ["a list of texts", { errors: ["File is required"] }, "File is required"],
  ["the bare status", 404, undefined],
])("spec: a refusal is %s", (_what, body, message) => {
  expect(refusals.message(body)).toBe(message);
});

test("spec: access may be missing to one thing or to several, in two spellings", () => {
  const code = refusals.codes?.[401];
  const said = ["No access to [:documents, :sales_invoices, :bank]", "No access to bank"];
  for (const error of said) expect(typeof code === "function" && code({ error })).toBe("target_forbidden");
});
