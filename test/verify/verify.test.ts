/** `kontor verify` passes on correct connectors and reports every kind of fault. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleBooks } from "../../connector-template/connector/connector.ts";
import { simulation } from "../../connector-template/simulation/simulation.ts";
import { runCommandLine } from "../../src/cli.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { documentFindings } from "../../src/verify/documents.ts";
import { orderAnswer } from "../../src/verify/filters.ts";
import { record, replay } from "../../src/verify/recording.ts";
import { openRedaction } from "../../src/verify/redact.ts";
import type { Report } from "../../src/verify/report.ts";
import { verify } from "../../src/verify/verify.ts";
import { listing, mapped, type Row } from "../conformance/broken.ts";
import type { Facts } from "../conformance/facts.ts";
import { openStages, type Stage, type Stages } from "../conformance/stage.ts";
import { openBrowser } from "../support/oauth.ts";
import { type Service, startService } from "../support/service.ts";
import { askOf, clockOf, failsOf } from "../support/verifying.ts";

const only = (resource: string, connector: Connector): Connector => ({
  ...connector,
  operations: Object.fromEntries(Object.entries(connector.operations).filter(([id]) => id.startsWith(`${resource}.`))),
});

describe("on the sandbox, over HTTP", () => {
  let service: Service;
  let folder = "";
  beforeAll(async () => {
    // Documents become overdue, so the books have to end today.
    service = await startService({ SANDBOX_DATE: new Date().toISOString().slice(0, 10), SANDBOX_ENTRIES: "1000" });
    folder = await mkdtemp(join(tmpdir(), "kontor-verify-"));
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  type Complain = { readonly complain: (text: string) => void };
  const command = async (...parameters: (string | Complain)[]) => {
    const out: string[] = [];
    const complaints: string[] = [];
    const options = parameters.filter((parameter) => typeof parameter === "string");
    const [listener] = parameters.filter((parameter) => typeof parameter !== "string");
    const complain = listener?.complain ?? ((text: string) => void complaints.push(text));
    const terminal = { live: false, rewrite: () => {}, print: (text: string) => void out.push(text), complain };
    const exitCode = await runCommandLine(["verify", ...options], { terminal, environment: { DATA_DIR: folder } });
    return { exitCode, text: out.join("\n"), complaints };
  };
  /** Acts as the person at the browser: signs in, consents, and selects the first choice on each page. */
  const signInAt = async (address: string): Promise<void> => {
    const browser = openBrowser(service.url);
    let page = await browser.open(address);
    while (page.location !== undefined || /<form/.test(page.text)) {
      const choice = /<input type="radio" name="choice"[^>]*? value="([^"]*)"/.exec(page.text)?.[1];
      if (page.location !== undefined) page = await browser.open(page.location.href);
      else
        page = await browser.submit(page, {
          user: "demo",
          password: "demo",
          answer: "allow",
          ...(choice && { choice }),
        });
    }
  };

  test("verifies a connection made in the browser, writes the report, and verifies its recording again", async () => {
    const report = join(folder, "report");
    const recorded = join(folder, "recording");
    const shown: string[] = [];
    const complain = (text: string) => {
      shown.push(text);
      const [address] = /http\S+flow=\S+/.exec(text) ?? [];
      if (address !== undefined) void signInAt(address);
    };
    const options = ["--url", service.url, "--api-key", service.keys.apiKey, "--connect", "sandbox"];
    const first = await command(...options, "--report", report, "--record", recorded, { complain });
    expect(shown.at(-1)).toMatch(/its account key is kacc_/);
    expect(first.text).toMatch(/^Verified, \d{4}-\d{2}-\d{2}\.$/m);
    expect(first.exitCode).toBe(0);
    const written = JSON.parse(await readFile(join(report, "sandbox.json"), "utf8")) as Report;
    expect(written).toMatchObject({ targetSystem: "sandbox", isProven: true, isReplay: false });
    expect(written.lists.length).toBeGreaterThan(30);
    expect(await readFile(join(report, "sandbox.md"), "utf8")).toContain("| invoices.list |");
    expect(await readdir(join(recorded, "evidence", "invoices.list"))).toContain("draft-1.json");
    const again = await command("--replay", recorded, "--json");
    const replayed = JSON.parse(again.text) as Report;
    expect({ ...replayed, findings: failsOf(replayed) }).toMatchObject({ isReplay: true, findings: [] });
    expect(replayed.lists.map(({ id, records }) => [id, records])).toEqual(
      written.lists.map(({ id, records }) => [id, records]),
    );
    expect(again.exitCode).toBe(0);
  });

  test("reports a wrong key, an unreachable service and an empty folder", async () => {
    const wrong = await command("--url", service.url, "--api-key", "kapi_x", "--account-key", service.keys.accountKey);
    expect([wrong.exitCode, wrong.complaints[0]]).toEqual([1, expect.stringContaining("api_key_invalid")]);
    const stranger = await command("--url", service.url, "--api-key", service.keys.apiKey, "--account-key", "kacc_x");
    expect([stranger.exitCode, stranger.complaints[0]]).toEqual([1, expect.stringContaining("account_key_invalid")]);
    const nowhere = await command("--url", "http://127.0.0.1:9", "--api-key", "a", "--account-key", "b");
    expect([nowhere.exitCode, nowhere.complaints[0]]).toEqual([1, expect.stringContaining("does not respond")]);
    const empty = await command("--replay", join(folder, "nothing"));
    expect([empty.exitCode, empty.complaints[0]]).toEqual([1, expect.stringContaining("no recording")]);
    const demoless = await command();
    expect([demoless.exitCode, demoless.complaints[0]]).toEqual([2, expect.stringContaining("--account-key")]);
  });
});

describe("on a simulator", () => {
  /** Each fault and the resource whose lists have it: only the lists of that resource are verified. */
  const faults: [string, string, Connector, RegExp][] = [
    [
      "a page that repeats",
      "contacts",
      listing("contacts.list", (usual, call) =>
        usual(call.window?.limit === 20 ? { ...call, window: { page: 1, limit: 20 } } : call),
      ),
      /^pages: contacts\.list: page 2 with limit 20 repeats the records of the page before/,
    ],
    [
      "a wrong total",
      "contacts",
      listing("contacts.list", async (usual, call) => ({ ...(await usual(call)), total: 126 })),
      /^pages: contacts\.list: total is 126, but there are 235/,
    ],
    [
      "an entry that does not balance",
      "journalEntries",
      mapped("journalEntries.list", (row) => ({
        ...row,
        journalLineItems: (row["journalLineItems"] as Row[]).map((line) => ({
          ...line,
          debitCreditIndicator: "DEBIT",
        })),
      })),
      /^ledger: journalEntries\.list: \S+ does not balance/,
    ],
    [
      "lines that do not add up",
      "invoices",
      mapped("invoices.list", (row) => ({
        ...row,
        totalAmount: 7,
        lineItems: [{ lineItemId: "1", grossAmount: 5 }],
      })),
      /^documents: invoices\.list: \d+ has totalAmount 7, but its lines add up to 5\.00/,
    ],
    [
      "a filter without effect",
      "invoices",
      listing("invoices.list", (usual, { filters: { status: _unused, ...filters }, ...call }) =>
        usual({ ...call, filters }),
      ),
      /^filters: invoices\.list: filter status=\w+ returns \d+ of \d+ records that do not match/,
    ],
    [
      "lastModifiedAt without effect",
      "contacts",
      listing("contacts.list", (usual, { filters: { lastModifiedAt: _unused, ...filters }, ...call }) =>
        usual({ ...call, filters }),
      ),
      /^filters: contacts\.list: lastModifiedAt=\S+ also returns/,
    ],
    [
      "an ordering without effect",
      "invoices",
      listing("invoices.list", (usual, call) => usual({ ...call, order: undefined })),
      /^orders: invoices\.list: orderField=invoiceDate DESC returns records out of order/,
    ],
    [
      "a date in another form",
      "contacts",
      mapped("contacts.list", (row) => ({ ...row, createdDate: "2026-02-22T10:00:00.000+01:00" })),
      /^contract: contacts\.list: createdDate is 2026-02-22T10:00:00\.000\+01:00, not in the form/,
    ],
  ];

  /** Faults that only a second list shows, or that a record shows by itself. */
  const changedInvoices = (change: (row: Row, index: number) => Row) => {
    let index = 0;
    return mapped("invoices.list", (row) => change(row, index++));
  };
  const bookFaults: [string, Connector, RegExp][] = [
    [
      "lines with net amounts that do not add up",
      mapped("invoices.list", (row) => ({ ...row, lineItems: [{ lineItemId: "1", itemsAmount: 5 }], sumNetAmount: 7 })),
      /^documents: invoices\.list: \d+ has sumNetAmount 7, but its lines add up to 5\.00/,
    ],
    [
      "a status that the mapping does not know",
      changedInvoices(({ status, ...row }, index) => (index === 0 ? row : { ...row, status })),
      /^states: invoices\.list: \d+ has no status/,
    ],
    [
      "a document that is open although it is overdue",
      mapped("invoices.list", (row) => ({ ...row, status: "OPEN", dueDate: "2026-01-31T00:00:00Z" })),
      /^states: invoices\.list: \d+ is OPEN, but was due on 2026-01-31/,
    ],
    [
      "a document that is open although it was paid",
      mapped("invoices.list", (row) => ({ ...row, status: "OPEN", paidDate: "2026-01-31T00:00:00Z" })),
      /^states: invoices\.list: \d+ is not paid, but has a paidDate/,
    ],
    [
      "an impossible date",
      mapped("invoices.list", (row) => ({ ...row, dueDate: "0001-01-01T00:00:00Z" })),
      /^dates: invoices\.list: \d+ has an impossible dueDate/,
    ],
    [
      "a contact that does not exist",
      mapped("invoices.list", (row) => ({ ...row, contactId: "nobody" })),
      /^references: invoices\.list: \d+ names the contact nobody, which does not exist/,
    ],
    [
      "a number that was given twice",
      mapped("invoices.list", (row) => ({ ...row, status: "PAID", invoiceNumber: "R-1" })),
      /^numbers: invoices\.list: \d+ records have the invoiceNumber R-1/,
    ],
    [
      "a currency that does not exist",
      mapped("invoices.list", (row) => ({ ...row, currency: "EURO" })),
      /^currencies: invoices\.list: \d+ has the currency EURO, which does not exist/,
    ],
  ];

  const { "contacts.list": contacts } = exampleBooks.operations;
  const claiming = { ...contacts, fields: { ...contacts?.fields, iban: true } } as typeof contacts;
  const operations = { ...exampleBooks.operations, "contacts.list": claiming } as Connector["operations"];
  const nameless = mapped("contacts.list", ({ companyName: _unused, ...row }) => row);

  /** Verifying changes nothing, so one simulator serves all of them; each has its own slug in one service. */
  const cast = [
    ...faults.map(([what, resource, connector]) => [what, only(resource, connector)] as const),
    ...bookFaults.map(([what, connector]) => [what, connector] as const),
    ["a claimed field", only("contacts", { ...exampleBooks, operations })] as const,
    ["an unread name", only("contacts", nameless)] as const,
    ["the example", exampleBooks] as const,
  ].map(([what, connector], index): [string, Facts] => [
    what,
    { simulation, connector: { ...connector, id: `example-books-${index}` } },
  ]);
  const factsOf = new Map(cast);
  let stages: Stages;
  beforeAll(async () => {
    stages = await openStages([...factsOf.values()], { isWatched: false });
  });
  afterAll(() => stages.close());
  const stageOf = (what: string): Promise<Stage> => {
    const facts = factsOf.get(what);
    if (facts === undefined) throw new Error("There is no such connector.");
    return stages.open(facts);
  };
  const verified = async (what: string): Promise<Report> => {
    const stage = await stageOf(what);
    return verify({ ask: askOf(stage), clock: clockOf(stage) });
  };

  test.each(faults)("reports %s, and reports it again on replay", async (what, _resource, _connector, expected) => {
    const stage = await stageOf(what);
    const recording = record(askOf(stage), openRedaction("salt"));
    const report = await verify({ ask: recording.ask, clock: clockOf(stage) });
    const again = await verify({ ask: replay(recording.recorded), clock: clockOf(stage), isReplay: true });
    expect([report.isProven, again.isProven]).toEqual([false, false]);
    expect(failsOf(report)).toContainEqual(expect.stringMatching(expected));
    expect(failsOf(again)).toEqual(failsOf(report));
  });

  test.each(bookFaults)("reports %s", async (what, _connector, expected) => {
    expect(failsOf(await verified(what))).toContainEqual(expect.stringMatching(expected));
  });

  test("notes a field that no record has, and lists vendor fields that the connector does not read", async () => {
    expect((await verified("a claimed field")).findings).toContainEqual({
      level: "note",
      check: "claims",
      text: "contacts.list: no record has iban",
    });
    expect((await verified("an unread name")).unread["contacts.list"]).toContain("name");
  });

  test("finds no faults in the example, changes nothing, and replays a recording without findings", async () => {
    const stage = await stageOf("the example");
    const recording = record(askOf(stage), openRedaction("salt"));
    const { result: report, exchanges } = await stage.during(() =>
      verify({ ask: recording.ask, clock: clockOf(stage) }),
    );
    expect(failsOf(report)).toEqual([]);
    expect(report.isProven).toBe(true);
    expect(report.lists.map(({ id }) => id)).toContain("journalEntries.list");
    expect(report.unread["contacts.list"] ?? []).not.toContain("name");
    expect(new Set(exchanges.map(({ method }) => method))).toEqual(new Set(["GET"]));
    const again = await verify({ ask: replay(recording.recorded), clock: clockOf(stage), isReplay: true });
    expect(failsOf(again)).toEqual([]);
    expect(again.lists.map(({ records }) => records)).toEqual(report.lists.map(({ records }) => records));
  });
});

describe("the beginning of an ordered list", () => {
  const rows = ["2", "3", "1", "4"].map((number): Row => ({ id: `id-${number}`, number }));
  const found = (direction: "ASC" | "DESC", ...numbers: string[]) =>
    orderAnswer({
      id: "invoices.list",
      field: "number",
      direction,
      isCut: true,
      rows,
      answer: numbers.map((number) => ({ id: `id-${number}`, number })),
    });

  test("must be sorted, and no other record may belong before its end", () => {
    expect([found("ASC", "1", "2"), found("DESC", "4", "3")]).toEqual([[], []]);
    // Sorted only within the page, which holds the first records of the unsorted list.
    expect(found("ASC", "2", "3")).toEqual([
      "invoices.list: orderField=number ASC returns records out of order: 2, 3 …",
    ]);
    expect(found("DESC", "3", "2")).toEqual([
      "invoices.list: orderField=number DESC returns records out of order: 3, 2 …",
    ]);
  });

  test("may contain only records of the list, each once", () => {
    const expected = ["invoices.list: orderField=number ASC returns other records than without sorting"];
    expect([found("ASC", "1", "1"), found("ASC", "0", "1")]).toEqual([expected, expected]);
  });
});

describe("a document's lines", () => {
  const lineItems = [{ totalNetAmount: 60 }, { totalNetAmount: 40 }, { type: "COMMENT", unitAmount: 900 }];
  const found = (row: Row) => documentFindings("offers.list", [{ id: "1", lineItems, ...row }]);

  test("add up to its total, minus a discount amount or percentage", () => {
    expect(found({ totalNetAmount: 100 })).toEqual([]);
    expect(found({ totalNetAmount: 97.5, totalDiscountPercentage: 2.5 })).toEqual([]);
    expect(found({ totalNetAmount: 97.5, totalDiscountAmount: 2.5 })).toEqual([]);
  });

  test("may differ by the smallest unit of their currency", () => {
    const differingBy3 = { totalNetAmount: 103 };
    expect(found({ ...differingBy3, currency: "JPY" })).toEqual([]);
    expect(found({ ...differingBy3, currency: "EUR" })).toHaveLength(1);
    expect(found({ totalNetAmount: 100.02, currency: "KWD" })).toHaveLength(1);
  });

  test("are reported if more than the discount is missing, and if the total includes comment lines", () => {
    const expected = (total: number) => [`offers.list: 1 has totalNetAmount ${total}, but its lines add up to 100.00`];
    expect(found({ totalNetAmount: 97.5 })).toEqual(expected(97.5));
    expect(found({ totalNetAmount: 90, totalDiscountPercentage: 2.5 })).toEqual(expected(90));
    expect(found({ totalNetAmount: 1000 })).toEqual(expected(1000));
  });
});

test("redaction keeps amounts, dates and structure, and removes personal data", () => {
  const redaction = openRedaction("salt");
  const native = {
    id: "7c1d9a3e-0000-4000-8000-000000000001",
    Name: "Musterfrau Gartenbau",
    emails: ["anna.musterfrau@gartenbau.example"],
    iban: "DE02120300000000202051",
    bankAccountNumber: 370400440532,
    phone: "030 1234567",
    vatId: "DE123456789",
    Status: "AUTHORISED",
    Total: "119.00",
    total_tax: 19,
    UpdatedDateUTC: "/Date(1539993600000+0000)/",
    due: "2026-02-22",
    InvoiceNumber: "INV-0042",
    apiToken: "s3cr3t-t0k3n-value",
    Description: "Rasen mähen bei Frau Musterfrau",
    same: "Musterfrau Gartenbau",
  };
  const redacted = redaction.value(native) as typeof native;
  const { id, Status, Total, total_tax, UpdatedDateUTC, due, InvoiceNumber } = native;
  expect(redacted).toMatchObject({ id, Status, Total, total_tax, UpdatedDateUTC, due, InvoiceNumber });
  expect(redacted.same).toBe(redacted.Name);
  expect(String(redacted.bankAccountNumber)).toMatch(/^\d{12}$/);
  expect(JSON.stringify(redacted)).not.toMatch(/muster|gartenbau|DE02|DE12|370400|1234567|s3cr3t|Rasen/i);
  expect(Object.keys(redacted)).toEqual(Object.keys(native));
});
