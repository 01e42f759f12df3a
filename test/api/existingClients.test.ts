/** Clients written for similar services work here unchanged. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OperationId } from "../../src/contract/operations.ts";
import { operationTable } from "../../src/contract/operations.ts";
import { bodies } from "../support/bodies.ts";
import { type Answer, call as callService, codesOf, fieldsOf } from "../support/calling.ts";
import { type Row, type Service, startService } from "../support/service.ts";
import { endOf, taskIdOf } from "../support/tasks.ts";
import { openWriter, type Writer } from "../support/writing.ts";

let service: Service;
let writer: Writer;
beforeAll(async () => {
  service = await startService({}, { worker: true });
  writer = await openWriter(service);
});
afterAll(() => service.stop());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  callService(service, path, {
    method,
    ...(body === undefined
      ? { headers }
      : { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }),
  });
const get = (path: string, headers: Record<string, string> = {}) => send("GET", path, undefined, headers);
const ok = async (answer: Promise<Answer>, status = 200): Promise<Answer> => {
  const { status: actual, text } = await answer;
  expect(actual, text).toBe(status);
  return answer;
};
const rowOf = ({ body }: Answer): Row => body.data as Row;
const rowsOf = ({ body }: Answer): Row[] => body.data as Row[];

describe("statuses of writes", () => {
  const resources = [
    "accounts",
    "bankAccounts",
    "bills",
    "bookingProposals",
    "contacts",
    "customers",
    "expenses",
    "files",
    "invoices",
    "items",
    "journalEntries",
    "offers",
    "payments",
    "paymentTerms",
    "projects",
    "salesOrders",
    "suppliers",
    "transactions",
    "vendorCredits",
    "passThrough",
  ] as const;
  const made = resources.map((resource): OperationId => `${resource}.create`);
  const lines: OperationId[] = [
    "bills.lineItems.create",
    "invoices.lineItems.create",
    "journalEntries.attachments.create",
    "contacts.bulk",
    "journalEntries.bulk",
  ];
  const begun: OperationId[] = ["bookingProposals.createAsync", "expenses.createAsync", "files.createAsync"];

  test("are 201 for created records, 202 for started tasks and 200 for changes", () => {
    const statusOf = (id: OperationId, method: string) =>
      [...made, ...lines].includes(id) ? 201 : begun.includes(id) ? 202 : method === "POST" ? undefined : 200;
    for (const [id, { method, status }] of operationTable)
      expect(`${id} ${status}`).toBe(`${id} ${statusOf(id, method)}`);
  });

  test("are the ones that the service returns", async () => {
    const invoice = await ok(send("POST", "/accounting/invoices", bodies["invoices.create"]), 201);
    const id = String(rowOf(invoice)["invoiceId"]);
    await ok(send("POST", "/accounting/invoices?dryRun=true", bodies["invoices.create"]), 200);
    await ok(send("PATCH", `/accounting/invoices/${id}`, { reference: "R" }), 200);
    await ok(send("POST", "/accounting/passThrough", { method: "GET", path: "/invoices" }), 201);
    await ok(send("POST", "/accounting/expenses/async", bodies["expenses.create"]), 202);
    const bill = await ok(send("POST", "/accounting/bills", bodies["bills.create"]), 201);
    await ok(send("DELETE", `/accounting/bills/${String(rowOf(bill)["id"])}`), 200);
    const operationId = invoice.headers.get("x-operation-id") ?? "";
    expect(rowOf(await get(`/operations/${operationId}`))).toMatchObject({ state: "done", status: 201 });
  });

  test("a bulk write returns its task, whose result is an object", async () => {
    const contact = { ...bodies["contacts.create"], number: undefined };
    const bulk = {
      accountNumberLength: 4,
      chartOfAccount: "SKR03",
      fiscalYearStartDate: "2026-01-01",
      entries: [contact],
    };
    const answer = await send("POST", "/accounting/batch/contacts", bulk);
    expect(Object.keys(rowOf(answer))).toEqual(["taskId"]);
    const { responseData } = await endOf(service, taskIdOf(answer, 201));
    expect(responseData).toMatchObject({ records: [{ companyName: contact.companyName }] });
  });
});

describe("paths", () => {
  const same: readonly [string, string][] = [
    ["/accounting/v2/contacts?limit=5", "/accounting/contacts?limit=5"],
    ["/accounting/V2/Contacts/cus-1", "/accounting/contacts/cus-1"],
    ["/ACCOUNTING/Invoices?limit=5", "/accounting/invoices?limit=5"],
    ["/Invoices?limit=5", "/accounting/invoices?limit=5"],
    ["/accounting/journalEntries/je-1/Attachments", "/accounting/journalEntries/je-1/attachments"],
    ["/webhooks/user", "/webhooks"],
    ["/tenants/get-registered-systems-masked", "/tenants/get-registered-systems"],
    ["/tenants/get-submission-page-style", "/tenants/submission-page-style"],
    ["/tenants/submission-page-style-by-key", "/tenants/submission-page-style"],
    ["/Tenant/get-callback-url", "/tenants/get-callback-url"],
  ];

  test.each(same)("%s is an alias of %s", async (alias, path) => {
    const [left, right] = await Promise.all([get(alias), get(path)]);
    expect(codesOf(left)).not.toContain("route_not_found");
    expect([left.status, left.body.data]).toEqual([right.status, right.body.data]);
  });

  test("ids are case-sensitive", async () => {
    expect((await get("/accounting/contacts/CUS-1")).status).toBe(404);
  });

  test("writes work under alias paths", async () => {
    const { companyName } = bodies["contacts.create"];
    const contact = rowOf(
      await ok(send("POST", "/accounting/v2/contacts", { contactType: "COMPANY", companyName }), 201),
    );
    const patched = await ok(send("PATCH", `/accounting/v2/contacts/${String(contact["id"])}`, { companyName: "Neu" }));
    expect(rowOf(patched)["companyName"]).toBe("Neu");
    await ok(send("POST", "/accounting/vendorCredit", bodies["vendorCredits.create"]), 201);
  });

  test("an event subscription is a webhook", async () => {
    const subscription = { eventType: "UPDATED", callbackUrl: "http://127.0.0.9:9/events" };
    const { id } = rowOf(await ok(send("POST", "/accounting/event-subscriptions", subscription), 201));
    expect(rowsOf(await get("/webhooks/subscriptions"))).toContainEqual(
      expect.objectContaining({ id, ...subscription }),
    );
    await ok(send("DELETE", `/accounting/event-subscriptions/${String(id)}`));
    await ok(
      send(
        "DELETE",
        `/webhooks/user/${String(rowOf(await ok(send("POST", "/webhooks/user", subscription), 201))["id"])}`,
      ),
    );
    expect(rowsOf(await get("/webhooks/subscriptions"))).toEqual([]);
  });
});

describe("endpoints", () => {
  test("GET /auth/{target-system} returns the plain URL to a browser", async () => {
    const path = "/auth/sandbox?callbackUrl=https%3A%2F%2Fplatform.example%2Fback";
    const answer = await ok(get(path, { accept: "text/html" }));
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    expect(answer.text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\/start\?flow=[0-9a-z]+$/);
  });

  test("dimensions are listed by kind, and each kind lists its values", async () => {
    const kinds = rowsOf(await ok(get("/accounting/v2/dimensions")));
    const all = await service.list("dimensions.list");
    expect(kinds.length).toBeGreaterThan(0);
    expect(new Set(kinds.map(({ dimension }) => dimension))).toEqual(new Set(all.map((row) => row["categoryName"])));
    for (const { dimension, description } of kinds) {
      expect(description).toEqual(expect.any(String));
      const values = rowsOf(await ok(get(`/accounting/v2/dimensions/${encodeURIComponent(String(dimension))}`)));
      const expected = all
        .filter((row) => row["categoryName"] === dimension)
        .map((row) => ({ ...row, dimension, description: row["name"] }));
      expect(values).toEqual(expected);
    }
  });

  test("dimensions accept page, limit and rawData", async () => {
    const path = "/accounting/v2/dimensions";
    const kinds = rowsOf(await ok(get(path)));
    const paged = await ok(get(`${path}?page=1&limit=5`));
    expect(rowsOf(paged)).toEqual(kinds.slice(0, 5));
    expect(paged.body.meta).toEqual({
      pagination: { total: kinds.length, perPage: 5, currentPage: 1, totalPages: Math.ceil(kinds.length / 5) },
    });
    expect(rowsOf(await ok(get(`${path}?page=99`)))).toEqual([]);
    expect((await ok(get(`${path}?rawData=true`))).body.meta?.warnings).toEqual([expect.stringContaining("rawData")]);
    const ofKind = `${path}/${encodeURIComponent(String(kinds[0]?.["dimension"]))}`;
    const { body } = await ok(get(`${ofKind}?rawData=true&limit=5`));
    const { records } = body.rawData as { records: Row[] };
    expect(records.map(({ id }) => id)).toEqual((body.data as Row[]).map(({ id }) => id));
    expect(records[0]).toHaveProperty("category_name");
    expect(await get(`${path}?limit=7`)).toMatchObject({ status: 400 });
  });

  test("the OpenAPI description has no version in its paths", async () => {
    const { text } = await ok(get("/openapi.json"));
    const { paths } = JSON.parse(text) as { paths: object };
    expect(Object.keys(paths).filter((path) => /\/v\d/.test(path))).toEqual([]);
    expect(Object.keys(paths)).toContain("/accounting/dimensions");
  });

  test("the profile is the company of the connection", async () => {
    expect(rowOf(await ok(get("/accounting/profile")))).toMatchObject({ id: "bergblick", name: expect.any(String) });
    expect(rowOf(await ok(get("/accounting/profile?companyId=kornfeld")))).toMatchObject({ id: "kornfeld" });
  });

  test("returns the signed-in user if the target system reports one", async () => {
    expect(rowOf(await ok(get("/user/user-info")))).toMatchObject({ id: expect.any(String), name: "Demo" });
  });

  test("end users are counted by target system", async () => {
    const before = rowOf(await ok(get("/tenants/count-end-users-by-system")));
    await service.connect("sandbox-key");
    const after = rowOf(await get("/tenants/count-end-users-by-system"));
    expect(after).toEqual({ ...before, "sandbox-key": Number(before["sandbox-key"] ?? 0) + 1 });
  });

  test("returns the requirements and the registered values of a target system, with secrets masked", async () => {
    const requirements = await ok(get("/tenants/get-target-system-requirements?targetSystem=sandbox-key"));
    expect(rowsOf(requirements)).toEqual([{ name: "apiKey", secret: true, required: true }]);
    const client = { targetSystem: "sandbox", clientId: "ours", clientSecret: "hidden" };
    const values = [{ key: "tenant", value: "x" }];
    await ok(send("POST", "/tenants/register-system", { ...client, customValues: values }), 201);
    expect(rowOf(await ok(get("/tenants/get-target-system-values?targetSystem=sandbox")))).toEqual({
      targetSystem: "sandbox",
      clientId: "ours",
      clientSecret: "********",
      customValues: [{ name: "tenant", value: "********" }],
    });
    const allValues = rowsOf(await ok(get("/tenants/get-target-system-values")));
    expect(allValues).toContainEqual(expect.objectContaining({ targetSystem: "sandbox", clientId: "ours" }));
    expect(allValues).toContainEqual({ targetSystem: "sandbox-key", customValues: [] });
    const all = rowsOf(await ok(get("/tenants/get-target-system-requirements")));
    expect(all).toContainEqual({ targetSystem: "sandbox-key", name: "apiKey", secret: true, required: true });
    expect(all).toContainEqual({ targetSystem: "sandbox-token", name: "tenantId", secret: false, required: true });
    await ok(send("DELETE", "/tenants/delete-registered-system/sandbox"));
    expect(codesOf(await get("/tenants/get-target-system-values?targetSystem=nowhere"))).toEqual([
      "target_system_unknown",
    ]);
  });

  test("an end user can also be removed by account key", async () => {
    const accountKey = await service.connect("sandbox-key");
    const answer = await ok(send("DELETE", "/tenants/delete-end-user", undefined, { "x-account-key": accountKey }));
    expect(answer.body).toMatchObject({ message: expect.any(String), data: { id: expect.any(String) } });
    const after = await get("/accounting/units", { "x-account-key": accountKey });
    expect(codesOf(after)).toEqual(["account_key_invalid"]);
    const nameless = await send("DELETE", "/tenants/delete-end-user", undefined, { "x-account-key": "" });
    expect([codesOf(nameless), fieldsOf(nameless)]).toEqual([["invalid_request"], ["id"]]);
  });

  test("tenant lists return arrays", async () => {
    for (const path of ["/tenants/get-end-user-list", "/tenants/get-registered-systems"])
      expect(rowsOf(await ok(get(path)))).toEqual(expect.any(Array));
  });
});

describe("bodies", () => {
  test("accepts a contact person's e-mail addresses and phone numbers as plain strings", async () => {
    const person = {
      id: "p-1",
      lastName: "Übung",
      emailAddresses: ["zoe@neuland.example"],
      phoneNumbers: ["+49 30 1"],
    };
    const body = { contactType: "COMPANY", companyName: "Klartext", contactPersons: [person] };
    const contact = await ok(send("POST", "/accounting/contacts", body), 201);
    expect(rowOf(contact)["contactPersons"]).toMatchObject([
      { emailAddresses: [{ email: "zoe@neuland.example" }], phoneNumbers: [{ number: "+49 30 1" }] },
    ]);
  });

  const typesOf = (rows: unknown) => (rows as Row[]).map(({ type }) => type);

  test("maps the types of a contact's addresses and phone numbers to a shorter list", async () => {
    const phoneNumbers = [
      { number: "1", type: "LANDLINE" },
      { number: "2", type: "FAX" },
      { number: "3", type: "SKYPE" },
      { number: "4", type: "WHATSAPP" },
      { number: "5" },
    ];
    const body = {
      contactType: "COMPANY",
      companyName: "Kurzliste",
      addresses: [
        { city: "Köln", type: "EMPTY" },
        { city: "Bonn", type: "OTHER" },
        { city: "Ulm", type: "DELIVERY" },
        { city: "Hof" },
      ],
      phoneNumbers,
      contactPersons: [{ lastName: "Übung", phoneNumbers }],
    };
    const contact = await ok(send("POST", "/accounting/contacts", body), 201);
    const read = await ok(get(`/accounting/contacts/${String(rowOf(contact)["id"])}`));
    for (const answer of [contact, read]) {
      const { addresses, phoneNumbers: phones, contactPersons } = rowOf(answer);
      expect(typesOf(addresses)).toEqual(["WORK", "WORK", "DELIVERY", "WORK"]);
      const types = ["OTHER", "FAX", "OTHER", "OTHER", "OTHER"];
      expect(typesOf(phones)).toEqual(types);
      expect(typesOf((contactPersons as Row[])[0]?.["phoneNumbers"])).toEqual(types);
    }
  });

  test.each([
    [undefined, "BILLING"],
    ["EMPTY", "BILLING"],
    ["OTHER", "BILLING"],
    ["PICKUP", "PICKUP"],
  ])("the type of a contact's only address is BILLING, unless it has another (%s)", async (type, shown) => {
    const body = { contactType: "COMPANY", companyName: "Nur eine", addresses: [{ city: "Köln", type }] };
    const contact = rowOf(await ok(send("POST", "/accounting/contacts", body), 201));
    expect(typesOf(contact["addresses"])).toEqual([shown]);
    const listed = await ok(get(`/accounting/contacts?number=${String(contact["number"])}`));
    expect(rowsOf(listed).flatMap(({ addresses }) => typesOf(addresses))).toEqual([shown]);
  });

  test.each(["customers", "suppliers"])("addresses and phone numbers of %s always have a type", async (resource) => {
    const phoneNumbers = [{ number: "1", type: "SKYPE" }, { number: "2" }];
    const addresses = [{ city: "Köln" }, { city: "Bonn", type: "WORK" }];
    const body = { contactType: "COMPANY", companyName: "Kurzliste", addresses, phoneNumbers };
    const party = rowOf(await ok(send("POST", `/accounting/${resource}`, body), 201));
    expect(typesOf(party["addresses"])).toEqual(["EMPTY", "WORK"]);
    expect(typesOf(party["phoneNumbers"])).toEqual(["OTHER", "OTHER"]);
  });

  test("accepts expense lines in the alternative form, and derives debit or credit", async () => {
    const { expenseLines = [], ...expense } = bodies["expenses.create"];
    const [{ accountId, accountCode, accountNumber, debitCreditIndicator: _, ...line } = {}] = expenseLines;
    const alternative = {
      ...line,
      account: { id: accountId, code: accountCode, number: accountNumber },
      exchangeRate: 1,
    };
    const made = await ok(send("POST", "/accounting/expenses", { ...expense, expenseLines: [alternative] }), 201);
    const [created] = rowOf(made)["expenseLines"] as Row[];
    expect(created).toMatchObject({ accountId, debitCreditIndicator: "DEBIT" });
    const refund = {
      ...expense,
      type: "REFUND",
      expenseLines: [{ ...alternative, taxRatePercentage: 19, taxRate: undefined }],
    };
    const dry = rowOf(await ok(send("POST", "/accounting/expenses?dryRun=true", refund)));
    expect(JSON.stringify(dry["request"])).toMatch(/credit/i);
  });

  test("accepts an expense as similar services send it, and names the fields without effect", async () => {
    const { accountId, accountCode, accountNumber, expenseLines = [], ...expense } = bodies["expenses.create"];
    const [line = {}] = expenseLines;
    const { accountId: lineAccount, accountCode: _code, accountNumber: _number, taxRate, ...posting } = line;
    const body = {
      ...expense,
      account: { id: accountId, code: accountCode, number: accountNumber, name: "Kasse" },
      files: ["beleg.pdf"],
      generatorName: "Belegscanner",
      expenseLines: [
        {
          ...posting,
          id: "line-1",
          itemId: "item-1",
          account: { id: lineAccount, name: "Bürobedarf" },
          dimensions: [{ id: "dim-k10", dimension: "Kostenträger" }],
          exchangeRate: 1,
          taxRate: { ...taxRate, description: "Vorsteuer" },
        },
      ],
    };
    const made = await ok(send("POST", "/accounting/expenses", body), 201);
    expect(rowOf(made)).toMatchObject({
      accountId,
      expenseLines: [{ accountId: lineAccount, dimensions: [{ id: "dim-k10", categoryName: "Kostenträger" }] }],
    });
    for (const field of [
      "accountName",
      "files",
      "generatorName",
      "expenseLines.accountName",
      "expenseLines.taxRate.description",
    ])
      expect(made.body.meta?.warnings).toContain(`Sandbox cannot store ${field}; it was left out.`);
  });

  test("accepts the nested booking proposals of the second version", async () => {
    const {
      contactId,
      contactAccountNumber,
      contactName,
      bankAccountId,
      bankCode,
      bankAccountNumber,
      iban,
      bic,
      paymentTermsId,
      lineItems,
      ...proposal
    } = { ...bodies["bookingProposals.create"], number: undefined };
    const nested = {
      ...proposal,
      contact: { id: contactId, accountNumber: contactAccountNumber, name: contactName },
      bankAccount: { id: bankAccountId, code: bankCode, number: bankAccountNumber, iban, bic },
      paymentTermId: paymentTermsId,
      lineItems: lineItems.map(({ accountId, accountNumber, accountCode, accountName, ...line }) => ({
        ...line,
        type: "GOODS",
        account: { id: accountId, number: accountNumber, code: accountCode, name: accountName },
      })),
    };
    const path = "/accounting/v2/bookingProposals?bookingType=BILL&dryRun=true";
    const dry = rowOf(await ok(send("POST", path, nested)));
    const flat = {
      ...bodies["bookingProposals.create"],
      number: undefined,
      lineItems: lineItems.map((line) => ({ ...line, type: "GOODS" })),
    };
    const expected = rowOf(await ok(send("POST", "/accounting/bookingProposals?bookingType=BILL&dryRun=true", flat)));
    const sent = ({ request }: Row) => (request as { body: Row }).body;
    expect(dry).toMatchObject({ valid: true, problems: [] });
    expect({ ...sent(dry), client_reference: "" }).toEqual({ ...sent(expected), client_reference: "" });
    const made = await ok(send("POST", "/accounting/v2/bookingProposals?bookingType=BILL", nested), 201);
    expect(rowOf(made)).toMatchObject({ contactId, paymentTermsId });
  });

  test("finds the dimensions of lines by name and category, and leaves unknown ones out with a warning", async () => {
    const [known] = await service.list("dimensions.list");
    const { id, name, categoryName } = known ?? {};
    const [line] = bodies["invoices.create"].lineItems;
    const dimensions = [
      { name, categoryName },
      { name, categoryName: "Nirgends" },
    ];
    const body = {
      ...bodies["invoices.create"],
      invoiceNumber: undefined,
      grossTotalAmount: undefined,
      lineItems: [{ ...line, dimensions }],
    };
    const made = await ok(send("POST", "/accounting/invoices", body), 201);
    const [stored] = rowOf(made)["lineItems"] as Row[];
    expect(stored?.["dimensions"]).toEqual([{ id, name, categoryName }]);
    expect(made.body.meta?.warnings).toContain(
      `Sandbox has no dimension "${String(name)}" in the category "Nirgends"; lineItems[0].dimensions[1] was left out. GET /accounting/dimensions lists the dimensions.`,
    );
    const path = `/accounting/invoices/${String(rowOf(made)["invoiceId"])}/lineItems/${String(stored?.["lineItemId"])}`;
    const cleared = rowOf(await ok(send("PATCH", path, { dimensions: [] })));
    expect(cleared["dimensions"] ?? []).toEqual([]);
    const patched = rowOf(await ok(send("PATCH", path, { dimensions: [{ name, categoryName }] })));
    expect(patched["dimensions"]).toEqual([{ id, name, categoryName }]);
  });

  test("a change of a line's account by one of its names replaces the account", async () => {
    const body = { ...bodies["invoices.create"], invoiceNumber: undefined };
    const invoice = rowOf(await ok(send("POST", "/accounting/invoices", body), 201));
    const [line] = invoice["lineItems"] as Row[];
    const path = `/accounting/invoices/${String(invoice["invoiceId"])}`;
    const linePath = `${path}/lineItems/${String(line?.["lineItemId"])}`;
    const accounts = await service.list("accounts.list");
    const other = accounts.find((row) => row["code"] === "8300" && row["id"] !== line?.["accountId"]);
    expect(rowOf(await ok(send("PATCH", linePath, { accountCode: "8300" })))["accountId"]).toBe(other?.["id"]);
    expect(rowOf(await ok(send("PATCH", linePath, { accountId: line?.["accountId"] })))["accountId"]).toBe(
      line?.["accountId"],
    );
    const lineItems = [{ lineItemId: line?.["lineItemId"], accountCode: "8300" }];
    const changed = rowOf(await ok(send("PATCH", path, { lineItems })));
    expect((changed["lineItems"] as Row[])[0]?.["accountId"]).toBe(other?.["id"]);
  });

  test.each([
    ["receivable", "INVOICE"],
    ["Payable", "BILL"],
  ])("open items accept the type %s", async (alias, type) => {
    const answer = await ok(get(`/accounting/openItems?type=${alias}`));
    expect(answer.body.meta?.warnings).toBeUndefined();
    expect(rowsOf(answer).length).toBeGreaterThan(0);
    expect(answer.body).toEqual((await ok(get(`/accounting/openItems?type=${type}`))).body);
  });

  test("accepts a date in place of a timestamp, and writes the same value", async () => {
    const { invoiceDate } = bodies["invoices.create"];
    const body = { ...bodies["invoices.create"], invoiceDate: invoiceDate.slice(0, 10), invoiceNumber: undefined };
    const made = await ok(send("POST", "/accounting/invoices", body), 201);
    expect(rowOf(made)["invoiceDate"]).toBe(invoiceDate);
  });

  test.each([
    ["SERVICEPERIOD", "service_period"],
    ["DELIVERYPERIOD", "delivery_period"],
    ["NONE", undefined],
  ])("accepts %s as shippingType", async (shippingType, sent) => {
    const body = { ...bodies["bills.create"], billNumber: "ER-ÜBUNG-SHIPPED", shippingType };
    const answer = rowOf(await ok(send("POST", "/accounting/bills?dryRun=true", body)));
    expect(answer).toMatchObject({ valid: true, problems: [] });
    expect((answer["request"] as { body: Row }).body["shipping_type"]).toBe(sent);
  });

  test.each(["DISPUTED", "CANCELLED"])(
    "booking proposals accept status %s as a filter, which no record has",
    async (status) => {
      const answer = await ok(get(`/accounting/bookingProposals?status=${status}&rawData=true`));
      expect(answer.body).toMatchObject({ data: [], rawData: { records: [] }, meta: { pagination: { total: 0 } } });
      expect(answer.body.meta?.warnings).toEqual([
        expect.stringMatching(`no status ${status}\\. Use .+ The list is empty.`),
      ]);
      const drafts = rowsOf(await ok(get("/accounting/bookingProposals?status=draft")));
      expect(new Set(drafts.map((row) => row["status"]))).toEqual(new Set(["DRAFT"]));
    },
  );

  test("a subscription accepts only the connection's target system", async () => {
    const subscription = { callbackUrl: "http://127.0.0.9:9/events", resource: "INVOICE" };
    const made = await ok(send("POST", "/webhooks", { ...subscription, targetSystem: "sandbox" }), 201);
    await ok(send("DELETE", `/webhooks/${String(rowOf(made)["id"])}`));
    const wrong = await send("POST", "/webhooks", { ...subscription, targetSystem: "xero" });
    expect([codesOf(wrong), fieldsOf(wrong)]).toEqual([["invalid_request"], ["targetSystem"]]);
  });

  test("a page style is created with 201, without its empty strings", async () => {
    const style = { backgroundColor: "", titleColor: "#112233", pageLocalizations: [{ locale: "de", titleText: "" }] };
    const saved = await ok(send("POST", "/tenants/submission-page-style", style), 201);
    expect(rowOf(saved)).not.toHaveProperty("backgroundColor");
    expect(rowOf(saved)).toMatchObject({ titleColor: "#112233" });
    expect(saved.text).not.toContain("titleText");
  });

  test("warns about form parts that the target system cannot store", async () => {
    const form = (fields: Record<string, string>) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.set(name, value);
      return data;
    };
    const file = form({ contactId: "cus-1", documentId: "d", integrationSource: "s", resourceId: "r" });
    file.set("file", new Blob(["%PDF"], { type: "application/pdf" }), "beleg.pdf");
    const forms: readonly [OperationId, FormData, string[]][] = [
      ["files.create", file, ["contactId", "documentId", "integrationSource", "resourceId"]],
      [
        "journalEntries.create",
        form({
          journal_entry: JSON.stringify({ ...bodies["journalEntries.create"], number: undefined }),
          filesPos: "1",
        }),
        ["filesPos"],
      ],
      [
        "bookingProposals.create",
        form({
          bookingProposal: JSON.stringify({ ...bodies["bookingProposals.create"], number: undefined }),
          bookingType: "BILL",
          folderManagement: "{}",
        }),
        ["folderManagement"],
      ],
    ];
    for (const [id, body, fields] of forms) {
      const answer = await writer.send(id, { body });
      expect(answer.status, answer.text).toBe(201);
      for (const field of fields)
        expect(answer.body.meta?.warnings).toContain(`Sandbox cannot store ${field}; it was left out.`);
    }
  });
});

test("GET /webhooks requires a company and an environment if none was selected at sign-in", async () => {
  const open = { "x-account-key": await service.connect("sandbox-key") };
  const subscription = { callbackUrl: "http://127.0.0.9:9/events", resource: "INVOICE" };
  const scope = "companyId=bergblick&environmentName=production";
  const made = rowOf(await ok(send("POST", `/webhooks?${scope}`, subscription, open), 201));
  const refused = await get("/webhooks", open);
  expect([refused.status, codesOf(refused), fieldsOf(refused)]).toEqual([
    400,
    ["environment_required"],
    ["environmentName"],
  ]);
  const half = await get("/webhooks?environmentName=production", open);
  expect([codesOf(half), fieldsOf(half)]).toEqual([["company_required"], ["companyId"]]);
  const otherScope = "companyId=kornfeld&environmentName=production";
  const missing = await get(`/webhooks?${otherScope}`, open);
  expect([missing.status, codesOf(missing)]).toEqual([404, ["not_found"]]);
  const other = rowOf(await ok(send("POST", `/webhooks?${otherScope}`, subscription, open), 201));
  expect(rowOf(await ok(get(`/webhooks?${scope}`, open)))).toMatchObject({ id: made["id"] });
  expect(rowOf(await ok(get(`/webhooks?${otherScope}`, open)))).toMatchObject({ id: other["id"] });
});

test("infers the environment if only one has the company", async () => {
  const open = { "x-account-key": await service.connect("sandbox", { company: "bergblick" }) };
  await ok(get("/accounting/units", open));
  expect(codesOf(await get("/accounting/units?companyId=nobody", open))).toEqual(["environment_required"]);
});

test("raw data is always an object", async () => {
  const list = await ok(get("/accounting/invoices?rawData=true&limit=5"));
  expect((list.body.rawData as { records: Row[] }).records).toHaveLength(rowsOf(list).length);
});
