/** Many contacts in one request, which weclapp takes one at a time. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingsFor } from "../../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../../simulators/start.ts";
import { simulation } from "../../../simulators/weclapp/simulation.ts";
import { accountKeyIn, hrefOf, openPlatform, type Platform } from "../../../test/support/platform.ts";
import { type Row, type Service, startService } from "../../../test/support/service.ts";
import { endOf } from "../../../test/support/tasks.ts";
import { openQueue } from "../../store/postgres/queue.ts";
import { weclapp } from "./connector.ts";

let simulator: Simulator;
let service: Service;
let platform: Platform;
let accountKey: string;
beforeAll(async () => {
  simulator = await startSimulator(simulation);
  service = await startService({ ...settingsFor(weclapp, simulator), TARGET_LIMITS: "off" }, { worker: true });
  platform = await openPlatform(service);
  const { tenantId = "", apiKey = "" } = simulator.vendor.access.credentials ?? {};
  const browser = platform.browser();
  const page = await browser.open(await platform.begin("weclapp", { tenantId }));
  accountKey = accountKeyIn(hrefOf(await browser.submit(page, { tenantId, apiKey })));
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

const header = { fiscalYearStartDate: "2026-01-01", accountNumberLength: 4, chartOfAccount: "SKR03" };
const company = (companyName: string) => ({ contactType: "COMPANY", companyName, isCustomer: true });

const send = (body: unknown, query: Record<string, string> = {}) =>
  platform.call("POST", "/accounting/contacts/bulk", { accountKey, body: body as object, query });

async function written(body: unknown) {
  const { status, data } = await send(body);
  expect(status).toBe(201);
  const taskId = data["taskId"] ?? "";
  const task = await endOf(service, taskId, { accountKey }, 30_000);
  const { records = [] } = (task.responseData ?? {}) as { readonly records?: readonly Row[] };
  const errors = task.information.filter(({ type }) => type === "ERROR").map(({ message }) => message);
  return { status: task.status, names: records.map(({ companyName }) => companyName), errors, task, taskId };
}

/** The names of weclapp's contacts that begin so. */
async function storedNames(prefix: string): Promise<string[]> {
  const rows = await service.list("contacts.list", { accountKey });
  return rows.map(({ companyName }) => String(companyName)).filter((name) => name.startsWith(prefix));
}

test("the body of the guide works, and says what weclapp ignores", async () => {
  const guide = await readFile(new URL("../../../docs/guides/writing.md", import.meta.url), "utf8");
  const [, body = ""] = /## Many contacts[^]*?```json\n([^]*?)```/.exec(guide) ?? [];
  const { status, names, errors, task } = await written(JSON.parse(body));
  expect({ status, names, errors }).toEqual({
    status: "SUCCESS",
    names: ["Kiebitz Garten", "Amsel Druck"],
    errors: [],
  });
  expect(task.information).toContainEqual(
    expect.objectContaining({ type: "WARNING", message: expect.stringContaining("chartOfAccount") }),
  );
  expect(await storedNames("Kiebitz Garten")).toHaveLength(1);
});

test("an entry that is refused is named, and the others are written", async () => {
  const withPeople = { ...company("Pirol Zwei"), contactPersons: [{ lastName: "Beispiel" }] };
  const { status, names, errors } = await written({
    ...header,
    entries: [company("Pirol Eins"), withPeople, company("Pirol Drei")],
  });
  expect({ status, names }).toEqual({ status: "PARTIAL_SUCCESS", names: ["Pirol Eins", "Pirol Drei"] });
  expect(errors).toEqual([
    expect.stringMatching(/^Entry 2: invalid_request: weclapp keeps people as separate contacts/),
  ]);
});

test("a missing permission ends the task, which says how many entries were not sent", async () => {
  simulator.refuse(/\/party$/);
  const { status, errors } = await written({ ...header, entries: ["a", "b", "c"].map(company) });
  simulator.refuse(undefined);
  expect(status).toBe("FAILED");
  expect(errors).toEqual([
    expect.stringMatching(/^Entry 1: target_forbidden: /),
    "The entries after it (2) were not sent.",
  ]);
});

test("an entry whose outcome is unknown is named, and the others are written", async () => {
  // weclapp carries the first write out, and its answer is lost.
  simulator.injectFault("lostAnswer", 1);
  const { status, names, errors } = await written({ ...header, entries: ["Milan Eins", "Milan Zwei"].map(company) });
  expect({ status, names }).toEqual({ status: "PARTIAL_SUCCESS", names: ["Milan Zwei"] });
  expect(errors).toEqual([expect.stringMatching(/^Entry 1: outcome_unknown: /)]);
});

test("a task that runs again after an interruption writes no entry twice", async () => {
  const entries = ["Ortolan Eins", "Ortolan Zwei"];
  const { names, taskId } = await written({ ...header, entries: entries.map(company) });
  expect(names).toEqual(entries);
  const { database } = service.storage;
  // As a worker leaves a task that it could not end.
  const { rows } = await database.query<{ tenantId: string }>(
    `UPDATE tasks SET status = 'IN_PROGRESS' WHERE id = $1 RETURNING tenant_id AS "tenantId"`,
    [taskId],
  );
  const queue = await openQueue({ database, worker: undefined, onFault: () => undefined });
  await queue.send({ taskId, turn: 0, tenantId: rows[0]?.tenantId ?? "" });
  expect((await endOf(service, taskId, { accountKey }, 30_000)).responseData).toMatchObject({
    records: entries.map((companyName) => ({ companyName })),
  });
  await queue.close();
  expect(new Set(await storedNames("Ortolan"))).toEqual(new Set(entries));
  expect(await storedNames("Ortolan")).toHaveLength(entries.length);
});

test("a dry run names the entry and writes nothing", async () => {
  const entries = [company("Sperber"), { ...company("Habicht"), contactPersons: [{ lastName: "Beispiel" }] }];
  const bad = await send({ ...header, entries }, { dryRun: "true" });
  expect(bad.data).toMatchObject({ valid: false, problems: [{ field: "entries[1].contactPersons" }] });
  const good = await send({ ...header, entries: entries.slice(0, 1) }, { dryRun: "true" });
  expect(good.data).toMatchObject({ valid: true, request: { body: [{ company: "Sperber" }] } });
  expect(await storedNames("Sperber")).toEqual([]);
});
