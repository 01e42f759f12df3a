/** Refusals without a message, and waits. `novanet` are the probes in novanet/hackathon.nm-i-ai.tripletex at 5fb0579. */
import { describe, expect, test } from "vitest";
import { refusals } from "./errors.ts";

describe("refusals", () => {
  const error = (change: object) => ({
    status: 422,
    code: 18000,
    message: "Validering feilet.",
    link: "https://tripletex.no/v2-docs/",
    developerMessage: "VALIDATION_ERROR",
    validationMessages: null,
    requestId: "92c7cd8e",
    ...change,
  });

  test("novanet: a vendor's internal error has a code but no message", () => {
    expect(refusals.message(error({ status: 500, code: 1000, message: null, developerMessage: null }))).toBeUndefined();
  });

  test("novanet: X-Rate-Limit-Reset is a number of seconds", () => {
    expect(refusals.wait?.({ "x-rate-limit-limit": "100", "x-rate-limit-reset": "1" }, 0)).toBe(1);
  });
});
