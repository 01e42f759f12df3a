import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idsOf, type Reply, refusalOf, scope, vendorHost, visit } from "../../test/support/businessCentralVisitor.ts";
import { type Simulator, startSimulator } from "../start.ts";
import { simulation } from "./simulation.ts";

let simulator: Simulator;
let visitor: Awaited<ReturnType<typeof visit>>;
const request: typeof visitor.ask = (...question) => visitor.ask(...question);

beforeAll(async () => {
  simulator = await startSimulator(simulation);
  visitor = await visit(simulator);
});
afterAll(() => simulator.close());

describe("sign-in", () => {
  it("asks for a scope, and gives a refresh token only for offline_access", async () => {
    const without = await fetch(`${visitor.login}/authorize?client_id=${visitor.clientId}`);
    expect([without.status, await without.text()]).toEqual([400, expect.stringContaining("AADSTS900144")]);
    expect(await visitor.signIn(scope.replace(" offline_access", ""))).not.toHaveProperty("refresh_token");
    expect(visitor.refreshToken).not.toBe("");
  });

  it("ends tokens after an hour and renews them", async () => {
    simulator.wait(3_600_000);
    const refused = await request("/companies");
    expect(refusalOf(refused)).toEqual([401, "Authentication_InvalidCredentials"]);
    expect(refused.headers.get("www-authenticate")).toContain("Bearer");
    await visitor.renew();
    expect((await request("/companies")).status).toBe(200);
  });

  it("lists environments and companies", async () => {
    const { json } = await request(`${vendorHost}/environments/v1.2`);
    expect(json.value.map((row) => row["name"])).toEqual(["Production", "Sandbox"]);
    expect((await request("/companies")).json.value).toHaveLength(2);
    expect(refusalOf(await request(`${vendorHost}/v2.0/nowhere/api/v2.0/companies`))).toEqual([404, "NoEnvironment"]);
  });
});

describe("reading", () => {
  it("walks every record once, page by page", async () => {
    const prefer = { prefer: "odata.maxpagesize=20" };
    let page = await request("salesInvoices?$count=true&$select=id,number", { headers: prefer });
    const total = page.json["@odata.count"];
    const seen = idsOf(page);
    while (typeof page.json["@odata.nextLink"] === "string") {
      page = await request(page.json["@odata.nextLink"], { headers: prefer });
      expect(page.json.value.length).toBeLessThanOrEqual(20);
      seen.push(...idsOf(page));
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
    expect(total).toBeGreaterThan(100);
  });

  it("filters, orders, skips and expands", async () => {
    const open = await request(
      "salesInvoices?$filter=status eq 'Open' and totalAmountIncludingTax gt 100&$orderby=dueDate desc&$top=5&$expand=salesInvoiceLines($select=netAmount),customer",
    );
    expect(open.json.value).toHaveLength(5);
    for (const row of open.json.value) {
      const lines = row["salesInvoiceLines"] as readonly { netAmount: number }[];
      const sum = lines.reduce((total, { netAmount }) => total + netAmount, 0);
      expect(sum).toBeCloseTo(Number(row["totalAmountExcludingTax"]), 2);
      expect(row["customer"]).toMatchObject({ id: row["customerId"] });
    }
    const either = await request(
      "accounts?$filter=(number eq '1200' or number eq '8400') and startswith(displayName,'Bank')",
    );
    expect(either.json.value.map((row) => row["number"])).toEqual(["1200"]);
    expect((await request("customers?$filter=blocked eq ' '&$top=1")).json.value[0]?.["blocked"]).toBe("_x0020_");
    expect((await request("customers?$skip=120")).json.value).toHaveLength(5);
  });

  it("refuses what its filters cannot do", async () => {
    expect((await request("customers?$filter=number eq '1' or city eq 'x'")).status).toBe(501);
    expect((await request("customers?$filter=nonsense eq '1'")).status).toBe(400);
    expect((await request("customers?$filter=id eq 'not-a-guid'")).status).toBe(400);
    expect(refusalOf(await request("salesInvoiceLines"))).toEqual([400, "Application_DialogException"]);
    expect(refusalOf(await request("nonsense"))).toEqual([404, "BadRequest_ResourceNotFound"]);
  });

  it("keeps a ledger in balance that the trial balance sums up", async () => {
    const { json } = await request("generalLedgerEntries");
    const sums = new Map<unknown, number>();
    for (const { documentNumber, debitAmount, creditAmount } of json.value) {
      const cents = Math.round(Number(debitAmount) * 100) - Math.round(Number(creditAmount) * 100);
      sums.set(documentNumber, (sums.get(documentNumber) ?? 0) + cents);
    }
    expect([...sums].filter(([, cents]) => cents !== 0)).toEqual([]);
    const trial = await request(
      "trialBalances?$filter=dateFilter ge 2020-01-01 and dateFilter le 2099-12-31 and accountType eq 'Posting'",
    );
    const money = (value: unknown) => Number(String(value).replaceAll(",", ""));
    const difference = trial.json.value.reduce(
      (sum, row) => sum + money(row["balanceAtDateDebit"]) - money(row["balanceAtDateCredit"]),
      0,
    );
    expect(difference).toBeCloseTo(0, 2);
  });

  it("shows what was touched since", async () => {
    const [first] = (await request("vendors?$top=1")).json.value;
    const since = new Date(simulator.now()).toISOString();
    simulator.wait(5);
    simulator.vendor.touch(String(first?.["id"]));
    const changed = await request(`vendors?$filter=lastModifiedDateTime gt ${since}`);
    expect(idsOf(changed)).toEqual([first?.["id"]]);
  });

  it("shows the amounts of a posted bill's lines only under net", async () => {
    const lineOf = async (status: string) => {
      const path = `purchaseInvoices?$filter=status eq '${status}'&$top=1&$expand=purchaseInvoiceLines`;
      const [bill] = (await request(path)).json.value;
      return ((bill?.["purchaseInvoiceLines"] ?? []) as Record<string, number>[])[0];
    };
    const posted = await lineOf("Paid");
    const draft = await lineOf("Draft");
    expect(posted).toMatchObject({ amountExcludingTax: 0, totalTaxAmount: 0, amountIncludingTax: 0 });
    expect(posted?.["netAmount"]).toBeGreaterThan(0);
    expect(draft?.["amountExcludingTax"]).toBe(draft?.["netAmount"]);
  });

  it("prints documents", async () => {
    const [posted] = (await request("purchaseInvoices?$filter=status eq 'Paid'&$top=1&$expand=pdfDocument")).json.value;
    const link =
      (posted?.["pdfDocument"] as Record<string, string> | undefined)?.["pdfDocumentContent@odata.mediaReadLink"] ?? "";
    expect((await request(link)).bytes.toString("latin1")).toContain("%PDF-1.4");
    const [draft] = (await request("purchaseInvoices?$filter=status eq 'Draft'&$top=1")).json.value;
    expect((await request(`purchaseInvoices(${String(draft?.["id"])})/pdfDocument`)).status).toBe(400);
  });
});

describe("writing", () => {
  it("makes an invoice with its lines, posts it and then leaves it alone", async () => {
    const items = (await request("items?$filter=taxGroupCode eq 'STANDARD'&$top=1")).json.value;
    const made = await request("salesInvoices", {
      method: "POST",
      body: {
        customerNumber: "10000",
        discountAmount: 10,
        salesInvoiceLines: [
          { itemId: items[0]?.["id"], quantity: 3, unitPrice: 33.33, discountPercent: 10 },
          { lineType: "Account", lineObjectNumber: "8300", quantity: 1, unitPrice: 0.005, taxCode: "REDUCED" },
        ],
      },
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      status: "Draft",
      totalAmountExcludingTax: 80,
      totalTaxAmount: 15.2,
      totalAmountIncludingTax: 95.2,
      currencyCode: "EUR",
      remainingAmount: 95.2,
    });
    const path = `salesInvoices(${String(made.json["id"])})`;
    expect((await request(`${path}/Microsoft.NAV.post`, { method: "POST" })).status).toBe(204);
    const posted = await request(path);
    expect(posted.json).toMatchObject({ id: made.json["id"], status: "Open" });
    expect(posted.json["number"]).not.toBe(made.json["number"]);
    const entries = await request(
      `generalLedgerEntries?$filter=documentNumber eq '${String(posted.json["number"])}'&$count=true`,
    );
    expect(entries.json["@odata.count"]).toBe(4);
    const late = await request(path, { method: "PATCH", body: { email: "x@y.example" }, headers: { "if-match": "*" } });
    expect(refusalOf(late)).toEqual([400, "Application_DialogException"]);
  });

  it("changes a record only for those who know its ETag", async () => {
    const made = await request("customers", { method: "POST", body: { displayName: "Łampa & Söhne" } });
    const path = `customers(${String(made.json["id"])})`;
    const patch = (headers: Record<string, string>) =>
      request(path, { method: "PATCH", body: { city: "Köln" }, headers });
    expect(refusalOf(await patch({}))).toEqual([400, "BadRequest_InvalidToken"]);
    const etag = String(made.json["@odata.etag"]);
    const changed = await patch({ "if-match": etag });
    expect([changed.status, changed.json["city"], changed.json["displayName"]]).toEqual([200, "Köln", "Łampa & Söhne"]);
    expect(refusalOf(await patch({ "if-match": etag }))).toEqual([409, "Request_EntityChanged"]);
    expect((await request(path, { method: "DELETE" })).status).toBe(204);
    expect(refusalOf(await request(path))).toEqual([404, "Internal_RecordNotFound"]);
  });

  it("says what is wrong with a body", async () => {
    const post = (set: string, body: unknown) => request(set, { method: "POST", body });
    expect(refusalOf(await post("salesInvoices", {}))).toEqual(
      refusalOf({
        ...(await request("/companies")),
        status: 400,
        json: simulator.vendor.refusals.invalid?.body as Reply["json"],
      }),
    );
    expect(refusalOf(await post("customers", { displayName: "X", nonsense: 1 }))).toEqual([400, "BadRequest"]);
    expect(refusalOf(await post("customers", { displayName: "X", creditLimit: "1" }))).toEqual([400, "BadRequest"]);
    expect(refusalOf(await post("customers", { displayName: "X", balanceDue: 1 }))).toEqual([
      400,
      "BadRequest_InvalidOperation",
    ]);
    expect(refusalOf(await post("customers", { displayName: "X", number: "10000" }))).toEqual([
      409,
      "Internal_EntityWithSameKeyExists",
    ]);
    expect(refusalOf(await post("accounts", { number: "1" }))).toEqual([405, "BadRequest_MethodNotAllowed"]);
  });

  it("books a journal only in balance, and a payment against its invoice", async () => {
    const journal = await request("journals", { method: "POST", body: { code: "TEST", displayName: "Test" } });
    const path = `journals(${String(journal.json["id"])})`;
    const line = (accountNumber: string, amount: number) =>
      request(`${path}/journalLines`, { method: "POST", body: { accountNumber, amount, documentNumber: "T1" } });
    await line("4210", 100.1);
    await line("4930", -100);
    const post = () => request(`${path}/Microsoft.NAV.post`, { method: "POST" });
    expect((await post()).json["error"]).toMatchObject({ message: expect.stringContaining("out of balance by 0.1") });
    await line("1000", -0.1);
    expect((await post()).status).toBe(204);
    expect((await request("generalLedgerEntries?$filter=documentNumber eq 'T1'")).json.value).toHaveLength(3);
    const [invoice] = (await request("salesInvoices?$filter=status eq 'Open'&$top=1")).json.value;
    const receipts = await request("customerPaymentJournals", { method: "POST", body: { code: "PAY" } });
    const id = String(receipts.json["id"]);
    const body = { journalId: id, appliesToInvoiceId: invoice?.["id"], amount: -Number(invoice?.["remainingAmount"]) };
    expect((await request("customerPayments", { method: "POST", body })).json).toMatchObject({
      customerId: invoice?.["customerId"],
    });
    expect((await request(`journals(${id})/Microsoft.NAV.post`, { method: "POST" })).status).toBe(204);
    expect((await request(`salesInvoices(${String(invoice?.["id"])})`)).json).toMatchObject({
      status: "Paid",
      remainingAmount: 0,
    });
  });

  it("keeps files", async () => {
    const [bill] = (await request("purchaseInvoices?$top=1")).json.value;
    const body = { parentId: bill?.["id"], parentType: "Purchase Invoice", fileName: "Beleg ü.pdf" };
    const made = await request("attachments", { method: "POST", body });
    expect([made.status, made.json["parentType"], made.json["byteSize"]]).toEqual([201, "Purchase_x0020_Invoice", 0]);
    const link = String(made.json["attachmentContent@odata.mediaEditLink"]);
    const content = Buffer.from([0, 1, 2, 255]);
    const put = await request(link, {
      method: "PATCH",
      body: content,
      headers: { "if-match": "*", "content-type": "application/octet-stream" },
    });
    expect(put.status).toBe(204);
    expect((await request(link)).bytes).toEqual(content);
  });
});
