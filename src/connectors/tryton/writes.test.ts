/** How Kontor creates, posts and finds invoices in Tryton 6.0.29 (seen 2026-11-16). */
import { expect, test } from "vitest";
import { day, decimal, moment, type RpcCall, rpcWith } from "../../../test/support/rpcVendor.ts";
import { writeOf } from "../../../test/support/vendorSession.ts";
import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { VendorRequest } from "../../contract/session.ts";
import { removeMarker } from "../../kit/models/writing.ts";
import { tryton } from "./connector.ts";

const untouched = { create_date: moment(16, 758_600), write_date: null };
const sold = {
  number: null,
  type: "out",
  total_amount: decimal("55.00"),
  "lines.": [],
  "lines_to_pay.": [],
};
const create = writeOf<object, { invoiceId: string }>(tryton, "invoices.create");
const call: WriteCall<object> = {
  ids: {},
  filters: {},
  files: [],
  marker: "op-1",
  body: {
    contactId: "3",
    invoiceDate: "2025-04-01T00:00:00Z",
    status: "OPEN",
    lineItems: [{ itemId: "1", quantity: 2, unitAmount: 25 }],
  },
};
const screens = {
  "party.party": [{ id: 3 }],
  "account.journal": [{ id: 1, code: "REV" }],
  "model.account.invoice.on_change_party": {
    invoice_address: 3,
    payment_term: 2,
    "payment_term.": { rec_name: "Net 30" },
  },
  "model.account.invoice.on_change_with": { account: 7 },
  "model.account.invoice.line.on_change_product": { unit: 1, account: 8, taxes: { add: [[0, { id: 1 }]] } },
};

test("fills in an invoice as Tryton's screens do, with Kontor's reference in the first line's note", async () => {
  const { session } = rpcWith(screens);
  const { body } = create.request(call, await create.prepare?.(call, session));
  const { method, params } = body as RpcCall;
  expect(method).toBe("model.account.invoice.create");
  expect(params).toEqual([
    [
      {
        type: "out",
        company: 1,
        party: 3,
        account: 7,
        invoice_address: 3,
        journal: 1,
        payment_term: 2,
        invoice_date: day(2025, 4, 1),
        lines: [
          [
            "create",
            [
              {
                type: "line",
                product: 1,
                quantity: 2,
                unit: 1,
                account: 8,
                taxes: [["add", [1]]],
                unit_price: decimal("25"),
                note: "kontor:op-1",
              },
            ],
          ],
        ],
      },
    ],
    { company: 1 },
  ]);
});

test("the lines of an invoice are in its currency", async () => {
  const inEuros = { ...call, body: { ...call.body, currency: "EUR" } };
  const { session } = rpcWith({ ...screens, "currency.currency": [{ id: 5 }] });
  const { body } = create.request(inEuros, await create.prepare?.(inEuros, session));
  const [[invoice]] = (body as RpcCall).params as [[{ currency: number; lines: [[string, object[]]] }]];
  expect(invoice.currency).toBe(5);
  expect(invoice.lines[0][1]).toMatchObject([{ currency: 5 }]);
});

test("a line without an item and an account is refused with the accounts that it can have", async () => {
  const plain = { ...call, body: { ...call.body, lineItems: [{ quantity: 2, unitAmount: 100 }] } };
  const accounts = [
    { id: 13, code: "4000", name: "Main Revenue" },
    { id: 17, code: null, name: "Services" },
  ];
  const { session, questions } = rpcWith({ ...screens, "account.account": accounts });
  await expect(create.prepare?.(plain, session)).rejects.toMatchObject({
    code: "cannot_store",
    message:
      "Tryton has no default account for this line. Send one of its revenue accounts as lineItems[0].accountId: 13 (4000 Main Revenue); 17 (Services).",
    details: { field: "lineItems[0].accountId" },
  });
  expect(JSON.stringify(questions.at(-1)?.params[0])).toContain('["type.revenue","=",true]');
});

const completed = (state: string, posted: unknown) => {
  const row = { id: 10, ...untouched, ...sold, state, create_uid: 2 };
  return rpcWith({ "account.invoice": [row], "model.account.invoice.post": posted });
};
const methods = (sent: readonly VendorRequest[]) => sent.map(({ body }) => (body as RpcCall).method);

test("accepts the warning about a due date in the past, then posts the invoice", async () => {
  const { session, sent } = completed("draft", null);
  await create.complete?.({ result: [10] }, call, session);
  expect(methods(sent)).toEqual(["model.res.user.warning.create", "model.account.invoice.post"]);
  const [accepted] = sent.map(({ body }) => (body as RpcCall).params[0]);
  expect(accepted).toEqual([{ user: 2, name: "invoice_payment_term_10", always: false }]);
});

test("does not post an invoice twice", async () => {
  const { session, sent } = completed("posted", null);
  await create.complete?.({ result: [10] }, call, session);
  expect(sent).toEqual([]);
});

test("deletes an invoice that cannot be posted", async () => {
  const { session, sent } = completed("draft", new Failure("target_rejected", "The period is closed."));
  await expect(create.complete?.({ result: [10] }, call, session)).rejects.toMatchObject({
    details: { undone: true },
  });
  expect(methods(sent).at(-1)).toBe("model.account.invoice.delete");
});

test("finds an invoice by Kontor's reference", async () => {
  const { session, questions } = rpcWith({ "account.invoice": [{ id: 10, ...untouched, ...sold }] });
  expect(await create.find?.(call, session)).toBeDefined();
  expect(JSON.stringify(questions[0]?.params[0])).toContain('["lines.note","=","kontor:op-1"]');
});

test.each([
  ["Accrual kontor:op-1", "Accrual"],
  ["kontor:op-1", ""],
  ["About kontor: two words", "About kontor: two words"],
  [null, undefined],
])("leaves Kontor's reference out of %j", (text, read) => {
  expect(removeMarker(text)).toBe(read);
});
