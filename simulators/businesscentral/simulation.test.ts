import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Simulator, startSimulator } from "../start.ts";
import { simulation } from "./simulation.ts";

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Whatever the vendor says; a test looks at what it needs. */
  readonly json: Record<string, unknown> & { readonly value: readonly Record<string, unknown>[] };
  readonly bytes: Buffer;
}

let simulator: Simulator;
let token = "";
let refreshToken = "";
let company = "";

const vendorHost = "https://api.businesscentral.dynamics.com";
const scope = "https://api.businesscentral.dynamics.com/.default offline_access";
const redirect = "http://127.0.0.1:1/back";
const login = () => `${simulator.url}/login.microsoftonline.com/common/oauth2/v2.0`;
const client = () => simulator.vendor.access.oauthClient ?? { clientId: "", clientSecret: "" };

async function exchange(form: Record<string, string>) {
  const { clientId, clientSecret } = client();
  const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret });
  const answer = await fetch(`${login()}/token`, { method: "POST", body });
  return (await answer.json()) as Record<string, string>;
}

async function signIn(asked: string) {
  const fields = { client_id: client().clientId, redirect_uri: redirect, state: "s", scope: asked };
  const answer = await fetch(`${login()}/authorize`, {
    ...{ method: "POST", redirect: "manual", body: new URLSearchParams(fields) },
  });
  const code = new URL(answer.headers.get("location") ?? redirect).searchParams.get("code") ?? "";
  return exchange({ grant_type: "authorization_code", code, redirect_uri: redirect });
}

/** Asks an address of the vendor: a path within the first company, or a whole link as it gave it. */
async function ask(
  path: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const root = `${vendorHost}/v2.0/production/api/v2.0`;
  const whole = path.startsWith("https:")
    ? path
    : path.startsWith("/")
      ? `${root}${path}`
      : `${root}/companies(${company})/${path}`;
  const { method = "GET", body, headers = {} } = options;
  const answer = await fetch(whole.replace("https://", `${simulator.url}/`), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const json = bytes.toString().startsWith("{") ? (JSON.parse(bytes.toString()) as Reply["json"]) : { value: [] };
  return { status: answer.status, headers: answer.headers, json, bytes };
}

const refusalOf = ({ status, json }: Reply) => [status, (json["error"] as { code: string } | undefined)?.code];
const idsOf = (reply: Reply) => reply.json.value.map((row) => String(row["id"]));

beforeAll(async () => {
  simulator = await startSimulator(simulation);
  company = simulator.vendor.companies[0]?.id ?? "";
  const given = await signIn(scope);
  token = given["access_token"] ?? "";
  refreshToken = given["refresh_token"] ?? "";
});
afterAll(() => simulator.close());

describe("sign-in", () => {
  it("asks for a scope, and gives a refresh token only for offline_access", async () => {
    const without = await fetch(`${login()}/authorize?${new URLSearchParams({ client_id: client().clientId })}`);
    expect([without.status, await without.text()]).toEqual([400, expect.stringContaining("AADSTS900144")]);
    expect(await signIn(scope.replace(" offline_access", ""))).not.toHaveProperty("refresh_token");
    expect(refreshToken).not.toBe("");
  });

  it("ends tokens after an hour and renews them", async () => {
    const old = token;
    simulator.wait(3_600_000);
    const refused = await ask("/companies");
    expect(refusalOf(refused)).toEqual([401, "Authentication_InvalidCredentials"]);
    expect(refused.headers.get("www-authenticate")).toContain("Bearer");
    token = (await exchange({ grant_type: "refresh_token", refresh_token: refreshToken }))["access_token"] ?? "";
    expect(token).not.toBe(old);
    expect((await ask("/companies")).status).toBe(200);
  });

  it("lists environments and companies", async () => {
    const { json } = await ask(`${vendorHost}/environments/v1.2`);
    expect(json.value.map((row) => row["name"])).toEqual(["Production", "Sandbox"]);
    expect((await ask("/companies")).json.value).toHaveLength(2);
    expect(refusalOf(await ask(`${vendorHost}/v2.0/nowhere/api/v2.0/companies`))).toEqual([404, "NoEnvironment"]);
  });
});

describe("reading", () => {
  it("walks every record once, page by page", async () => {
    const prefer = { prefer: "odata.maxpagesize=20" };
    let page = await ask("salesInvoices?$count=true&$select=id,number", { headers: prefer });
    const total = page.json["@odata.count"];
    const seen = idsOf(page);
    for (let next = page.json["@odata.nextLink"]; next !== undefined; next = page.json["@odata.nextLink"]) {
      page = await ask(String(next), { headers: prefer });
      expect(page.json.value.length).toBeLessThanOrEqual(20);
      seen.push(...idsOf(page));
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
    expect(total).toBeGreaterThan(100);
  });

  it("filters, orders, skips and expands", async () => {
    const open = await ask(
      "salesInvoices?$filter=status eq 'Open' and totalAmountIncludingTax gt 100&$orderby=dueDate desc&$top=5&$expand=salesInvoiceLines($select=netAmount),customer",
    );
    expect(open.json.value).toHaveLength(5);
    for (const row of open.json.value) {
      const lines = row["salesInvoiceLines"] as readonly { netAmount: number }[];
      const sum = lines.reduce((total, { netAmount }) => total + netAmount, 0);
      expect(sum).toBeCloseTo(Number(row["totalAmountExcludingTax"]), 2);
      expect(row["customer"]).toMatchObject({ id: row["customerId"] });
    }
    const either = await ask(
      "accounts?$filter=(number eq '10100' or number eq '40100') and startswith(displayName,'Bank')",
    );
    expect(either.json.value.map((row) => row["number"])).toEqual(["10100"]);
    expect((await ask("customers?$filter=blocked eq ' '&$top=1")).json.value[0]?.["blocked"]).toBe("_x0020_");
    expect((await ask("customers?$skip=120")).json.value).toHaveLength(5);
  });

  it("refuses what its filters cannot do", async () => {
    expect((await ask("customers?$filter=number eq '1' or city eq 'x'")).status).toBe(501);
    expect((await ask("customers?$filter=nonsense eq '1'")).status).toBe(400);
    expect((await ask("customers?$filter=id eq 'not-a-guid'")).status).toBe(400);
    expect(refusalOf(await ask("salesInvoiceLines"))).toEqual([400, "Application_DialogException"]);
    expect(refusalOf(await ask("nonsense"))).toEqual([404, "BadRequest_ResourceNotFound"]);
  });

  it("keeps a ledger in balance that the trial balance sums up", async () => {
    const { json } = await ask("generalLedgerEntries");
    const sums = new Map<unknown, number>();
    for (const { documentNumber, debitAmount, creditAmount } of json.value) {
      const cents = Math.round(Number(debitAmount) * 100) - Math.round(Number(creditAmount) * 100);
      sums.set(documentNumber, (sums.get(documentNumber) ?? 0) + cents);
    }
    expect([...sums].filter(([, cents]) => cents !== 0)).toEqual([]);
    const trial = await ask(
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
    const [first] = (await ask("vendors?$top=1")).json.value;
    const since = new Date(simulator.now()).toISOString();
    simulator.wait(5);
    simulator.vendor.touch(String(first?.["id"]));
    const changed = await ask(`vendors?$filter=lastModifiedDateTime gt ${since}`);
    expect(idsOf(changed)).toEqual([first?.["id"]]);
  });

  it("prints documents", async () => {
    const [posted] = (await ask("purchaseInvoices?$filter=status eq 'Paid'&$top=1&$expand=pdfDocument")).json.value;
    const link = (posted?.["pdfDocument"] as Record<string, string>)["pdfDocumentContent@odata.mediaReadLink"] ?? "";
    expect((await ask(link)).bytes.toString("latin1")).toContain("%PDF-1.4");
    const [draft] = (await ask("purchaseInvoices?$filter=status eq 'Draft'&$top=1")).json.value;
    expect((await ask(`purchaseInvoices(${String(draft?.["id"])})/pdfDocument`)).status).toBe(400);
  });
});

describe("writing", () => {
  it("makes an invoice with its lines, posts it and then leaves it alone", async () => {
    const items = (await ask("items?$top=1")).json.value;
    const made = await ask("salesInvoices", {
      method: "POST",
      body: {
        customerNumber: "10000",
        discountAmount: 10,
        salesInvoiceLines: [
          { itemId: items[0]?.["id"], quantity: 3, unitPrice: 33.33, discountPercent: 10 },
          { lineType: "Account", lineObjectNumber: "40200", quantity: 1, unitPrice: 0.005, taxCode: "REDUCED" },
        ],
      },
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      ...{ status: "Draft", totalAmountExcludingTax: 80, totalTaxAmount: 15.2, totalAmountIncludingTax: 95.2 },
      ...{ currencyCode: "EUR", remainingAmount: 95.2 },
    });
    const path = `salesInvoices(${String(made.json["id"])})`;
    expect((await ask(`${path}/Microsoft.NAV.post`, { method: "POST" })).status).toBe(204);
    const posted = await ask(path);
    expect(posted.json).toMatchObject({ id: made.json["id"], status: "Open" });
    expect(posted.json["number"]).not.toBe(made.json["number"]);
    const entries = await ask(
      `generalLedgerEntries?$filter=documentNumber eq '${String(posted.json["number"])}'&$count=true`,
    );
    expect(entries.json["@odata.count"]).toBe(4);
    const late = await ask(path, { method: "PATCH", body: { email: "x@y.example" }, headers: { "if-match": "*" } });
    expect(refusalOf(late)).toEqual([400, "Application_DialogException"]);
  });

  it("changes a record only for those who know its ETag", async () => {
    const made = await ask("customers", { method: "POST", body: { displayName: "Łampa & Söhne" } });
    const path = `customers(${String(made.json["id"])})`;
    const patch = (headers: Record<string, string>) => ask(path, { method: "PATCH", body: { city: "Köln" }, headers });
    expect(refusalOf(await patch({}))).toEqual([400, "BadRequest_InvalidToken"]);
    const etag = String(made.json["@odata.etag"]);
    const changed = await patch({ "if-match": etag });
    expect([changed.status, changed.json["city"], changed.json["displayName"]]).toEqual([200, "Köln", "Łampa & Söhne"]);
    expect(refusalOf(await patch({ "if-match": etag }))).toEqual([409, "Request_EntityChanged"]);
    expect((await ask(path, { method: "DELETE" })).status).toBe(204);
    expect(refusalOf(await ask(path))).toEqual([404, "Internal_RecordNotFound"]);
  });

  it("says what is wrong with a body", async () => {
    const post = (set: string, body: unknown) => ask(set, { method: "POST", body });
    expect(refusalOf(await post("salesInvoices", {}))).toEqual(
      refusalOf({
        ...(await ask("/companies")),
        status: 400,
        json: simulator.vendor.refusals.invalid.body as Reply["json"],
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
    const journal = await ask("journals", { method: "POST", body: { code: "TEST", displayName: "Test" } });
    const path = `journals(${String(journal.json["id"])})`;
    const line = (accountNumber: string, amount: number) =>
      ask(`${path}/journalLines`, { method: "POST", body: { accountNumber, amount, documentNumber: "T1" } });
    await line("60100", 100.1);
    await line("60200", -100);
    const post = () => ask(`${path}/Microsoft.NAV.post`, { method: "POST" });
    expect((await post()).json["error"]).toMatchObject({ message: expect.stringContaining("out of balance by 0.1") });
    await line("10300", -0.1);
    expect((await post()).status).toBe(204);
    expect((await ask("generalLedgerEntries?$filter=documentNumber eq 'T1'")).json.value).toHaveLength(3);
    const [invoice] = (await ask("salesInvoices?$filter=status eq 'Open'&$top=1")).json.value;
    const receipts = await ask("customerPaymentJournals", { method: "POST", body: { code: "PAY" } });
    const id = String(receipts.json["id"]);
    const body = { journalId: id, appliesToInvoiceId: invoice?.["id"], amount: -Number(invoice?.["remainingAmount"]) };
    expect((await ask("customerPayments", { method: "POST", body })).json).toMatchObject({
      customerId: invoice?.["customerId"],
    });
    expect((await ask(`journals(${id})/Microsoft.NAV.post`, { method: "POST" })).status).toBe(204);
    expect((await ask(`salesInvoices(${String(invoice?.["id"])})`)).json).toMatchObject({
      status: "Paid",
      remainingAmount: 0,
    });
  });

  it("keeps files", async () => {
    const [bill] = (await ask("purchaseInvoices?$top=1")).json.value;
    const body = { parentId: bill?.["id"], parentType: "Purchase Invoice", fileName: "Beleg ü.pdf" };
    const made = await ask("attachments", { method: "POST", body });
    expect([made.status, made.json["parentType"], made.json["byteSize"]]).toEqual([201, "Purchase_x0020_Invoice", 0]);
    const link = String(made.json["attachmentContent@odata.mediaEditLink"]);
    const content = Buffer.from([0, 1, 2, 255]);
    const put = await ask(link, {
      method: "PATCH",
      body: content,
      headers: { "if-match": "*", "content-type": "application/octet-stream" },
    });
    expect(put.status).toBe(204);
    expect((await ask(link)).bytes).toEqual(content);
  });
});

describe("webhooks", () => {
  it("shakes hands, tells in batches what changed, and ends after three days", async () => {
    const posts: { url: URL; body: string }[] = [];
    let honest = false;
    const receiver = createServer(async (request, response) => {
      const url = new URL(request.url ?? "", "http://receiver.example");
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      posts.push({ url, body: Buffer.concat(chunks).toString() });
      response.end(honest ? url.searchParams.get("validationToken") : "no");
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const notificationUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const subscribe = (set: string) =>
      ask("/subscriptions", {
        method: "POST",
        body: { notificationUrl, resource: `/api/v2.0/companies(${company})/${set}`, clientState: "secret" },
      });
    expect((await subscribe("customers")).status).toBe(400);
    honest = true;
    expect((await subscribe("contacts")).status).toBe(400);
    const made = await subscribe("customers");
    await subscribe("items");
    expect([
      made.status,
      Date.parse(String(made.json["expirationDateTime"])) - simulator.now() > 2.9 * 86_400_000,
    ]).toEqual([201, true]);
    posts.length = 0;
    const [customer, item] = [await ask("customers?$top=1"), await ask("items?$top=1")].map(
      (reply) => idsOf(reply)[0] ?? "",
    );
    simulator.vendor.touch(customer ?? "");
    simulator.vendor.touch(item ?? "");
    await simulator.vendor.settle();
    const told = posts.flatMap(({ body }) => (JSON.parse(body) as Reply["json"]).value);
    expect([posts.length, told.length]).toEqual([1, 2]);
    expect(told[0]).toMatchObject({
      ...{ subscriptionId: made.json["subscriptionId"], clientState: "secret", changeType: "updated" },
      resource: `api/v2.0/companies(${company})/customers(${customer})`,
    });
    const renewal = `/subscriptions('${String(made.json["subscriptionId"])}')`;
    expect((await ask(renewal, { method: "PATCH", body: {} })).status).toBe(400);
    simulator.wait(2 * 86_400_000);
    token = (await exchange({ grant_type: "refresh_token", refresh_token: refreshToken }))["access_token"] ?? "";
    expect((await ask(renewal, { method: "PATCH", body: {}, headers: { "if-match": "*" } })).status).toBe(200);
    simulator.wait(2 * 86_400_000);
    posts.length = 0;
    simulator.vendor.touch(customer ?? "");
    simulator.vendor.touch(item ?? "");
    await simulator.vendor.settle();
    expect(posts.flatMap(({ body }) => (JSON.parse(body) as Reply["json"]).value)).toHaveLength(1);
    receiver.close();
  });
});
