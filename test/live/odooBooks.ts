/** Reads the seeded books of Odoo through the API and compares them with what SQL says. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failsOf, reportOn } from "../support/verifying.ts";
import { at, byId, cents, rowsById, sorted } from "./comparing.ts";
import { type Connected, type Entry, forEach, type LiveService, readTwice, startLiveService } from "./connected.ts";
import type { StartedOdoo } from "./odoo.ts";

interface Document {
  readonly id: number;
  readonly number: string | null;
  readonly reference: string | null;
  readonly kind: string;
  readonly state: string;
  readonly contact: number;
  readonly date: string;
  readonly due: string | null;
  readonly currency: string;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  readonly open: number;
}

interface Order {
  readonly id: number;
  readonly number: string;
  readonly state: string;
  readonly date: string;
  readonly validUntil?: string | null;
  readonly contact: number;
  readonly net: number;
  readonly gross: number;
}

interface Books {
  readonly documents: readonly Document[];
  readonly payments: readonly {
    readonly id: number;
    readonly direction: "inbound" | "outbound";
    readonly side: "customer" | "supplier";
    readonly amount: number;
    readonly currency: string;
    readonly date: string;
    readonly state: string;
  }[];
  readonly entries: readonly {
    readonly id: number;
    readonly number: string | null;
    readonly date: string;
    readonly state: string;
    readonly debit: number | null;
  }[];
  readonly salesOrders: readonly Order[] | null;
  readonly purchaseOrders: readonly Order[] | null;
  readonly trialBalance: readonly {
    readonly account: string;
    readonly year: number;
    readonly debit: number;
    readonly credit: number;
  }[];
  readonly lockedUntil: string | null;
}

const today = (): string => new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin" }).format(new Date());

/** The day of a moment, where the user is. */
const dayInBerlin = (moment: string): string =>
  new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin" }).format(new Date(`${moment.replace(" ", "T")}Z`));

const isRefund = ({ kind }: Document): boolean => kind.endsWith("_refund");

/** The status of amounts.md, from the amounts of the database. */
function statusOf(row: Document): string {
  const { state, open, gross, due } = row;
  if (state === "draft") return "DRAFT";
  if (state === "cancel") return "VOIDED";
  if (cents(open) === 0) return "PAID";
  const isPart = cents(open) !== cents(gross);
  if (due !== null && due < today() && !isRefund(row)) return isPart ? "PARTIALLY_OVERDUE" : "OVERDUE";
  return isPart ? "PARTIALLY_PAID" : "OPEN";
}

/** Drafts have no number, or "/". */
const numberOf = ({ number }: Document): string | undefined => (number === null || number === "/" ? undefined : number);

export function readBooks(started: StartedOdoo): void {
  describe.each([
    { name: "euros", company: "COMPANY_EUR" },
    { name: "dollars", company: "COMPANY_USD" },
  ])("Odoo's books in $name, compared with SQL", ({ company }) => {
    let live: LiveService;
    let ledger: Connected;
    let books: Books;
    const year = new Date().getUTCFullYear() - 1;
    const companyId = started.value(company);
    beforeAll(async () => {
      live = await startLiveService();
      ledger = await live.connect("odoo", { ...started.credentials, companyId });
      books = ((await started.expected()) as Readonly<Record<string, Books>>)[companyId] as Books;
    });
    afterAll(() => live.service.stop());

    /** The company of a contact person or address. */
    const companyOf = (contact: number): string =>
      started.sql(`select commercial_partner_id from res_partner where id = ${contact}`)[0]?.[0] ?? "";
    const ofKinds = (...kinds: readonly string[]): readonly Document[] =>
      books.documents.filter(({ kind }) => kinds.includes(kind));

    test("invoices.list, invoices.get, invoices.lineItems.list", async () => {
      const invoices = await readTwice(ledger, "/invoices", "invoiceId");
      const wanted = ofKinds("out_invoice", "out_receipt");
      const fields = [
        "invoiceNumber",
        "contactId",
        "invoiceDate",
        "dueDate",
        "currency",
        "sumNetAmount",
        "totalTaxAmount",
        "totalAmount",
        "status",
      ];
      expect(byId(invoices, fields, "invoiceId")).toEqual(
        rowsById(wanted, (row) => ({
          invoiceNumber: numberOf(row),
          contactId: companyOf(row.contact),
          invoiceDate: at(row.date),
          dueDate: at(row.due),
          currency: row.currency,
          sumNetAmount: row.net,
          totalTaxAmount: row.tax,
          totalAmount: row.gross,
          status: statusOf(row),
        })),
      );
      await forEach(wanted, async ({ id, net }) => {
        const parts = await readTwice(ledger, `/invoices/${id}/lineItems`, "lineItemId");
        const sum = parts.reduce((total, { itemsAmount }) => total + cents(itemsAmount ?? 0), 0);
        expect(sum, `net amount of the lines of invoice ${id}`).toBe(cents(net));
      });
    });

    const tradeFields = ["contactId", "currency", "totalNetAmount", "totalTaxAmount", "totalGrossAmount", "status"];
    const tradeOf = (row: Document): Entry => ({
      contactId: companyOf(row.contact),
      currency: row.currency,
      totalNetAmount: row.net,
      totalTaxAmount: row.tax,
      totalGrossAmount: row.gross,
      status: statusOf(row),
    });

    test("creditNotes.list, creditNotes.get", async () => {
      const notes = await readTwice(ledger, "/creditNotes");
      expect(byId(notes, [...tradeFields, "creditNoteNumber", "creditNoteDate"])).toEqual(
        rowsById(ofKinds("out_refund"), (row) => ({
          ...tradeOf(row),
          creditNoteNumber: numberOf(row),
          creditNoteDate: at(row.date),
        })),
      );
    });

    test("bills.list, bills.get, bills.lineItems.list", async () => {
      const bills = await readTwice(ledger, "/bills");
      const wanted = ofKinds("in_invoice", "in_receipt");
      expect(byId(bills, [...tradeFields, "billNumber", "billDate", "dueDate"])).toEqual(
        rowsById(wanted, (row) => ({
          ...tradeOf(row),
          billNumber: row.reference ?? numberOf(row),
          billDate: at(row.date),
          dueDate: at(row.due),
        })),
      );
      await forEach(wanted, async ({ id, net }) => {
        const parts = await ledger.all(`/bills/${id}/lineItems`);
        expect(parts.reduce((total, { totalNetAmount }) => total + cents(totalNetAmount ?? 0), 0)).toBe(cents(net));
      });
    });

    test("vendorCredits.list", async () => {
      const credits = await ledger.all("/vendorCredits");
      expect(byId(credits, [...tradeFields, "vendorCreditDate"])).toEqual(
        rowsById(ofKinds("in_refund"), (row) => ({ ...tradeOf(row), vendorCreditDate: at(row.date) })),
      );
    });

    test("payments.list, payments.get: money that moved, with its sign", async () => {
      const payments = await readTwice(ledger, "/payments");
      const found = payments.map(({ id, currency, documentType, paymentLines }) => ({
        id,
        currency,
        documentType,
        cents: (paymentLines as readonly Entry[]).reduce((total, { amount }) => total + cents(amount), 0),
        days: [...new Set((paymentLines as readonly Entry[]).map(({ paymentDate }) => paymentDate))],
      }));
      const wanted = books.payments
        // The money of a draft has not moved. From version 18 on, payments are in process until the bank confirms them.
        .filter(({ state }) => ["posted", "in_process", "paid"].includes(state))
        .map(({ id, direction, side, amount, currency, date }) => {
          const isUsual = (direction === "inbound") === (side === "customer");
          return {
            id: String(id),
            currency,
            documentType: side === "customer" ? "INVOICE" : "BILL",
            cents: cents(amount) * (isUsual ? 1 : -1),
            days: [date],
          };
        });
      expect(sorted(found)).toEqual(sorted(wanted));
    });

    test("journalEntries.list, journalEntries.get", async () => {
      const entries = await readTwice(ledger, "/journalEntries");
      const wanted = books.entries.filter(({ state }) => state !== "cancel");
      expect(byId(entries, ["transactionDate", "isProvisional"])).toEqual(
        rowsById(wanted, ({ date, state }) => ({ transactionDate: at(date), isProvisional: state === "draft" })),
      );
      for (const { id, exchangeRate = 1, journalLineItems } of entries) {
        const lines = journalLineItems as readonly Entry[];
        const sums = (side: string): number =>
          lines
            .filter(({ debitCreditIndicator }) => debitCreditIndicator === side)
            .reduce((total, { totalNetAmount }) => total + cents(totalNetAmount), 0);
        expect(sums("DEBIT"), `entry ${String(id)} balances`).toBe(sums("CREDIT"));
        const row = wanted.find((entry) => String(entry.id) === id);
        if (exchangeRate === 1) expect(sums("DEBIT"), `entry ${String(id)}`).toBe(cents(row?.debit ?? 0));
      }
    });

    test("trialBalance.list, accounts, journals, fiscalYears, openItems", async () => {
      const balances = await ledger.all("/trialBalance", { fiscalYearStartDate: `${year}-01-01` });
      const moved = balances.filter(
        ({ totalDebitAmount: debit, totalCreditAmount: credit }) => cents(debit ?? 0) !== 0 || cents(credit ?? 0) !== 0,
      );
      expect(
        sorted(
          moved.map(({ accountNumber, totalDebitAmount, totalCreditAmount }) => [
            accountNumber,
            cents(totalDebitAmount),
            cents(totalCreditAmount),
          ]),
        ),
      ).toEqual(
        sorted(
          books.trialBalance
            .filter((row) => row.year === year && (cents(row.debit) !== 0 || cents(row.credit) !== 0))
            .map(({ account, debit, credit }) => [account, cents(debit), cents(credit)]),
        ),
      );
      const accounts = await ledger.all("/accounts");
      expect(sorted(accounts.map(({ number }) => number))).toEqual(
        sorted(
          started.sql(`select code from ${started.accounts} where company_id = ${companyId} and not deprecated`).flat(),
        ),
      );
      const first = accounts[0] ?? {};
      expect((await ledger.call("GET", `/accounts/${String(first["id"])}`)).data).toEqual(first);
      const journals = await ledger.all("/journals");
      expect(sorted(journals.map(({ code }) => code))).toEqual(
        sorted(started.sql(`select code from account_journal where company_id = ${companyId} and active`).flat()),
      );
      const years = await readTwice(ledger, "/fiscalYears");
      expect(years.length).toBeGreaterThan(0);
      const open = await ledger.all("/openItems");
      const documents = books.documents.filter(({ state, open: rest }) => state === "posted" && cents(rest) !== 0);
      expect(open.length).toBeGreaterThanOrEqual(documents.length);
    });

    test("contacts, customers and suppliers", async () => {
      const rows = started.sql(
        `select id, name from res_partner where active and parent_id is null and (company_id is null or company_id = ${companyId})`,
      );
      const contacts = await readTwice(ledger, "/contacts");
      const names = new Map(rows.map(([id = "", name = ""]) => [id, name]));
      for (const { id, companyName, contactPersons, contactType } of contacts)
        expect(companyName ?? names.get(String(id)), JSON.stringify({ contactPersons, contactType })).toBe(
          names.get(String(id)),
        );
      const ranked = (column: string) =>
        started
          .sql(`select id from res_partner where active and ${column} > 0 and parent_id is null`)
          .flat()
          .toSorted();
      const customers = await readTwice(ledger, "/customers");
      for (const id of ranked("customer_rank")) expect(customers.map((contact) => contact["id"])).toContain(id);
      const suppliers = await readTwice(ledger, "/suppliers");
      for (const id of ranked("supplier_rank")) expect(suppliers.map((contact) => contact["id"])).toContain(id);
    });

    test("items, taxRates, units, dimensions, bankAccounts, paymentTerms", async () => {
      const items = await readTwice(ledger, "/items");
      expect(sorted(items.map(({ itemNumber }) => itemNumber ?? ""))).toEqual(
        sorted(
          started
            .sql("select coalesce(default_code, '') || ' ' from product_product where active")
            .map(([code = ""]) => code.trim()),
        ),
      );
      const taxes = await ledger.all("/taxRates");
      expect(taxes).toHaveLength(
        Number(started.sql(`select count(*) from account_tax where company_id = ${companyId}`)[0]?.[0]),
      );
      const tax = taxes[0] ?? {};
      expect((await ledger.call("GET", `/taxRates/${String(tax["id"])}`)).data).toEqual(tax);
      expect((await ledger.all("/units")).length).toBeGreaterThan(5);
      await ledger.all("/dimensions");
      await readTwice(ledger, "/bankAccounts");
      const terms = await readTwice(ledger, "/paymentTerms");
      expect(terms).toHaveLength(
        Number(
          started.sql(
            `select count(*) from account_payment_term where active and (company_id is null or company_id = ${companyId})`,
          )[0]?.[0],
        ),
      );
    });

    test("offers, sales orders and purchase orders", async () => {
      const rows = books.salesOrders ?? [];
      const isOffer = ({ state }: Order) => state === "draft" || state === "sent" || state === "cancel";
      const offers = await readTwice(ledger, "/offers");
      const orders = await readTwice(ledger, "/salesOrders");
      const fields = ["contactId", "totalNetAmount", "totalGrossAmount"];
      const traded = ({ contact, net, gross }: Order) => ({
        contactId: String(contact),
        totalNetAmount: net,
        totalGrossAmount: gross,
      });
      const all = { ...byId(offers, [...fields, "offerDate"]), ...byId(orders, [...fields, "orderDate"]) };
      expect(all).toEqual(
        rowsById(rows, (row) => ({
          ...traded(row),
          [isOffer(row) && String(row.id) in byId(offers, []) ? "offerDate" : "orderDate"]: at(dayInBerlin(row.date)),
        })),
      );
      for (const { id } of offers) await readTwice(ledger, `/offers/${String(id)}/lineItems`);
      for (const { id } of orders) await ledger.all(`/salesOrders/${String(id)}/lineItems`);
      const purchases = await readTwice(ledger, "/purchaseOrders");
      expect(byId(purchases, ["supplierId", "totalNetAmount", "totalGrossAmount", "orderDate"])).toEqual(
        rowsById(books.purchaseOrders ?? [], (row) => ({
          supplierId: String(row.contact),
          totalNetAmount: row.net,
          totalGrossAmount: row.gross,
          orderDate: at(dayInBerlin(row.date)),
        })),
      );
      for (const { id } of purchases) await readTwice(ledger, `/purchaseOrders/${String(id)}/lineItems`);
    });

    test("projects.list, projects.get", async () => {
      const projects = await readTwice(ledger, "/projects");
      expect(projects.map(({ id }) => id)).toEqual(
        started
          .sql(
            `select id from project_project where active and (company_id is null or company_id = ${companyId}) order by id`,
          )
          .flat(),
      );
    });

    test("passes kontor verify", async () => {
      const report = await reportOn(live.call, ledger.accountKey);
      expect(failsOf(report)).toEqual([]);
      expect(report).toMatchObject({ targetSystem: "odoo", isProven: true });
    });
  });
}
