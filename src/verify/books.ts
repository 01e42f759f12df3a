/** Checks across lists: references, numbers, currencies, dates, payments against totals, and states against what is open. */
import { Big } from "big.js";
import { currencies } from "../contract/currencies.ts";
import type { OperationId } from "../contract/operations.ts";
import { idOf, nameOf, type Row, rowsIn, smallestUnitOf } from "./row.ts";

/** A list that was read, and whether that was all of it. */
export interface KnownList {
  readonly rows: readonly Row[];
  readonly isCut: boolean;
}

export type KnownLists = ReadonlyMap<OperationId, KnownList>;

export interface BookFinding {
  readonly check: string;
  readonly text: string;
}

/** `today` is the calendar day in UTC. It may be a day later or earlier where the company is, so only what is wrong on each of these days is found. */
export function bookFindings(lists: KnownLists, today: string): readonly BookFinding[] {
  const named = (check: string, texts: readonly string[]) => texts.map((text) => ({ check, text }));
  return [
    ...named("references", referenceFindings(lists)),
    ...named("numbers", numberFindings(lists)),
    ...named("currencies", currencyFindings(lists)),
    ...named("dates", dateFindings(lists, today)),
    ...named("payments", paymentFindings(lists)),
    ...named("states", stateFindings(lists, today)),
  ];
}

const rowsOf = (lists: KnownLists, id: OperationId): readonly Row[] => lists.get(id)?.rows ?? [];

/** The ids of complete lists. Undefined if one of them was not read to its end, so that a missing id proves nothing. */
function idsOf(lists: KnownLists, ids: readonly OperationId[]): ReadonlySet<string> | undefined {
  const read = ids.flatMap((id) => lists.get(id) ?? []);
  if (read.length === 0 || read.some(({ isCut, rows }) => isCut || rows.length === 0)) return undefined;
  return new Set(read.flatMap(({ rows }) => rows.map(idOf)));
}

const documentLists = [
  "bills.list",
  "bookingProposals.list",
  "creditNotes.list",
  "expenses.list",
  "invoices.list",
  "journalEntries.list",
  "offers.list",
  "payments.list",
  "purchaseOrders.list",
  "salesOrders.list",
  "vendorCredits.list",
] as const satisfies readonly OperationId[];

const lineLists = ["lineItems", "creditNoteLines", "expenseLines", "journalLineItems", "paymentLines"];
const linesOf = (row: Row): readonly Row[] => lineLists.flatMap((name) => rowsIn(row[name]));

function referenceFindings(lists: KnownLists): string[] {
  const contacts = idsOf(lists, ["contacts.list", "customers.list", "suppliers.list"]);
  const accounts = idsOf(lists, ["accounts.list", "bankAccounts.list"]);
  return documentLists.flatMap((list) =>
    rowsOf(lists, list).flatMap((row) => [
      ...unknownIn([row, ...linesOf(row)], ["contactId", "customerId", "supplierId"], contacts).map(
        (id) => `${list}: ${nameOf(row)} names the contact ${id}, which does not exist`,
      ),
      ...unknownIn([row, ...linesOf(row)], ["accountId"], accounts).map(
        (id) => `${list}: ${nameOf(row)} names the account ${id}, which does not exist`,
      ),
    ]),
  );
}

function unknownIn(
  rows: readonly Row[],
  fields: readonly string[],
  known: ReadonlySet<string> | undefined,
): readonly string[] {
  if (known === undefined) return [];
  const named = rows.flatMap((row) => fields.flatMap((field) => (typeof row[field] === "string" ? [row[field]] : [])));
  return [...new Set(named)].filter((id) => !known.has(id));
}

/** Numbers that a company gives itself are unique. Suppliers' numbers are unique for each supplier. */
const numberFields: readonly { readonly list: OperationId; readonly field: string; readonly perContact?: true }[] = [
  { list: "invoices.list", field: "invoiceNumber" },
  { list: "creditNotes.list", field: "creditNoteNumber" },
  { list: "offers.list", field: "offerNumber" },
  { list: "bills.list", field: "billNumber", perContact: true },
];

const isVoid = ({ status }: Row): boolean => status === "VOIDED" || status === "DRAFT";

function numberFindings(lists: KnownLists): string[] {
  return numberFields.flatMap(({ list, field, perContact }) => {
    const numbered = rowsOf(lists, list).filter((row) => typeof row[field] === "string" && !isVoid(row));
    const groups = Map.groupBy(
      numbered,
      (row) => `${String(row[field])} ${perContact ? String(row["contactId"]) : ""}`,
    );
    return [...groups.values()]
      .filter((group) => group.length > 1)
      .map((group) => `${list}: ${group.length} records have the ${field} ${String(group[0]?.[field])}`);
  });
}

function currencyFindings(lists: KnownLists): string[] {
  const known: ReadonlySet<unknown> = new Set(currencies);
  return documentLists.flatMap((list) =>
    rowsOf(lists, list)
      .filter(({ currency }) => currency !== undefined && !known.has(currency))
      .map((row) => `${list}: ${nameOf(row)} has the currency ${String(row["currency"])}, which does not exist`),
  );
}

const documentDays = ["invoiceDate", "billDate", "creditNoteDate", "vendorCreditDate", "transactionDate", "orderDate"];

/** Software for bookkeeping is younger than this, and payment terms are shorter. */
const earliest = "1970-01-02";
const mostYearsAhead = 30;

function dateFindings(lists: KnownLists, today: string): string[] {
  const latest = `${Number(today.slice(0, 4)) + mostYearsAhead}`;
  return documentLists.flatMap((list) =>
    rowsOf(lists, list).flatMap((row) => [
      ...Object.entries(row)
        .filter(([name, value]) => name.endsWith("Date") && typeof value === "string")
        .filter(([, value]) => String(value) < earliest || String(value) > latest)
        .map(([name, value]) => `${list}: ${nameOf(row)} has an impossible ${name}: ${String(value)}`),
      ...paidTooEarly(row).map((text) => `${list}: ${nameOf(row)} ${text}`),
      ...(dayOf(row, "paidDate") > dayAfter(today)
        ? [`${list}: ${nameOf(row)} was paid in the future, on ${dayOf(row, "paidDate")}`]
        : []),
    ]),
  );
}

const dayOf = (row: Row, name: string): string => (typeof row[name] === "string" ? row[name].slice(0, 10) : "");

/** Money may come before the document, but not years before. */
function paidTooEarly(row: Row): string[] {
  const paid = dayOf(row, "paidDate");
  const issued = documentDays.map((name) => dayOf(row, name)).find((day) => day !== "") ?? "";
  if (paid === "" || issued === "" || Number(paid.slice(0, 4)) + 1 >= Number(issued.slice(0, 4))) return [];
  return [`was paid on ${paid}, long before its day ${issued}`];
}

interface Paid {
  readonly total: Big;
  readonly paid: Big;
}

/** The paid amount of each document in its own currency. Undefined if payments are not read completely. */
function paidAmounts(lists: KnownLists): ReadonlyMap<string, Big> | undefined {
  const payments = lists.get("payments.list");
  if (payments === undefined || payments.isCut || payments.rows.length === 0) return undefined;
  const paid = new Map<string, Big>();
  for (const payment of payments.rows) {
    for (const line of rowsIn(payment["paymentLines"])) {
      const id = line["invoiceId"];
      if (typeof id !== "string" || typeof line["amount"] !== "number") continue;
      const key = `${id} ${String(payment["currency"])}`;
      paid.set(key, (paid.get(key) ?? new Big(0)).plus(line["amount"]));
    }
  }
  return paid;
}

const settledLists = [
  { list: "invoices.list", total: "totalAmount" },
  { list: "bills.list", total: "totalGrossAmount" },
] as const;

function paidOf(row: Row, total: string, paid: ReadonlyMap<string, Big>): Paid | undefined {
  const amount = row[total];
  const sum = paid.get(`${idOf(row)} ${String(row["currency"])}`);
  return typeof amount !== "number" || sum === undefined ? undefined : { total: new Big(amount), paid: sum };
}

function paymentFindings(lists: KnownLists): string[] {
  const amounts = paidAmounts(lists);
  if (amounts === undefined) return [];
  return settledLists.flatMap(({ list, total }) =>
    rowsOf(lists, list).flatMap((row) => {
      const found = paidOf(row, total, amounts);
      if (found === undefined || found.total.lte(0) || found.paid.minus(found.total).lte(smallestUnitOf(row)))
        return [];
      return [`${list}: ${nameOf(row)} is ${found.total.toFixed(2)}, but its payments are ${found.paid.toFixed(2)}`];
    }),
  );
}

const unpaid: ReadonlySet<unknown> = new Set(["OPEN", "OVERDUE"]);
const due: ReadonlySet<unknown> = new Set(["OPEN", "PARTIALLY_PAID"]);

function stateFindings(lists: KnownLists, today: string): string[] {
  const amounts = paidAmounts(lists);
  return settledLists.flatMap(({ list, total }) => {
    const rows = rowsOf(lists, list);
    const hasStates = rows.some(({ status }) => status !== undefined);
    return rows.flatMap((row) => {
      const found = amounts && paidOf(row, total, amounts);
      const texts = [
        ...(hasStates && row["status"] === undefined && row["paymentStatus"] !== "BAD_DEBT" ? ["has no status"] : []),
        ...(unpaid.has(row["status"]) && row["paidDate"] !== undefined ? ["is not paid, but has a paidDate"] : []),
        ...(due.has(row["status"]) && isSurelyPast(row, today)
          ? [`is ${String(row["status"])}, but was due on ${dayOf(row, "dueDate")}`]
          : []),
        ...(row["status"] === "OVERDUE" && dayOf(row, "dueDate") > today
          ? [`is OVERDUE, but due on ${dayOf(row, "dueDate")}`]
          : []),
        ...(found !== undefined && unpaid.has(row["status"]) && found.total.gt(0) && found.paid.gte(found.total)
          ? [`is ${String(row["status"])}, but its payments are ${found.paid.toFixed(2)} of ${found.total.toFixed(2)}`]
          : []),
      ];
      return texts.map((text) => `${list}: ${nameOf(row)} ${text}`);
    });
  });
}

/** Earlier than yesterday, because the company's day may not have ended yet. */
function isSurelyPast(row: Row, today: string): boolean {
  const day = dayOf(row, "dueDate");
  return day !== "" && day < dayBefore(today);
}

const dayAfter = (day: string): string => daysLater(day, 1);
const dayBefore = (day: string): string => daysLater(day, -1);

const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
