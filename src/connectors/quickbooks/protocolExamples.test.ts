/** Examples of refusals and webhooks; `examples.test.ts` names the sources. `pages` are developer.intuit.com's on webhooks (2026-11). */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { quickbooks } from "./connector.ts";
import { refusals } from "./errors.ts";

describe("refusals", () => {
  const fault = (code: string, Message: string, Detail: string, element = "") => ({
    Fault: { Error: [{ Message, Detail, code, element }], type: "ValidationFault" },
    time: "2026-11-02T09:14:05-08:00",
  });
  const meaning = (body: unknown) => {
    const code = refusals.codes?.[400];
    return typeof code === "function" ? code(body) : code;
  };

  test.each([
    ["610", "not_found"],
    ["5010", "target_conflict"],
    ["6140", "target_conflict"],
    ["6190", "target_forbidden"],
    ["6240", "target_conflict"],
    ["2500", "target_rejected"],
    ["6210", "target_rejected"],
  ])("docs: %s means %s", (code, expected) => {
    expect(meaning(fault(code, "No", "Because"))).toBe(expected);
  });

  test("ruby: reports two errors with their fields, preferring the detail to the message", () => {
    const Error = [
      { code: "2050", element: "firstname", Message: "Length exceeds limit", Detail: "Length exceeds 21 chars" },
      { code: "2080", element: "postalcode", Message: "Illegal number format", Detail: null },
    ];
    expect(refusals.message({ Fault: { Error } })).toBe("Length exceeds 21 chars Illegal number format");
    expect(refusals.fields?.({ Fault: { Error } })).toEqual(["firstname", "postalcode"]);
  });

  test("threads: reads the gateway's lower-case errors without detail", () => {
    const said = (code: string, message: string) => ({
      warnings: null,
      fault: { error: [{ message, detail: null, code, element: null }], type: "SERVICE" },
    });
    expect(refusals.message(said("3100", "message=AuthorizationFailed; errorCode=003100; statusCode=403"))).toContain(
      "AuthorizationFailed",
    );
    expect(refusals.status?.(said("3100", "AuthorizationFailed"), 403)).toBeUndefined();
  });

  test("ruby: recognises throttling in a 403, with or without leading zeros in the code", () => {
    for (const code of ["3001", "003001"])
      expect(refusals.status?.(fault(code, "ThrottleExceeded", ""), 403)).toBe(429);
  });

  test("docs: a fault inside a 200 is a refusal, also for one of several files", () => {
    const body = fault("6000", "A business validation error", "Not so");
    expect(refusals.status?.(body, 200)).toBe(400);
    expect(refusals.status?.({ AttachableResponse: [{ Fault: body.Fault }] }, 200)).toBe(400);
    expect(refusals.status?.({ QueryResponse: {} }, 200)).toBeUndefined();
  });
});

describe("webhooks", () => {
  const receive = (posted: unknown, secret = "key") => {
    const body = Buffer.from(JSON.stringify(posted));
    const signature = createHmac("sha256", "key").update(body).digest("base64");
    return quickbooks.webhooks?.receive({ headers: { "intuit-signature": signature }, query: {}, body, secret });
  };
  const company = "1185883450";

  test("pages: the older form has several companies and changes; a merge deletes a record", () => {
    const at = { lastUpdated: "2015-10-05T14:42:19-0700" };
    const entities = [
      { name: "Customer", id: "1", operation: "Merge", ...at, deletedID: "9" },
      { name: "Invoice", id: "2", operation: "Void", ...at },
      { name: "TimeActivity", id: "3", operation: "Create", ...at },
    ];
    const told = { company, changedAt: "2015-10-05T21:42:19Z" };
    expect(receive({ eventNotifications: [{ realmId: company, dataChangeEvent: { entities } }] })).toEqual({
      kind: "notices",
      notices: [
        { ...told, resource: "CUSTOMER", eventType: "UPDATED", resourceId: "1" },
        { ...told, resource: "CUSTOMER", eventType: "DELETED", resourceId: "9" },
        { ...told, resource: "CONTACT", eventType: "UPDATED", resourceId: "1" },
        { ...told, resource: "CONTACT", eventType: "DELETED", resourceId: "9" },
        { ...told, resource: "INVOICE", eventType: "UPDATED", resourceId: "2" },
      ],
    });
  });

  test("pages: reads a list of CloudEvents, and refuses a wrong signature", () => {
    expect(receive([], "other")).toEqual({ kind: "invalidSignature" });
    const event = {
      specversion: "1.0",
      type: "qbo.vendor.deleted.v1",
      time: "2025-09-10T21:31:25.179453778Z",
      data: {},
    };
    expect(receive([{ ...event, intuitentityid: "1", intuitaccountid: company }])).toMatchObject({
      notices: [
        { resource: "SUPPLIER", eventType: "DELETED", resourceId: "1", changedAt: "2025-09-10T21:31:25Z", company },
        { resource: "CONTACT", eventType: "DELETED" },
      ],
    });
  });
});
