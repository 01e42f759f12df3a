/** Asynchronous tasks through the public API, with a worker. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pruneTasks } from "../../src/store/tasks.ts";
import { bodies } from "../support/bodies.ts";
import { call, codesOf } from "../support/calling.ts";
import { day, type Row, type Service, startService } from "../support/service.ts";
import { askTask, endOf, post, taskIdOf, taskOf } from "../support/tasks.ts";

let service: Service;
let exported: string;
beforeAll(async () => {
  service = await startService({ SANDBOX_ENTRIES: "20000" }, { worker: true });
  exported = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
});
afterAll(() => service.stop());

const expense = bodies["expenses.create"];
const expensesWith = async (description: string): Promise<Row[]> =>
  (await service.list("expenses.list")).filter((row) => row["description"] === description);

describe("a write in the background", () => {
  test("creates the record, which is the task's result", async () => {
    const sent = { ...expense, description: "Im Hintergrund" };
    const taskId = taskIdOf(await post(service, "/accounting/expenses/async", sent));
    const { status, information, responseData } = await endOf(service, taskId);
    expect({ status, information }).toEqual({ status: "SUCCESS", information: [] });
    expect([responseData]).toEqual(await expensesWith("Im Hintergrund"));
  });

  test("starts once, however often it is sent with the same key", async () => {
    const sent = { ...expense, description: "Nur einmal" };
    const key = { "idempotency-key": "once-1" };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(service, "/accounting/expenses/async", sent, key)),
    );
    const taken = answers.filter(({ status }) => status === 202);
    expect(taken.length).toBeGreaterThan(0);
    expect(answers.map(({ status }) => status).filter((status) => status !== 202 && status !== 409)).toEqual([]);
    const again = await post(service, "/accounting/expenses/async", sent, key);
    expect([...new Set([...taken, again].map(({ text }) => text))]).toEqual([again.text]);
    await endOf(service, taskIdOf(again));
    expect(await expensesWith("Nur einmal")).toHaveLength(1);
    const reused = await post(service, "/accounting/expenses/async", expense, key);
    expect({ status: reused.status, codes: codesOf(reused) }).toEqual({
      status: 422,
      codes: ["idempotency_key_reused"],
    });
  });

  test("fails with the reason if the target system refuses it", async () => {
    const sent = { ...expense, description: "Zu viel", supplierId: "nobody" };
    const taskId = taskIdOf(await post(service, "/accounting/expenses/async", sent));
    const { status, information, responseData } = await endOf(service, taskId);
    expect({ status, responseData }).toEqual({ status: "FAILED" });
    expect(information).toEqual([
      {
        type: "ERROR",
        message: expect.stringMatching(/^target_rejected: Sandbox .+ Vendor message: .+/),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    ]);
    expect(await expensesWith("Zu viel")).toEqual([]);
  });

  test("is refused at once if its body is invalid", async () => {
    const answer = await post(service, "/accounting/expenses/async", { ...expense, colour: "red" });
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ["invalid_request"] });
  });

  test("supports dry runs", async () => {
    const answer = await post(service, "/accounting/expenses/async?dryRun=true", expense);
    expect({ status: answer.status, data: answer.body.data }).toMatchObject({ status: 200, data: { valid: true } });
  });

  test("stores its files in the database unchanged until it runs", async () => {
    const bytes = Buffer.alloc(1_300_000, "Übung ");
    const form = new FormData();
    form.set("bookingProposal", JSON.stringify(bodies["bookingProposals.create"]));
    form.append("files[]", new Blob([bytes], { type: "application/pdf" }), "Beleg Ü.pdf");
    const taskId = taskIdOf(await post(service, "/accounting/bookingProposals/async", form));
    const { status, information, responseData } = await endOf(service, taskId);
    expect({ status, information }).toMatchObject({
      status: "SUCCESS",
      information: [{ filename: "Beleg Ü.pdf", type: "INFO" }],
    });
    const bookingProposalId = String((responseData as Row)["id"]);
    const document = await service.get("bookingProposals.document.get", { ids: { bookingProposalId } });
    expect(Buffer.from(String(document["content"]), "base64").equals(bytes)).toBe(true);
    const { rows } = await service.storage.database.query("SELECT FROM task_files WHERE task_id = $1", [taskId]);
    expect(rows).toEqual([]);
  });

  test("uploads a single file", async () => {
    const form = new FormData();
    form.set("file", new Blob(["%PDF-1.4 klein"], { type: "application/pdf" }), "klein.pdf");
    form.set("note", "zum Üben");
    const { status, responseData } = await endOf(
      service,
      taskIdOf(await post(service, "/accounting/files/async", form)),
    );
    expect({ status, responseData }).toMatchObject({ status: "SUCCESS", responseData: { fileName: "klein.pdf" } });
  });
});

describe("a bulk write", () => {
  const contact = { ...bodies["contacts.create"], number: undefined };
  const facts = {
    accountNumberLength: 4,
    chartOfAccount: "SKR03",
    fiscalYearStartDate: `${day.slice(0, 4)}-01-01T00:00:00Z`,
  };
  /** In a fiscal year whose books are closed. */
  const closedDay = `${Number(day.slice(0, 4)) - 1}-03-01T00:00:00Z`;
  const bulk = (path: string, entries: readonly object[]) => post(service, path, { ...facts, entries });

  test("returns its records page by page", async () => {
    const entries = Array.from({ length: 7 }, (_, at) => ({ ...contact, companyName: `Sammel ${at}` }));
    const taskId = taskIdOf(await bulk("/accounting/contacts/bulk", entries), 201);
    expect(await endOf(service, taskId)).toMatchObject({ status: "SUCCESS", information: [] });
    const second = await askTask(service, taskId, { query: "page=2&limit=5" });
    expect(second.body.meta?.pagination).toEqual({ total: 7, perPage: 5, currentPage: 2, totalPages: 2 });
    expect((taskOf(second).responseData as { records: Row[] }).records.map((row) => row["companyName"])).toEqual([
      "Sammel 5",
      "Sammel 6",
    ]);
  });

  test("succeeds partially if some entries are refused, and names them", async () => {
    const entry = bodies["journalEntries.create"];
    const taskId = taskIdOf(
      await bulk("/accounting/journalEntries/bulk", [
        { ...entry, number: undefined },
        { ...entry, number: undefined, transactionDate: closedDay },
      ]),
      201,
    );
    const { status, information, responseData } = await endOf(service, taskId);
    expect({ status, records: (responseData as { records: Row[] }).records.length }).toEqual({
      status: "PARTIAL_SUCCESS",
      records: 1,
    });
    expect(information).toMatchObject([{ type: "ERROR", message: expect.stringMatching(/^Entry 2: /) }]);
  });

  test("names what was stored differently for each entry, in meta and in the journal", async () => {
    const entry = { ...bodies["journalEntries.create"], number: undefined };
    const entries = [entry, { ...entry, number: "MEINE-2" }];
    const taskId = taskIdOf(await bulk("/accounting/journalEntries/bulk", entries), 201);
    const { status, information } = await endOf(service, taskId);
    expect(status).toBe("SUCCESS");
    const messages = information.map(({ message }) => message).filter((message) => message.startsWith("Entry"));
    expect(messages).toEqual([expect.stringMatching(/^Entry 2: Sandbox stored number as \S+ instead of MEINE-2\.$/)]);
    const answer = await askTask(service, taskId);
    const { records } = taskOf(answer).responseData as { records: Row[] };
    expect(answer.body.meta?.differences).toEqual([
      { field: "entries[1].number", asked: "MEINE-2", stored: records[1]?.["number"] },
    ]);
    const { rows } = await service.storage.database.query(
      "SELECT state, needs_review FROM operations WHERE idempotency_key = $1",
      [`task ${taskId}`],
    );
    expect(rows).toEqual([{ state: "done", needs_review: true }]);
  });

  test("fails if every entry is refused", async () => {
    const entries = [{ ...bodies["journalEntries.create"], number: undefined, transactionDate: closedDay }];
    const { status } = await endOf(service, taskIdOf(await bulk("/accounting/journalEntries/bulk", entries), 201));
    expect(status).toBe("FAILED");
  });

  test("is refused at once if an entry contradicts itself", async () => {
    const [line] = bodies["journalEntries.create"].journalLineItems ?? [];
    const entries = [{ ...bodies["journalEntries.create"], number: undefined, journalLineItems: [line] }];
    const answer = await bulk("/accounting/journalEntries/bulk", entries);
    expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({
      status: 422,
      errors: [{ code: "cannot_store", field: "entries[0].journalLineItems" }],
    });
  });
});

describe("the export edition's ledger", () => {
  const ledger = (query: string) =>
    call(service, `/accounting/journalEntries?${query}`, { headers: { "x-account-key": exported } });

  test("is returned as a task, with the same entries as the sandbox", async () => {
    const year = `${day.slice(0, 4)}-01-01`;
    const begun = await ledger(`fiscalYearStartDate=${year}&transactionDateFrom=${year}`);
    const taskId = taskIdOf(begun);
    expect(begun.body.meta?.warnings).toEqual([expect.stringContaining("transactionDateFrom")]);
    const { status, information } = await endOf(service, taskId, { accountKey: exported }, 60_000);
    expect({ status, types: information.map(({ type }) => type) }).toEqual({ status: "SUCCESS", types: ["WARNING"] });
    for (const page of [1, 40]) {
      const query = { fiscalYearStartDate: year, page, limit: 100 };
      const direct = await service.ask("journalEntries.list", { query });
      const answer = await askTask(service, taskId, { accountKey: exported, query: `page=${page}&limit=100` });
      expect(answer.body.meta?.pagination).toEqual(direct.body.meta?.pagination);
      expect(taskOf(answer).responseData).toEqual(direct.body.data);
    }
    const past = await askTask(service, taskId, { accountKey: exported, query: "page=9999&limit=100" });
    expect({ status: past.status, data: taskOf(past).responseData }).toEqual({ status: 200, data: [] });
  });

  test.each(["", "fiscalYearStartDate=soon"])("needs a valid fiscal year (%s)", async (query) => {
    const { status, body } = await ledger(query);
    expect({ status, field: body.errors?.[0]?.field }).toEqual({ status: 400, field: "fiscalYearStartDate" });
  });

  test("ends without records, with a warning, if the fiscal year does not exist", async () => {
    const task = await endOf(service, taskIdOf(await ledger("fiscalYearStartDate=1990-01-01")), {
      accountKey: exported,
    });
    expect(task).toMatchObject({
      status: "SUCCESS",
      responseData: [],
      information: [{ type: "WARNING", message: expect.stringContaining("no fiscal year") }],
    });
  });
});

describe("a task", () => {
  test("is not found by other connections, after a week, or if it never existed", async () => {
    const taskId = taskIdOf(await post(service, "/accounting/expenses/async", { ...expense, description: "Fremd" }));
    await endOf(service, taskId);
    const unknown = async (id: string, accountKey?: string) => {
      const answer = await askTask(service, id, accountKey === undefined ? {} : { accountKey });
      expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 404, codes: ["not_found"] });
      return answer.body.errors;
    };
    const never = await unknown("01K9ZZZZZZZZZZZZZZZZZZZZZZ");
    expect(await unknown(taskId, exported)).toEqual(never);
    const { database } = service.storage;
    const left = `SELECT expires_at - now() BETWEEN interval '6 days 23 hours' AND interval '7 days' AS week
                  FROM tasks WHERE id = $1`;
    expect((await database.query(left, [taskId])).rows).toEqual([{ week: true }]);
    await database.query("UPDATE tasks SET expires_at = now() WHERE id = $1", [taskId]);
    expect(await unknown(taskId)).toEqual(never);
    await pruneTasks(database, 7);
    expect((await database.query("SELECT FROM tasks WHERE id = $1", [taskId])).rows).toEqual([]);
  });

  test("is offered wherever the synchronous write is", async () => {
    const offered = async (slug: string) => {
      const { body } = await call(service, `/targetSystems/${slug}`);
      return (body.data as { operations: { id: string }[] }).operations.map(({ id }) => id);
    };
    const background = ["bookingProposals.createAsync", "expenses.createAsync", "files.createAsync"];
    expect(await offered("sandbox")).toEqual(expect.arrayContaining(background));
    expect((await offered("sandbox-export")).filter((id) => background.includes(id))).toEqual([]);
    const refused = await post(service, "/accounting/expenses/async", expense, { "x-account-key": exported });
    expect({ status: refused.status, codes: codesOf(refused) }).toEqual({
      status: 422,
      codes: ["operation_not_supported"],
    });
  });
});
