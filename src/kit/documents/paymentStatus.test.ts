import { expect, test } from "vitest";
import { documentStatusOf } from "./paymentStatus.ts";

test.each([
  ["nothing paid", 200, 200, "OPEN"],
  ["partly paid", 100, 200, "PARTIALLY_PAID"],
  ["paid", 0, 200, "PAID"],
  ["overpaid", -50, 200, "PAID"],
  ["a document of 0", 0, 0, "PAID"],
  ["a negative document", -200, -200, "OPEN"],
  ["a negative document of which a part was paid back", -100, -200, "OPEN"],
  ["a negative document that was paid back", 0, -200, "PAID"],
])("%s: %d of %d open is %s", (_, open, total, status) => {
  expect(documentStatusOf({ open, total, due: "2026-12-01" }, "2026-11-18")).toBe(status);
});

test("a document is overdue from the day after its due date, and a negative one never", () => {
  const due = { due: "2026-11-17" };
  expect(documentStatusOf({ open: 200, total: 200, ...due }, "2026-11-18")).toBe("OVERDUE");
  expect(documentStatusOf({ open: 100, total: 200, ...due }, "2026-11-18")).toBe("PARTIALLY_OVERDUE");
  expect(documentStatusOf({ open: 200, total: 200, ...due }, "2026-11-17")).toBe("OPEN");
  expect(documentStatusOf({ open: -200, total: -200, ...due }, "2026-11-18")).toBe("OPEN");
});
