/** Invariants of the books that must hold after any write, checked through the API and independently of the writing code. */
import { Big } from "big.js";
import { listOf, type Native, type TestSandbox, textOf } from "./sandbox.ts";

const big = (record: Native | undefined, field: string) => new Big(textOf(record, field) || 0);
/** In the currency of the entry. */
const posted = (line: Native) => big(line, "debit").minus(big(line, "credit"));
/** In the currency of the ledger. */
const inLedger = (line: Native) =>
  typeof (line["ledger_debit"] ?? line["ledger_credit"]) === "string"
    ? big(line, "ledger_debit").minus(big(line, "ledger_credit"))
    : posted(line);
const sum = <Item>(items: readonly Item[], amount: (item: Item) => Big) =>
  items.reduce((total, item) => total.plus(amount(item)), new Big(0));
const sums = (lines: readonly Native[], key: (line: Native) => string, amount = inLedger) =>
  new Map([...Map.groupBy(lines, key)].map(([name, group]) => [name, sum(group, amount)]));
const shown = (balances: ReadonlyMap<string, Big>) =>
  [...balances]
    .filter(([, balance]) => !balance.eq(0))
    .map(([name, balance]) => `${name} ${balance.toFixed(2)}`)
    .sort();
const differences = (subject: string, actual: readonly string[], expected: readonly string[]) => [
  ...actual.filter((line) => !expected.includes(line)).map((line) => `${subject}: unexpected ${line}`),
  ...expected.filter((line) => !actual.includes(line)).map((line) => `${subject}: ${line} is missing`),
];

const claims = [
  {
    list: "invoices",
    number: "invoice_number",
    gross: "total_amount",
    net: "sum_net_amount",
    discount: "discount_amount",
    sign: 1,
    lines: ["line_items", "items_amount"],
    control: "1400",
  },
  {
    list: "credit-notes",
    number: "credit_note_number",
    gross: "total_gross_amount",
    net: "total_net_amount",
    discount: "total_discount_amount",
    sign: -1,
    lines: ["credit_note_lines", "total_net_amount"],
    control: "1400",
  },
  {
    list: "bills",
    number: "bill_number",
    gross: "total_gross_amount",
    net: "total_net_amount",
    discount: "total_discount_amount",
    sign: 1,
    lines: ["line_items", "total_net_amount"],
    control: "1600",
  },
  {
    list: "vendor-credits",
    number: "vendor_credit_number",
    gross: "total_gross_amount",
    net: "total_net_amount",
    discount: "total_discount_amount",
    sign: -1,
    lines: ["line_items", "total_net_amount"],
    control: "1600",
  },
] as const;

/** The violations found; empty if the books are consistent. */
export async function truths(sandbox: TestSandbox, day = "2026-06-15"): Promise<string[]> {
  const year = day.slice(0, 4);
  const entries = await sandbox.walk("journal-entries");
  const counted = entries.filter((entry) => entry["is_provisional"] !== true);
  const lines = counted.flatMap((entry) => listOf(entry, "journal_line_items"));
  const items = await sandbox.walk("open-items");
  const payments = await sandbox.walk("payments");
  return [
    ...ledgerTruths(entries),
    ...(await balanceTruths(
      sandbox,
      counted.filter((entry) => entry["fiscal_year"] === year),
      year,
    )),
    ...openItemTruths(items, lines),
    ...paymentTruths(payments, counted),
    ...(await documentTruths(sandbox, { items, payments, entries: counted, day })),
  ];
}

function ledgerTruths(entries: readonly Native[]): string[] {
  const gaps = entries.filter((entry, index) => entry["number"] !== String(index + 1));
  const linesOf = (entry: Native) => listOf(entry, "journal_line_items");
  const unbalanced = entries.filter((entry) => [posted, inLedger].some((amount) => !sum(linesOf(entry), amount).eq(0)));
  const negative = entries.filter((entry) =>
    linesOf(entry).some((line) => /-/.test(textOf(line, "debit") + textOf(line, "credit"))),
  );
  return [
    ...negative.map(({ id }) => `${id} has a negative amount`),
    ...gaps.map(({ id }) => `${id} has a gap before it`),
    ...unbalanced.map(({ id }) => `${id} does not balance`),
  ];
}

async function balanceTruths(sandbox: TestSandbox, entries: readonly Native[], year: string): Promise<string[]> {
  const ledger = shown(
    sums(
      entries.flatMap((entry) => listOf(entry, "journal_line_items")),
      (line) => textOf(line, "account_code"),
    ),
  );
  const trial = await sandbox.walk(`trial-balance?fiscal_year_start=${year}-01-01`);
  const closing = new Map(
    trial.map((row) => [textOf(row, "account_code"), big(row, "closing_debit").minus(big(row, "closing_credit"))]),
  );
  const accounts = await sandbox.walk("accounts");
  const signedBalance = (account: Native) => big(account, "balance").times(account["side"] === "debit" ? 1 : -1);
  const stated = new Map(accounts.map((account) => [textOf(account, "code"), signedBalance(account)]));
  const banks = await sandbox.walk("bank-accounts");
  const wrongBanks = banks.filter((bank) => !big(bank, "balance").eq(stated.get(textOf(bank, "number")) ?? "0.001"));
  return [
    ...differences("trial balance", shown(closing), ledger),
    ...differences("accounts", shown(stated), ledger),
    ...wrongBanks.map(({ id }) => `${id} differs from the balance of its account`),
  ];
}

function openItemTruths(items: readonly Native[], lines: readonly Native[]): string[] {
  const open = (item: Native) => big(item, "open_debit").minus(big(item, "open_credit"));
  const control = lines.filter(
    (line) => /^1[46]00$/.test(textOf(line, "account_code")) && line["document_number"] !== null,
  );
  const left = sums(control, (line) => `${textOf(line, "account_code")} ${textOf(line, "document_number")}`);
  const stated = sums(
    items,
    (item) => `${item["type"] === "bill" ? "1600" : "1400"} ${textOf(item, "document_number")}`,
    open,
  );
  const inconsistent = items.filter(
    (item) =>
      !sum(listOf(item, "entries"), posted).eq(open(item)) ||
      !big(item, "total_debit").minus(big(item, "total_credit")).eq(open(item)),
  );
  return [
    ...differences("open items", shown(stated), shown(left)),
    ...inconsistent.map(({ id }) => `${id} differs from the sum of its entries`),
  ];
}

function paymentTruths(payments: readonly Native[], entries: readonly Native[]): string[] {
  const byDocument = Map.groupBy(entries, (entry) => entry["document_id"]);
  const wrong = payments.flatMap((payment) => {
    const [first] = listOf(payment, "payment_lines");
    const lines = (byDocument.get(payment.id) ?? []).flatMap((entry) => listOf(entry, "journal_line_items"));
    const sign = payment["document_type"] === "bill" ? -1 : 1;
    const bank = sum(
      lines.filter((line) => line["account_id"] === first?.["account_id"]),
      posted,
    ).times(sign);
    // Some booking proposals are credits, whose money moves the other way.
    const moved = payment["document_type"] === "booking_proposal" ? bank.abs() : bank;
    const paid = sum(listOf(payment, "payment_lines"), (line) => big(line, "amount"));
    const worth = payment["currency"] === "EUR" ? paid : paid.times(textOf(payment, "exchange_rate"));
    return moved.minus(worth).abs().lte("0.02")
      ? []
      : [`${payment.id} moved ${moved.toFixed(2)}, not ${worth.toFixed(2)}`];
  });
  const paymentIds = new Set(payments.map(({ id }) => id));
  const gone = [...byDocument].filter(([id]) => String(id).startsWith("pay-") && !paymentIds.has(String(id)));
  const leftOver = gone.filter(
    ([, group]) =>
      shown(
        sums(
          group.flatMap((entry) => listOf(entry, "journal_line_items")),
          (line) => textOf(line, "account_code"),
        ),
      ).length > 0,
  );
  return [...wrong, ...leftOver.map(([id]) => `${String(id)} was deleted but its entries were not reversed`)];
}

interface Books {
  readonly items: readonly Native[];
  readonly payments: readonly Native[];
  readonly entries: readonly Native[];
  readonly day: string;
}

async function documentTruths(sandbox: TestSandbox, { items, payments, entries, day }: Books): Promise<string[]> {
  const paid = sums(
    payments.flatMap((payment) => listOf(payment, "payment_lines")),
    (line) => textOf(line, "invoice_id"),
    (line) => big(line, typeof line["settled_amount"] === "string" ? "settled_amount" : "amount"),
  );
  const credits = [...(await sandbox.walk("credit-notes")), ...(await sandbox.walk("vendor-credits"))];
  const applied = sums(
    credits,
    (credit) => textOf(credit, "applied_to_id"),
    (credit) => big(credit, "applied_amount"),
  );
  const open = new Set(items.map(({ id }) => id));
  const booked = new Set(entries.map((entry) => entry["document_id"]));
  const wrong: string[] = [];
  for (const { list, number, gross, net, discount, sign, lines } of claims) {
    for (const document of await sandbox.walk(list)) {
      const status = textOf(document, "status");
      const payment = textOf(document, "payment_status");
      const check = (isTrue: boolean, fault: string) =>
        isTrue || wrong.push(`${list} ${document.id} (${status}, ${payment}): ${fault}`);
      const isDraft = status === "draft" || status === "submitted";
      const amount = big(document, gross);
      const settled = (paid.get(document.id) ?? new Big(0))
        .times(sign)
        .plus(sign === 1 ? (applied.get(document.id) ?? 0) : big(document, "applied_amount"));
      const rest = amount.minus(settled);
      const isLate = textOf(document, "due_date") < day;
      check(
        sum(listOf(document, lines[0]), (line) => big(line, lines[1]))
          .minus(big(document, discount))
          .eq(big(document, net)),
        "the lines less the discount do not add up to the net amount",
      );
      check(
        big(document, net).plus(big(document, "total_tax_amount")).eq(amount),
        "net and tax do not add up to the total",
      );
      check(booked.has(document.id) !== isDraft, "a draft is booked, or a final document is not");
      check(isDraft || textOf(document, number) !== "", "a booked document has no number");
      check(
        open.has(`open-${document.id}`) === ["pending", "partly_paid"].includes(payment),
        "the open item does not match the payment status",
      );
      if (payment === "paid")
        check(rest.eq(0) && document["paid_date"] !== null, "paid, but its payments do not cover it");
      if (status === "paid") check(payment === "debited" || rest.eq(0), "paid, but something is open");
      if (payment === "bad_debt") check(document["status"] === null, "written off, but it has a status");
      if (payment === "cleared_with_credit_note")
        check(rest.eq(0) && !paid.has(document.id), "cleared, but not by a credit note alone");
      if (payment === "pending")
        check(rest.eq(amount) && (document["paid_date"] ?? null) === null, "paid, but pending");
      if (payment === "partly_paid")
        check(
          rest.abs().gt(0) && rest.abs().lt(amount.abs()),
          "partly paid, but its payments cover nothing or everything",
        );
      const isClaimed = ["pending", "partly_paid"].includes(payment) && textOf(document, "due_date") !== "";
      // A document that was created, but not sent, is not overdue.
      if (isClaimed && amount.gt(0) && status !== "document_created")
        check(status.endsWith("overdue") === isLate, "the status does not match the due date");
      check(
        (document["currency"] === "EUR") === (document["exchange_rate"] === null),
        "the exchange rate does not match the currency",
      );
    }
  }
  return wrong;
}
