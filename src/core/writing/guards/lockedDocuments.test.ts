/** Records in a closed period, and payments that are reconciled, at a target system that exists only here. */
import { expect, test } from "vitest";
import type { Connector } from "../../../contract/connector.ts";
import { Failure } from "../../../contract/failure.ts";
import type { OperationId } from "../../../contract/operations.ts";
import type { Session } from "../../../contract/session.ts";
import type { Write } from "../../calling/request.ts";
import { checkChangeable } from "./lockedDocuments.ts";

const get = (records: Readonly<Record<string, object>>) => ({
  fields: {},
  get: async ({ ids }: { readonly ids: Readonly<Record<string, string>> }) => {
    const record = records[Object.values(ids)[0] ?? ""];
    return { record, raw: record };
  },
});

function notebook(more: Partial<Connector> = {}): Connector {
  const operations = {
    "invoices.get": get({
      open: { status: "OPEN", invoiceDate: "2026-01-10T00:00:00Z", contactId: "c" },
      late: { status: "OVERDUE", invoiceDate: "2025-12-31T00:00:00Z", contactId: "c" },
      draft: { status: "DRAFT", invoiceDate: "2025-12-31T00:00:00Z", contactId: "c" },
    }),
    "bills.get": get({ late: { status: "OPEN", billDate: "2025-12-31T00:00:00Z", contactId: "c" } }),
    "payments.get": get({
      early: { paymentLines: [{ paymentDate: "2026-01-02" }, { paymentDate: "2025-12-31" }] },
      matched: { isMatched: true, paymentLines: [{ paymentDate: "2026-01-02" }] },
      free: { paymentLines: [{ paymentDate: "2026-01-02" }] },
    }),
  } as unknown as Connector["operations"];
  return {
    id: "notebook",
    name: "Notebook",
    operations,
    closedUntil: async () => "2025-12-31",
    isReconciled: (payment: unknown) => (payment as { isMatched?: boolean }).isMatched === true,
    ...more,
  } as Connector;
}

const idOf: Readonly<Record<string, string>> = { invoices: "invoiceId", bills: "billId", payments: "paymentId" };

function outcome(operation: OperationId, id: string, body?: object, connector = notebook()): Promise<unknown> {
  const ids = { [idOf[operation.split(".")[0] ?? ""] ?? ""]: id };
  const write = { operation, connector, call: { ids, filters: {}, body, files: [] } } as unknown as Write;
  return checkChangeable(write, {} as Session).then(
    () => "allowed",
    ({ code, message, details }: Failure) => ({ code, message, field: details.field }),
  );
}

test("an unpaid document in a closed period keeps its day and cannot be deleted", async () => {
  expect(await outcome("invoices.patch", "late", { invoiceDate: "2026-02-01T00:00:00Z" })).toEqual({
    code: "document_locked",
    message:
      "This invoice is dated 2025-12-31, and the books of Notebook are closed until 2025-12-31, so its invoiceDate cannot change. Create a credit note in an open period at the target system, or ask the company to reopen the period at the target system.",
    field: "invoiceDate",
  });
  expect(await outcome("bills.delete", "late")).toMatchObject({ code: "document_locked" });
  expect(await outcome("invoices.lineItems.create", "late", {})).toMatchObject({ code: "document_locked" });
});

test("its texts change, and so do documents in an open period", async () => {
  expect(await outcome("invoices.patch", "late", { name: "New" })).toBe("allowed");
  expect(await outcome("invoices.patch", "open", { invoiceDate: "2026-02-01T00:00:00Z" })).toBe("allowed");
});

test("a draft in a closed period changes freely, but it is not posted there", async () => {
  expect(await outcome("invoices.patch", "draft", { contactId: "d" })).toBe("allowed");
  const refused = { code: "cannot_store", field: "invoiceDate" };
  expect(await outcome("invoices.patch", "draft", { status: "OPEN" })).toMatchObject(refused);
  const later = { status: "OPEN", invoiceDate: "2026-01-02T00:00:00Z" };
  expect(await outcome("invoices.patch", "draft", later)).toBe("allowed");
});

test("a posted document does not move into a closed period", async () => {
  const moved = { invoiceDate: "2025-12-01T00:00:00Z" };
  expect(await outcome("invoices.patch", "open", moved)).toMatchObject({ code: "cannot_store", field: "invoiceDate" });
});

test("a payment in a closed period or matched with a bank line cannot be deleted", async () => {
  expect(await outcome("payments.delete", "early")).toMatchObject({ code: "document_locked" });
  const matched = await outcome("payments.delete", "matched");
  expect(matched).toMatchObject({
    code: "document_locked",
    message: expect.stringContaining("was matched with a line of a bank statement, so it cannot be deleted"),
  });
  expect(await outcome("payments.delete", "free")).toBe("allowed");
});

test("if the user may not read the closed periods, the target system decides", async () => {
  const closedUntil = () => Promise.reject(new Failure("target_forbidden", "No."));
  expect(await outcome("bills.delete", "late", undefined, notebook({ closedUntil }))).toBe("allowed");
  const broken = () => Promise.reject(new Failure("target_unavailable", "Down."));
  const failed = await outcome("bills.delete", "late", undefined, notebook({ closedUntil: broken }));
  expect(failed).toMatchObject({ code: "target_unavailable" });
});
