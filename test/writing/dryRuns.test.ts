/** Dry runs and documents against the sandbox itself. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, fieldsOf } from "../support/calling.ts";
import { file, postForm } from "../support/form.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const tried = async (path: string, body: object) => {
  const answer = await call(service, `/accounting${path}?dryRun=true`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return {
    ...answer,
    data: answer.body.data as { valid: boolean; problems: { field: string; message: string }[]; request: object },
  };
};

const invoice = {
  invoiceDate: "2026-08-01T00:00:00Z",
  dueDate: "2026-08-31T00:00:00Z",
  contactId: "cus-1",
  currency: "EUR",
  lineItems: [{ quantity: 2, unitAmount: 50, taxRatePercentage: 19, grossAmount: 119 }],
  grossTotalAmount: 119,
};

describe("a dry run", () => {
  test("returns the request to the vendor without secrets, and does not send it", async () => {
    const before = await service.list("invoices.list");
    const answer = await tried("/invoices", invoice);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({
      valid: true,
      problems: [],
      request: { method: "POST", path: "/invoices", body: { invoice_date: "2026-08-01", currency: "EUR" } },
    });
    expect(answer.text).not.toMatch(/bearer|authorization/i);
    expect(await service.list("invoices.list")).toEqual(before);
  });

  test.each(["2026-08-01", "2026-08-01T23:59:59-05:00", "2026-08-01T10:00"])(
    "takes %s for the accounting day that it names",
    async (invoiceDate) => {
      const { status, data } = await tried("/invoices", { ...invoice, invoiceDate });
      expect({ status, sent: data.request }).toMatchObject({
        status: 200,
        sent: { body: { invoice_date: "2026-08-01" } },
      });
    },
  );

  test("refuses a day that does not exist", async () => {
    const answer = await tried("/invoices", { ...invoice, invoiceDate: "2026-02-30" });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["invoiceDate"]]);
  });

  test("reports amounts that do not add up", async () => {
    const { data } = await tried("/invoices", {
      ...invoice,
      dueDate: "2026-07-01T00:00:00Z",
      currency: "TALER",
      lineItems: [{ ...invoice.lineItems[0], grossAmount: 120 }],
    });
    expect(data.valid).toBe(false);
    expect(data.problems.map(({ field }) => field)).toEqual([
      "grossTotalAmount",
      "currency",
      "dueDate",
      "lineItems[0].grossAmount",
    ]);
  });

  test("reports a fiscal year that is closed in the target system", async () => {
    const years = await service.list("fiscalYears.list");
    const closed = years.find(({ status }) => status === "CLOSED");
    const day = String(closed?.["endDate"]);
    const { data } = await tried("/invoices", { ...invoice, invoiceDate: day });
    expect(data.problems).toEqual([
      { field: "invoiceDate", message: expect.stringContaining(`closed until ${day.slice(0, 10)}`) },
    ]);
  });

  test("reports fields that this target system requires, as a write does", async () => {
    const { contactId: _none, ...without } = invoice;
    const answer = await tried("/payments", {});
    expect([answer.status, fieldsOf(answer).length > 0]).toEqual([400, true]);
    expect((await tried("/invoices", without)).status).toBe(200);
  });

  test("reports missing fields of each line, and treats an empty list as missing", async () => {
    const line = { invoiceId: "inv-1", amount: 1, paymentDate: "2026-08-01" };
    const { amount: _amount, ...unpaid } = line;
    const lacking = await tried("/payments", { paymentLines: [line, unpaid, { amount: 0 }] });
    expect([lacking.status, fieldsOf(lacking)]).toEqual([
      400,
      ["paymentLines[1].amount", "paymentLines[2].paymentDate"],
    ]);
    const empty = await tried("/payments", { paymentLines: [] });
    expect([empty.status, fieldsOf(empty)]).toEqual([400, ["paymentLines"]]);
  });

  test("reports a refusal of the target system with our field names, and stores nothing", async () => {
    const before = await service.list("invoices.list");
    const lineItems = [{ quantity: 2, unitAmount: 50 }];
    expect((await tried("/invoices", { ...invoice, grossTotalAmount: undefined, lineItems })).data).toMatchObject({
      valid: false,
      problems: [
        {
          field: "lineItems[0].taxRatePercentage",
          message: expect.stringMatching(
            /^lineItems\[0\]\.taxRatePercentage is required if the item does not define it\. Use one of 19 \(UST19/,
          ),
        },
      ],
    });
    expect(await service.list("invoices.list")).toEqual(before);
  });

  test("refuses a fraction where an integer is required", async () => {
    const answer = await tried("/paymentTerms", { code: "HALB", name: "Halbe Tage", paymentDays: 14.5 });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["paymentDays"]]);
  });

  test("only warns of unusual values that the target system accepts", async () => {
    const project = { name: "Rückwärts", startDate: "2026-08-02T00:00:00Z", endDate: "2026-08-01T00:00:00Z" };
    const { data, body } = await tried("/projects", project);
    expect(data).toMatchObject({ valid: true, problems: [] });
    expect(body.meta?.warnings).toEqual([expect.stringContaining("endDate (2026-08-01) must not be before")]);
  });
});

describe("documents", () => {
  test("have the right content type, name and bytes, in lists and as single documents", async () => {
    const bills = await service.list("bills.list");
    const ids = bills.map(({ id }) => ({ billId: String(id) }));
    for (const id of ids) {
      const listed = await service.list("bills.documents.list", { ids: id });
      if (listed.length === 0) continue;
      const single = await service.get("bills.document.get", { ids: id });
      expect(listed[0]).toMatchObject({
        id: single["id"],
        contentType: single["contentType"],
        fileName: single["fileName"],
      });
      expect(single).toMatchObject({ contentType: "application/pdf", base64Encoded: true });
      expect(Buffer.from(String(single["content"]), "base64").subarray(0, 5).toString()).toBe("%PDF-");
      return;
    }
    expect.fail("no bill has a document");
  });

  test("that are attached are returned unchanged", async () => {
    const [entry] = await service.list("journalEntries.list", { query: { limit: 5 } });
    const journalEntryId = String(entry?.["id"]);
    const content = Buffer.from("%PDF-1.7 Prüfung");
    const made = await postForm(service, `/accounting/journalEntries/${journalEntryId}/attachments`, [
      file("file", "Prüfbericht.pdf", content),
    ]);
    expect(made.status, made.text).toBe(201);
    const { id: attachmentId } = made.body.data as { id: string };
    const about = { id: attachmentId, contentType: "application/pdf", fileName: "Prüfbericht.pdf" };
    expect(made.body.data).toMatchObject(about);
    const listed = await service.list("journalEntries.attachments.list", { ids: { journalEntryId } });
    expect(listed).toContainEqual(expect.objectContaining(about));
    const single = await service.get("journalEntries.attachments.get", { ids: { journalEntryId, attachmentId } });
    expect(single).toEqual({ ...about, base64Encoded: true, content: content.toString("base64") });
  });
});
