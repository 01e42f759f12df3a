import { expect, test } from "vitest";
import { Failure } from "../../contract/failure.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { asMissingPermission } from "./missingPermission.ts";

const forbidden = new Failure("target_forbidden", "Tulip does not allow this.", {
  targetStatus: 403,
  targetMessage: "Forbidden",
});
const explained = (id: OperationId, error: Failure = forbidden) =>
  asMissingPermission({ name: "Tulip", id, operation: operations[id] }, error) as Failure;

test.each([
  ["bills.list", "reading bills"],
  ["vendorCredits.list", "reading vendor credits"],
  ["bills.lineItems.list", "reading bills"],
  ["journalEntries.create", "creating journal entries"],
  ["invoices.patch", "changing invoices"],
  ["bills.delete", "deleting bills"],
] as const)("%s says that %s is not allowed", (id, words) => {
  const error = explained(id);
  expect(error.message).toBe(`Tulip does not allow ${words} with the end user's permissions or subscription.`);
  expect(error.details).toEqual(forbidden.details);
});

test("leaves other failures, and requests that name no kind of record, as they are", () => {
  expect(explained("passThrough.create")).toBe(forbidden);
  const own = new Failure("target_forbidden", "Grant the permission to subscribe.");
  expect(explained("bills.list", own)).toBe(own);
  const missing = new Failure("not_found", "No.", { targetStatus: 404 });
  expect(explained("bills.list", missing)).toBe(missing);
});
