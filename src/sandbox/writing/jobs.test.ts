import { afterAll, beforeAll, expect, test } from "vitest";
import { mainCompany, type Native, openTestSandbox, type TestSandbox } from "../../../test/support/sandbox.ts";
import { truths } from "../../../test/support/truths.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox(2000);
});
afterAll(() => sandbox.close());

const look = async (path: string) => (await sandbox.ask(`${mainCompany}/${path}`)).json() as Native;
const behave = (payload: object) => sandbox.ask("/behaviour", { method: "PUT", payload });
const year = { account_number_length: 4, chart_of_account: "SKR03", fiscal_year_start: "2026-01-01" };
const entry = (amount: string) => ({
  transaction_date: "2026-06-05",
  journal_line_items: [
    { account_id: "acc-4930", debit: "7.00" },
    { account_id: "acc-4980", credit: amount },
  ],
});

test("an export is queued, runs and ends with the ledger of the year at its start", async () => {
  const ledger = await sandbox.walk("journal-entries?fiscal_year=2026");
  await behave({ ready_after: 2 });
  const body = { kind: "journal-entries", fiscal_year_start: "2026-01-01", client_reference: "export" };
  const begun = await sandbox.write("POST", "exports", body);
  expect(begun.status).toBe(202);
  const { id, status } = begun.json() as Native;
  expect(status).toBe("queued");
  await sandbox.ask("/behaviour", { method: "DELETE" });
  expect((await sandbox.ask(`${mainCompany}/exports/${id}/records`)).status).toBe(409);
  const seen = [];
  for (const _ of [1, 2, 3]) seen.push((await look(`exports/${id}`))["status"]);
  expect(seen).toEqual(["running", "running", "done"]);
  await sandbox.write("POST", "journal-entries", entry("7.00"));
  const pages: Native[] = [];
  for (let page = 1; pages.length < ledger.length; page++) {
    const answer = (await sandbox.ask(`${mainCompany}/exports/${id}/records?page=${page}&page_size=300`)).page();
    expect(answer.total).toBe(ledger.length);
    pages.push(...answer.items);
  }
  expect(pages).toEqual(ledger);
  expect((await sandbox.ask(`${mainCompany}/exports/${id}/records?page_size=1001`)).status).toBe(400);
  expect(await sandbox.walk("exports?client_reference=export")).toMatchObject([{ id }]);
  expect((await sandbox.write("POST", "exports", body)).status).toBe(409);
});

test("a bulk job writes the valid entries and reports the outcome of each", async () => {
  const entries = [entry("7.00"), entry("7.01"), { colour: "red" }, entry("7.00")];
  const begun = await sandbox.write("POST", "journal-entries/bulk", { ...year, entries, client_reference: "bulk" });
  expect(begun.status).toBe(202);
  const { id } = begun.json() as Native;
  expect(await sandbox.walk("journal-entries/bulk?client_reference=bulk")).toMatchObject([{ id }]);
  expect(await look(`jobs/${id}`)).toMatchObject({ status: "done", progress: 100, total: 4 });
  const results = await sandbox.walk(`jobs/${id}/records`);
  expect(results.map(({ status }) => status)).toEqual(["created", "rejected", "rejected", "created"]);
  expect(results[1]).toMatchObject({ error: { code: "rejected", field: "journal_line_items" } });
  expect((await look(`journal-entries/${results[3]?.id}`))["number"]).toBe(results[3]?.id.slice(3));
  expect(await truths(sandbox)).toEqual([]);
  const contacts = await sandbox.write("POST", "contacts/bulk", {
    ...year,
    entries: [{ contact_type: "company", is_customer: true }],
  });
  const made = await sandbox
    .walk(`jobs/${(contacts.json() as Native).id}/records`)
    .catch((error: Error) => error.message);
  expect(made).toContain("not done");
});

test("a job with a switched-on failure fails and writes nothing", async () => {
  const before = (await sandbox.walk("journal-entries")).length;
  await behave({ job_failure: "Die Schnittstelle ist überlastet." });
  const { id } = (
    await sandbox.write("POST", "journal-entries/bulk", { ...year, entries: [entry("7.00")] })
  ).json() as Native;
  await sandbox.ask("/behaviour", { method: "DELETE" });
  expect(await look(`jobs/${id}`)).toMatchObject({ status: "failed", error: "Die Schnittstelle ist überlastet." });
  expect(await sandbox.walk("journal-entries")).toHaveLength(before);
});

test.each([
  ["exports", { kind: "journal-entries" }, 422, "fiscal_year_start"],
  ["exports", { kind: "journal-entries", fiscal_year_start: "2026-02-01" }, 422, "fiscal_year_start"],
  ["exports", { kind: "invoices", fiscal_year_start: "2026-01-01" }, 400, "kind"],
  ["contacts/bulk", { ...year, entries: [] }, 400, "entries"],
  ["contacts/bulk", { ...year, entries: [{}], account_number_length: 5 }, 422, "account_number_length"],
  ["contacts/bulk", { ...year, entries: [{}], chart_of_account: "SKR04" }, 422, "chart_of_account"],
  ["contacts/bulk", { ...year, entries: [{}], fiscal_year_start: "2025-01-01" }, 422, "fiscal_year_start"],
])("%s %j is refused", async (path, body, status, field) => {
  const answer = await sandbox.write("POST", path, body);
  expect({ status: answer.status, ...(answer.json() as object) }).toMatchObject({ status, error: { field } });
});

test("does not find unknown jobs and those of other companies", async () => {
  for (const path of ["exports/none", "jobs/none/records", "jobs/%00"])
    expect((await sandbox.ask(`${mainCompany}/${path}`)).status).toBe(404);
});
