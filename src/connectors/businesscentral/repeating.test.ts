/** The steps after a write, against the simulator: done once however often they are started, and never by a reconciliation. */

import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { simulation } from "../../../simulators/businesscentral/simulation.ts";
import type { Exchange } from "../../../simulators/start.ts";
import { day, midnight } from "../../../test/conformance/days.ts";
import { openStage, type Stage } from "../../../test/conformance/stage.ts";
import type { Answer } from "../../../test/support/calling.ts";
import type { Row } from "../../../test/support/service.ts";
import type { Connector, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import { type Session, type UploadedFile } from "../../contract/session.ts";
import { businesscentral } from "./connector.ts";

const handlerOf = (id: OperationId) => businesscentral.operations[id] as unknown as Required<WriteHandler<object, Row>>;

/** The service crashes after the vendor has stored the journal, as often as requested. */
let isCut = false;
const create = handlerOf("journalEntries.create");
const connector: Connector = {
  ...businesscentral,
  operations: {
    ...businesscentral.operations,
    "journalEntries.create": {
      ...create,
      complete: (reply: unknown, call: never, session: Session) =>
        isCut ? Promise.reject(new Failure("target_unavailable", "cut off")) : create.complete(reply, call, session),
    } as never,
  },
};

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ connector, simulation });
});
afterAll(() => stage.close());

const rowsOf = async (id: OperationId, query = {}) => (await stage.ask(id, { query })).body.data as Row[];
const writesIn = (exchanges: readonly Exchange[]) =>
  exchanges.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

const operationIdOf = ({ body }: Answer): string =>
  (body.errors?.[0] as { operationId?: string } | undefined)?.operationId ?? "";

async function entry(): Promise<object> {
  const accounts = await rowsOf("accounts.list", { limit: 100 });
  const accountId = (kind: string) =>
    accounts.find((row) => row["class"] === kind && row["type"] === "POSTING" && row["status"] === "ACTIVE")?.["id"];
  return {
    transactionDate: midnight(-30),
    journalLineItems: [
      { accountId: accountId("EXPENSE"), debitCreditIndicator: "DEBIT", totalNetAmount: 120.5 },
      { accountId: accountId("REVENUE"), debitCreditIndicator: "CREDIT", totalNetAmount: 120.5 },
    ],
  };
}

describe("a journal entry that was cut short", () => {
  test("is posted by repeating the request, not by a reconciliation", async () => {
    const body = await entry();
    const headers = { "idempotency-key": randomUUID() };
    isCut = true;
    const first = await stage.ask("journalEntries.create", { body, headers });
    isCut = false;
    expect(first.body.errors?.[0]?.code).toBe("outcome_unknown");
    const before = (await rowsOf("journalEntries.list", { transactionDateFrom: day(-30), limit: 100 })).length;
    const { result, exchanges } = await stage.during(() => stage.reconcile(operationIdOf(first)));
    expect(result.body.data).toMatchObject({ state: "taken" });
    expect(writesIn(exchanges)).toEqual([]);
    const again = await stage.ask("journalEntries.create", { body, headers });
    expect(again.body.data).toMatchObject({ journalLineItems: [{ totalNetAmount: 120.5 }, { totalNetAmount: 120.5 }] });
    const after = await rowsOf("journalEntries.list", { transactionDateFrom: day(-30), limit: 100 });
    expect(after.length - before).toBe(1);
  });

  test("is found by a reconciliation if it was posted, without writing anything", async () => {
    const body = await entry();
    const headers = { "idempotency-key": randomUUID() };
    stage.simulator.injectFault("lostAnswer", 2);
    const first = await stage.ask("journalEntries.create", { body, headers, atOnce: true });
    expect(first.body.errors?.[0]?.code).toBe("outcome_unknown");
    const { result, exchanges } = await stage.during(() => stage.reconcile(operationIdOf(first)));
    expect(result.body.data).toMatchObject({ state: "done" });
    expect(writesIn(exchanges)).toEqual([]);
  });
});

/** Paths within the connection's company. */
function inside(): Session {
  const [first] = stage.simulator.vendor.companies;
  const base = businesscentral.scope?.({ company: first?.id, environment: first?.environment }).path ?? "";
  const session = stage.session();
  return {
    ...session,
    read: (path, query, headers) => session.read(base + path, query, headers),
    send: (request) => session.send({ ...request, path: base + request.path }),
  };
}

const file: UploadedFile = {
  fileName: "Beleg.txt",
  contentType: "text/plain",
  size: 4,
  open: () => Readable.from(Buffer.from("Text")),
};

async function callFor(id: OperationId, body: object) {
  const ids = { journalEntryId: String((await rowsOf("journalEntries.list"))[0]?.["id"]) };
  const call = { ids, filters: {}, body, files: id.startsWith("journal") ? [file] : [], marker: randomUUID() };
  const session = inside();
  const handler = handlerOf(id);
  const prepared = await handlerOf(id).prepare?.(call, session);
  return { handler, call, session, reply: await session.send(handler.request(call, prepared)) };
}

const date = midnight(-30);
async function bodyOf(id: OperationId): Promise<object> {
  if (id.startsWith("journalEntries")) return id === "journalEntries.create" ? entry() : {};
  const party = await rowsOf(id === "invoices.create" ? "customers.list" : "suppliers.list");
  const lineItems = [{ itemId: (await rowsOf("items.list"))[0]?.["id"], quantity: 1, unitAmount: 7.25 }];
  const ownRecords = {
    "invoices.create": { invoiceDate: date },
    "bills.create": { billDate: date, billNumber: randomUUID().slice(0, 8) },
    "vendorCredits.create": { vendorCreditDate: date, vendorCreditNumber: randomUUID().slice(0, 8) },
  }[id as string];
  return { ...ownRecords, contactId: party[0]?.["id"], lineItems, status: "OPEN" };
}

test.each([
  ["invoices.create"],
  ["bills.create"],
  ["vendorCredits.create"],
  ["journalEntries.create"],
  ["journalEntries.attachments.create"],
] as const)("what follows %s is not done again when it was done before", async (id) => {
  const { handler, call, session, reply } = await callFor(id, await bodyOf(id));
  const first = await stage.during(() => handler.complete(reply, call, session));
  expect(writesIn(first.exchanges)).not.toEqual([]);
  const second = await stage.during(() => handler.complete(reply, call, session));
  expect(writesIn(second.exchanges)).toEqual([]);
});

test("sends only those files of a journal entry that are missing", async () => {
  const { handler, call, session, reply } = await callFor("journalEntries.create", await entry());
  const cut: Session = {
    ...session,
    send: (request) =>
      request.path.endsWith("Microsoft.NAV.post")
        ? Promise.reject(new Failure("target_timeout", "cut off", { mayHaveHappened: true }))
        : session.send(request),
  };
  await expect(handler.complete(reply, call, cut)).rejects.toMatchObject({ code: "target_timeout" });
  const other = { ...call, files: [file, { ...file, fileName: "Anlage.txt" }] };
  const { exchanges } = await stage.during(() => handler.complete(reply, other, session));
  const named = exchanges.filter(({ method, path }) => method === "POST" && path.endsWith("/attachments"));
  expect(named.map(({ body }) => (JSON.parse(String(body)) as Row)["fileName"])).toEqual(["Anlage.txt"]);
});

describe("an invoice whose posting is refused", () => {
  const refused = async () =>
    callFor("invoices.create", { ...(await bodyOf("invoices.create")), invoiceDate: "1999-12-31T00:00:00Z" });

  test("is undone if its draft was deleted, also when that is found out later", async () => {
    const { handler, call, session, reply } = await refused();
    for (let attempt = 1; attempt <= 2; attempt++)
      await expect(handler.complete(reply, call, session)).rejects.toMatchObject({
        code: "target_rejected",
        details: { undone: true },
      });
    const at = `/salesInvoices(${String((reply as Row)["id"])})`;
    await expect(session.read(at)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is not reported as undone if its draft could not be deleted", async () => {
    const { handler, call, session, reply } = await refused();
    const stuck: Session = {
      ...session,
      send: (request) =>
        request.method === "DELETE" ? Promise.reject(new Failure("target_unavailable", "down")) : session.send(request),
    };
    await expect(handler.complete(reply, call, stuck)).rejects.toMatchObject({
      code: "target_rejected",
      details: { undone: false },
    });
  });
});

test("finds an invoice posted by a patch whose reply was lost", async () => {
  const draft = { ...(await bodyOf("invoices.create")), status: "DRAFT" };
  const made = (await stage.ask("invoices.create", { body: draft })).body.data as Row;
  const ids = { invoiceId: String(made["invoiceId"]) };
  stage.simulator.injectFault("lostAnswer", 1);
  const patched = await stage.ask("invoices.patch", { ids, body: { status: "OPEN" } });
  expect(patched.body.data).toMatchObject({ ...ids, status: "OPEN" });
});
