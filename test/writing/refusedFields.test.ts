/** A target system's refusal names our field, wherever the encoder knows it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { bodies } from "../support/bodies.ts";
import { call, codesOf, fieldsOf } from "../support/calling.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Service, startService } from "../support/service.ts";

/** A vendor that refuses every write with a given response. */
const vendor = { status: 422, refusal: {} as object };
let site: Loopback;
let service: Service;
beforeAll(async () => {
  site = await serveHttp((request, response) => {
    const isWrite = request.method !== "GET";
    request.resume();
    response
      .writeHead(isWrite ? vendor.status : 200, { "content-type": "application/json" })
      .end(JSON.stringify(isWrite ? vendor.refusal : {}));
  });
  const slugs = ["XERO", "LEXWARE_OFFICE", "MONEYBIRD_TOKEN", "BUSINESSCENTRAL"];
  service = await startService(Object.fromEntries(slugs.map((slug) => [`TARGET_SITE_${slug}`, site.url])));
});
afterAll(async () => {
  await service.stop();
  await site.close();
});

const post = (path: string, body: object, accountKey?: string) =>
  call(service, path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(accountKey !== undefined && { "x-account-key": accountKey }) },
    body: JSON.stringify(body),
  });

async function connected(targetSystem: string): Promise<string> {
  const { database, vault } = service.storage;
  const [tenant] = await listTenants(database);
  return createConnection(database, vault, {
    tenantId: tenant?.id ?? "",
    targetSystem,
    environment: "production",
    company: "5d115c9c-44e3-ea11-bb43-000000000001",
    credentials: { accessToken: "token", apiKey: "key" },
  });
}

const item = { name: "Brot", unitSalesPrice: 3.5, type: "PRODUCT", unitName: "PIECE", taxRatePercentage: 19 };
const product = { ...item, incomeAccountId: "1", taxCode: "2" };
const contact = {
  contactType: "COMPANY",
  companyName: "Neuland",
  addresses: [{ city: "Köln", postalCode: "5", type: "BILLING" }],
  contactPersons: [{ firstName: "Zoe", lastName: "Übung" }],
};

interface Refused {
  readonly targetSystem: string;
  readonly resource: string;
  readonly sent: object;
  readonly status: number;
  readonly refusal: object;
  readonly fields: readonly string[];
}

const lexware = { targetSystem: "lexware-office", resource: "items", sent: item };
const moneybird = { targetSystem: "moneybird-token", resource: "items", sent: product, status: 422 };
const businessCentral = { targetSystem: "businesscentral", resource: "items", sent: item, status: 400 };
const xero = { targetSystem: "xero", resource: "contacts", sent: contact, status: 400 };
const elements = (Message: string) => ({ Elements: [{ ValidationErrors: [{ Message }] }] });
const details = ["title", "articleNumber"].map((field) => ({ field, message: "zu lang" }));

const refusals: readonly Refused[] = [
  { ...lexware, status: 406, refusal: { IssueList: [{ i18nKey: "x", source: "unitName" }] }, fields: ["unitName"] },
  { ...lexware, status: 400, refusal: { message: "Fehler", details }, fields: ["name", "itemNumber"] },
  { ...moneybird, refusal: { error: { tax_rate: ["is ongeldig"] } }, fields: ["taxCode"] },
  { ...moneybird, refusal: { error: { identifier: ["bestaat al"], base: ["?"] } }, fields: ["itemNumber"] },
  {
    ...businessCentral,
    refusal: { error: { code: "BadRequest", message: "Could not validate 'displayName'. CorrelationId: 1" } },
    fields: ["name"],
  },
  { ...xero, refusal: elements("The postal code is too short."), fields: ["addresses[0].postalCode"] },
  { ...xero, refusal: elements("The account number is taken."), fields: ["number"] },
  { ...xero, refusal: elements("Last name may not be empty."), fields: ["contactPersons[0].lastName"] },
];

test.each(refusals)("$targetSystem: $refusal names $fields", async (refused) => {
  const { targetSystem, resource, sent, status, refusal, fields } = refused;
  Object.assign(vendor, { status, refusal });
  const answer = await post(`/accounting/${resource}`, sent, await connected(targetSystem));
  expect({ codes: new Set(codesOf(answer)), fields: fieldsOf(answer) }, answer.text).toEqual({
    codes: new Set(["target_rejected"]),
    fields,
  });
});

test("a refusal without a field of the request has no field", async () => {
  Object.assign(vendor, { status: 422, refusal: { error: { base: ["De periode is afgesloten"] } } });
  expect(fieldsOf(await post("/accounting/items", product, await connected("moneybird-token")))).toEqual([undefined]);
});

describe("the sandbox", () => {
  const invoice = bodies["invoices.create"];
  const { grossTotalAmount: _, ...untotalled } = invoice;
  const [line] = invoice.lineItems ?? [];

  test.each([
    ["invoices", { ...invoice, contactId: "nobody" }, "contactId"],
    ["invoices", { ...untotalled, lineItems: [line, { ...line, taxCode: "nothing" }] }, "lineItems[1].taxCode"],
    ["expenses", { ...bodies["expenses.create"], supplierId: "nobody" }, "supplierId"],
  ])("%s: names the field of a refused write", async (resource, body, field) => {
    const answer = await post(`/accounting/${resource}`, body);
    expect({ codes: codesOf(answer), fields: fieldsOf(answer) }, answer.text).toEqual({
      codes: ["target_rejected"],
      fields: [field],
    });
  });

  test("totals that contradict the lines are refused before anything is sent", async () => {
    const answer = await post("/accounting/invoices", { ...untotalled, lineItems: [line, line], grossTotalAmount: 1 });
    expect({ codes: codesOf(answer), fields: fieldsOf(answer) }, answer.text).toEqual({
      codes: ["cannot_store"],
      fields: ["grossTotalAmount"],
    });
  });

  test("a dry run names the same field, also in the message", async () => {
    const body = { ...invoice, lineItems: [{ ...line, taxCode: "nothing" }] };
    const { body: answer } = await post("/accounting/invoices?dryRun=true", body);
    expect(answer.data).toMatchObject({
      problems: [{ field: "lineItems[0].taxCode", message: expect.stringMatching(/^lineItems\[0\]\.taxCode /) }],
    });
  });
});
