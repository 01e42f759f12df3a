/** The sandbox's export edition, and the choice of company, through the public API. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, type Service, startService } from "./service.ts";

let service: Service;
let accountKey: string;
beforeAll(async () => {
  service = await startService();
  accountKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
});
afterAll(() => service.stop());

const fiscalYearStartDate = `${day.slice(0, 4)}-01-01`;

describe("the export edition", () => {
  test.each(["paymentTerms.list", "trialBalance.list"] as const)("%s needs a fiscal year", async (id) => {
    const { status, body } = await service.ask(id, { accountKey });
    expect({ status, error: body.errors?.[0] }).toMatchObject({
      status: 400,
      error: { code: "fiscal_year_required", field: "fiscalYearStartDate" },
    });
  });

  test.each(["paymentTerms.list", "trialBalance.list"] as const)("%s has the sandbox's records", async (id) => {
    const query = { fiscalYearStartDate };
    const rows = await service.list(id, { accountKey, query });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(await service.list(id, { query }));
  });

  test("keeps one account's balance, and says that the code has no effect", async () => {
    const rows = await service.list("trialBalance.list", { accountKey, query: { fiscalYearStartDate } });
    const accountNumber = String(rows[1]?.["accountNumber"]);
    const query = { fiscalYearStartDate, accountNumber };
    expect(await service.list("trialBalance.list", { accountKey, query })).toEqual([rows[1]]);
    const byCode = { fiscalYearStartDate, accountCode: accountNumber, limit: 100 };
    const { body } = await service.ask("trialBalance.list", { accountKey, query: byCode });
    expect(body.data).toEqual(rows);
    expect(body.meta?.warnings).toEqual([expect.stringMatching(/Sandbox Export.*accountCode/)]);
  });

  test("does not filter payment terms by their change", async () => {
    const query = { fiscalYearStartDate, lastModifiedAt: "2100-01-01" };
    const { body } = await service.ask("paymentTerms.list", { accountKey, query });
    expect(body.data).not.toEqual([]);
    expect(body.meta?.warnings).toEqual([expect.stringContaining("lastModifiedAt")]);
  });

  test("has nothing else: lists are empty with a warning, single reads are refused", async () => {
    const { status, body } = await service.ask("invoices.list", { accountKey });
    expect({ status, data: body.data }).toEqual({ status: 200, data: [] });
    expect(body.meta?.warnings).toEqual([expect.stringMatching(/Sandbox Export.*invoices/)]);
    const single = await service.ask("invoices.get", { accountKey, ids: { invoiceId: "1" } });
    expect({ status: single.status, code: single.body.errors?.[0]?.code }).toEqual({
      status: 422,
      code: "operation_not_supported",
    });
  });
});

describe("the company", () => {
  test("can be another one for a request", async () => {
    const theirs = await service.list("journalEntries.list", { query: { companyId: "kornfeld" } });
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs).not.toEqual(await service.list("journalEntries.list"));
  });

  test("must be known in its environment", async () => {
    for (const query of [{ companyId: "none" }, { companyId: "probelauf" }, { environmentName: "none" }])
      expect((await service.ask("journals.list", { query })).status).toBe(404);
    const query = { companyId: "probelauf", environmentName: "test" };
    expect((await service.ask("journals.list", { query })).status).toBe(200);
  });

  test("has to be chosen, and so does its environment", async () => {
    const open = await service.connect("sandbox");
    const codes = async (query: Record<string, string>) =>
      (await service.ask("journals.list", { accountKey: open, query })).body.errors?.map(({ code }) => code);
    expect(await codes({})).toEqual(["environment_required"]);
    expect(await codes({ environmentName: "test" })).toEqual(["company_required"]);
    expect(await codes({ environmentName: "test", companyId: "probelauf" })).toBeUndefined();
  });
});

describe("the edition with a key", () => {
  const ask = async (lastModifiedAt: string) => {
    const scope = { environment: "production", company: "bergblick" };
    const key = await service.connect("sandbox-key", scope);
    return service.ask("bookingProposals.list", { accountKey: key, query: { lastModifiedAt } });
  };

  test("takes a whole day for changed booking proposals", async () => {
    const { status, body } = await ask("2020-01-01T00:00:00Z");
    expect(status).toBe(200);
    expect(body.data).not.toEqual([]);
  });

  test.each(["2020-01-01T08:00:00Z", "2020-01-01T00:00:00.000Z"])("refuses %s for them", async (moment) => {
    const { status, body } = await ask(moment);
    expect({ status, error: body.errors?.[0] }).toMatchObject({
      status: 400,
      error: {
        code: "invalid_request",
        field: "lastModifiedAt",
        message: expect.stringContaining("2026-02-22T00:00:00Z"),
      },
    });
  });
});
