/** Xero's own words for what is wrong. Bodies are typed anew; each test names where they were seen. */
import { expect, test } from "vitest";
import { refusals } from "./errors.ts";

test("reads the errors of each record, or else the message for all (XeroAPI/Xero-OpenAPI 16.1.0)", () => {
  const errors = [{ Message: "Email address must be valid." }, { Message: "Name is too long." }];
  const body = { Message: "A validation exception occurred", Elements: [{ ValidationErrors: errors }] };
  expect(refusals.message(body)).toBe("Email address must be valid. Name is too long.");
  expect(refusals.message({ ...body, Elements: [] })).toBe("A validation exception occurred");
  expect(refusals.message({ ...body, Elements: [{ ValidationErrors: null }] })).toBe("A validation exception occurred");
});

test.each([
  [
    { Title: "Unauthorized", Status: 401, Detail: "TokenExpired: token expired at 01/23/2020 18:21:16" },
    /TokenExpired/,
  ],
  [{ type: "invalid-request", title: "Invalid Request", status: 400, detail: "exceeded 20 characters" }, /exceeded/],
  [{ type: "statement-not-found", title: "Statement Not Found", status: 404 }, /Statement Not Found/],
])("the gateway's words are read in capitals and in small letters (waynerobinson/xeroizer e17d833)", (body, words) => {
  expect(refusals.message(body)).toMatch(words);
});

test("shows a refusal that is not JSON (XML in waynerobinson/xeroizer e17d833)", () => {
  const notFound = "The resource you're looking for cannot be found";
  expect(refusals.message(notFound)).toBe(notFound);
  expect(refusals.message("A validation exception occurred Organisation is not subscribed to currency NZD")).toBe(
    "Organisation is not subscribed to currency NZD",
  );
  expect(refusals.message("A validation exception occurred")).toBe("A validation exception occurred");
  expect(refusals.message(undefined)).toBeUndefined();
});

const forbidden = (body: unknown) => {
  const code = refusals.codes?.[403];
  return typeof code === "function" ? code(body) : code;
};

test("asks to reconnect a disconnected organisation (waynerobinson/xeroizer e17d833)", () => {
  expect(forbidden({ title: "Forbidden", status: 403, detail: "AuthenticationUnsuccessful" })).toBe(
    "connection_needs_reauth",
  );
  expect(forbidden({ Title: "Forbidden", Status: 403, Detail: "AuthenticationUnsuccessful" })).toBe(
    "connection_needs_reauth",
  );
});

test("reports a missing role as a missing permission (XeroAPI/Xero-Net#347)", () => {
  expect(forbidden({ Detail: "You are not permitted to access this resource without the reporting role." })).toBe(
    "target_forbidden",
  );
  expect(forbidden(undefined)).toBe("target_forbidden");
});

test.each([
  ["Account code must be specified", "LineItems.AccountID"],
  ["The document date cannot be before the period lock date", "Date"],
  ["Due date cannot be empty.", "DueDate"],
])("knows the field that %s is about", (Message, field) => {
  expect(refusals.fields?.({ Elements: [{ ValidationErrors: [{ Message }] }] })).toContain(field);
});

test("reports a missing scope as a missing permission, not as a bad token (XeroAPI/Xero-NetStandard#298)", () => {
  const code = refusals.codes?.[401];
  const codeOf = (Detail: string) => typeof code === "function" && code({ Title: "Unauthorized", Status: 401, Detail });
  expect(codeOf("AuthorizationUnsuccessful")).toBe("target_forbidden");
  expect(codeOf("AuthenticationUnsuccessful")).toBe("connection_needs_reauth");
  expect(codeOf("TokenExpired: token expired")).toBe("connection_needs_reauth");
});
