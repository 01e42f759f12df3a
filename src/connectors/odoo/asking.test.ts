/** Requests to Odoo and its refusals. The files in evidence/ name the sources. */
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { invoiceBooks, type OdooCall, odooWith } from "../../../test/support/odooVendor.ts";
import { readsOf, writeOf } from "../../../test/support/vendorSession.ts";
import { Failure } from "../../contract/failure.ts";
import { access } from "./access.ts";
import { odoo } from "./connector.ts";
import { isMissingModel } from "./conventions.ts";
import { refusals } from "./errors.ts";
import { serverOf } from "./rpc.ts";

const { list } = readsOf(odoo);
const journals = { "account.journal": [{ id: 1, code: "INV", name: "Sales", type: "sale", company_id: [1, "x"] }] };
const domain = ["|", ["company_id", "=", false], ["company_id", "parent_of", [1]]];
const context = { lang: "en_US", allowed_company_ids: [1] };

const domainIn = (questions: readonly OdooCall[]): readonly unknown[] => {
  const { args } = questions.find(({ method }) => method === "search_read") ?? expect.fail("Odoo was not searched");
  return (args as readonly (readonly unknown[])[])[0] ?? [];
};

describe("what Odoo shows the end user", () => {
  const order = {
    id: 3,
    state: "sale",
    name: "S3",
    date_order: "2025-08-08 22:30:00",
    create_date: "2025-08-08 22:30:00",
    write_date: "2025-08-08 22:30:00",
  };
  const fields = { state: { type: "char" }, name: { type: "char" }, date_order: { type: "datetime" } };
  const preferences = { lang: "de_DE", tz: "Europe/Berlin" };
  const replies = { "sale.order.fields_get": fields, "res.users.context_get": preferences };

  test("17, live: asks in the user's language and time zone, and shows days in that zone", async () => {
    const { session } = odooWith({ rows: { "sale.order": [order] }, replies });
    const bodies: string[] = [];
    const recording = {
      ...session,
      readByPost: (path: string, body: unknown) => (bodies.push(JSON.stringify(body)), session.readByPost(path, body)),
    };
    const { records } = await list("salesOrders.list", recording, {});
    expect(records).toMatchObject([{ id: "3", orderDate: "2025-08-09T00:00:00Z" }]);
    expect(bodies.find((body) => body.includes("search_read"))).toContain('"lang":"de_DE","tz":"Europe/Berlin"');
  });

  describe("a document is overdue by the day of the user", () => {
    afterEach(() => vi.useRealTimers());
    const invoice = {
      id: 7,
      move_type: "out_invoice",
      state: "posted",
      payment_state: "not_paid",
      invoice_date_due: "2026-11-18",
    };
    const offer = { id: 3, state: "draft", validity_date: "2026-11-18" };

    test.each([
      { tz: "Europe/Berlin", status: "OVERDUE", offerStatus: "EXPIRED", today: "2026-11-19" },
      { tz: "UTC", status: "OPEN", offerStatus: "DRAFT", today: "2026-11-18" },
      { tz: "Atlantis/Poseidonis", status: "OPEN", offerStatus: "DRAFT", today: "2026-11-18" },
    ])("in $tz on $today", async ({ tz, status, offerStatus, today }) => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-18T23:30:00Z") });
      const { session, questions } = odooWith({
        rows: { "account.move": [invoice], "sale.order": [offer] },
        replies: { "res.users.context_get": { lang: "en_US", tz } },
      });
      expect((await list("invoices.list", session, { filters: { status } })).records).toMatchObject([{ status }]);
      expect(domainIn(questions)).toContainEqual(["invoice_date_due", status === "OVERDUE" ? "<" : ">=", today]);
      expect((await list("offers.list", session, {})).records).toMatchObject([{ status: offerStatus }]);
    });
  });

  test.each([
    [true, undefined],
    [false, [expect.stringContaining("sees only some")]],
  ])("17, live: warns a user who does not see all orders (sees all: %s)", async (seesAll, warnings) => {
    const more = { ...replies, "res.users.has_group": seesAll };
    const { session } = odooWith({ rows: { "sale.order": [order] }, replies: more });
    expect((await list("salesOrders.list", session, {})).warnings).toEqual(warnings);
  });

  test("17, live: the list of an app that is not installed is empty, with a warning", async () => {
    const { session } = odooWith();
    const refusal = new Failure("target_rejected", "No.", { targetMessage: "Object project.project doesn't exist" });
    const refusing = {
      ...session,
      readByPost: (path: string, body: unknown) =>
        JSON.stringify(body).includes("project.project") ? Promise.reject(refusal) : session.readByPost(path, body),
    };
    expect(await list("projects.list", refusing, {})).toMatchObject({
      records: [],
      total: 0,
      warnings: ["The app Project is not installed in Odoo, so this list is empty."],
    });
  });

  test("source: knows a missing app in the user's language (odoo/service/model.py translates the message)", () => {
    const isMissing = (targetMessage: string) =>
      isMissingModel(new Failure("target_rejected", "No.", { targetMessage }));
    expect(isMissing("Objekt sale.order existiert nicht")).toBe(true);
    expect(isMissing("L'objet project.project n'existe pas")).toBe(true);
    expect(isMissing("Invalid field 'colour' on model 'sale.order'")).toBe(false);
    expect(isMissing("The operation cannot be completed: a mandatory field is not set.")).toBe(false);
  });

  test("17, live: says at sign-in what the user cannot see", async () => {
    const { session } = odooWith({ replies: { "res.users.has_group": false } });
    const refusals: Readonly<Record<string, Failure>> = {
      "account.payment": new Failure("target_forbidden", "No."),
      "purchase.order": new Failure("target_forbidden", "No."),
      "project.project": new Failure("target_rejected", "No.", {
        targetMessage: "Object project.project doesn't exist",
      }),
    };
    const refusing = {
      ...session,
      readByPost: (path: string, body: unknown) => {
        const model = Object.keys(refusals).find((name) => JSON.stringify(body).includes(`"${name}"`));
        return model === undefined ? session.readByPost(path, body) : Promise.reject(refusals[model]);
      },
    };
    expect(await odoo.restrictions?.(refusing)).toEqual([
      "This user may not read payments and purchase orders in Odoo.",
      "This user sees only some invoices, bills, journal entries, offers and sales orders in Odoo, such as their own.",
      "Not installed in Odoo: Project. Their lists are empty.",
    ]);
    expect(await odoo.restrictions?.(odooWith({ replies: { "res.users.has_group": true } }).session)).toEqual([]);
  });

  test("17, live: refuses to delete a posted bill before Odoo does", async () => {
    const bill = { id: 7, move_type: "in_invoice", state: "posted" };
    const { session } = odooWith({ rows: { "account.move": [bill] } });
    const call = { ids: { billId: "7" }, filters: {}, files: [], body: undefined, marker: "m-1" };
    const handler = writeOf<undefined, object>(odoo, "bills.delete");
    await expect(handler.prepare?.(call, session)).rejects.toMatchObject({ code: "document_locked" });
  });

  test.each([
    ["https://erp.example", "https://erp.example"],
    ["https://erp.example/web#action=menu&cids=2", "https://erp.example"],
    ["https://erp.example/web/login?redirect=%2Fweb", "https://erp.example"],
    ["https://erp.example/books/odoo/accounting", "https://erp.example/books"],
  ])("finds the server for %s", (baseUrl, root) => {
    expect(access.site({ baseUrl, ownUrl: "", publicUrl: "" })).toBe(root);
  });
});

describe("requests", () => {
  test("docs: uses JSON-RPC until version 18, with credentials in the arguments and the company in the context", async () => {
    const { session } = odooWith({ rows: journals });
    const bodies: string[] = [];
    const recording = {
      ...session,
      readByPost: (path: string, body: unknown) => (bodies.push(JSON.stringify(body)), session.readByPost(path, body)),
    };
    await list("journals.list", recording, {});
    expect(JSON.parse(bodies.find((body) => body.includes("search_read")) ?? "")).toEqual({
      jsonrpc: "2.0",
      method: "call",
      id: 1,
      params: {
        service: "object",
        method: "execute_kw",
        args: [
          "{database}",
          2,
          "{apiKey}",
          "account.journal",
          "search_read",
          [domain, ["name", "code", "type"], 0, 20, "id ASC"],
          { context },
        ],
      },
    });
  });

  test("docs: uses JSON-2 from version 19, with named arguments, and counts by groups because a count is a bare number", async () => {
    const { session, questions } = odooWith({ version: 19, rows: journals });
    expect((await list("journals.list", session, {})).total).toBe(1);
    expect(questions.filter(({ model }) => model === "account.journal").slice(1)).toEqual([
      {
        path: "/json/2/account.journal/search_read",
        model: "account.journal",
        method: "search_read",
        args: { domain, fields: ["name", "code", "type"], offset: 0, limit: 20, order: "id ASC", context },
      },
      {
        path: "/json/2/account.journal/formatted_read_group",
        model: "account.journal",
        method: "formatted_read_group",
        args: { domain, groupby: [], aggregates: ["__count"], context },
      },
    ]);
  });

  test("source: recognises the intermediate version saas~18", async () => {
    expect((await serverOf(odooWith({ version: "saas~18" }).session)).version).toBe(18);
  });

  test("source: finds accounts that version 18 shares between companies", async () => {
    const rows = { "account.account": [{ id: 1, code: "1", name: "x", account_type: "asset_cash", company_ids: [1] }] };
    const { session, questions } = odooWith({ version: 18, rows });
    await list("accounts.list", session, {});
    const domainSent = domainIn(questions);
    expect(domainSent).toEqual([["company_ids", "parent_of", [1]]]);
  });

  test("source: looks for changes in a document, its lines and their reconciliations, to the second", async () => {
    const { session, questions } = odooWith({ rows: { "account.move": [{ id: 1 }] } });
    await list("invoices.list", session, { filters: { lastModifiedAt: new Date("2026-03-01T08:15:30.700Z") } });
    const domainSent = domainIn(questions);
    const at = "2026-03-01 08:15:30";
    expect(domainSent.slice(1)).toEqual([
      "|",
      "|",
      "|",
      ["write_date", ">=", at],
      ["line_ids.write_date", ">=", at],
      ["line_ids.matched_debit_ids.write_date", ">=", at],
      ["line_ids.matched_credit_ids.write_date", ">=", at],
    ]);
  });

  test("neither reads reconciliations with journal entries nor counts them as changes", async () => {
    const { session, questions } = odooWith({ rows: invoiceBooks() });
    await list("journalEntries.list", session, { filters: { lastModifiedAt: new Date("2026-03-01T08:15:30Z") } });
    expect(JSON.stringify(questions)).not.toContain("matched");
    expect(JSON.stringify(domainIn(questions))).toContain("line_ids.write_date");
  });

  test("reads total and records in parallel, and all linked records of lines at once", async () => {
    const { session, questions } = odooWith({ rows: invoiceBooks() });
    await list("journalEntries.list", session, {});
    const active = new Set<string>();
    const together: string[] = [];
    const slow = {
      ...session,
      readByPost: async (path: string, body: unknown) => {
        const reply = session.readByPost(path, body);
        const { model, method } = questions.at(-1) ?? expect.fail("Odoo got no request");
        active.add(`${model}.${method}`);
        await setImmediate();
        together.push([...active].toSorted().join());
        active.delete(`${model}.${method}`);
        return reply;
      },
    };
    await list("journalEntries.list", slow, {});
    expect(together).toContain("account.move.search_count,account.move.search_read");
    expect(together).toContain("account.account.read,account.tax.read");
  });
});

describe("refusals", () => {
  const raised = (name: string, message: string) => ({
    jsonrpc: "2.0",
    id: 1,
    error: { code: 200, message: "Odoo Server Error", data: { name, message, arguments: [message] } },
  });

  test.each([
    ["source: reads a wrong API key as 401", raised("odoo.exceptions.AccessDenied", "Access Denied"), 401],
    ["source: reads a missing access right as 403", raised("odoo.exceptions.AccessError", "You are not allowed"), 403],
    ["source: reads a deleted record as 404", raised("odoo.exceptions.MissingError", "Record does not exist"), 404],
    ["source: reads an unbalanced entry as 422", raised("odoo.exceptions.UserError", "The move is not balanced."), 422],
    [
      "source: reads a violated constraint as 422",
      raised("odoo.exceptions.ValidationError", "The operation cannot be completed"),
      422,
    ],
    ["dart: reads a malformed value as 422", raised("builtins.ValueError", "time data does not match format"), 422],
    [
      "source: reads two concurrent writes as 503",
      raised("psycopg2.errors.SerializationFailure", "could not serialize"),
      503,
    ],
    [
      "source: reads an unknown database as 401",
      raised("psycopg2.OperationalError", 'FATAL:  database "x" does not exist\n'),
      401,
    ],
    [
      "dart: reads an error without details as 500",
      { jsonrpc: "2.0", id: null, error: { code: 200, message: "Odoo Server Error" } },
      500,
    ],
    ["source: reads a sign-in that returns false as 401", { jsonrpc: "2.0", id: "authenticate", result: false }, 401],
  ])("%s", (_what, body, status) => {
    expect(refusals.status?.(body, 200)).toBe(status);
  });

  test("source: accepts false as an answer except at sign-in", () => {
    expect(refusals.status?.({ jsonrpc: "2.0", id: 1, result: false }, 200)).toBeUndefined();
  });

  test("docs: reads status and message of JSON-2 errors", () => {
    const body = {
      name: "werkzeug.exceptions.Unauthorized",
      message: "Invalid apikey",
      arguments: ["Invalid apikey", 401],
      context: {},
      debug: "",
    };
    expect(refusals.message(body)).toBe("Invalid apikey");
    expect(refusals.status?.(body, 401)).toBeUndefined();
    expect(refusals.status?.({ name: "odoo.exceptions.AccessDenied", message: "Access Denied" }, 403)).toBe(401);
  });
});

describe("writes", () => {
  const invoice = writeOf<object, object>(odoo, "invoices.create");
  const call = { ids: {}, filters: {}, files: [], marker: "m-1" };

  test("source: clears the contact's payment term if the body has a due date", async () => {
    const { session } = odooWith({ version: 19 });
    const body = {
      contactId: "9",
      dueDate: "2026-03-31T00:00:00Z",
      invoiceDate: "2026-03-01T00:00:00Z",
      lineItems: [{ quantity: 1, taxCode: "5" }],
    };
    const writeCall = { ...call, body };
    expect(invoice.request(writeCall, await invoice.prepare?.(writeCall, session)).body).toEqual({
      vals_list: [
        {
          move_type: "out_invoice",
          partner_id: 9,
          invoice_date: "2026-03-01",
          invoice_date_due: "2026-03-31",
          invoice_payment_term_id: false,
          invoice_origin: "kontor:m-1",
          invoice_line_ids: [[0, 0, { quantity: 1, tax_ids: [[6, 0, [5]]] }]],
        },
      ],
      context,
    });
  });

  test("shows the names of credentials in a dry run, not their values", async () => {
    const writeCall = { ...call, body: { contactId: "9", lineItems: [] } };
    const request = invoice.request(writeCall, await invoice.prepare?.(writeCall, odooWith().session));
    expect(JSON.stringify(request)).toContain('["{database}",2,"{apiKey}","account.move","create"');
  });

  test("source: finds a payment by the marker in its memo, called ref until version 17", async () => {
    const find = writeOf<object, object>(odoo, "payments.create").find;
    for (const field of ["ref", "memo"]) {
      const { session, questions } = odooWith({
        rows: { "account.payment": [{ id: 3, [field]: "In part kontor:m-1", amount: 5 }] },
      });
      expect(await find?.({ ...call, body: {} }, session)).toBeDefined();
      const domainSent = domainIn(questions);
      expect(domainSent).toEqual([[field, "=like", "%kontor:m-1"]]);
    }
  });

  test("does not repeat a payment that an earlier attempt made", async () => {
    const { complete } = writeOf<object, object>(odoo, "payments.create");
    const vendor = odooWith({
      rows: { "account.payment": [{ id: 3, ref: "kontor:m-1", amount: 5, date: "2026-03-01" }] },
    });
    await complete?.(
      { jsonrpc: "2.0", id: 1, result: [77] },
      { ...call, body: { paymentLines: [{ invoiceId: "7" }] } },
      vendor.session,
    );
    expect(vendor.sent).toEqual([]);
  });
});
