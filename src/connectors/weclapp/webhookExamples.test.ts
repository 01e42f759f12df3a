/**
 * Facts from real webhook posts that others recorded, in bodies we wrote. `skills` are the notes of
 * Wals-pro/weclapp-skills at 5733d3c and ce86ef1 (v2, checked against live data).
 */
import { describe, expect, test } from "vitest";
import { sessionWithReplies } from "../../../test/support/vendorSession.ts";
import { weclapp } from "./connector.ts";

describe("webhooks", () => {
  const post = (query: Readonly<Record<string, string>>, body: object) => ({
    headers: {},
    query: { key: "our-secret", ...query },
    body: Buffer.from(JSON.stringify(body)),
    secret: "our-secret",
  });

  test("skills: looks a record up, because a post has hardly more than its id", async () => {
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

  test("skills: refuses a post without our key in its URL, because posts are not signed", () => {
    const forged = post({ key: "guessed", entity: "party", event: "UPDATED" }, { entityId: "4269" });
    expect(weclapp.webhooks?.receive(forged)).toEqual({ kind: "invalidSignature" });
  });

  test("skills: reports a deleted record for every list that may have contained it", () => {
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
