/** Documents, payments, open items and the ledger agree. */
import type { Big } from "big.js";
import { describe, expect, test } from "vitest";
import type { NativeRecord } from "./basics/types.ts";
import { big, type Company, companiesOf, days, linesOf, list, open, posted, text, total, totals } from "./testing.ts";

/** Each kind of document: the fields of its number, total and date, its collective account, and the sign of the debt. */
const kinds = [
  { collection: "invoices", name: "invoice", amount: "total_amount", control: "1400", sign: 1 },
  { collection: "credit-notes", name: "credit_note", amount: "total_gross_amount", control: "1400", sign: -1 },
  { collection: "bills", name: "bill", amount: "total_gross_amount", control: "1600", sign: -1 },
  { collection: "vendor-credits", name: "vendor_credit", amount: "total_gross_amount", control: "1600", sign: 1 },
];

const gross = ["total_gross_amount", "total_gross_amount"] as const;
const trade = [["total_net_amount", "total_net_amount"]] as const;
/** Collection → the field of its lines, and which total is the sum of which field of the lines. */
const sums: readonly (readonly [string, string, readonly (readonly [string, string])[]])[] = [
  ["bills", "line_items", trade],
  ["booking-proposals", "line_items", [gross]],
  ["credit-notes", "credit_note_lines", trade],
  [
    "expenses",
    "expense_lines",
    [
      ["total_gross_amount", "gross_amount"],
      ["total_tax_amount", "tax_amount"],
    ],
  ],
  ["invoices", "line_items", [["sum_net_amount", "items_amount"]]],
  ["offers", "line_items", trade],
  ["purchase-orders", "line_items", trade],
  ["sales-orders", "line_items", trade],
  ["vendor-credits", "line_items", trade],
];

const claims = (company: Company) =>
  kinds.flatMap((kind) =>
    company.records(kind.collection).map((record) => ({
      record,
      kind,
      number: text(record, `${kind.name}_number`),
      date: text(record, `${kind.name}_date`),
      amount: big(record[kind.amount]),
      // Money for credits goes back.
      due: big(record[kind.amount]).times(/credit/.test(kind.name) ? -1 : 1),
      payment: text(record, "payment_status"),
      isForeign: record["currency"] !== "EUR",
    })),
  );

const paymentLines = (company: Company): NativeRecord[] =>
  company.records("payments").flatMap((payment) => list(payment, "payment_lines"));
const paid = (company: Company): Map<string, Big> =>
  totals(
    paymentLines(company),
    (line) => text(line, "invoice_id"),
    (line) => big(line["settled_amount"]),
  );

const settledOtherwise = [
  "bad_debt",
  "canceled",
  "partial_cancellation",
  "credit_note_cleared",
  "cleared_with_credit_note",
];

describe.each(days)("documents that end on %s", (day) => {
  const companies = companiesOf(day);

  test.each(companies)("$id: every total is the sum of the lines, less the document's own discount", (company) => {
    const discount = (record: NativeRecord) => big(record["discount_amount"] ?? record["total_discount_amount"]);
    const wrong = sums.flatMap(([collection, field, parts]) =>
      company.records(collection).flatMap((record) =>
        parts
          .filter(
            ([sumField, part]) =>
              !total(list(record, field), (line) => big(line[part]))
                .minus(discount(record))
                .eq(big(record[sumField])),
          )
          .map(([sumField]) => `${record.id} ${sumField}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test.each(companies)("$id: net plus tax is the gross amount", (company) => {
    const net = (record: NativeRecord) => big(record["total_net_amount"] ?? record["sum_net_amount"]);
    const documents = [...claims(company).map(({ record }) => record), ...company.records("expenses")];
    const amount = (record: NativeRecord) => big(record["total_gross_amount"] ?? record["total_amount"]);
    const wrong = documents.filter((record) => !net(record).plus(big(record["total_tax_amount"])).eq(amount(record)));
    expect(wrong).toEqual([]);
  });

  test.each(companies)(
    "$id: what is booked is in the ledger, on its day, with its amount; drafts are not",
    (company) => {
      for (const { record, kind, number, date, amount } of claims(company)) {
        const [booking] = company.entriesOf(record.id);
        const [head] = booking?.journal_line_items ?? [];
        const rate = big(record["exchange_rate"] ?? "1");
        const booked = head ? posted(head).times(kind.sign).minus(amount.times(rate)) : big("0");
        expect([record.id, booking?.transaction_date ?? "", head?.account_code]).toEqual(
          number === "" ? [record.id, "", undefined] : [record.id, date, kind.control],
        );
        // In foreign currencies, every group of lines is converted separately.
        expect(booked.abs().toNumber()).toBeLessThanOrEqual(record["exchange_rate"] === null ? 0 : 0.05);
      }
    },
  );

  test.each(companies)("$id: paid documents were paid in full", (company) => {
    const payments = paid(company);
    const wrong = claims(company)
      .filter(({ payment }) => payment === "paid" || payment === "debited")
      .filter(({ record, amount, due }) => !due.eq(payments.get(record.id) ?? 0) || amount.lte(0));
    expect(wrong).toEqual([]);
  });

  test.each(companies)("$id: open items equal the unpaid amounts of the documents", (company) => {
    const payments = paid(company);
    const booked = claims(company).filter(
      ({ number, payment }) => number !== "" && !settledOtherwise.includes(payment),
    );
    const unpaid = booked
      .map(({ number, kind, record, due }) => ({
        number,
        kind,
        record,
        rest: due.minus(payments.get(record.id) ?? 0).abs(),
      }))
      .filter(({ rest }) => !rest.eq(0));
    const expected = unpaid.map(({ number, kind, rest, record }) => {
      // Documents in foreign currencies are paid in full or not at all, so the unpaid amount is the booked one.
      const head = company.entriesOf(record.id)[0]?.journal_line_items[0];
      const euros = record["exchange_rate"] === null || head === undefined ? rest.times(kind.sign) : posted(head);
      return `${number} ${euros.toFixed(2)}`;
    });
    const items = company
      .records("open-items")
      .map((item) => `${text(item, "document_number")} ${open(item).toFixed(2)}`);
    expect(items.toSorted()).toEqual(expected.toSorted());
  });

  test.each(companies)("$id: receivables and payables are the sum of the open items", (company) => {
    const items = company.records("open-items");
    const sumOf = (type: string) =>
      total(
        items.filter((item) => item["type"] === type),
        open,
      );
    const account = (code: string) =>
      company.records("accounts").find((account) => account["code"] === code)?.["balance"];
    expect(sumOf("invoice").toFixed(2)).toBe(account("1400"));
    expect(sumOf("bill").times(-1).toFixed(2)).toBe(account("1600"));
  });

  test.each(companies)(
    "$id: the ledger's lines leave open what the open items say, document by document",
    (company) => {
      const controls = linesOf(company.counted).filter(
        (line) => /^1[46]00$/.test(line.account_code) && line.document_number !== null,
      );
      const left = [...totals(controls, (line) => line.document_number ?? "", posted)].filter(
        ([, balance]) => !balance.eq(0),
      );
      const items = company
        .records("open-items")
        .map((item) => `${text(item, "document_number")} ${open(item).toFixed(2)}`);
      expect(left.map(([number, balance]) => `${number} ${balance.toFixed(2)}`).toSorted()).toEqual(items.toSorted());
    },
  );

  test.each(companies)("$id: an open item is the sum of its entries", (company) => {
    const wrong = company.records("open-items").filter((item) => {
      const debit = big(item["total_debit"]);
      const credit = big(item["total_credit"]);
      return !debit.minus(credit).eq(open(item)) || !total(list(item, "entries"), posted).eq(open(item));
    });
    expect(wrong).toEqual([]);
  });

  test.each(companies)("$id: every payment is in the ledger, on its day, with its amount", (company) => {
    const wrong = company.records("payments").filter((payment) => {
      const [entry] = company.entriesOf(payment.id);
      const [line] = list(payment, "payment_lines");
      const bank = entry?.journal_line_items.find(({ account_id }) => account_id === line?.["account_id"]);
      const amount = big(line?.["amount"])
        .times(big(payment["exchange_rate"] ?? "1"))
        .round(2, 1);
      return (
        entry?.transaction_date !== line?.["payment_date"] || bank === undefined || !posted(bank).abs().eq(amount.abs())
      );
    });
    expect(wrong).toEqual([]);
  });

  test.each(companies)("$id: every expense is in the ledger, on the account that paid it", (company) => {
    const wrong = company.records("expenses").filter((expense) => {
      const head = company.entriesOf(expense.id)[0]?.journal_line_items[0];
      const amount = big(expense["total_gross_amount"]).times(big(expense["exchange_rate"] ?? "1"));
      const difference = head ? posted(head).abs().minus(amount).abs() : big("1");
      return (
        head?.account_id !== expense["account_id"] || difference.gt(expense["exchange_rate"] === null ? 0 : "0.02")
      );
    });
    expect(wrong).toEqual([]);
  });

  test.each(companies)("$id: statuses fit the dates", (company) => {
    const withStatus = (...statuses: string[]) =>
      claims(company).filter(
        ({ record }) => text(record, "due_date") !== "" && statuses.includes(text(record, "status")),
      );
    const early = withStatus("open", "partially_paid", "document_created").filter(
      ({ record }) => text(record, "due_date") < day,
    );
    const late = withStatus("overdue", "partially_overdue").filter(({ record }) => text(record, "due_date") >= day);
    const unpaid = withStatus("open", "overdue", "partially_paid", "partially_overdue", "draft", "voided");
    expect([...early, ...late, ...unpaid.filter(({ record }) => record["paid_date"] !== null)]).toEqual([]);
  });

  test.each(companies)("$id: only documents in foreign currencies have an exchange rate", (company) => {
    const wrong = claims(company).filter(({ record, isForeign }) => isForeign !== (record["exchange_rate"] !== null));
    expect(wrong).toEqual([]);
  });

  test.each(companies)("$id: received quantities fit the status of the order", (company) => {
    const receipts = company.records("goods-receipts").flatMap((receipt) => list(receipt, "line_items"));
    const arrived = totals(
      receipts,
      (line) => text(line, "purchase_order_id"),
      (line) => big(line["quantity_received"]),
    );
    const statuses = company.records("purchase-orders").map((order) => {
      const share = (arrived.get(order.id) ?? big("0")).div(
        total(list(order, "line_items"), (line) => big(line["quantity"])),
      );
      const isOver = share.eq(0) ? ["open", "canceled"] : share.eq(1) ? ["closed"] : ["partially_fulfilled"];
      return [isOver, order["status"]] as const;
    });
    for (const [fitting, status] of statuses) expect(fitting).toContain(status);
  });

  test.each(companies)(
    "$id: documents are numbered without gaps in each year, in the order of their days",
    (company) => {
      const numbered = claims(company).filter(({ number }) => number !== "");
      const groups = Map.groupBy(numbered, ({ kind, date }) => `${kind.name} ${date.slice(0, 4)}`);
      for (const group of groups.values()) {
        expect(group.map(({ number }) => Number(number.slice(-4)))).toEqual(group.map((_, index) => index + 1));
        expect(group.map(({ date }) => date)).toEqual(group.map(({ date }) => date).toSorted());
      }
    },
  );
});

test("the books of the next day have the same documents in the same order", () => {
  const [today = [], tomorrow = []] = ["2026-11-15", "2026-11-16"].map((day) =>
    (companiesOf(day)[0]?.records("invoices") ?? []).map((invoice) => text(invoice, "total_amount")),
  );
  const moved = today.filter((amount, index) => amount !== tomorrow[index]);
  expect(today.length).toBeGreaterThan(100);
  // Documents whose age counts from the last day may overtake others.
  expect(moved.length).toBeLessThan(today.length / 10);
});

test.each(days)("the invoice that the API's example pays is open on %s", (day) => {
  const paid = companiesOf(day)[0]
    ?.records("invoices")
    .find(({ id }) => id === "inv-140");
  expect(paid).toMatchObject({ status: expect.stringMatching(/^(?:open|overdue)$/), currency: "EUR" });
  expect(big(paid?.["total_amount"]).toNumber()).toBeGreaterThan(285.6);
});
