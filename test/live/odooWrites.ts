/** Writes to Odoo through the API and reads the result by SQL. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Connected, type Entry, type LiveService, startLiveService } from "./connected.ts";
import type { StartedOdoo } from "./odoo.ts";
import { firstExample, firstExampleTotals, refundOf } from "./sameMoney.ts";

export function writeBooks(started: StartedOdoo): void {
  describe("Odoo's books, written and read by SQL", () => {
    let live: LiveService;
    let ledger: Connected;
    const company = started.value("COMPANY_EUR");
    const valueOf = (query: string): string => started.sql(query)[0]?.[0] ?? "";
    const partner = (name: string): string => valueOf(`select id from res_partner where name like '${name}%' limit 1`);
    const customer = partner("Nebelhorn");
    const supplier = partner("Tauwerk");
    const row = (columns: string, table: string, id: unknown): readonly string[] =>
      started.sql(`select ${columns} from ${table} where id = ${Number(id)}`)[0] ?? [];
    const numbers = (values: readonly string[]): number[] => values.map(Number);
    const connect = (credentials: Readonly<Record<string, string>> = {}): Promise<Connected> =>
      live.connect("odoo", { ...started.credentials, companyId: company, ...credentials });
    let count = 0;
    const fresh = (): string => `K-${Date.now()}-${++count}`;
    beforeAll(async () => {
      live = await startLiveService();
      ledger = await connect();
    });
    afterAll(() => live.service.stop());

    const account = (type: string): string =>
      valueOf(
        `select id from ${started.accounts} where company_id = ${company} and account_type = '${type}' order by id limit 1`,
      );

    const line = { name: "Consulting", quantity: 2, unitAmount: 100, taxRatePercentage: 19 };
    const invoice = (more: object = {}): Promise<Entry> =>
      ledger.write("POST", "/invoices", {
        contactId: customer,
        invoiceDate: "2026-11-02T00:00:00Z",
        dueDate: "2036-12-31T00:00:00Z",
        currency: "EUR",
        lineItems: [line],
        ...more,
      });
    const amounts = "amount_untaxed, amount_tax, amount_total";
    const pay = (invoiceId: unknown, amount: number, more: object = {}) => ({
      documentType: "INVOICE",
      currency: "EUR",
      journalCode: "BNK1",
      paymentLines: [{ invoiceId: String(invoiceId), amount, paymentDate: "2026-11-05" }],
      ...more,
    });
    const openOf = (id: unknown): number => Number(row("amount_residual", "account_move", id)[0]);

    test("the first example of the writing guide is 200 + 38 = 238", async () => {
      const { invoiceId, ...stored } = await ledger.write("POST", "/invoices", firstExample(customer));
      expect(stored).toMatchObject({ ...firstExampleTotals, status: "DRAFT" });
      expect(numbers(row(amounts, "account_move", invoiceId))).toEqual([200, 38, 238]);
      expect(row("state, invoice_date, partner_id", "account_move", invoiceId)).toEqual([
        "draft",
        "2026-11-02",
        customer,
      ]);
    });

    test("invoices: posted, changed as a draft, locked when posted, voided", async () => {
      const { invoiceId } = await invoice({ reference: "Auftrag 9" });
      const path = `/invoices/${String(invoiceId)}`;
      const lineItems = [{ ...line, quantity: 1, discountItemPercentage: 10 }];
      expect(await ledger.write("PATCH", path, { lineItems })).toMatchObject({ totalAmount: 107.1 });
      expect(numbers(row(amounts, "account_move", invoiceId))).toEqual([90, 17.1, 107.1]);
      expect(await ledger.write("PATCH", path, { status: "OPEN" })).toMatchObject({ status: "OPEN" });
      expect(row("state, ref", "account_move", invoiceId)).toEqual(["posted", "Auftrag 9"]);
      expect(await ledger.refused("PATCH", path, { lineItems })).toMatchObject({ code: "document_locked" });
      expect(numbers(row(amounts, "account_move", invoiceId))).toEqual([90, 17.1, 107.1]);
      expect(await ledger.refused("PATCH", path, { status: "DRAFT" })).toMatchObject({ field: "status" });
      expect(row("state", "account_move", invoiceId)).toEqual(["posted"]);
      expect(await ledger.write("PATCH", path, { status: "VOIDED" })).toMatchObject({ status: "VOIDED" });
      expect(row("state", "account_move", invoiceId)).toEqual(["cancel"]);
      expect(await ledger.refused("PATCH", path, { status: "OPEN" })).toMatchObject({ field: "status" });
      expect(row("state", "account_move", invoiceId)).toEqual(["cancel"]);
    });

    test("invoices in a foreign currency have its prices", async () => {
      const { invoiceId } = await invoice({ currency: "USD", status: "OPEN" });
      expect(numbers(row("amount_total, amount_total_signed", "account_move", invoiceId))).toEqual([238, 198.34]);
    });

    test("payments: a part, too much, the rest; a paid invoice is locked", async () => {
      const { invoiceId } = await invoice({ status: "OPEN" });
      const part = await ledger.write("POST", "/payments", pay(invoiceId, 100));
      expect(part).toMatchObject({ documentType: "INVOICE", paymentLines: [{ amount: 100, invoiceId }] });
      expect(openOf(invoiceId)).toBe(138);
      const tooMuch = await ledger.refused("POST", "/payments", pay(invoiceId, 138.01));
      expect(tooMuch).toMatchObject({ code: "cannot_store", field: "paymentLines[0].amount" });
      await ledger.write("POST", "/payments", pay(invoiceId, 138));
      expect(row("payment_state", "account_move", invoiceId)).toEqual(["paid"]);
      const path = `/invoices/${String(invoiceId)}`;
      expect((await ledger.call("GET", path)).data).toMatchObject({ status: "PAID" });
      expect(await ledger.refused("PATCH", path, { lineItems: [line] })).toMatchObject({ code: "document_locked" });
      // Odoo offers to cancel it: the payment stays, as money on account.
      expect(await ledger.write("PATCH", path, { status: "VOIDED" })).toMatchObject({ status: "VOIDED" });
      const kept = await ledger.call("GET", `/payments/${String(part["id"])}`);
      const [only] = (kept.data as Entry)["paymentLines"] as readonly Entry[];
      expect([only?.["amount"], only?.["invoiceId"]]).toEqual([100, undefined]);
    });

    test("payments of several documents, and on account", async () => {
      const first = await invoice({ status: "OPEN" });
      const second = await invoice({ status: "OPEN" });
      const stored = await ledger.write("POST", "/payments", {
        ...pay(first["invoiceId"], 238),
        paymentLines: [
          { invoiceId: first["invoiceId"], amount: 238, paymentDate: "2026-11-05" },
          { invoiceId: second["invoiceId"], amount: 38, paymentDate: "2026-11-05" },
        ],
      });
      expect(stored["paymentLines"]).toMatchObject([{ amount: 238 }, { amount: 38 }]);
      expect([openOf(first["invoiceId"]), openOf(second["invoiceId"])]).toEqual([0, 200]);
      const onAccount = await ledger.write("POST", "/payments", {
        ...pay("", 0),
        paymentLines: [{ amount: 12.5, paymentDate: "2026-11-06", customerId: customer }],
      });
      expect(onAccount["paymentLines"]).toMatchObject([{ amount: 12.5 }]);
    });

    const bank = valueOf(`select id from account_journal where code = 'BNK1' and company_id = ${company}`);
    const paymentsOf = async (invoiceId: unknown): Promise<readonly Entry[]> =>
      (await ledger.all("/payments", { invoiceId: String(invoiceId) })).flatMap(
        ({ paymentLines }) => paymentLines as readonly Entry[],
      );
    /** The steps of a bookkeeper in Odoo's payment window. */
    const registerPayment = async (invoiceId: unknown, values: object): Promise<void> => {
      const context = { active_model: "account.move", active_ids: [Number(invoiceId)] };
      const wizard = await started.execute(
        "account.payment.register",
        "create",
        [[{ payment_date: "2026-11-05", ...values }]],
        context,
      );
      await started.execute("account.payment.register", "action_create_payments", [wizard]);
    };

    test("a write-off settles an invoice, but is not a payment", async () => {
      const { invoiceId } = await invoice({ status: "OPEN" });
      await registerPayment(invoiceId, {
        amount: 230,
        payment_difference_handling: "reconcile",
        writeoff_account_id: Number(account("expense")),
      });
      expect(openOf(invoiceId)).toBe(0);
      expect(await paymentsOf(invoiceId)).toMatchObject([{ invoiceId, amount: 230 }]);
      expect((await ledger.call("GET", `/invoices/${String(invoiceId)}`)).data).toMatchObject({
        status: "PAID",
        paymentStatus: "PAID",
        paidDate: "2026-11-05T00:00:00Z",
      });
    });

    test("a cash discount settles an invoice, but is not a payment", async () => {
      const term = {
        name: fresh(),
        early_discount: true,
        discount_percentage: 2,
        discount_days: 10,
        line_ids: [[0, 0, { value: "percent", value_amount: 100, nb_days: 30 }]],
      };
      const [paymentTermId] = (await started.execute("account.payment.term", "create", [[term]])) as readonly number[];
      const { invoiceId } = await ledger.write("POST", "/invoices", {
        contactId: customer,
        invoiceDate: "2026-11-02T00:00:00Z",
        currency: "EUR",
        lineItems: [line],
        paymentTermId: String(paymentTermId),
        status: "OPEN",
      });
      await registerPayment(invoiceId, {});
      expect(openOf(invoiceId)).toBe(0);
      expect(await paymentsOf(invoiceId)).toMatchObject([{ invoiceId, amount: 233.24 }]);
      expect((await ledger.call("GET", `/invoices/${String(invoiceId)}`)).data).toMatchObject({ status: "PAID" });
    });

    test("a bank statement that settles an invoice is a payment", async () => {
      const { invoiceId } = await invoice({ status: "OPEN" });
      const owed = valueOf(
        `select account_id from account_move_line where move_id = ${Number(invoiceId)} and display_type = 'payment_term'`,
      );
      const statement = {
        journal_id: Number(bank),
        payment_ref: "Eingang",
        partner_id: Number(customer),
        amount: 200,
        date: "2026-11-06",
        counterpart_account_id: Number(owed),
      };
      const [id] = (await started.execute("account.bank.statement.line", "create", [[statement]])) as readonly number[];
      const counterpart = valueOf(
        `select id from account_move_line where account_id = ${owed} and statement_line_id = ${id}`,
      );
      await started.execute("account.move", "js_assign_outstanding_line", [[Number(invoiceId)], Number(counterpart)]);
      expect(openOf(invoiceId)).toBe(38);
      const [payment] = await ledger.all("/payments", { invoiceId: String(invoiceId) });
      expect(payment).toMatchObject({
        id: `statement-${id}`,
        documentType: "INVOICE",
        currency: "EUR",
        paymentLines: [{ invoiceId, amount: 200, paymentDate: "2026-11-06", customerId: customer }],
      });
      expect((await ledger.call("GET", `/payments/statement-${id}`)).data).toEqual(payment);
      expect((await ledger.call("GET", `/invoices/${String(invoiceId)}`)).data).toMatchObject({
        status: "PARTIALLY_PAID",
      });
    });

    test("documents and payments of a closed period are refused, because Odoo would move their day", async () => {
      const closedDay = `${new Date().getUTCFullYear() - 2}-06-30`;
      const invoiceDate = `${closedDay}T00:00:00Z`;
      const body = { contactId: customer, invoiceDate, currency: "EUR", lineItems: [line], status: "OPEN" };
      expect(await ledger.refused("POST", "/invoices", body)).toMatchObject({
        code: "cannot_store",
        field: "invoiceDate",
      });
      const draft = await ledger.write("POST", "/invoices", { ...body, status: "DRAFT" });
      const posting = ledger.refused("PATCH", `/invoices/${String(draft["invoiceId"])}`, { status: "OPEN" });
      expect(await posting).toMatchObject({ code: "cannot_store", field: "invoiceDate" });
      expect(row("state", "account_move", draft["invoiceId"])).toEqual(["draft"]);
      const { invoiceId } = await invoice({ status: "OPEN" });
      const paymentLines = [{ invoiceId, amount: 5, paymentDate: closedDay }];
      expect(await ledger.refused("POST", "/payments", { ...pay(invoiceId, 5), paymentLines })).toMatchObject({
        code: "cannot_store",
        field: "paymentLines[0].paymentDate",
      });
      expect(openOf(invoiceId)).toBe(238);
    });

    test("an invoice of a closed period cannot be voided", async () => {
      const { invoiceId } = await invoice({ invoiceDate: "2026-01-15T00:00:00Z", status: "OPEN" });
      const lock = valueOf(`select fiscalyear_lock_date from res_company where id = ${company}`);
      const lockUntil = (day: string) =>
        started.sql(`update res_company set fiscalyear_lock_date = '${day}' where id = ${company}`);
      lockUntil("2026-01-31");
      try {
        const voiding = ledger.refused("PATCH", `/invoices/${String(invoiceId)}`, { status: "VOIDED" });
        expect(await voiding).toMatchObject({ code: "document_locked", field: "status" });
        expect(row("state", "account_move", invoiceId)).toEqual(["posted"]);
      } finally {
        lockUntil(lock);
      }
    });

    test("a refund of a credit note is negative", async () => {
      const note = valueOf(
        `select id from account_move where move_type = 'out_refund' and payment_state = 'not_paid' and company_id = ${company}`,
      );
      const open = openOf(note);
      expect(await refundOf(ledger, note, { journalCode: "BNK1", currency: "EUR" })).toEqual([-20]);
      expect(openOf(note)).toBeCloseTo(open - 20, 2);
      const last = valueOf("select max(id) from account_payment");
      const kind = "payment_type, partner_type, amount";
      expect(row(kind, "account_payment", last)).toEqual(["outbound", "customer", "20.00"]);
    });

    const bill = (more: object = {}) => ({
      contactId: supplier,
      billNumber: fresh(),
      billDate: "2026-11-02T00:00:00Z",
      dueDate: "2036-12-31T00:00:00Z",
      currency: "EUR",
      lineItems: [{ description: "Tau", quantity: 2, unitAmount: 100, taxRatePercentage: 19 }],
      ...more,
    });

    test("bills: created, changed, paid, locked, deleted", async () => {
      const draft = await ledger.write("POST", "/bills", bill());
      expect(numbers(row(amounts, "account_move", draft["id"]))).toEqual([200, 38, 238]);
      const changed = await ledger.write("PUT", `/bills/${String(draft["id"])}`, { billNumber: fresh() });
      expect(row("ref", "account_move", draft["id"])).toEqual([changed["billNumber"]]);
      await ledger.write("DELETE", `/bills/${String(draft["id"])}`);
      expect(row("id", "account_move", draft["id"])).toEqual([]);
      const { id } = await ledger.write("POST", "/bills", bill({ status: "OPEN" }));
      const locked = { code: "document_locked" };
      expect(await ledger.refused("PUT", `/bills/${String(id)}`, bill())).toMatchObject(locked);
      expect(await ledger.refused("DELETE", `/bills/${String(id)}`)).toMatchObject(locked);
      const paid = await ledger.write("POST", "/payments", { ...pay(id, 238), documentType: "BILL" });
      expect(paid).toMatchObject({ documentType: "BILL", paymentLines: [{ amount: 238, supplierId: supplier }] });
      expect((await ledger.call("GET", `/bills/${String(id)}`)).data).toMatchObject({ status: "PAID" });
      expect(row("state, payment_state", "account_move", id)).toEqual(["posted", "paid"]);
    });

    test("vendor credits: created, changed, deleted", async () => {
      const { id } = await ledger.write("POST", "/vendorCredits", {
        contactId: supplier,
        vendorCreditNumber: fresh(),
        vendorCreditDate: "2026-11-02T00:00:00Z",
        currency: "EUR",
        lineItems: [{ description: "Tau", quantity: 1, unitAmount: 50, taxRatePercentage: 19 }],
      });
      expect(row(`move_type, ${amounts}`, "account_move", id)).toEqual(["in_refund", "50.00", "9.50", "59.50"]);
      await ledger.write("PUT", `/vendorCredits/${String(id)}`, {
        vendorCreditNumber: fresh(),
        vendorCreditDate: "2026-11-03T00:00:00Z",
      });
      expect(row("invoice_date", "account_move", id)).toEqual(["2026-11-03"]);
      await ledger.write("DELETE", `/vendorCredits/${String(id)}`);
      expect(row("id", "account_move", id)).toEqual([]);
    });

    const entry = (day: string) => ({
      transactionDate: `${day}T00:00:00Z`,
      description: fresh(),
      journalCode: "MISC",
      isProvisional: false,
      journalLineItems: [
        { accountId: account("expense"), debitCreditIndicator: "DEBIT", totalNetAmount: 12.5 },
        { accountId: account("asset_cash"), debitCreditIndicator: "CREDIT", totalNetAmount: 12.5 },
      ],
    });

    test("journal entries are posted on their day, and refused in a closed period", async () => {
      const { id } = await ledger.write("POST", "/journalEntries", entry("2026-11-02"));
      expect(row("state, date, amount_total_signed", "account_move", id)).toEqual(["posted", "2026-11-02", "12.50"]);
      const year = new Date().getUTCFullYear() - 2;
      const closed = await ledger.refused("POST", "/journalEntries", entry(`${year}-06-30`));
      expect(closed).toMatchObject({ field: "transactionDate" });
    });

    test("the contact of a journal line needs a receivable or payable account", async () => {
      const [debit, credit] = entry("2026-11-02").journalLineItems;
      const send = (debitLine: object) => ({
        ...entry("2026-11-02"),
        journalLineItems: [{ ...debit, ...debitLine }, credit],
      });
      const field = "journalLineItems[0].supplierId";
      expect(await ledger.refused("POST", "/journalEntries", send({ supplierId: supplier }))).toMatchObject({
        code: "cannot_store",
        field,
      });
      const receivable = { accountId: account("asset_receivable") };
      expect(
        await ledger.refused("POST", "/journalEntries", send({ ...receivable, supplierId: supplier })),
      ).toMatchObject({ code: "cannot_store", field });
      const stored = await ledger.write("POST", "/journalEntries", send({ ...receivable, customerId: customer }));
      expect(stored["journalLineItems"]).toMatchObject([{ customerId: customer }, {}]);
    });

    test("offers and sales orders", async () => {
      const lineItems = [
        { itemId: valueOf("select id from product_product where default_code = 'BE-1'"), quantity: 2, unitAmount: 50 },
      ];
      const common = { contactId: customer, currency: "EUR", lineItems };
      const offer = await ledger.write("POST", "/offers", {
        ...common,
        addresses: [],
        offerDate: "2026-11-02T00:00:00Z",
      });
      expect(offer).toMatchObject({ totalNetAmount: 100, offerDate: "2026-11-02T00:00:00Z" });
      expect(row("state, amount_untaxed", "sale_order", offer["id"])).toEqual(["draft", "100.00"]);
      const order = await ledger.write("POST", "/salesOrders", {
        ...common,
        orderDate: "2026-11-02T00:00:00Z",
        deliveryDate: "2026-11-20T00:00:00Z",
      });
      expect(order).toMatchObject({ orderDate: "2026-11-02T00:00:00Z", deliveryDate: "2026-11-20T00:00:00Z" });
      expect(row("state, amount_untaxed, date(date_order)", "sale_order", order["id"])).toEqual([
        "sale",
        "100.00",
        "2026-11-02",
      ]);
    });

    test("a missing reference names itself", async () => {
      const error = await ledger.refused("POST", "/invoices", {
        contactId: "999999",
        invoiceDate: "2026-11-02T00:00:00Z",
        currency: "EUR",
        lineItems: [line],
      });
      expect(error).toMatchObject({ field: "contactId" });
    });

    test("reading a PDF does not change the invoice's amounts or state", async () => {
      const { invoiceId } = await invoice({ status: "OPEN" });
      const before = row(`state, name, ${amounts}`, "account_move", invoiceId);
      const { status, data, text } = await ledger.call("GET", `/invoices/${String(invoiceId)}/document`);
      expect(status, text).toBe(200);
      expect(
        Buffer.from(data["content"] ?? "", "base64")
          .subarray(0, 5)
          .toString(),
      ).toBe("%PDF-");
      expect(row(`state, name, ${amounts}`, "account_move", invoiceId)).toEqual(before);
    });

    test.each(["/web#action=menu&cids=2", "/web/login?redirect=%2Fweb", "/odoo/accounting"])(
      "signs in with the address of a page: %s",
      async (path) => {
        const user = await connect({ baseUrl: `${started.url}${path}` });
        expect(await user.all("/journals")).not.toEqual([]);
      },
    );

    test("a user with few rights gets their own records with a warning, and refusals for the rest", async () => {
      const sales = await connect({ username: started.value("SALES_USER"), apiKey: started.value("SALES_KEY") });
      expect(ledger.restrictions).toEqual([]);
      expect(sales.restrictions).toEqual([
        "This user may not read payments, bank statements and purchase orders in Odoo.",
        "This user sees only some invoices, bills, journal entries, offers and sales orders in Odoo, such as their own.",
      ]);
      for (const path of ["/invoices", "/salesOrders"]) {
        const { rows, meta } = await sales.call("GET", path);
        expect(rows, path).toHaveLength(1);
        expect(meta.warnings?.join(" "), path).toMatch(/sees only some/);
      }
      for (const path of ["/bills", "/purchaseOrders", "/payments"]) {
        const { status, rows, meta } = await sales.call("GET", path);
        if (status === 200) expect([path, rows, meta.warnings?.length ?? 0]).not.toEqual([path, [], 0]);
        else expect(status, path).toBe(403);
      }
    });
  });
}
