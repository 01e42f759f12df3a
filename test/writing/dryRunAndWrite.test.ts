/** Dry runs are reliable: the sandbox accepts a write exactly if the dry run says that it is valid. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { type JsonSchema, plain } from "../../src/reference/openapi/jsonSchema.ts";
import { measured } from "../faults/scale.ts";
import { bodies } from "../support/bodies.ts";
import { call } from "../support/calling.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let payable: string[];
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await startService();
  const invoices = await service.list("invoices.list", { query: { paymentStatus: "PENDING" } });
  payable = invoices.slice(0, 3).map(({ invoiceId }) => String(invoiceId));
  const [bill] = await service.list("bills.list", { query: { paymentStatus: "PENDING" } });
  ids = { invoiceId: payable[0] ?? "", billId: String(bill?.["id"]), itemId: "item-1", contactId: "cus-2" };
});
afterAll(() => service?.stop());

/** Existing ids of the demo company, and sometimes unknown ones. */
const known: Readonly<Record<string, readonly unknown[]>> = {
  accountCode: ["4930", "8400"],
  accountId: ["acc-4930", "acc-8400"],
  accountNumber: ["4930", 4930, 8400],
  assetAccountId: ["acc-0980"],
  bankAccountId: ["bank-1200"],
  billingContactId: ["cus-1"],
  contactId: ["cus-1", "sup-1", "nobody"],
  currency: ["EUR", "EUR", "USD", "TALER"],
  customerId: ["cus-1"],
  documentId: ["file-cus-2"],
  expenseAccountId: ["acc-3400"],
  fileId: ["file-cus-2"],
  incomeAccountId: ["acc-8400"],
  itemId: ["item-1", "item-2"],
  journalCode: ["RA", "SO", "XX"],
  orderId: ["so-1"],
  parentAccountId: ["acc-4980"],
  parentProjectId: ["prj-messe"],
  paymentDays: [0, 14, 14.5],
  paymentTermCode: ["30T2"],
  paymentTermDuration: [14, 14.5],
  paymentTermId: ["term-14t"],
  paymentTermsId: ["term-14t"],
  projectId: ["prj-messe"],
  shippingContactId: ["cus-1"],
  status: ["OPEN", "DRAFT", "PAID"],
  supplierId: ["sup-1"],
  taxCode: ["UST19", "VST19"],
};
const named: Readonly<Record<string, string>> = {
  LineDimension: "dim-k10",
  Dimension: "dim-k10",
  TaxRate: "tax-vst19",
};
const days = ["2026-08-01T00:00:00Z", "2026-08-31T00:00:00Z", "2025-05-01T00:00:00Z"];

function valueFor(schema: JsonSchema, name: string, owner: string): fc.Arbitrary<unknown> {
  if (schema.properties) return bodyFor(schema);
  if (schema.items) return fc.array(valueFor(schema.items, name, owner), { maxLength: 2 });
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? []].flat();
  const fits = (known[name] ?? []).filter((value) => types.includes(typeof value));
  if (fits.length > 0) return fc.constantFrom(...fits);
  if (name === "invoiceId") return fc.constantFrom(...payable, "nothing");
  if (name === "id") return fc.constant(named[owner] ?? "some-id");
  if (schema.format?.startsWith("date"))
    return fc.constantFrom(...days.map((day) => day.slice(0, schema.format === "date" ? 10 : 20)));
  if (types.includes("boolean")) return fc.boolean();
  if (types.includes("number")) return fc.constantFrom(0, 1, 2, 10, 19, 100, 119, -1, 0.005);
  if (/percentage/i.test(name)) return fc.constant("19");
  if (/rate$/i.test(name)) return fc.constantFrom("1", "1.1");
  return fc.oneof(
    fc.constant("Übung"),
    fc.constant(0).map(() => randomUUID()),
  );
}

/** Only a few fields at once, because bodies with all random fields are never valid. */
function bodyFor({ properties = {}, required = [], title = "" }: JsonSchema): fc.Arbitrary<object> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return fc
    .subarray(optional, { maxLength: Math.min(5, optional.length) })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          [...required, ...chosen].map((name) => [name, valueFor(properties[name] ?? {}, name, title)]),
        ) as Record<string, fc.Arbitrary<unknown>>,
      ),
    );
}

/** A valid body with some fields omitted, changed or added. */
const nearlyRight = (right: object, schema: JsonSchema): fc.Arbitrary<object> =>
  fc
    .tuple(fc.subarray(Object.keys(right)), fc.option(bodyFor({ ...schema, required: [] }), { freq: 2, nil: {} }))
    .map(([keptNames, other]) => ({
      ...Object.fromEntries(
        Object.entries(right).filter(([name]) => keptNames.includes(name) || schema.required?.includes(name)),
      ),
      ...other,
    }));

const documentLine = { quantity: 2, unitAmount: 50, taxRatePercentage: 19 };
const rightBodies: { readonly [id in OperationId]?: object } = {
  ...bodies,
  "bills.lineItems.create": documentLine,
  "bills.update": bodies["bills.create"],
  "contacts.patch": bodies["contacts.create"],
  "customers.patch": { companyName: "Neuland" },
  "invoices.lineItems.create": documentLine,
  "invoices.patch": { reference: "Bestellung 2" },
  "items.patch": { name: "Übungsstück", stockCount: 2 },
  "payments.create": { documentType: "INVOICE", paymentLines: [{ amount: 0.01, paymentDate: "2026-08-09" }] },
};
const tried = Object.keys(rightBodies) as OperationId[];
const counts = { accepted: 0, refused: 0 };

test.each(tried)("%s succeeds exactly if the dry run says that it is valid", async (id) => {
  const { method, path, body: schema } = operations[id];
  const full = plain(schema ?? {});
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
  const send = (body: object, query = "") =>
    call(service, `${filled}${query}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(bodyFor(full), nearlyRight(rightBodies[id] ?? {}, full)), async (body) => {
      const dry = await send(body, "?dryRun=true");
      const { valid = false } = (dry.body.data ?? {}) as { valid?: boolean };
      const made = await send(body);
      const isTaken = made.status < 300;
      counts[isTaken ? "accepted" : "refused"]++;
      expect({ valid, body, why: dry.text }, made.text).toMatchObject({ valid: isTaken });
      if (!isTaken) expect([400, 409, 422], made.text).toContain(made.status);
    }),
    { numRuns: measured(20, 12) },
  );
});

test("valid and invalid bodies both occurred often enough", () => {
  expect(counts.accepted).toBeGreaterThan(50);
  expect(counts.refused).toBeGreaterThan(50);
});
