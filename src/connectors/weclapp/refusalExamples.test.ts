/**
 * Facts from real error bodies that others recorded, in bodies we wrote. `qa` are the live test reports of
 * Wals-pro/n8n-nodes-weclapp at 3355d78 (v2, 2026-04-17), `skills` the notes of Wals-pro/weclapp-skills at 5733d3c and
 * ce86ef1 (v2, checked against live data).
 */
import { describe, expect, test } from "vitest";
import { weclapp } from "./connector.ts";

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

  test("qa: the refusal of an unknown value lists the allowed ones", () => {
    const allowed = ["NEW", "CANCELLED", "OPEN_ITEM_CREATED", "ENTRY_COMPLETED", "DOCUMENT_CREATED"];
    const body = problem("validation", {
      detail: "validation failed",
      validationErrors: [{ location: "status", detail: "unknown enum value: OPEN", allowed }],
    });
    expect(message(body)).toBe(`status: unknown enum value: OPEN (allowed: ${allowed.join(", ")})`);
    expect(fields?.(body)).toEqual(["status"]);
    expect(codeOf(400, body)).toBe("target_rejected");
  });

  test("qa: the refusal of an unknown property has its location, besides a text in the older form", () => {
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

  test("skills: a stale version may also be refused with 400; the problem's type names it", () => {
    expect(codeOf(400, problem("optimistic_lock"))).toBe("target_conflict");
    expect(codeOf(409, problem("optimistic_lock"))).toBe("target_conflict");
  });

  test("skills: a request that took too long is refused with 400", () => {
    expect(codeOf(400, problem("request_timeout"))).toBe("target_timeout");
  });
});
