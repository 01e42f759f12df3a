/** A year of postings through the public API and a worker, and both ways to sign in. */
import { Big } from "big.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { description } from "../../../simulators/datev-rewe-export/description.ts";
import { simulation } from "../../../simulators/datev-rewe-export/simulation.ts";
import { settingsFor } from "../../../simulators/settings.ts";
import { type Exchange, type Simulator, startSimulator } from "../../../simulators/start.ts";
import { connectEndUser } from "../../../test/conformance/connect.ts";
import { checkExchanges } from "../../../test/specs/check.ts";
import { type Call, callback, makeCall, problem } from "../../../test/support/platform.ts";
import { type Row, type Service, startService } from "../../../test/support/service.ts";
import { askTask, endOf, post, recordsOf, taskIdOf, taskOf } from "../../../test/support/tasks.ts";
import { datevReweExport } from "./connector.ts";
import { journalEntry } from "./journalEntries.ts";
import { datevReweExportLongToken } from "./longToken.ts";

let simulator: Simulator;
let service: Service;
let call: Call;
let accountKey: string;
beforeAll(async () => {
  simulator = await startSimulator(simulation);
  const settings = [datevReweExport, datevReweExportLongToken].map((connector) => settingsFor(connector, simulator));
  service = await startService(Object.assign({}, ...settings), { worker: true });
  call = makeCall(service.url, service.keys.apiKey);
  accountKey = await connect(datevReweExport);
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

const connect = (connector: typeof datevReweExport) =>
  connectEndUser({ url: service.url, call, connector, vendor: simulator.vendor });

const thisYear = new Date().getUTCFullYear();
const fiscalYearStartDate = `${thisYear - 1}-01-01`;

async function begin(query: Record<string, string>, key = accountKey): Promise<string> {
  const { data, text } = await call("GET", "/accounting/journalEntries", { accountKey: key, query });
  expect(text).toContain("taskId");
  return data["taskId"] ?? "";
}

describe("journal entries", () => {
  let entries: Row[];
  let exchanges: readonly Exchange[];
  beforeAll(async () => {
    const taskId = await begin({ fiscalYearStartDate });
    await endOf(service, taskId, { accountKey });
    entries = await recordsOf(service, taskId, { accountKey });
    exchanges = simulator.exchanges();
  });
  const linesOf = (entry: Row): Row[] => entry["journalLineItems"] as Row[];

  test("lists each posting of the year once, with one line on the side of its column", () => {
    expect(entries.length).toBeGreaterThan(500);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.every(({ transactionDate }) => String(transactionDate).startsWith(`${thisYear - 1}-`))).toBe(true);
    expect(entries.filter((entry) => linesOf(entry).length !== 1)).toEqual([]);
    const sides = entries.map((entry) => linesOf(entry)[0]?.["debitCreditIndicator"]);
    expect(new Set(sides)).toEqual(new Set(["DEBIT", "CREDIT"]));
  });

  test("agrees with the trial balance for each account", async () => {
    const posted = new Map<string, Big>();
    for (const entry of entries) {
      if (entry["recordType"] === "OPENING") continue;
      const [line = {}] = linesOf(entry);
      // Customers and suppliers are in the trial balance with their collective accounts.
      const code = { CUSTOMER: "1400", SUPPLIER: "1600" }[roleOf(line) ?? ""] ?? String(line["accountCode"]);
      const amount = new Big(Number(line["totalNetAmount"])).times(line["debitCreditIndicator"] === "DEBIT" ? 1 : -1);
      posted.set(code, (posted.get(code) ?? new Big(0)).plus(amount));
    }
    const balances = await service.list("trialBalance.list", { accountKey, query: { fiscalYearStartDate } });
    const reported = balances.map((row) => [
      row["accountNumber"],
      new Big(Number(row["totalDebitAmount"])).minus(Number(row["totalCreditAmount"])).toFixed(2),
    ]);
    const summed = balances.map(({ accountNumber }) => [
      accountNumber,
      (posted.get(String(accountNumber)) ?? new Big(0)).toFixed(2),
    ]);
    expect(summed).toEqual(reported);
    expect(balances.map(({ accountNumber }) => accountNumber)).toContain("0320");
  });

  test("fills every field that the connector declares", () => {
    const fieldNames = (rows: readonly Row[]) => new Set(rows.flatMap((row) => Object.keys(row)));
    const { journalLineItems: lines, ...fields } = journalEntry.fields;
    const missing = (declared: object, seen: ReadonlySet<string>) =>
      Object.keys(declared).filter((name) => !seen.has(name));
    expect(missing(fields, fieldNames(entries))).toEqual([]);
    expect(missing(lines as object, fieldNames(entries.flatMap(linesOf)))).toEqual([]);
  });

  const folder = process.env["VENDOR_DESCRIPTIONS"];
  test.skipIf(folder === undefined)("agrees with DATEV's API description", () => {
    expect(checkExchanges(folder ?? "", description, exchanges).differences).toEqual([]);
    expect(exchanges.map(({ path }) => path).join()).toMatch(/account-postings,.*state.*account-postings-jobs/s);
  });

  test("returns DATEV's line as rawData", async () => {
    const taskId = await begin({ fiscalYearStartDate, rawData: "true" });
    await endOf(service, taskId, { accountKey });
    const { body } = await askTask(service, taskId, { accountKey, query: "limit=5" });
    expect((body.rawData as { records: Row[] }).records[0]).toMatchObject({
      accountNumber: 270_000,
      amountDebit: 3000,
      isOpeningBalancePosting: true,
    });
  });
});

const roleOf = (line: Row): string | undefined => {
  if (line["accountCode"] !== line["thirdPartyCode"]) return undefined;
  return line["customerId"] === undefined ? "SUPPLIER" : "CUSTOMER";
};

test.each([
  ["without a fiscal year", {}, "fiscal_year_required"],
  ["with an invalid date", { fiscalYearStartDate: "2025-02-30" }, "invalid_request"],
])("refuses journal entries %s before a job is started", async (_, query, code) => {
  const answer = await call("GET", "/accounting/journalEntries", { accountKey, query });
  expect(problem(answer)).toMatchObject({ status: 400, code, field: "fiscalYearStartDate" });
});

test("returns no entries for an unknown fiscal year, with a warning that lists the known ones", async () => {
  const query = { fiscalYearStartDate: "1999-01-01" };
  const { meta, data } = await call("GET", "/accounting/journalEntries", { accountKey, query });
  expect(meta.warnings?.join()).toContain(fiscalYearStartDate);
  const task = await endOf(service, data["taskId"] ?? "", { accountKey });
  expect(task).toMatchObject({ status: "SUCCESS", responseData: [] });
});

describe("booking proposals", () => {
  const bill = {
    bookingProposalDate: `${thisYear}-01-15T00:00:00Z`,
    currency: "EUR",
    contactAccountNumber: 70_001,
    lineItems: [{ accountNumber: 4930, taxRatePercentage: 19, totalGrossAmount: 119 }],
  };
  const propose = (number: string, { path = "?bookingType=BILL", ...more }: Readonly<Record<string, unknown>> = {}) => {
    const form = new FormData();
    form.set("bookingProposal", JSON.stringify({ ...bill, number, ...more }));
    form.set("files", new File(["%PDF-1.4\n%%EOF\n"], "Beleg#1.pdf", { type: "application/pdf" }));
    return post(service, `/accounting/bookingProposals${String(path)}`, form, { "x-account-key": accountKey });
  };
  // Without the attempts whose token had expired.
  const sent = () =>
    simulator.exchanges().filter(({ host, status }) => host.startsWith("accounting-dxso-jobs") && status !== 401);

  test("answers with DATEV's transfer, whose protocol reports the result", async () => {
    sent();
    const answer = await propose("ER-1");
    const taskId = taskIdOf(answer, 201);
    expect(answer.body.data).toMatchObject({ id: taskId, ledgerName: "Eingangsrechnungen", totalGrossAmount: 119 });
    expect(
      sent().map(({ method, path }) => `${method} ${path.split("/").at(-1)?.replace(taskId, "transfer")}`),
    ).toEqual(["POST dxso-jobs", "GET transfer", "POST files", "POST files", "POST files", "PUT transfer"]);
    expect(taskOf(await askTask(service, taskId, { accountKey })).status).toBe("IN_PROGRESS");
    const { status, information } = await endOf(service, taskId, { accountKey });
    expect(status).toBe("SUCCESS");
    const documentId = (answer.body.data as { files: string[] }).files[0]?.replaceAll("-", "").toUpperCase();
    expect(information).toContainEqual({
      filename: "1 Beleg_1.pdf",
      type: "INFO",
      timestamp: expect.stringMatching(/Z$/),
      message: `wurde übernommen Beleg-ID Nr. ${documentId}`,
    });
  });

  test("ends an asynchronous task with the proposal when DATEV has processed it", async () => {
    const taskId = taskIdOf(await propose("ER-2", { path: "/async?bookingType=BILL" }));
    expect(await endOf(service, taskId, { accountKey })).toMatchObject({
      status: "SUCCESS",
      responseData: { number: "ER-2", bookingType: "BILL" },
    });
  });

  test("fails the task with DATEV's message if DATEV cannot read the proposal", async () => {
    const lineItems = [{ accountNumber: 1_234_567, totalGrossAmount: 5 }];
    const taskId = taskIdOf(await propose("ER-3", { path: "/async?bookingType=BILL", lineItems }));
    const { status, information } = await endOf(service, taskId, { accountKey });
    expect({ status, message: information.map(({ message }) => message) }).toEqual({
      status: "FAILED",
      message: ["lines.xml: Kontonummer ist zu lang"],
    });
  });

  test("refuses an unknown folder and deletes the transfer", async () => {
    sent();
    const { status, body } = await propose("ER-4", { ledgerName: "Reisen" });
    expect({ status, field: body.errors?.[0]?.field }).toEqual({ status: 400, field: "ledgerName" });
    expect(body.errors?.[0]?.message).toContain("Eingangsrechnungen, Bewirtung");
    expect(sent().map(({ method }) => method)).toEqual(["POST", "GET", "GET", "DELETE"]);
  });

  test("refuses a proposal for a client without that ledger", async () => {
    const { status, body } = await propose("ER-5", { path: "?bookingType=BILL&companyId=29098-55004" });
    expect({ status, message: body.errors?.[0]?.targetMessage }).toEqual({
      status: 422,
      message: "#DCO01002 restapi.InvalidDxsoImportTargetFault",
    });
  });
});

describe("the long-term edition", () => {
  const slug = datevReweExportLongToken.id;
  const company = "29098-55003";
  const startSignIn = (query: Record<string, string>) =>
    call("GET", `/auth/${slug}`, { query: { callbackUrl: callback, ...query } });

  test("refuses companyId together with interactive selection", async () => {
    const answer = await startSignIn({ environmentSelection: "true", companyId: company });
    expect(problem(answer)).toMatchObject({ status: 400, code: "invalid_request", field: "companyId" });
    expect(answer.text).toContain("long-lived");
  });

  test("requires either of the two, because its tokens are for one company", async () => {
    expect(problem(await startSignIn({}))).toMatchObject({ status: 400, code: "company_required", field: "companyId" });
    expect((await startSignIn({ companyId: company })).status).toBe(200);
  });

  test("signs in again after the company is chosen, and reads only that company", async () => {
    simulator.exchanges();
    const key = await connect(datevReweExportLongToken);
    const signIns = simulator
      .exchanges()
      .filter(({ method, path }) => method === "GET" && path.endsWith("/authorize"))
      .map(({ query }) => new URLSearchParams(query));
    expect(signIns.map((query) => query.get("scope")?.includes("offline_access"))).toEqual([false, true]);
    expect(signIns[1]?.get("scope")).toContain(`datev:iam:client:${company}`);
    const query = { fiscalYearStartDate };
    expect((await service.ask("paymentTerms.list", { accountKey: key, query })).status).toBe(200);
    const otherCompany = { ...query, companyId: "29098-55004" };
    const refused = await service.ask("paymentTerms.list", { accountKey: key, query: otherCompany });
    expect(refused.body.errors?.[0]?.code).toBe("target_forbidden");
    const health = await call("GET", "/auth/connection", { accountKey: key });
    expect(health.data).toMatchObject({ healthy: true, companyId: company });
  });

  test("lists its one company, although its tokens cannot list companies", async () => {
    const key = await connect(datevReweExportLongToken);
    const companies = await call("GET", "/auth/companies", { accountKey: key });
    const { data } = JSON.parse(companies.text) as { data: { id: string; name: string }[] };
    expect(data.map(({ id }) => id)).toEqual([company]);
    const profile = await call("GET", "/accounting/profile", { accountKey: key });
    expect(profile.data).toMatchObject({ id: company, name: data[0]?.name });
    expect(data[0]?.name).toMatch(/\S/);
  });
});

test("fails a task whose postings DATEV has deleted, and says what to do", async () => {
  // The usual grant would end earlier than the postings.
  const key = await connect(datevReweExportLongToken);
  simulator.exchanges();
  const taskId = await begin({ fiscalYearStartDate }, key);
  // The first request reports the job as pending. The next one follows after a second.
  await expect
    .poll(() => simulator.exchanges().some(({ path }) => path.endsWith("/state")), { timeout: 10_000 })
    .toBe(true);
  simulator.wait(13 * 3_600_000);
  const { status, information } = await endOf(service, taskId, { accountKey: key });
  expect({ status, message: information[0]?.message }).toEqual({
    status: "FAILED",
    message: expect.stringContaining("twelve hours"),
  });
});
