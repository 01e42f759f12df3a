/** Reads the seeded books of Dolibarr through the API and compares them with what SQL says. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failsOf, reportOn } from "../support/verifying.ts";
import { at, byId, cents, defined, sorted } from "./comparing.ts";
import { type Connected, type Entry, forEach, type LiveService, readTwice, startLiveService } from "./connected.ts";
import type { StartedDolibarr } from "./dolibarr.ts";

/** A row of `invoices` or `bills` in `expected.json`. */
interface Document {
  readonly id: number;
  readonly number: string;
  readonly contact: number;
  readonly kind: number;
  readonly state: number;
  readonly closed: string | null;
  readonly date: string;
  readonly due: string;
  readonly currency: string;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  readonly baseGross: number;
  readonly lines: number;
  readonly reference: string | null;
  readonly paidBase: number;
  readonly takenOff?: number;
}

interface Order {
  readonly id: number;
  readonly number: string;
  readonly state: number;
  readonly date: string | null;
  readonly gross: number;
}

interface Books {
  readonly invoices: readonly Document[];
  readonly bills: readonly Document[];
  readonly contacts: readonly {
    readonly id: number;
    readonly name: string;
    readonly customer: number;
    readonly supplier: number;
  }[];
  readonly items: readonly {
    readonly id: number;
    readonly number: string;
    readonly name: string;
    readonly net: number;
    readonly gross: number;
    readonly vat: number;
  }[];
  readonly orders: readonly Order[];
  readonly offers: readonly Order[];
  readonly purchaseOrders: readonly Order[];
  readonly trialBalance: readonly {
    readonly account: string;
    readonly year: number;
    readonly debit: number;
    readonly credit: number;
  }[];
  readonly ledger: { readonly rows: number; readonly entries: number; readonly debit: number; readonly credit: number };
}

const credit = 2;
const day = (value: unknown): unknown => (typeof value === "string" ? value.slice(0, 10) : undefined);
const numberOf = (number: string): string | undefined => (number.startsWith("(PROV") ? undefined : number);

/** The status of amounts.md, from the sums of the database. */
function statusOf({ kind, state, closed, due, baseGross, paidBase, takenOff = 0 }: Document): string | undefined {
  if (state === 0) return "DRAFT";
  if (closed === "badcustomer" || (closed === "abandon" && state === 2)) return undefined;
  if (state !== 1) return state === 2 ? "PAID" : "VOIDED";
  const isPart = cents(paidBase + takenOff) !== 0;
  const isLate = kind !== credit && due < new Date().toISOString().slice(0, 10);
  if (cents(baseGross - paidBase - takenOff) === 0) return "PAID";
  if (isLate) return isPart ? "PARTIALLY_OVERDUE" : "OVERDUE";
  return isPart ? "PARTIALLY_PAID" : "OPEN";
}

export function readBooks(started: StartedDolibarr): void {
  describe("Dolibarr's books, compared with SQL", () => {
    let live: LiveService;
    let keeper: Connected;
    let books: Books;
    const year = String(new Date().getUTCFullYear() - 1);
    beforeAll(async () => {
      live = await startLiveService();
      keeper = await live.connect("dolibarr", { baseUrl: started.url, apiKey: started.value("KEY") });
      books = (await started.expected()) as Books;
    });
    afterAll(() => live.service.stop());

    const invoiceFields = [
      "invoiceNumber",
      "contactId",
      "invoiceDate",
      "dueDate",
      "currency",
      "sumNetAmount",
      "totalTaxAmount",
      "totalAmount",
      "status",
      "reference",
    ];
    test("invoices.list, invoices.get, invoices.lineItems.list", async () => {
      const invoices = await readTwice(keeper, "/invoices", "invoiceId");
      const wanted = books.invoices.filter(({ kind }) => kind !== credit);
      expect(byId(invoices, invoiceFields, "invoiceId")).toEqual(
        Object.fromEntries(
          wanted.map((row) => [
            String(row.id),
            defined({
              invoiceNumber: numberOf(row.number),
              contactId: String(row.contact),
              invoiceDate: at(row.date),
              dueDate: at(row.due),
              currency: row.currency,
              sumNetAmount: row.net,
              totalTaxAmount: row.tax,
              totalAmount: row.gross,
              status: statusOf(row),
              reference: row.reference ?? undefined,
            }),
          ]),
        ),
      );
      await forEach(wanted, async ({ id, lines, net }) => {
        const parts = await readTwice(keeper, `/invoices/${id}/lineItems`, "lineItemId");
        expect(parts.length, `lines of invoice ${id}`).toBe(lines);
        const sum = parts.reduce((total, { itemsAmount }) => total + cents(itemsAmount), 0);
        expect(sum, `net amount of the lines of invoice ${id}`).toBe(cents(net));
      });
    });

    const tradeFields = ["contactId", "currency", "totalNetAmount", "totalTaxAmount", "totalGrossAmount", "status"];
    const tradeOf = (row: Document): Entry =>
      defined({
        contactId: String(row.contact),
        currency: row.currency,
        totalNetAmount: Math.abs(row.net),
        totalTaxAmount: Math.abs(row.tax),
        totalGrossAmount: Math.abs(row.gross),
        status: statusOf(row),
      });

    test("creditNotes.list, creditNotes.get", async () => {
      const notes = await readTwice(keeper, "/creditNotes");
      expect(byId(notes, [...tradeFields, "creditNoteNumber", "creditNoteDate"])).toEqual(
        Object.fromEntries(
          books.invoices
            .filter(({ kind }) => kind === credit)
            .map((row) => [
              String(row.id),
              defined({ ...tradeOf(row), creditNoteNumber: numberOf(row.number), creditNoteDate: at(row.date) }),
            ]),
        ),
      );
    });

    test("bills.list, bills.get, bills.lineItems.list", async () => {
      const bills = await readTwice(keeper, "/bills");
      const wanted = books.bills.filter(({ kind }) => kind !== credit);
      expect(byId(bills, [...tradeFields, "billNumber", "billDate", "dueDate"])).toEqual(
        Object.fromEntries(
          wanted.map((row) => [
            String(row.id),
            defined({ ...tradeOf(row), billNumber: row.reference, billDate: at(row.date), dueDate: at(row.due) }),
          ]),
        ),
      );
      await forEach(wanted, async ({ id, lines, net }) => {
        const parts = await keeper.all(`/bills/${id}/lineItems`);
        expect(parts.length).toBe(lines);
        expect(parts.reduce((total, { totalNetAmount }) => total + cents(totalNetAmount), 0)).toBe(cents(net));
      });
    });

    test("vendorCredits.list", async () => {
      const credits = await keeper.all("/vendorCredits");
      expect(byId(credits, [...tradeFields, "vendorCreditNumber", "vendorCreditDate"])).toEqual(
        Object.fromEntries(
          books.bills
            .filter(({ kind }) => kind === credit)
            .map((row) => [
              String(row.id),
              defined({ ...tradeOf(row), vendorCreditNumber: row.reference, vendorCreditDate: at(row.date) }),
            ]),
        ),
      );
    });

    test("payments.list: money that moved, by document, with its sign", async () => {
      const sides = [
        { rows: books.invoices, prefix: "" },
        { rows: books.bills, prefix: "bill:" },
      ];
      for (const { rows, prefix } of sides)
        await forEach(rows, async ({ id, paidBase, gross, baseGross }) => {
          const payments = await keeper.all("/payments", { invoiceId: `${prefix}${id}` });
          const lines = payments.flatMap(({ paymentLines }) => paymentLines as readonly Entry[]);
          const money = lines.reduce((total, { amount }) => total + cents(amount), 0);
          const paid = baseGross === 0 ? 0 : (paidBase * gross) / baseGross;
          expect(money, `payments of ${prefix}${id}`).toBe(cents(paid));
        });
    });

    test("contacts, customers and suppliers", async () => {
      const named = (rows: Books["contacts"]) => rows.map(({ id, name }) => [String(id), { companyName: name }]);
      expect(byId(await readTwice(keeper, "/contacts"), ["companyName"])).toEqual(
        Object.fromEntries(named(books.contacts)),
      );
      const customers = books.contacts.filter(({ customer }) => customer === 1 || customer === 3);
      expect(byId(await readTwice(keeper, "/customers"), ["companyName"])).toEqual(
        Object.fromEntries(named(customers)),
      );
      const suppliers = books.contacts.filter(({ supplier }) => supplier === 1);
      expect(byId(await readTwice(keeper, "/suppliers"), ["companyName"])).toEqual(
        Object.fromEntries(named(suppliers)),
      );
    });

    test("items.list, items.get", async () => {
      const items = await readTwice(keeper, "/items");
      const fields = ["itemNumber", "name", "unitSalesPrice", "priceIncludesTax", "taxRatePercentage"];
      expect(byId(items, fields)).toEqual(
        Object.fromEntries(
          books.items.map(({ id, number, name, net, gross, vat }) => {
            const isGross = number === "ROM-1";
            return [
              String(id),
              {
                itemNumber: number,
                name,
                unitSalesPrice: isGross ? gross : net,
                priceIncludesTax: isGross,
                taxRatePercentage: vat,
              },
            ];
          }),
        ),
      );
    });

    const compared = (rows: readonly Order[], states: Readonly<Record<number, string>>, name: string): Entry =>
      Object.fromEntries(
        rows.map(({ id, state, date, gross }) => [
          String(id),
          defined({ status: states[state], [name]: at(date), totalGrossAmount: gross }),
        ]),
      );

    test("salesOrders.list, salesOrders.get, salesOrders.lineItems.list", async () => {
      const orders = await readTwice(keeper, "/salesOrders");
      const states = { 0: "DRAFT", 1: "OPEN", 2: "OPEN", 3: "CLOSED" };
      expect(byId(orders, ["status", "orderDate", "totalGrossAmount"])).toEqual(
        compared(books.orders, states, "orderDate"),
      );
      expect(orders.map(({ deliveryDate }) => day(deliveryDate))).toEqual([undefined, `${year}-05-06`, undefined]);
      for (const { id } of books.orders) expect(await keeper.all(`/salesOrders/${id}/lineItems`)).toHaveLength(1);
    });

    test("offers.list, offers.get, offers.lineItems.list", async () => {
      const offers = await readTwice(keeper, "/offers");
      const expected = compared(
        books.offers,
        { 0: "DRAFT", 1: "SENT", 2: "ACCEPTED", 3: "DECLINED", 4: "ACCEPTED" },
        "offerDate",
      );
      const expired = { 3: { ...(expected["3"] as Entry), status: "EXPIRED" } };
      expect(byId(offers, ["status", "offerDate", "totalGrossAmount"])).toEqual({ ...expected, ...expired });
      for (const { id } of books.offers) {
        const lines = await keeper.all(`/offers/${id}/lineItems`);
        const { data } = await keeper.call("GET", `/offers/${id}/lineItems/${String(lines[0]?.["id"])}`);
        expect(lines).toEqual([data]);
      }
    });

    test("purchaseOrders.list, purchaseOrders.get, purchaseOrders.lineItems.list", async () => {
      const orders = await readTwice(keeper, "/purchaseOrders");
      const states = { 0: "OPEN", 1: "OPEN", 2: "OPEN", 3: "OPEN" };
      expect(byId(orders, ["status", "orderDate", "totalGrossAmount"])).toEqual(
        compared(books.purchaseOrders, states, "orderDate"),
      );
      for (const { id } of books.purchaseOrders) {
        const lines = await keeper.all(`/purchaseOrders/${id}/lineItems`);
        const { data } = await keeper.call("GET", `/purchaseOrders/${id}/lineItems/${String(lines[0]?.["id"])}`);
        expect(lines).toEqual([data]);
      }
    });

    test("projects, bankAccounts, units and paymentTerms", async () => {
      const ofTable = (columns: string, table: string, where = "1=1") =>
        started.sql(`select ${columns} from llx_${table} where ${where} order by rowid`);
      const projects = await readTwice(keeper, "/projects");
      expect(projects.map(({ id, number, name }) => [id, number, name])).toEqual(
        ofTable("rowid, ref, title", "projet"),
      );
      const banks = await readTwice(keeper, "/bankAccounts");
      expect(banks.map(({ id, name, currency }) => [id, name, currency])).toEqual(
        ofTable("rowid, label, currency_code", "bank_account"),
      );
      const units = await keeper.all("/units");
      expect(units.map(({ id, code }) => [id, code])).toEqual(ofTable("rowid, code", "c_units", "active = 1"));
      const terms = await readTwice(keeper, "/paymentTerms");
      expect(sorted(terms.map(({ id, code }) => [id, code]))).toEqual(
        sorted(ofTable("rowid, code", "c_payment_term", "active = 1")),
      );
    });

    test("accounts, journals, journalEntries and trialBalance", async () => {
      const entries = await keeper.all("/journalEntries");
      expect(entries).toHaveLength(books.ledger.entries);
      const lines = entries.flatMap(({ journalLineItems }) => journalLineItems as readonly Entry[]);
      expect(lines).toHaveLength(books.ledger.rows);
      const sums = (side: string) =>
        lines
          .filter(({ debitCreditIndicator }) => debitCreditIndicator === side)
          .reduce((total, { totalNetAmount }) => total + cents(totalNetAmount), 0);
      expect([sums("DEBIT"), sums("CREDIT")]).toEqual([cents(books.ledger.debit), cents(books.ledger.credit)]);
      for (const entry of entries.slice(0, 5)) {
        const { data } = await keeper.call("GET", `/journalEntries/${String(entry["id"])}`);
        expect(data).toEqual(entry);
      }
      const numbers = books.trialBalance.map(({ account }) => account);
      const accounts = await readTwice(keeper, "/accounts");
      expect(accounts.map(({ number }) => number)).toEqual(numbers);
      const journals = await keeper.all("/journals");
      expect(journals.map(({ code }) => code)).toEqual(
        started.sql("select distinct code_journal from llx_accounting_bookkeeping order by 1").flat(),
      );
      const balances = await keeper.all("/trialBalance", { fiscalYearStartDate: `${year}-01-01` });
      expect(
        balances.map(({ accountNumber, totalDebitAmount, totalCreditAmount }) => [
          accountNumber,
          cents(totalDebitAmount),
          cents(totalCreditAmount),
        ]),
      ).toEqual(books.trialBalance.map(({ account, debit, credit: side }) => [account, cents(debit), cents(side)]));
    });

    test("invoices.document.get and offers.document.get: Dolibarr's PDF", async () => {
      for (const path of ["/invoices/2/document", "/offers/2/document"]) {
        const { data, status, text } = await keeper.call("GET", path);
        expect(status, text).toBe(200);
        expect(
          Buffer.from(data["content"] ?? "", "base64")
            .subarray(0, 5)
            .toString(),
        ).toBe("%PDF-");
      }
    });

    test("passes kontor verify", async () => {
      const report = await reportOn(live.call, keeper.accountKey);
      expect(failsOf(report)).toEqual([]);
      expect(report).toMatchObject({ targetSystem: "dolibarr", isProven: true });
    });
  });
}
