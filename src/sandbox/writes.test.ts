import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOf, type Native, openTestSandbox, type TestSandbox, textOf } from "../../test/sandbox.ts";
import { truths } from "../../test/truths.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const written = async (method: "POST" | "PUT" | "PATCH", path: string, body: object): Promise<Native> => {
  const answer = await sandbox.tell(method, path, body);
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.json() as Native;
};
const refused = async (...call: Parameters<TestSandbox["tell"]>) => {
  const { status, json } = await sandbox.tell(...call);
  return { status, ...(json() as { error: { code: string; message: string; field?: string } }).error };
};
const one = async (path: string) =>
  (await sandbox.ask(`/environments/production/companies/bergblick/${path}`)).json() as Native;

const invoice = {
  invoice_date: "2026-06-01",
  due_date: "2026-07-01",
  contact_id: "cus-1",
  line_items: [
    { name: "Beratung", quantity: "2", unit_amount: "100.00", tax_rate_percentage: "19" },
    { item_id: "item-1", quantity: "1.5" },
  ],
};
const bill = {
  bill_date: "2026-06-02",
  due_date: "2026-06-30",
  contact_id: "sup-1",
  line_items: [{ description: "Papier", quantity: "3", unit_amount: "10", tax_code: "VST19", account_id: "acc-4930" }],
};

describe("an invoice", () => {
  test("is computed, numbered, booked and open", async () => {
    const made = await written("POST", "invoices", { ...invoice, client_reference: "first" });
    expect(made).toMatchObject({
      invoice_number: expect.stringMatching(/^RE-2026-\d{4}$/),
      status: "open",
      payment_status: "pending",
      sum_net_amount: "225.35",
      total_tax_amount: "39.77",
      total_amount: "265.12",
      created_at: "2026-06-15T12:00:00.000+02:00",
    });
    expect(listOf(made, "line_items").map((line) => textOf(line, "gross_amount"))).toEqual(["238.00", "27.12"]);
    expect(await one(`invoices/${made.id}`)).toEqual(made);
    const number = textOf(made, "invoice_number");
    expect(await sandbox.walk(`open-items?document_number=${number}`)).toMatchObject([{ open_debit: "265.12" }]);
    const entry = (await sandbox.walk("journal-entries")).at(-1);
    expect(entry).toMatchObject({ document_id: made.id, transaction_date: "2026-06-01" });
    expect(await sandbox.walk("invoices?client_reference=first")).toEqual([made]);
    expect(await sandbox.walk("invoices?client_reference=second")).toEqual([]);
    expect(await truths(sandbox)).toEqual([]);
  });
});
