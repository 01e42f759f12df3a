/** Refusals inside other statuses. `docs` is Intuit's reference, `threads` are python-quickbooks issue 250 and oauth-jsclient issue 2. */

import { describe, expect, test } from "vitest";

import { refusals } from "./errors.ts";

describe("refusals", () => {
  const fault = (code: string, Message: string, Detail: string, element = "") => ({
    Fault: { Error: [{ Message, Detail, code, element }], type: "ValidationFault" },
    time: "2026-11-02T09:14:05-08:00",
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

  test("docs: a fault inside a 200 is a refusal, also for one of several files", () => {
    const body = fault("6000", "A business validation error", "Not so");
    expect(refusals.status?.(body, 200)).toBe(400);
    expect(refusals.status?.({ AttachableResponse: [{ Fault: body.Fault }] }, 200)).toBe(400);
    expect(refusals.status?.({ QueryResponse: {} }, 200)).toBeUndefined();
  });
});
