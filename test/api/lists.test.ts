/** Lists, and the tasks that they start or mention. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationTable } from "../../src/contract/operations.ts";
import { type Answer, call, codesOf } from "../support/calling.ts";
import { day, type Row, type Service, startService } from "../support/service.ts";
import { askTask, endOf, taskIdOf } from "../support/tasks.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({}, { worker: true });
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> => call(service, path, { headers });
const ok = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, text } = await answer;
  expect(status, text).toBe(200);
  return answer;
};
const rowOf = ({ body }: Answer): Row => body.data as Row;
const rowsOf = ({ body }: Answer): Row[] => body.data as Row[];

test("accepts every enum value of every filter in the contract", async () => {
  const filters: { id: string; path: string; name: string; value: string }[] = [];
  for (const [id, { kind, path, query }] of operationTable) {
    if (kind !== "list" || path.includes("{")) continue;
    for (const [name, { schema }] of Object.entries(query)) {
      const { enum: values = [] } = schema as { enum?: unknown[] };
      filters.push(...values.map((value) => ({ id, path, name, value: String(value) })));
    }
  }
  expect(filters.length).toBeGreaterThan(100);
  const year = `fiscalYearStartDate=${day.slice(0, 4)}-01-01`;
  for (const { id, path, name, value } of filters) {
    const answer = await get(`${path}?${year}&${name}=${encodeURIComponent(value)}`);
    expect(answer.status, `${id} ${name}=${value} ${answer.text}`).toBe(200);
  }
});

test("a list that runs as a task returns the native records with its result, in the same order", async () => {
  const accountKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
  const ledger = `/accounting/journalEntries?fiscalYearStartDate=${day.slice(0, 4)}-01-01`;
  const runTask = async (query: string) => {
    const taskId = taskIdOf(await get(`${ledger}${query}`, { "x-account-key": accountKey }));
    await endOf(service, taskId, { accountKey });
    return taskId;
  };
  const taskId = await runTask("&rawData=true");
  for (const [page, length] of [
    [1, 50],
    [3, 50],
    [999, 0],
  ]) {
    const window = `page=${page}&limit=50`;
    const { body } = await askTask(service, taskId, { accountKey, query: window });
    const direct = await get(`${ledger}&rawData=true&${window}`);
    expect((direct.body.rawData as { records: Row[] }).records).toHaveLength(length ?? 0);
    expect(body.rawData).toEqual(direct.body.rawData);
  }
  const { body } = await askTask(service, await runTask(""), { accountKey, query: "rawData=true" });
  expect(body).not.toHaveProperty("rawData");
});

describe("fiscal years", () => {
  test("all have a chart of accounts", async () => {
    for (const company of ["bergblick", "kornfeld"]) {
      const years = rowsOf(await ok(get(`/accounting/fiscalYears?companyId=${company}`)));
      expect(years.length).toBeGreaterThan(0);
      expect(years.filter(({ chartOfAccount }) => !/^SKR\d\d$/.test(String(chartOfAccount)))).toEqual([]);
    }
  });

  test("that do not exist give an empty list and a warning, in every list that filters by fiscal year", async () => {
    const taking = operationTable.filter(([, { kind, query }]) => kind === "list" && "fiscalYear" in query);
    expect(taking.length).toBeGreaterThan(3);
    const year = Number(day.slice(0, 4));
    for (const [id, { path, query }] of taking) {
      const start = "fiscalYearStartDate" in query;
      const right = await ok(get(`${path}?fiscalYear=${year}${start ? `&fiscalYearStartDate=${year}-01-01` : ""}`));
      expect({ id, warnings: right.body.meta?.warnings }).toEqual({ id });
      const wrong = await ok(get(`${path}?fiscalYear=1990${start ? `&fiscalYearStartDate=${year}-01-02` : ""}`));
      const those = `fiscal years begin on ${year - 1}-01-01, ${year}-01-01. The list is empty.`;
      expect({ id, warnings: wrong.body.meta?.warnings }).toEqual({
        id,
        warnings: [
          ...(start ? [`Sandbox has no fiscal year for fiscalYearStartDate=${year}-01-02: ${those}`] : []),
          `Sandbox has no fiscal year for fiscalYear=1990: ${those}`,
        ],
      });
      expect({ id, data: wrong.body.data, total: wrong.body.meta?.pagination?.["total"] }).toEqual({
        id,
        data: [],
        total: 0,
      });
    }
  });

  test("that do not exist are named at once if the list runs as a task", async () => {
    const accountKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
    for (const resource of ["journalEntries", "paymentTerms", "trialBalance"]) {
      const path = `/accounting/${resource}?fiscalYearStartDate=1990-01-01`;
      const { body, status } = await get(path, { "x-account-key": accountKey });
      expect(status).toBe(resource === "journalEntries" ? 202 : 200);
      if (status === 200) expect(body.data).toEqual([]);
      expect(body.meta?.warnings).toEqual([
        expect.stringContaining("no fiscal year for fiscalYearStartDate=1990-01-01"),
      ]);
    }
  });
});

test("the task that a record mentions can be read", async () => {
  for (const resource of ["expenses", "bookingProposals", "salesOrders"] as const) {
    const records = await service.list(`${resource}.list`);
    const taskIds = records.flatMap(({ taskId }) => (typeof taskId === "string" ? [taskId] : []));
    expect(taskIds.length).toBeGreaterThan(0);
    for (const taskId of taskIds.slice(0, 3))
      expect(rowOf(await ok(get(`/asyncTask/${taskId}`)))).toEqual({ status: "SUCCESS" });
  }
  const unknown = await get("/asyncTask/task-of-nobody");
  expect([unknown.status, codesOf(unknown)]).toEqual([404, ["not_found"]]);
});

test("lists every file of a bill with its content", async () => {
  const bills = rowsOf(await ok(get("/accounting/bills?limit=20")));
  const contents: string[] = [];
  for (const { id } of bills) {
    const files = rowsOf(await ok(get(`/accounting/bills/${String(id)}/documents`)));
    for (const { content, ...file } of files) {
      expect(file).toMatchObject({ base64Encoded: true, contentType: "application/pdf" });
      expect(file["fileName"]).toMatch(/\.pdf$/);
      contents.push(Buffer.from(String(content), "base64").toString("latin1"));
    }
  }
  expect(contents.length).toBeGreaterThan(5);
  expect(contents.filter((content) => !content.startsWith("%PDF-"))).toEqual([]);
});
