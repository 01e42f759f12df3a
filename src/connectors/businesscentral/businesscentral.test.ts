import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { description } from "../../../simulators/businesscentral/description.ts";
import { simulation } from "../../../simulators/businesscentral/simulation.ts";
import { bodyFor } from "../../../test/conformance/bodies.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight } from "../../../test/conformance/days.ts";
import type { Facts, Query } from "../../../test/conformance/facts.ts";
import { walk } from "../../../test/conformance/reading.ts";
import { openStage, type Stage } from "../../../test/conformance/stage.ts";
import type { Row } from "../../../test/support/service.ts";
import type { OperationId } from "../../contract/operations.ts";
import { sum } from "../../kit/money.ts";
import { businesscentral } from "./connector.ts";

const isRevenue = (row: Row): boolean => row["class"] === "REVENUE" && row["type"] === "POSTING";
const isExpense = (row: Row): boolean => row["class"] === "EXPENSE" && row["type"] === "POSTING";

const facts: Facts = {
  connector: businesscentral,
  simulation,
  description,
  withFile: ["journalEntries.create"],
  excuses: {
    "webhooks: the simulator cannot do this to ACCOUNT": "accounts are deleted at screens only",
    "webhooks: the simulator cannot do this to BILL": "the last but one is posted, and stays",
  },
  changeable: {
    // Payments that Kontor creates are posted.
    "payments.delete": ({ journalCode }) => journalCode !== undefined,
  },
  requests: {
    "journalEntries.create": async ({ id }) => ({
      transactionDate: midnight(-38),
      description: "Umbuchung",
      journalLineItems: [
        { accountId: await id("accounts.list", isExpense), debitCreditIndicator: "DEBIT", totalNetAmount: 120.5 },
        { accountId: await id("accounts.list", isRevenue), debitCreditIndicator: "CREDIT", totalNetAmount: 120.5 },
      ],
    }),
    "payments.create": async ({ id }) => ({
      documentType: "INVOICE",
      paymentLines: [
        {
          customerId: await id("customers.list"),
          amount: 47.11,
          paymentDate: day(-35),
          description: "Zahlungseingang",
        },
      ],
    }),
    "bills.create": async ({ id, fresh }) => ({
      contactId: await id("suppliers.list"),
      billDate: midnight(-41),
      billNumber: `RE-${fresh()}`,
      dueDate: midnight(-11),
      lineItems: [
        { itemId: await id("items.list"), quantity: 4, unitAmount: 7.25, totalDiscountPercentage: 5 },
        { accountId: await id("accounts.list", isExpense), description: "Fracht", quantity: 1, unitAmount: 19.9 },
      ],
    }),
    "bills.update": ({ fresh }) => ({ billNumber: `RE-${fresh()}`, dueDate: midnight(-1) }),
    "bills.lineItems.create": async ({ id }) => ({ itemId: await id("items.list"), quantity: 2, unitAmount: 3.5 }),
    "bills.lineItems.update": { quantity: 6, description: "Geändert" },
    "vendorCredits.create": async ({ id, fresh }) => ({
      contactId: await id("suppliers.list"),
      vendorCreditDate: midnight(-40),
      vendorCreditNumber: `GS-${fresh()}`,
      lineItems: [{ itemId: await id("items.list"), quantity: 1, unitAmount: 7.25 }],
    }),
    "vendorCredits.update": ({ fresh }) => ({
      vendorCreditDate: midnight(-39),
      vendorCreditNumber: `GS-${fresh()}`,
    }),
    "offers.create": async ({ id }) => ({
      addresses: [],
      contactId: await id("customers.list"),
      currency: "EUR",
      offerDate: midnight(-42),
      reference: "Anfrage 12",
      lineItems: [{ itemId: await id("items.list"), quantity: 2, unitAmount: 99.5, totalDiscountPercentage: 10 }],
    }),
    "salesOrders.create": async ({ id }) => ({
      contactId: await id("customers.list"),
      orderDate: midnight(-42),
      deliveryDate: midnight(-27),
      lineItems: [{ itemId: await id("items.list"), quantity: 2, unitAmount: 99.5 }],
    }),
    "invoices.create": async ({ id }) => ({
      contactId: await id("customers.list"),
      invoiceDate: midnight(-42),
      dueDate: midnight(-12),
      reference: "Bestellung 77",
      lineItems: [
        { itemId: await id("items.list"), quantity: 3, unitAmount: 54.9, discountItemPercentage: 10 },
        {
          accountId: await id("accounts.list", isRevenue),
          description: "Anfahrt",
          quantity: 1,
          unitAmount: 25,
        },
      ],
    }),
    "invoices.patch": { reference: "Bestellung 78", dueDate: midnight(14) },
    "invoices.lineItems.create": async ({ id }) => ({ itemId: await id("items.list"), quantity: 2, unitAmount: 12.5 }),
    "invoices.lineItems.patch": { quantity: 4, description: "Geändert" },
    "paymentTerms.create": ({ fresh }) => ({
      code: fresh(),
      name: "30 Tage, 10 Tage 2 %",
      paymentDays: 30,
      discountDays: 10,
      discountPercentage: 2,
    }),
  },
};

conformance(facts);

interface BillFile {
  readonly fileName: string;
  readonly content?: string;
}

/** In the real service, opposite the simulator. */
describe("on stage", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ connector: businesscentral, simulation });
  });
  afterAll(() => stage.close());

  const rowsOf = async (id: OperationId, query: Query = {}) => (await stage.ask(id, { query })).body.data as Row[];
  const writtenBy = async (id: "bills.create" | "invoices.create" | "journalEntries.create") =>
    bodyFor({ ...stage, facts }, id);

  test("posts an invoice with status OPEN, and cancels it with VOIDED", async () => {
    const body = { ...((await writtenBy("invoices.create")) as object), status: "OPEN" };
    const made = (await stage.ask("invoices.create", { body })).body.data as Row;
    expect(made["status"]).toMatch(/^(OPEN|OVERDUE)$/);
    const ids = { invoiceId: String(made["invoiceId"]) };
    const voided = await stage.ask("invoices.patch", { ids, body: { status: "VOIDED" } });
    expect(voided.body.data).toMatchObject({ ...ids, status: "VOIDED", paymentStatus: "CANCELED" });
    const reopened = await stage.ask("invoices.patch", { ids, body: { status: "PAID" } });
    expect(reopened.body.errors?.[0]).toMatchObject({ code: "cannot_store", field: "status" });
  });

  test("deletes the draft of an invoice that cannot be posted", async () => {
    const before = await rowsOf("invoices.list", { status: "DRAFT", limit: 100 });
    const body = {
      ...((await writtenBy("invoices.create")) as object),
      invoiceDate: "1999-12-31T00:00:00Z",
      status: "OPEN",
    };
    const { body: answer } = await stage.ask("invoices.create", { body });
    expect(answer.errors?.[0]?.code).toBe("target_rejected");
    expect(await rowsOf("invoices.list", { status: "DRAFT", limit: 100 })).toEqual(before);
  });

  test("finds the tax code of a percentage, and leaves no draft if there is none", async () => {
    const { lineItems, ...rest } = (await writtenBy("invoices.create")) as { lineItems: Row[] };
    const { taxCode: _taxCode, ...line } = lineItems[0] ?? {};
    const bodyWith = (taxRatePercentage: number) => ({ ...rest, lineItems: [{ ...line, taxRatePercentage }] });
    const made = (await stage.ask("invoices.create", { body: bodyWith(7) })).body.data as { lineItems: Row[] };
    expect(made.lineItems[0]).toMatchObject({ taxCode: "REDUCED", taxRatePercentage: 7 });
    const before = await rowsOf("invoices.list", { status: "DRAFT", limit: 100 });
    const refused = await stage.ask("invoices.create", { body: bodyWith(13) });
    expect(refused.body.errors?.[0]).toMatchObject({ code: "cannot_store", field: "lineItems[0].taxRatePercentage" });
    expect(await rowsOf("invoices.list", { status: "DRAFT", limit: 100 })).toEqual(before);
  });

  test("posts a bill with status OPEN, which then refuses changes", async () => {
    const body = { ...((await writtenBy("bills.create")) as object), status: "OPEN" };
    const made = (await stage.ask("bills.create", { body })).body.data as Row;
    expect(made["status"]).toMatch(/^(OPEN|OVERDUE)$/);
    const ids = { billId: String(made["id"]) };
    const changed = await stage.ask("bills.update", { ids, body: { billNumber: "X" } });
    expect(changed.body.errors?.[0]?.code).toBe("document_locked");
    const deleted = await stage.ask("bills.delete", { ids });
    expect(deleted.body.errors?.[0]?.code).toBe("document_locked");
  });

  test("adds up the lines of posted bills, although the vendor's amounts are zero", async () => {
    const bills = await rowsOf("bills.list", { status: "PAID", limit: 100 });
    const undiscounted = bills.filter((bill) => bill["totalDiscountAmount"] === 0);
    const sums = undiscounted.map(({ lineItems }) =>
      sum((lineItems as Row[]).map((line) => line["totalNetAmount"] as number)),
    );
    expect(undiscounted.length).toBeGreaterThan(5);
    expect(sums).toEqual(undiscounted.map((bill) => bill["totalNetAmount"]));
  });

  test("reads every file of every bill, and the first one as its document", async () => {
    const kinds = new Set<string>();
    for (const bill of await rowsOf("bills.list", { limit: 100 })) {
      const ids = { billId: String(bill["id"]) };
      const files = (await stage.ask("bills.documents.list", { ids })).body.data as BillFile[];
      const [first] = files.filter((file) => "content" in file);
      for (const { fileName, content } of files)
        if (content !== undefined)
          expect(Buffer.from(content, "base64").toString()).toBe(`Simulated file ${fileName}\n`);
      if (first !== undefined) expect((await stage.ask("bills.document.get", { ids })).body.data).toEqual(first);
      for (const { fileName } of files) kinds.add(/^\p{L}+/u.exec(fileName)?.[0] ?? "");
    }
    expect([...kinds].toSorted()).toEqual(["Rechnung", "angekündigt", "scan"]);
  });

  test("refuses an unbalanced journal entry before sending anything", async () => {
    const { journalLineItems, ...body } = (await writtenBy("journalEntries.create")) as { journalLineItems: Row[] };
    const { result, exchanges } = await stage.during(() =>
      stage.ask("journalEntries.create", { body: { ...body, journalLineItems: journalLineItems.slice(1) } }),
    );
    expect(result.body.errors?.[0]).toMatchObject({ code: "cannot_store", field: "journalLineItems" });
    expect(exchanges).toEqual([]);
  });

  test("names customers and suppliers in journal entries by number", async () => {
    const customer = (await rowsOf("customers.list"))[0];
    const supplier = (await rowsOf("suppliers.list"))[0];
    const body = {
      transactionDate: midnight(-35),
      journalLineItems: [
        { supplierId: supplier?.["id"], debitCreditIndicator: "DEBIT", totalNetAmount: 12.5 },
        { customerId: customer?.["id"], debitCreditIndicator: "CREDIT", totalNetAmount: 12.5 },
      ],
    };
    const { result, exchanges } = await stage.during(() => stage.ask("journalEntries.create", { body }));
    expect(result.body.data).toMatchObject({ journalLineItems: [{ totalNetAmount: 12.5 }, { totalNetAmount: 12.5 }] });
    const posts = exchanges.filter(({ method }) => method === "POST").map(({ body: sent }) => String(sent));
    expect(JSON.parse(posts[0] ?? "")).toMatchObject({
      journalLines: [
        { accountType: "Vendor", accountNumber: supplier?.["number"], amount: 12.5 },
        { accountType: "Customer", accountNumber: customer?.["number"], amount: -12.5 },
      ],
    });
  });

  test("deletes the journal of an entry that cannot be posted", async () => {
    const before = await rowsOf("journals.list", { limit: 100 });
    const body = { ...((await writtenBy("journalEntries.create")) as object), transactionDate: "1999-12-31T00:00:00Z" };
    const { body: answer } = await stage.ask("journalEntries.create", { body });
    expect(answer.errors?.[0]?.code).toBe("target_rejected");
    expect(await rowsOf("journals.list", { limit: 100 })).toEqual(before);
  });

  test("has every ledger entry in exactly one journal entry", async () => {
    const { rows } = await walk(stage, "journalEntries.list", { limit: 20 });
    const lines = rows.flatMap(({ journalLineItems }) => (journalLineItems as Row[]).map(({ id }) => id));
    const [{ environment, id: company } = { id: "" }] = stage.simulator.vendor.companies;
    const path = `${businesscentral.scope?.({ environment, company }).path}/generalLedgerEntries`;
    const answer = await stage.session().read(path, { $count: true, $top: 1 });
    expect(new Set(lines).size).toBe(lines.length);
    expect(answer).toMatchObject({ "@odata.count": lines.length });
  });

  test("resolves the suppliers, orders and items of goods receipts", async () => {
    const receipts = await rowsOf("goodsReceipts.list");
    const lines = receipts.flatMap(({ lineItems }) => lineItems as Row[]);
    const { itemId, purchaseOrderId, description } =
      lines.find((line) => "itemId" in line && "purchaseOrderId" in line) ?? {};
    const item = await stage.ask("items.get", { ids: { itemId: String(itemId) } });
    expect(item.body.data).toMatchObject({ name: description });
    const order = await stage.ask("purchaseOrders.get", { ids: { purchaseOrderId: String(purchaseOrderId) } });
    const receipt = receipts.find(({ lineItems }) => (lineItems as Row[])[0]?.["purchaseOrderId"] === purchaseOrderId);
    expect(order.body.data).toMatchObject({ supplierId: receipt?.["supplierId"] });
  });

  test("requests the trial balance in English number format", async () => {
    const query = { fiscalYearStartDate: "2026-01-01" };
    const { exchanges } = await stage.during(() => stage.ask("trialBalance.list", { query }));
    const balances = exchanges.filter(({ path }) => path.includes("/trialBalances"));
    expect(balances.map(({ headers }) => headers["accept-language"])).toEqual(["en-US"]);
  });

  test.each(["trialBalance.list", "journalEntries.list"] as const)(
    "%s names a fiscal year that begins nowhere",
    async (id) => {
      const [{ startDate } = {}] = await rowsOf("fiscalYears.list");
      const warningsOf = async (fiscalYearStartDate: string) =>
        (await stage.ask(id, { query: { fiscalYearStartDate } })).body.meta?.warnings?.filter((warning) =>
          warning.includes("year"),
        );
      expect((await warningsOf(String(startDate).slice(0, 10))) ?? []).toEqual([]);
      expect(await warningsOf("1990-01-01")).toEqual([
        expect.stringContaining("has no fiscal year for fiscalYearStartDate=1990-01-01: fiscal years begin on "),
      ]);
      const { body } = await stage.ask(id, { query: { fiscalYearStartDate: "1990-01-01" } });
      expect({ data: body.data, total: body.meta?.pagination?.["total"] }).toEqual({ data: [], total: 0 });
    },
  );
});
