/** Writes of several steps, and printed documents. The files in evidence/ name the sources. */
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { odooOf, write } from "../../../test/support/odooSimulated.ts";
import type { Row } from "../../../test/support/service.ts";
import { readsOf, writeOf } from "../../../test/support/vendorSession.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Session, VendorRequest } from "../../contract/session.ts";
import { odoo } from "./connector.ts";

const { get, list } = readsOf(odoo);

const first = async (session: Session, id: OperationId, is: (row: Row) => boolean = () => true): Promise<Row> =>
  (await list(id, session)).records.find(is) ?? expect.fail(`${id} has no such record`);
const idOf = async (session: Session, id: OperationId, is?: (row: Row) => boolean): Promise<string> =>
  (await first(session, id, is))["id"] as string;
const total = async (session: Session, id: OperationId) => (await list(id, session)).total;

/** The method of a model that a request calls. */
const methodOf = ({ body }: VendorRequest): string =>
  (body as { params: { args: readonly string[] } }).params.args[4] ?? "";

const refusing = (session: Session, method: string): Session => ({
  ...session,
  send: (request) =>
    methodOf(request) === method ? Promise.reject(new Failure("target_rejected", "No.")) : session.send(request),
});

const orderBody = async (session: Session) => ({
  contactId: await idOf(session, "customers.list"),
  orderDate: "2026-10-16T00:00:00Z",
  lineItems: [{ itemId: await idOf(session, "items.list"), quantity: 2, unitAmount: 10 }],
});

describe("sales orders", () => {
  test("source: writes the order date again after confirming, which overwrites it", async () => {
    const session = await odooOf(17);
    const record = await write(session, "salesOrders.create", await orderBody(session));
    expect(record).toMatchObject({ status: "OPEN", orderDate: "2026-10-16T00:00:00Z", totalNetAmount: 20 });
  });

  test("deletes an order that Odoo refuses to confirm", async () => {
    const session = await odooOf(17);
    const before = await total(session, "offers.list");
    const refused = write(refusing(session, "action_confirm"), "salesOrders.create", await orderBody(session));
    await expect(refused).rejects.toMatchObject({ code: "target_rejected", details: { undone: true } });
    expect(await total(session, "offers.list")).toBe(before);
  });

  test.each(["offers.create", "salesOrders.create"] as const)(
    "source: %s refuses a currency other than the price list's, and leaves no order behind",
    async (id) => {
      const session = await odooOf(17);
      const before = [await total(session, "offers.list"), await total(session, "salesOrders.list")];
      const refused = write(session, id, { ...(await orderBody(session)), addresses: [], currency: "USD" });
      await expect(refused).rejects.toMatchObject({ details: { field: "currency", undone: true } });
      expect([await total(session, "offers.list"), await total(session, "salesOrders.list")]).toEqual(before);
    },
  );

  test("finds and confirms an order that an earlier attempt created", async () => {
    const session = await odooOf(17);
    const handler = writeOf<object, Row>(odoo, "salesOrders.create");
    const call = { ids: {}, filters: {}, files: [], marker: "m-9", body: await orderBody(session) };
    await session.send(handler.request(call, await handler.prepare?.(call, session)));
    const existing = await handler.find?.(call, session);
    const { record } = handler.answer(await handler.complete?.(existing, call, session), call);
    expect(record).toMatchObject({ status: "OPEN" });
  });
});

describe("drafts", () => {
  const lines = [
    { description: "One", quantity: 1, unitAmount: 10 },
    { description: "Two", quantity: 1, unitAmount: 20 },
  ];
  const createDraft = async (session: Session) => {
    const contactId = await idOf(session, "customers.list");
    const body = { contactId, invoiceDate: "2026-10-16T00:00:00Z", lineItems: lines };
    return (await write(session, "invoices.create", body)) as { invoiceId: string; lineItems: readonly Row[] };
  };

  test("changes lines with an id, adds lines without one, and deletes the others", async () => {
    const session = await odooOf(17);
    const { invoiceId, lineItems } = await createDraft(session);
    const { lineItemId } = lineItems[1] ?? {};
    const changed = [
      { lineItemId, quantity: 3 },
      { description: "Three", quantity: 1, unitAmount: 5 },
    ];
    const record = await write(session, "invoices.patch", { lineItems: changed }, { ids: { invoiceId } });
    expect(record).toMatchObject({ sumNetAmount: 65, status: "DRAFT" });
    expect(record["lineItems"]).toMatchObject([
      { lineItemId, description: "Two", quantity: 3, unitAmount: 20 },
      { description: "Three", unitAmount: 5 },
    ]);
  });

  test("refuses a line of another document before changing anything", async () => {
    const session = await odooOf(17);
    const { invoiceId } = await createDraft(session);
    const lineItems = [{ lineItemId: "1", quantity: 3 }];
    const refused = write(session, "invoices.patch", { lineItems }, { ids: { invoiceId } });
    await expect(refused).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("posts or cancels by status, and keeps a draft that cannot be posted", async () => {
    const session = await odooOf(17);
    const { invoiceId } = await createDraft(session);
    const refused = write(
      refusing(session, "action_post"),
      "invoices.patch",
      { status: "OPEN" },
      { ids: { invoiceId } },
    );
    await expect(refused).rejects.toMatchObject({ code: "target_rejected" });
    expect((await get("invoices.get", session, { ids: { invoiceId } })).record).toMatchObject({ status: "DRAFT" });
    const posted = await write(session, "invoices.patch", { status: "OPEN" }, { ids: { invoiceId } });
    expect(posted["invoiceNumber"]).toMatch(/^INV\//);
    const { invoiceId: voidedId } = await createDraft(session);
    expect(
      await write(session, "invoices.patch", { status: "VOIDED" }, { ids: { invoiceId: voidedId } }),
    ).toMatchObject({
      status: "VOIDED",
    });
  });
});

describe("documents", () => {
  const textOf = (record: Row): string => Buffer.from(record["content"] as string, "base64").toString("latin1");

  test("source: prints an unsent invoice through the customer portal", async () => {
    const session = await odooOf(17);
    const { invoiceId } = await first(session, "invoices.list", ({ status }) => status === "DRAFT");
    const { record } = await get("invoices.document.get", session, { ids: { invoiceId: invoiceId as string } });
    expect(record).toMatchObject({ contentType: "application/pdf", base64Encoded: true });
    expect(textOf(record)).toContain("%PDF");
    const offerId = await idOf(session, "offers.list");
    const offer = (await get("offers.document.get", session, { ids: { offerId } })).record;
    expect(textOf(offer)).toContain("%PDF");
  });

  test("prefers the PDF that Odoo stored when the invoice was sent", async () => {
    const session = await odooOf(17);
    const invoiceId = (await first(session, "invoices.list", ({ status }) => status === "PAID"))["invoiceId"] as string;
    const withoutPrinting = { ...session, download: () => Promise.reject(new Error("no PDF should be printed")) };
    const { record } = await get("invoices.document.get", withoutPrinting, { ids: { invoiceId } });
    expect(record["fileName"]).toMatch(/^INV_.*\.pdf$/);
  });

  test("18, live: an Odoo that takes too long to print is not a document that does not exist", async () => {
    const session = await odooOf(18);
    const slow = { ...session, download: () => Promise.reject(new Failure("target_timeout", "Too slow.")) };
    const { invoiceId } = await first(session, "invoices.list", ({ status }) => status === "DRAFT");
    const printing = get("invoices.document.get", slow, { ids: { invoiceId: invoiceId as string } });
    await expect(printing).rejects.toMatchObject({ code: "target_timeout" });
  });

  test("source: returns the attached PDF if several databases share the address", async () => {
    const session = await odooOf(17);
    const withoutPortal = { ...session, download: () => Promise.reject(new Failure("target_bad_response", "303")) };
    const { records } = await list("invoices.list", session);
    const outcomes: string[] = [];
    for (const { invoiceId } of records)
      outcomes.push(
        await get("invoices.document.get", withoutPortal, { ids: { invoiceId: invoiceId as string } }).then(
          ({ record }) => record["contentType"] as string,
          (error: Failure) => error.code,
        ),
      );
    expect(new Set(outcomes)).toEqual(new Set(["application/pdf", "not_found"]));
  });

  test("adds uploaded files once, even after a second attempt", async () => {
    const session = await odooOf(17);
    const file = {
      fileName: "scan.png",
      contentType: "image/png",
      size: 3,
      open: () => Readable.from([Buffer.from("abc")]),
    };
    const [debit, credit] = (await list("accounts.list", session)).records;
    const side = (account: Row | undefined, debitCreditIndicator: string) => ({
      accountId: account?.["id"],
      debitCreditIndicator,
      totalNetAmount: 5,
    });
    const journalLineItems = [side(debit, "DEBIT"), side(credit, "CREDIT")];
    const body = { transactionDate: "2026-10-01T00:00:00Z", journalLineItems };
    const { id } = await write(session, "journalEntries.create", body, { files: [file, file] });
    const handler = writeOf<object, Row>(odoo, "journalEntries.create");
    const call = { ids: {}, filters: {}, files: [file, file], marker: "m-1", body };
    await handler.complete?.(await handler.find?.(call, session), call, session);
    const ids = { journalEntryId: id as string };
    expect((await list("journalEntries.attachments.list", session, { ids })).records).toMatchObject([
      { fileName: "scan.png", contentType: "image/png", content: "YWJj" },
      { fileName: "scan.png" },
    ]);
  });
});

describe("payments", () => {
  const down = new Failure("target_unavailable", "Odoo is down.");
  /** Fails every read after the method was called. */
  const failingAfter = (session: Session, method: string): Session => {
    let hasFailed = false;
    return {
      ...session,
      send: async (request) => {
        const reply = await session.send(request);
        hasFailed ||= methodOf(request) === method;
        return reply;
      },
      readByPost: (path, body) => (hasFailed ? Promise.reject(down) : session.readByPost(path, body)),
    };
  };
  const partial = async (session: Session, body: object, breaking: (sound: Session) => Session) => {
    const handler = writeOf<object, Row>(odoo, "payments.create");
    const call = { ids: {}, filters: {}, files: [], marker: "m-7", body };
    const broken = breaking(session);
    const reply = await broken.send(handler.request(call, await handler.prepare?.(call, broken)));
    const failure = await handler.complete?.(reply, call, broken).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "target_unavailable" });
    const { known = reply } = (failure as Failure).details;
    return { record: handler.incomplete?.(known, call).record, found: await handler.find?.(call, session) };
  };
  const toPay = async (session: Session) => {
    const invoiceId = await first(session, "invoices.list", ({ status }) => status === "OPEN" || status === "OVERDUE");
    return { paymentLines: [{ invoiceId: invoiceId["invoiceId"], amount: 1 }] };
  };

  test("live: Odoo names the payment of its window, so it is known even if it cannot be read", async () => {
    const session = await odooOf(17);
    const failing = (sound: Session) => failingAfter(sound, "action_create_payments");
    const { record, found } = await partial(session, await toPay(session), failing);
    const { id } = (found as { native: { id: number } }).native;
    expect(record).toEqual({ id: String(id) });
  });

  test("a window that has not paid yet is no payment", async () => {
    const session = await odooOf(17);
    const stopping = (sound: Session): Session => ({
      ...sound,
      send: (request) => (methodOf(request) === "action_create_payments" ? Promise.reject(down) : sound.send(request)),
    });
    expect(await partial(session, await toPay(session), stopping)).toEqual({ record: {}, found: undefined });
  });

  test("money on account has its id from the first reply", async () => {
    const session = await odooOf(17);
    const customerId = await idOf(session, "customers.list");
    const failing = (sound: Session) => failingAfter(sound, "create");
    const { record, found } = await partial(session, { paymentLines: [{ customerId, amount: 5 }] }, failing);
    const { id } = (found as { native: { id: number } }).native;
    expect(record).toEqual({ id: String(id) });
  });
});
