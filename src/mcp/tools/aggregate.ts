/** Sums of documents and postings, in decimal arithmetic: by month, account, contact, status or none. */
import { Big } from "big.js";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import { dataNotice, type Fields, fieldText, withinBudget } from "../server/answer.ts";
import { readAll } from "../server/books.ts";
import { input, output, recordIn, type Tool, text, textIn, textMap } from "../server/tool.ts";

interface Summable {
  readonly date: string;
  readonly amounts: readonly string[];
  /** The list of lines, for sums by account. */
  readonly lines?: string;
}

const documentTotals = ["totalNetAmount", "totalTaxAmount", "totalGrossAmount"];
const summable: Readonly<Record<string, Summable>> = {
  invoices: { date: "invoiceDate", amounts: ["sumNetAmount", "totalTaxAmount", "totalAmount"], lines: "lineItems" },
  creditNotes: { date: "creditNoteDate", amounts: documentTotals, lines: "creditNoteLines" },
  bills: { date: "billDate", amounts: documentTotals, lines: "lineItems" },
  vendorCredits: { date: "vendorCreditDate", amounts: documentTotals, lines: "lineItems" },
  expenses: { date: "expenseDate", amounts: documentTotals, lines: "lineItems" },
  payments: { date: "paymentDate", amounts: ["totalAmount", "amount"] },
  journalEntries: { date: "transactionDate", amounts: ["debit", "credit"], lines: "journalLineItems" },
};

const groupings = ["none", "month", "account", "contact", "status"] as const;
type Grouping = (typeof groupings)[number];

/** Documents that are not part of the books. */
const unposted = new Set(["DRAFT", "VOIDED"]);

interface Sum {
  readonly group: string;
  readonly currency: string;
  count: number;
  readonly sums: Record<string, Big>;
}

export const aggregate: Tool = {
  name: "aggregate",
  title: "Sum amounts",
  description:
    "Exact sums of documents or postings by month, account, contact or status, separately for each currency. Drafts and voided documents are left out. For VAT of a period, sum totalTaxAmount of invoices less creditNotes (tax owed) and of bills less vendorCredits (input tax).",
  input: input(
    {
      resource: { type: "string", enum: Object.keys(summable) },
      groupBy: { type: "string", enum: groupings, description: "Default: none. account sums lines." },
      from: text("The first day, YYYY-MM-DD, by the document's date."),
      to: text("The last day, YYYY-MM-DD."),
      filters: textMap("Query parameters of the list, as in search_records."),
    },
    ["resource"],
  ),
  output: output(
    {
      groups: { type: "array", items: { type: "object", additionalProperties: true } },
      records: { type: "integer", description: "How many records were summed." },
      leftOut: { type: "integer", description: "Drafts and voided documents of the period." },
      isComplete: { type: "boolean", description: "False: there are more records than one call reads." },
    },
    ["notice", "groups", "records", "isComplete"],
  ),
  needs: "read",
  run: async (books, args) => {
    const resource = textIn(args, "resource") ?? "";
    const facts = summable[resource];
    if (facts === undefined)
      throw new Failure("invalid_request", `${resource} cannot be summed. Use ${Object.keys(summable).join(", ")}.`, {
        field: "resource",
      });
    const by = (textIn(args, "groupBy") ?? "none") as Grouping;
    const from = dayIn(args, "from");
    const to = dayIn(args, "to");
    const year = resource === "journalEntries" && from !== undefined ? { transactionDateFrom: from } : {};
    const list = await readAll(books, `${resource}.list` as OperationId, { ...year, ...recordIn(args, "filters") });
    const inPeriod = list.records.filter((record) => {
      const day = fieldText(record[facts.date]).slice(0, 10);
      return (from === undefined || day >= from) && (to === undefined || (day !== "" && day <= to));
    });
    const posted = inPeriod.filter(
      (record) => !unposted.has(fieldText(record["status"])) && record["isProvisional"] !== true,
    );
    const groups = withinBudget(
      sumsOf(posted, facts, by).map(({ group, currency, count, sums }) => ({
        ...(by !== "none" && { [by]: group }),
        currency,
        count,
        ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum.toFixed(2)])),
      })),
    );
    const { warnings, isComplete } = list;
    return {
      structured: {
        notice: dataNotice,
        groups,
        records: posted.length,
        leftOut: inPeriod.length - posted.length,
        isComplete,
        ...(warnings.length > 0 && { warnings }),
      },
    };
  },
};

function dayIn(args: Fields, name: string): string | undefined {
  const day = textIn(args, name);
  if (day === undefined || /^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  throw new Failure("invalid_request", `${name} must be a day, YYYY-MM-DD.`, { field: name });
}

function sumsOf(records: readonly Fields[], facts: Summable, by: Grouping): Sum[] {
  const groups = new Map<string, Sum>();
  const add = (group: string, currency: string, amounts: Fields): void => {
    const key = `${group}\t${currency}`;
    const sum = groups.get(key) ?? { group, currency, count: 0, sums: {} };
    groups.set(key, sum);
    sum.count++;
    for (const [name, amount] of Object.entries(amounts))
      sum.sums[name] = (sum.sums[name] ?? new Big(0)).plus(decimal(amount));
  };
  for (const record of records) {
    const currency = fieldText(record["currency"]);
    const lines = linesOf(record, facts);
    if (by === "account")
      for (const line of lines) add(accountOf(line), fieldText(line["currency"], currency), amountsOf(line, facts));
    else if (facts.lines === "journalLineItems")
      for (const line of lines)
        add(groupOf(record, facts, by), fieldText(line["currency"], currency), amountsOf(line, facts));
    else add(groupOf(record, facts, by), currency, amountsOf(record, facts));
  }
  return [...groups.values()].toSorted((one, other) => (one.group < other.group ? -1 : 1));
}

function linesOf(record: Fields, { lines }: Summable): readonly Fields[] {
  const found = lines === undefined ? undefined : record[lines];
  return Array.isArray(found) ? (found as Fields[]) : [];
}

const accountOf = ({ accountNumber, accountCode, accountId }: Fields): string =>
  fieldText(accountNumber ?? accountCode ?? accountId, "unknown");

function groupOf(record: Fields, { date }: Summable, by: Grouping): string {
  if (by === "month") return fieldText(record[date], "unknown").slice(0, 7);
  if (by === "contact") return fieldText(record["contactId"] ?? record["name"], "unknown");
  return by === "status" ? fieldText(record["status"], "unknown") : "";
}

/** The named amounts that the record has. A posting's amount is debit or credit. */
function amountsOf(record: Fields, { amounts, lines }: Summable): Fields {
  if (lines === "journalLineItems") {
    const side = record["debitCreditIndicator"] === "DEBIT" ? "debit" : "credit";
    return { [side]: record["totalGrossAmount"] ?? record["totalNetAmount"] ?? 0 };
  }
  const names = new Set([...amounts, ...documentTotals]);
  return Object.fromEntries(
    [...names].filter((name) => record[name] !== undefined).map((name) => [name, record[name]]),
  );
}

const decimal = (value: unknown): Big => {
  const number = typeof value === "number" || typeof value === "string" ? String(value) : "0";
  return new Big(number === "" ? "0" : number);
};
