/**
 * More facts from replies that others have seen: values and oddities only, in bodies of our own, names invented. `mesh` are the
 * recordings of a trial account in the tests of meshmakers/octo-adapter-weclapp at 74354de (v1, 2026-06), `qa` the live
 * test reports of Wals-pro/n8n-nodes-weclapp at 3355d78 (v2, 2026-04-17), `skills` the notes of Wals-pro/weclapp-skills at
 * 5733d3c and ce86ef1 (v2, checked against live data), `spec` the vendor's own description in weclapp/sdk at 04332cf (v3).
 */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import { weclapp } from "./connector.ts";
import { accountingDay, midnight } from "./days.ts";

const { get, list } = readsOf(weclapp);
const tables = { "/currency": { result: [] }, "/unit": { result: [] }, "/tax": { result: [] } };

describe("offers", () => {
  const quotation = { id: "5489", quotationNumber: "A1000", activeVersion: true, template: false, customerId: "1" };
  const shown = async (change: object) => {
    const session = sessionWithReplies({ ...tables, "/quotation/id/1": { ...quotation, ...change } });
    return (await get("offers.get", session, { ids: { offerId: "1" } })).record;
  };

  test.each([
    [{ status: "OPEN", sentToRecipient: false }, "DRAFT"],
    [{ status: "OPEN", sentToRecipient: true }, "SENT"],
    [{ status: "ACCEPTED" }, "ACCEPTED"],
    [{ status: "REJECTED" }, "DECLINED"],
  ])("qa and spec: %j is %s", async (change, status) => {
    expect(await shown(change)).toMatchObject({ status, offerNumber: "A1000" });
  });
});

describe("days", () => {
  test.each([
    ["2026-03-28", "2026-03-27T23:00:00.000Z"],
    ["2026-03-29", "2026-03-28T23:00:00.000Z"],
    ["2026-03-30", "2026-03-29T22:00:00.000Z"],
    ["2026-07-10", "2026-07-09T22:00:00.000Z"],
    ["2026-10-25", "2026-10-24T22:00:00.000Z"],
    ["2026-10-26", "2026-10-25T23:00:00.000Z"],
  ])("skills: %s begins at %s, midnight in Berlin, whatever the clocks do on it", (day, moment) => {
    expect(new Date(midnight(day)).toISOString()).toBe(moment);
    expect(accountingDay(midnight(day))).toBe(`${day}T00:00:00Z`);
  });
});

describe("refusals", () => {
  const { message, fields, codes } = weclapp.refusals;
  const codeOf = (status: number, body: unknown) => {
    const code = codes?.[status];
    return typeof code === "function" ? code(body) : code;
  };
  const problem = (kind: string, more: object = {}) => ({
    type: `/webapp/view/api/errors.html#!/errors/${kind}`,
    title: kind,
    status: 400,
    ...more,
  });

  test("qa: an unknown value is refused with those that are allowed", () => {
    const allowed = ["NEW", "CANCELLED", "OPEN_ITEM_CREATED", "ENTRY_COMPLETED", "DOCUMENT_CREATED"];
    const body = problem("validation", {
      detail: "validation failed",
      validationErrors: [{ location: "status", detail: "unknown enum value: OPEN", allowed }],
    });
    expect(message(body)).toBe(`status: unknown enum value: OPEN (allowed: ${allowed.join(", ")})`);
    expect(fields?.(body)).toEqual(["status"]);
    expect(codeOf(400, body)).toBe("target_rejected");
  });

  test("qa: an unknown property has a location, and the problem an old text of its own beside", () => {
    const body = {
      status: 400,
      error: "Validation failed",
      validationErrors: [
        { location: "comment", detail: "property comment is unknown", errorCode: "platform.unknown_property" },
      ],
    };
    expect(message(body)).toBe("comment: property comment is unknown");
    expect(codeOf(400, body)).toBe("target_rejected");
  });

  test("qa: a refusal may have a sentence and no fields", () => {
    const body = { status: 400, title: "validation failed", detail: "new document version cannot be created" };
    expect(message(body)).toBe("new document version cannot be created");
    expect(fields?.(body)).toEqual([]);
  });

  test("skills: a stale version may be refused with 400 as well, and its type says so", () => {
    expect(codeOf(400, problem("optimistic_lock"))).toBe("target_conflict");
    expect(codeOf(409, problem("optimistic_lock"))).toBe("target_conflict");
  });

  test("skills: a request that took too long is refused with 400", () => {
    expect(codeOf(400, problem("request_timeout"))).toBe("target_timeout");
  });
});

describe("lists and webhooks", () => {
  test("qa: a page may say count 0 beside 27 records; the records count", async () => {
    const result = Array.from({ length: 7 }, (_, index) => ({ id: String(index), name: `Unit ${index}` }));
    const session = sessionWith({ readWithHeaders: async () => ({ body: { count: 0, result }, headers: {} }) });
    expect((await list("units.list", session)).total).toBe(7);
  });

  const post = (query: Readonly<Record<string, string>>, body: object) => ({
    headers: {},
    query: { key: "our-secret", ...query },
    body: Buffer.from(JSON.stringify(body)),
    secret: "our-secret",
  });

  test("skills: a post says hardly more than the id of the record, so that it is looked up", async () => {
    const receipt = weclapp.webhooks?.receive(post({ entity: "party", event: "UPDATED" }, { entityId: "4269" }));
    const [notice] = receipt?.kind === "notices" ? receipt.notices : [];
    expect(notice).toMatchObject({ eventType: "UPDATED", resourceId: "4269", ambiguous: "party" });
    const party = { id: "4269", customer: true, supplier: false, lastModifiedDate: 1_782_218_982_731 };
    const session = sessionWithReplies({ "/party/id/4269": party });
    expect(await (notice && weclapp.webhooks?.lookUp?.(notice, session))).toEqual([
      { resource: "CONTACT", eventType: "UPDATED", resourceId: "4269", changedAt: "2026-06-23T12:49:42.731Z" },
      { resource: "CUSTOMER", eventType: "UPDATED", resourceId: "4269", changedAt: "2026-06-23T12:49:42.731Z" },
    ]);
  });

  test("skills: posts are not signed; without our own key in the address they are not believed", () => {
    const forged = post({ key: "guessed", entity: "party", event: "UPDATED" }, { entityId: "4269" });
    expect(weclapp.webhooks?.receive(forged)).toEqual({ kind: "invalidSignature" });
  });

  test("skills: what is gone cannot be looked up: it is gone from every list that it may have been in", () => {
    const receipt = weclapp.webhooks?.receive(
      post({ entity: "salesInvoice", event: "DELETED" }, { entityId: "6423275" }),
    );
    const notices = receipt?.kind === "notices" ? receipt.notices : [];
    expect(notices.map(({ resource, eventType }) => [resource, eventType])).toEqual([
      ["INVOICE", "DELETED"],
      ["CREDIT_NOTE", "DELETED"],
    ]);
  });
});
