/**
 * Examples of webhooks and refusals; `examples.test.ts` names the sources. `pages` are those of
 * developer.moneybird.com/webhooks (2026-11).
 */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { refusals } from "./errors.ts";
import { webhooks } from "./webhooks.ts";

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

  test("dotnet: a new contact with a null state and a textual administration id", () => {
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

  test("spec: keeps the record's id when the administration's id is a number beyond 2^53", () => {
    const text = `{"administration_id":312904587615208447,"webhook_token":"${facts.token}","entity_type":"Product",
      "entity_id":"474244297354380337","action":"product_updated","entity":{"updated_at":"2025-12-23T12:57:07.809Z"}}`;
    expect(receive(text)).toMatchObject({ notices: [{ resource: "ITEM", resourceId: "474244297354380337" }] });
  });

  test("python: dates an invoice with an almost empty record by the post's signature", () => {
    const entity = { id: "116015245643744263", data: "test" };
    const about = { entity_type: "SalesInvoice", entity_id: entity.id, action: "sales_invoice_created", entity };
    expect(post(about)).toMatchObject({
      notices: ["INVOICE", "CREDIT_NOTE"].map((resource) => ({ resource, changedAt: "2026-09-21T14:13:20.000Z" })),
    });
  });

  test("pages: a paid external invoice", () => {
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

test("spec: recognises missing access in both spellings", () => {
  const code = refusals.codes?.[401];
  const said = ["No access to [:documents, :sales_invoices, :bank]", "No access to bank"];
  for (const error of said) expect(typeof code === "function" && code({ error })).toBe("target_forbidden");
});
