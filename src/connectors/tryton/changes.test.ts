/** Requests that change records, pay, order and upload files, as Tryton 6.0.29 accepted them (seen 2026-11-16). */
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { day, decimal, moment, type RpcCall, rpcWith } from "../../../test/support/rpcVendor.ts";
import { writeOf } from "../../../test/support/vendorSession.ts";
import type { WriteCall } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import { tryton } from "./connector.ts";

const untouched = { create_date: moment(16, 758_600), write_date: null };
const handlerOf = (id: OperationId) => writeOf<object, object>(tryton, id);
const callOf = (body: object, ids: WriteCall<object>["ids"] = {}): WriteCall<object> => ({
  ids,
  filters: {},
  files: [],
  marker: "op-1",
  body,
});

async function sentBy(id: OperationId, call: WriteCall<object>, session: Session): Promise<RpcCall> {
  const handler = handlerOf(id);
  return handler.request(call, await handler.prepare?.(call, session)).body as RpcCall;
}

interface Lines {
  readonly lines: readonly unknown[];
}

const screens = {
  "party.party": [{ id: 3 }],
  "account.journal": [{ id: 1 }],
  "currency.currency": [{ id: 1 }],
  "model.account.invoice.on_change_party": { invoice_address: 3 },
  "model.account.invoice.on_change_with": { account: 7 },
  "model.sale.sale.on_change_party": { invoice_address: 3, shipment_address: 4, payment_term: 2 },
  "model.sale.line.on_change_product": { unit: 1, taxes: { add: [[0, { id: 5 }]] } },
};

describe("a changed contact", () => {
  const party = {
    id: 3,
    ...untouched,
    name: "Muster",
    code: "C1",
    "bank_accounts.": [],
    "addresses.": [
      { id: 11, street: "10 Weg" },
      { id: 12, street: "11 Weg" },
    ],
    "contact_mechanisms.": [
      { id: 21, type: "email", value: "a@muster.example" },
      { id: 22, type: "phone", value: "+1" },
    ],
    "identifiers.": [
      { id: 31, type: null, code: "kontor:op-0" },
      { id: 32, type: "eu_vat", code: "FR23334175221" },
    ],
  };
  const change = async (body: object) => {
    const { session } = rpcWith({ "party.party": [party], "country.country": [{ id: 9, code: "FR" }] });
    const { method, params } = await sentBy("customers.patch", callOf(body, { contactId: "3" }), session);
    expect([method, params[0]]).toEqual(["model.party.party.write", [3]]);
    return params[1];
  };

  test("overwrites its addresses in order, and archives the remaining ones, which may be in use", async () => {
    const addresses = [{ addressLine1: "Rue 1", addressLine2: "Cour", city: "Lyon", countryCode: "FR" }];
    expect(await change({ addresses })).toMatchObject({
      addresses: [
        ["write", [11], { street: "Rue 1\nCour", city: "Lyon", country: 9 }],
        ["write", [12], { active: false }],
      ],
      contact_mechanisms: [],
      identifiers: [],
    });
  });

  test("keeps its phones if only e-mails are sent, and adds a second e-mail", async () => {
    const emailAddresses = [{ email: "b@muster.example" }, { email: "c@muster.example" }];
    expect(await change({ emailAddresses })).toMatchObject({
      contact_mechanisms: [
        ["write", [21], { type: "email", value: "b@muster.example" }],
        ["create", [{ type: "email", value: "c@muster.example" }]],
      ],
    });
  });

  test("changes its tax id but not Kontor's reference", async () => {
    expect(await change({ vatId: "FR40303265045" })).toMatchObject({
      identifiers: [["write", [32], { type: "eu_vat", code: "FR40303265045" }]],
    });
  });
});

describe("a changed draft", () => {
  const draft = {
    id: 10,
    ...untouched,
    type: "out",
    state: "draft",
    total_amount: decimal("55.00"),
    "party.": { id: 3 },
    "currency.": { id: 1, code: "USD" },
    "lines_to_pay.": [],
    "payment_lines.": [],
    "lines.": [
      { id: 41, type: "line", quantity: 1 },
      { id: 42, type: "line", quantity: 2, "taxes.": [{ id: 1 }], "analytic_accounts.": [{ id: 51 }] },
    ],
  };
  const patch = (body: object) =>
    sentBy(
      "invoices.patch",
      callOf(body, { invoiceId: "10" }),
      rpcWith({ ...screens, "account.invoice": [draft] }).session,
    );

  test("changes lines with an id, creates lines without one, and deletes the others", async () => {
    const lineItems = [
      { lineItemId: "42", quantity: 3 },
      { accountId: "8", description: "Neu", quantity: 1, unitAmount: 9.5 },
    ];
    expect((await patch({ lineItems })).params[1]).toEqual({
      lines: [
        ["delete", [41]],
        ["write", [42], { type: "line", currency: 1, quantity: 3 }],
        [
          "create",
          [{ type: "line", account: 8, currency: 1, description: "Neu", quantity: 1, unit_price: decimal("9.5") }],
        ],
      ],
    });
  });

  test("replaces the taxes of a line", async () => {
    const [, written] = ((await patch({ lineItems: [{ lineItemId: "42", taxCode: "2" }] })).params[1] as Lines).lines;
    expect(written).toEqual([
      "write",
      [42],
      {
        type: "line",
        currency: 1,
        taxes: [
          ["remove", [1]],
          ["add", [2]],
        ],
      },
    ]);
  });

  test("refuses a line of another document", async () => {
    await expect(patch({ lineItems: [{ lineItemId: "99", quantity: 3 }] })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  test("keeps its defaults if the contact stays the same", async () => {
    expect((await patch({ reference: "PO-2" })).params[1]).toEqual({ reference: "PO-2" });
    expect((await patch({ contactId: "3" })).params[1]).toMatchObject({ party: 3, invoice_address: 3, account: 7 });
  });

  test("is cancelled by the status VOIDED", async () => {
    const { session, sent } = rpcWith({ "account.invoice": [draft] });
    const call = callOf({ status: "VOIDED" }, { invoiceId: "10" });
    await handlerOf("invoices.patch").complete?.({ result: null }, call, session);
    expect(sent.map(({ body }) => (body as RpcCall).method)).toEqual(["model.account.invoice.cancel"]);
  });
});

test("writes a vendor credit as a supplier invoice with negative quantities", async () => {
  const lineItems = [{ accountId: "8", quantity: 2, unitAmount: 10.5 }];
  const call = callOf({ contactId: "3", vendorCreditDate: "2025-04-01T00:00:00Z", lineItems });
  const { params } = await sentBy("vendorCredits.create", call, rpcWith(screens).session);
  expect(params[0]).toMatchObject([
    { type: "in", invoice_date: day(2025, 4, 1), lines: [["create", [{ quantity: -2, unit_price: decimal("10.5") }]]] },
  ]);
});

test("fills in a sales order as Tryton's screens do, with its party as the line's parent", async () => {
  const { session, questions } = rpcWith(screens);
  const call = callOf({ contactId: "3", lineItems: [{ itemId: "6", quantity: 2, unitAmount: 12.5 }] });
  const { params } = await sentBy("salesOrders.create", call, session);
  expect(params[0]).toMatchObject([
    {
      party: 3,
      company: 1,
      invoice_address: 3,
      shipment_address: 4,
      payment_term: 2,
      lines: [["create", [{ product: 6, quantity: 2, unit: 1, taxes: [["add", [5]]], note: "kontor:op-1" }]]],
    },
  ]);
  const question = questions.find(({ method }) => method === "model.sale.line.on_change_product");
  expect(question?.params[0]).toMatchObject({ "_parent_sale.party": 3 });
});

describe("a payment", () => {
  test("of several lines is refused with the field, before anything is read", async () => {
    const lines = ["10", "11"].map((invoiceId) => ({ invoiceId, amount: 1 }));
    const { session, questions } = rpcWith({});
    await expect(sentBy("payments.create", callOf({ paymentLines: lines }), session)).rejects.toMatchObject({
      code: "cannot_store",
      message: expect.stringContaining("Send a payment for each line"),
      details: { field: "paymentLines[1]" },
    });
    expect(questions).toEqual([]);
  });

  const pay = (total: string, body: object = {}, open = total) => {
    const amounts = { total_amount: decimal(total), amount_to_pay: decimal(open) };
    const invoice = { id: 10, ...untouched, type: "out", ...amounts, currency: 2 };
    const { session } = rpcWith({
      "account.invoice": [invoice],
      "account.invoice.payment.method": [{ id: 4 }],
      "currency.currency": [{ id: 1 }],
      "wizard.account.invoice.pay.create": [77, "start", "end"],
    });
    const line = { invoiceId: "10", amount: 1.25, paymentDate: "2026-01-15", description: "Transfer" };
    return sentBy("payments.create", callOf({ paymentLines: [line], ...body }), session);
  };

  test("is the wizard's last step, partial for a lower amount, in the invoice's currency by default", async () => {
    const { method, params } = await pay("563.00");
    expect(method).toBe("wizard.account.invoice.pay.execute");
    expect(params).toEqual([
      77,
      {
        start: {
          company: 1,
          payment_method: 4,
          currency: 2,
          amount: decimal("1.25"),
          date: day(2026, 1, 15),
          description: "Transfer kontor:op-1",
        },
        ask: { type: "partial" },
      },
      "pay",
      { company: 1, active_model: "account.invoice", active_id: 10, active_ids: [10] },
    ]);
    expect((await pay("563.00", { currency: "USD" })).params[1]).toMatchObject({ start: { currency: 1 } });
  });

  test("is negative for a credit note", async () => {
    const refund = { paymentLines: [{ invoiceId: "10", amount: -1.25, paymentDate: "2026-01-15" }] };
    expect((await pay("-55.00", refund)).params[1]).toMatchObject({ start: { amount: decimal("-1.25") } });
    const refused = { code: "cannot_store", details: { field: "paymentLines[0].amount" } };
    await expect(pay("-55.00")).rejects.toMatchObject(refused);
    await expect(pay("55.00", refund)).rejects.toMatchObject(refused);
  });

  test("of more than is open is refused with the open amount, unless Tryton converts it", async () => {
    const failure = await pay("563.00", {}, "1.00").catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "cannot_store", details: { field: "paymentLines[0].amount" } });
    expect(String(failure)).toContain("only 1.00 is open");
    expect((await pay("563.00", { currency: "USD" }, "1.00")).params[1]).toMatchObject({ start: { currency: 1 } });
  });

  test("is refused if the document is of another type", async () => {
    await expect(pay("563.00", { documentType: "BILL" })).rejects.toMatchObject({ code: "invalid_request" });
  });
});

test("uploads a file in Base64, with Kontor's reference as its description", async () => {
  const { session } = rpcWith({ "account.move": [{ id: 7, ...untouched, "lines.": [] }] });
  const open = () => Readable.from([Buffer.from("%PDF")]);
  const files = [{ fileName: "a.pdf", contentType: "application/pdf", size: 4, open }];
  const call = { ...callOf({}, { journalEntryId: "7" }), files };
  const { method, params } = await sentBy("journalEntries.attachments.create", call, session);
  expect(method).toBe("model.ir.attachment.create");
  expect(params[0]).toEqual([
    {
      name: "a.pdf",
      type: "data",
      resource: "account.move,7",
      description: "kontor:op-1",
      data: { __class__: "bytes", base64: "JVBERg==" },
    },
  ]);
});

test("requires an item's number to start with its template's", async () => {
  const product = { id: 5, ...untouched, code: "WID-1", "template.": { id: 50, code: "WID" } };
  const patch = (itemNumber: string) =>
    sentBy("items.patch", callOf({ itemNumber }, { itemId: "5" }), rpcWith({ "product.product": [product] }).session);
  const { method, params } = await patch("WID-2");
  expect([method, ...params.slice(0, 2)]).toEqual([
    "model.product.template.write",
    [50],
    { products: [["write", [5], { suffix_code: "-2" }]] },
  ]);
  await expect(patch("GAD-2")).rejects.toMatchObject({ code: "invalid_request" });
});

describe("with several companies", () => {
  test("offers only the user's companies", async () => {
    const preferences = { "model.res.user.get_preferences": { companies: [2] } };
    const { session, questions } = rpcWith({
      ...preferences,
      "company.company": [{ id: 2, "party.": { name: "Muster" } }],
    });
    expect(await tryton.companies?.(session, undefined)).toEqual([{ id: "2", name: "Muster" }]);
    expect(JSON.stringify(questions[1]?.params[0])).toBe('[["id","in",[2]]]');
  });

  test("sends the chosen company with every request, because a user may see all of them", async () => {
    for (const id of ["accounts", "bills", "journalEntries", "payments", "salesOrders", "taxRates"] as const) {
      const { session, questions } = rpcWith({});
      const handler = tryton.operations[`${id}.list`];
      if (handler === undefined || !("list" in handler)) throw new Error(`There is no ${id}.list.`);
      await handler.list({ ids: {}, filters: {} }, session);
      const { params } = questions.find(({ method }) => method.endsWith("search_read")) ?? { params: [] };
      expect(JSON.stringify(params[0]), id).toMatch(/\["(move\.)?company","=",1\]/);
    }
  });
});
