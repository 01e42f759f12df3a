/** Facts about error bodies. `examples.test.ts` says what the sources are. */
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
  const said = (field: string | null, message: string) => ({ field, message, path: null, rootId: null });

  test("ainm: returns the fault of a field with its name", () => {
    const body = error({ validationMessages: [said("voucherType.id", "Ugyldig bilagstype.")] });
    expect(refusals.message(body)).toBe("Validering feilet. voucherType.id: Ugyldig bilagstype.");
    expect(refusals.fields?.(body)).toEqual(["voucherType.id"]);
  });

  test("novanet: a field may have no name", () => {
    const body = error({ validationMessages: [said(null, 'Brukertype kan ikke være "0" eller tom.')] });
    expect(refusals.message(body)).toBe('Validering feilet. Brukertype kan ikke være "0" eller tom.');
  });

  test("runs: a field may be named in words", () => {
    const body = error({ validationMessages: [said("Internt felt (account)", "Feltet må fylles ut.")] });
    expect(refusals.message(body)).toContain("Internt felt (account): Feltet må fylles ut.");
  });

  test("novanet: a vendor's internal error has a code but no message", () => {
    expect(refusals.message(error({ status: 500, code: 1000, message: null, developerMessage: null }))).toBeUndefined();
  });

  test("cc: an unknown field in fields is refused with 400 and a message for developers", () => {
    const text = "Illegal field in fields filter: amountOutstandingCurrency.";
    expect(refusals.message(error({ status: 400, code: 11000, message: null, developerMessage: text }))).toBe(text);
  });

  test("novanet: X-Rate-Limit-Reset is a number of seconds", () => {
    expect(refusals.wait?.({ "x-rate-limit-limit": "100", "x-rate-limit-reset": "1" }, 0)).toBe(1);
  });
});
