/** Two invented clients of one accountant. The first has calendar years and four-digit accounts, the second has neither. */

import { makeSeedData, type SeedData } from "../engine/seedData.ts";
import { type Company, openCompany } from "../engine/tables.ts";
import { big, day, dayLater, only, type Row, row, rows, text, uuid } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { documentTypes, terms } from "./masterData.ts";

export const tables = [
  "years",
  "accounts",
  "postings",
  "sequences",
  "terms",
  "jobs",
  "documents",
  "types",
  "transfers",
  "proposals",
] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

interface ClientFacts {
  readonly id: string;
  readonly name: string;
  readonly size: "large" | "small";
  /** Digits of general ledger accounts. */
  readonly accountLength: number;
  /** The month that fiscal years begin in. */
  readonly firstMonth: string;
  readonly services: readonly Row[];
}

const images = { name: "Belegbilderservice", scopes: ["accounting:documents"] };
const proposals = { name: "Rechnungsdatenservice", scopes: ["accounting:dxso-jobs"] };
const clients: readonly ClientFacts[] = [
  {
    id: "29098-55003",
    name: "Musterholz Bergblick GmbH",
    size: "large",
    accountLength: 4,
    firstMonth: "01",
    services: [images, proposals, { name: "Buchungsdatenservice", scopes: ["datev:accounting:extf-files-import"] }],
  },
  {
    id: "29098-55004",
    name: "Testholz Talblick OHG",
    size: "small",
    accountLength: 6,
    firstMonth: "07",
    services: [images],
  },
];

export const openBooks = (world: World): Books[] => clients.map((facts) => openClient(facts, world));

function openClient({ id, name, size, services, ...shape }: ClientFacts, world: World): Books {
  const [consultant, client] = id.split("-").map(Number);
  const books = openCompany<Table>({
    id,
    tables,
    now: world.now,
    newId: () => crypto.randomUUID(),
    facts: { id, name, consultant_number: consultant, client_number: client, services },
  });
  const scale = size === "large" ? { customers: 40, suppliers: 30 } : {};
  seed(books, makeSeedData({ name: id, now: world.now(), size, scale }), shape);
  return books;
}

type Shape = Pick<ClientFacts, "accountLength" | "firstMonth">;

/** The fiscal year of a date, named after its first day: `20260701`. */
const yearIdOf = (date: string, { firstMonth }: Shape): string => {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < firstMonth ? 1 : 0);
  return `${year}${firstMonth}01`;
};
const firstDay = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6)}`;

/** Technical account numbers are padded with zeros on the right: to eight digits, or nine for customers and suppliers. */
const technical = (number: string, { accountLength }: Shape): number =>
  Number(number.padEnd(accountLength, "0").padEnd(8, "0"));
const personal = (number: number): number => Number(String(number).padEnd(9, "0"));

function seed(books: Books, seed: SeedData, shape: Shape): void {
  const ids = new Set(seed.entries.map(({ transaction_date: date }) => yearIdOf(date, shape)));
  for (const [index, id] of [...ids].toSorted().entries())
    books.tables.years.put({
      id,
      accountLength: shape.accountLength,
      accountSystem: index === 0 && ids.size > 2 ? 49 : 3,
      currencyCode: "EUR",
      yearBegin: firstDay(id),
      nationalRight: "DE",
      legalForm: "corporation",
      costLength: 8,
      yearEnd: dayLater(firstDay(`${Number(id.slice(0, 4)) + 1}${id.slice(4)}`), -1),
      ...(index > 0 && { taxationMethod: "taxation_based_on_value_of_services_rendered" }),
      methodOfDeterminingNetIncome: "balance_sheet",
      isUsingDeliveryDate: true,
    });
  for (const [index, account] of seed.accounts.entries())
    books.tables.accounts.put({
      id: text(account["number"]),
      accountNumber: technical(text(account["number"]), shape),
      // An account with postings but without a name.
      caption: account["number"] === "1220" ? null : text(account["name"]).slice(0, 40),
      ...(index % 3 === 0 && { mainFunction: 3, mainFunctionNumber: 90, functionExtension: 80 }),
      ...(index % 4 === 0 && { additionalFunction: "only_input_tax" }),
    });
  for (const { account, name } of [...seed.customers, ...seed.suppliers])
    books.tables.accounts.put({ id: String(account), accountNumber: personal(account), caption: name.slice(0, 40) });
  for (const term of terms) books.tables.terms.put(term);
  for (const type of documentTypes) books.tables.types.put({ id: type["name"], ...type });
  seedPostings(books, seed, shape);
}

/** Each line of an entry becomes a posting. Drafts are booking proposals, which are not exported. */
function seedPostings(books: Books, { entries }: SeedData, shape: Shape): void {
  let count = 0;
  for (const entry of entries) {
    if (entry.is_provisional) continue;
    const year = yearIdOf(entry.transaction_date, shape);
    const sequence = sequenceOf(books, entry, year);
    for (const line of entry.journal_line_items) {
      const opposite = entry.journal_line_items.find(
        (candidate) => (candidate.debit === null) !== (line.debit === null),
      );
      count += 1;
      books.tables.postings.put({
        id: String(count),
        year,
        code: line.account_code,
        native: postingOf({ entry, line, opposite, sequence }, shape, count),
      });
    }
  }
  for (const { id } of books.tables.years.all()) seedReversal(books, text(id), shape);
}

/**
 * Adds postings made by mistake and their general reversals, which are negative on the same side. Some are to partners, so
 * that a year that has just begun also lists partners.
 */
function seedReversal(books: Books, year: string, shape: Shape): void {
  const bank = { code: "1000", account: technical("1000", shape) };
  const mistaken = [
    { code: "4930", account: technical("4930", shape) },
    { code: "1400", account: personal(10_001) },
    { code: "1400", account: personal(10_002) },
    { code: "1600", account: personal(70_001) },
    { code: "1600", account: personal(70_002) },
  ];
  for (const [sign, generalReversal] of [[1, false] as const, [-1, true] as const])
    for (const account of mistaken)
      for (const [posted, contra, column] of [
        [account, bank, "amountDebit"],
        [bank, account, "amountCredit"],
      ] as const)
        books.tables.postings.put({
          id: `reversed ${year} ${sign} ${posted.account} ${contra.account}`,
          year,
          code: posted.code,
          native: {
            accountNumber: posted.account,
            contraAccountNumber: contra.account,
            [column]: sign * 12.5,
            generalReversal,
            date: firstDay(year),
            postingDescription: "Irrtum",
          },
        });
}

/** The batch of an entry: one for each month, journal, accounting reason and record type. */
function sequenceOf(books: Books, entry: Row, year: string): number {
  const period = text(entry["accounting_period_id"]);
  const [calendarYear = "", month = ""] = period.split("-");
  const name = only(entry, ["accounting_period_id", "journal_code", "accounting_reason", "record_type"]);
  const id = JSON.stringify(name);
  const known = books.tables.sequences.get(id);
  if (known !== undefined) return Number(row(known["native"])["accountingSequenceId"]);
  const number = books.next("sequence", 300);
  const isClosing = entry["record_type"] === "closing";
  books.tables.sequences.put({
    id,
    year,
    native: {
      accountingSequenceId: number,
      accountingSequenceNumber: `${month}-${calendarYear}/${String(number).padStart(4, "0")}`,
      dateFrom: `${period}-01`,
      dateTo: `${period}-28`,
      description: `Stapel ${text(entry["journal_code"])} ${month}`,
      initials: "AB",
      isCommitted: period < day(books.now() - 60 * 86_400_000).slice(0, 7),
      markOfOrigin: "RE",
      recordType: isClosing ? "annual_financial_statements" : "financial_accounting",
      inspectionStatus: "not_specified",
      accountingReason: reasons[text(entry["accounting_reason"])],
    },
  });
  return number;
}

const reasons: Readonly<Record<string, string>> = {
  commercial: "commercial_law",
  tax: "tax_law",
  ifrs: "ifrs",
  calculation: "for_calculation",
  independent: "independent_from_accounting_reason",
  other: "reserved1",
};

interface PostingSource {
  readonly entry: Row;
  readonly line: Row;
  readonly opposite: Row | undefined;
  readonly sequence: number;
}

/** Lines of customers and suppliers are posted to their personal accounts. */
const accountOf = (line: Row, shape: Shape): number =>
  line["third_party_code"] && ["1400", "1600"].includes(text(line["account_code"]))
    ? personal(Number(line["third_party_code"]))
    : technical(text(line["account_code"]), shape);

const number = (value: unknown): number => big(value).toNumber();

function postingOf({ entry, line, opposite, sequence }: PostingSource, shape: Shape, index: number): Row {
  const isDebit = line["debit"] !== null;
  const tax = row(line["tax_rate"]);
  const [kost1, kost2] = rows(line["dimensions"]);
  return {
    accountNumber: accountOf(line, shape),
    ...(opposite && { contraAccountNumber: accountOf(opposite, shape) }),
    accountingSequenceId: sequence,
    // The opposite column is missing or zero.
    ...(isDebit ? { amountDebit: number(line["debit"]) } : { amountCredit: number(line["credit"]) }),
    ...(index % 4 === 0 && { [isDebit ? "amountCredit" : "amountDebit"]: 0 }),
    ...(tax["percentage"] !== undefined && { taxRate: number(tax["percentage"]) }),
    ...(tax["percentage"] !== undefined && index % 2 === 0 && { accountingTransactionKey: 9 }),
    ...(line["discount_amount"] !== null && { cashDiscount: number(line["discount_amount"]) }),
    ...(index % 10 !== 1 && { currencyCode: text(line["currency"]) }),
    ...(line["exchange_rate"] !== null && { exchangeRate: number(line["exchange_rate"]) }),
    date: entry["transaction_date"],
    postingDescription: text(line["description"]).slice(0, 60),
    ...(entry["delivery_date"] !== null && { deliveryDate: entry["delivery_date"] }),
    ...(line["document_number"] !== null && { documentField1: text(line["document_number"]).slice(0, 36) }),
    ...(entry["document_id"] !== null && {
      documentLink: { sourceSystem: "DUO", documentGuid: uuid(text(entry["document_id"])).toUpperCase() },
    }),
    ...(entry["is_reversal"] === true && { generalReversal: true }),
    isOpeningBalancePosting: entry["record_type"] === "opening",
    markOfOrigin: "RE",
    followOnPostingType: "journal_entry",
    ...(kost1 && { kost1CostCenterId: text(kost1["code"]) }),
    ...(kost2 && { kost2CostCenterId: text(kost2["code"]) }),
    recordType: entry["record_type"] === "closing" ? "annual_financial_statements" : "financial_accounting",
  };
}

/** Totals of the postings by account. Customers and suppliers are part of their collective accounts. */
export function sumsAndBalances(books: Books, year: string, { accountLength, firstMonth }: Shape): Row[] {
  const postings = books.tables.postings.under("year", year);
  const codes = [...Map.groupBy(postings, ({ code }) => text(code))].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  return codes.map(([code, accountPostings]) => {
    const sum = { opening: big(0), debit: big(0), credit: big(0) };
    const months = Array.from({ length: 12 }, () => big(0));
    for (const posting of accountPostings.map(({ native }) => row(native))) {
      const debit = big(posting["amountDebit"]);
      const credit = big(posting["amountCredit"]);
      if (posting["isOpeningBalancePosting"] === true) {
        sum.opening = sum.opening.plus(debit).minus(credit);
        continue;
      }
      sum.debit = sum.debit.plus(debit);
      sum.credit = sum.credit.plus(credit);
      const month = (Number(text(posting["date"]).slice(5, 7)) - Number(firstMonth) + 12) % 12;
      months[month] = (months[month] ?? big(0)).plus(debit).minus(credit);
    }
    const account = books.tables.accounts.get(code) ?? {};
    const total = sum.opening.plus(sum.debit).minus(sum.credit);
    return {
      accountNumber: technical(code, { accountLength, firstMonth }),
      caption: account["caption"] ?? null,
      annualValueDebit: sum.debit.toNumber(),
      annualValueCredit: sum.credit.toNumber(),
      balance: total.abs().toNumber(),
      // A zero balance has no side.
      ...(!total.eq(0) && { balanceDebitCreditIdentifier: total.gt(0) ? "S" : "H" }),
      ...(sum.opening.gt(0) && { openingBalanceDebit: sum.opening.toNumber() }),
      ...(sum.opening.lt(0) && { openingBalanceCredit: sum.opening.abs().toNumber() }),
      sumsAndBalancesMonthValues: months.flatMap((value, index) =>
        value.eq(0) && index % 2 === 0
          ? []
          : [
              {
                fiscalYearMonth: index + 1,
                monthlyBalance: value.abs().toNumber(),
                ...(!value.eq(0) && { monthlyBalanceDebitCreditIdentifier: value.gt(0) ? "S" : "H" }),
              },
            ],
      ),
    };
  });
}

/** The personal accounts with postings in a year. */
export const bookedPartners = (books: Books, year: string): ReadonlySet<unknown> =>
  new Set(
    books.tables.postings
      .under("year", year)
      .map((posting) => row(posting["native"])["accountNumber"])
      .filter((account) => Number(account) > 99_999_999),
  );
