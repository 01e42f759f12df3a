/** Business Central's refusals. The sources are those in evidence/. */
import { expect, test } from "vitest";
import { refusals } from "./errors.ts";

const codeOf = (code: string, message = "") => {
  const known = refusals.codes?.[400];
  return typeof known === "function" ? known({ error: { code, message } }) : known;
};

test.each([
  // dynamics-error-codes.md
  ["Application_DialogException", "target_rejected"],
  ["Application_FieldValidationException", "target_rejected"],
  ["BadRequest_InvalidOperation", "target_rejected"],
  ["Internal_InvalidTableRelation", "target_rejected"],
  ["Internal_EntityWithSameKeyExists", "target_conflict"],
  ["Request_EntityChanged", "target_conflict"],
  ["Internal_RecordNotFound", "not_found"],
  ["Internal_TenantUnavailable", "target_unavailable"],
  // JDrizzy, request_test.rb: a company that is gone is a bad request.
  ["Internal_CompanyNotFound", "not_found"],
] as const)("docs and JDrizzy: a bad request with %s is %s", (code, ours) => {
  expect(codeOf(code)).toBe(ours);
});

test("cuts the correlation id off the message, with one or two spaces before it", () => {
  // Replies quoted in public code, found by their text (2026-11): "… on inventory.  CorrelationId:  10b3fa85-….", "… for this vendor. CorrelationId: 5ad0cc6c-….".
  for (const end of ["  CorrelationId:  10b3fa85-1752-4f79-9836-33c6352b0995.", " CorrelationId: 5ad0cc6c-2ef8."])
    expect(refusals.message({ error: { code: "Application_DialogException", message: `Too few items.${end}` } })).toBe(
      "Too few items.",
    );
});

test("has no message for a refusal without text", () => {
  expect([refusals.message({}), refusals.message(null), refusals.message({ error: null })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
