import { Big } from "big.js";
import type { WriteCall } from "../../contract/connector.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { absoluteAmounts, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { type Encoded, encoder, type FieldEncoder, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { amount, bySign, decimal, sum } from "../../kit/money.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { categories } from "./catalogue.ts";
import { companyCurrency, ever, nextYear, rateOf, resource, search, today, window } from "./conventions.ts";
import { currencyOf, idAs, identity, idOf, ids, linkedId, numberOf, numericId, stamps } from "./fields.ts";
import { currencyId } from "./invoices.ts";
import type { Department, Listed, Posting, Project, VatType, Voucher } from "./types.ts";

const taxRate = mapping<TaxRate, VatType>({
  ...identity,
  code: ({ id }) => String(id),
  name: ({ name }) => name,
  taxRatePercentage: ({ percentage }) => percentage?.toString(),
});

interface Categorized {
  readonly category: string;
  readonly native: Department | Project;
}
const dimension = mapping<Dimension, Categorized>({
  id: ({ native }) => idOf(native),
  categoryName: ({ category }) => category,
  code: ({ native }) => ("departmentNumber" in native ? native.departmentNumber : (native as Project).number),
  name: ({ native }) => native.name,
});
function dimensionsOf({ department, project }: Posting): readonly Categorized[] | undefined {
  const dimensions = [
    ...(department ? [{ category: categories.department, native: department }] : []),
    ...(project ? [{ category: categories.project, native: project }] : []),
  ];
  return dimensions.length > 0 ? dimensions : undefined;
}

const lineFields = twoWay({
  accountId: linkedId("account"),
  customerId: linkedId("customer"),
  description: plainValue("description"),
  documentNumber: plainValue("invoiceNumber"),
  supplierId: linkedId("supplier"),
});

const journalLine = mapping<JournalLineItem, Posting>({
  ...identity,
  ...lineFields.reads,
  ...ids({ itemId: "product" }),
  ...values({ accountNumber: "account.number" }),
  ...absoluteAmounts({ totalNetAmount: "amount" }),
  debitCreditIndicator: ({ amount }) => bySign(amount)?.debitCreditIndicator,
  dimensions: nestedList(dimension, dimensionsOf),
  currency: currencyOf,
  taxRate: nestedRecord(taxRate, ({ vatType }) => vatType),
});

/** The foreign currency of an entry that balances in it. Exchange differences have no foreign amount. */
function foreignOf({ postings }: Voucher): string | undefined {
  const [first] = postings ?? [];
  const code = first?.currency?.code ?? undefined;
  if (!postings || code === undefined || code === companyCurrency) return undefined;
  const isOneCurrency = postings.every(({ currency }) => currency?.code === code);
  const isComplete = postings.every((posting) => !amount(posting.amount) || amount(posting.amountCurrency));
  const isBalanced = sum(postings.map(({ amountCurrency }) => amountCurrency)) === 0;
  return isOneCurrency && isComplete && isBalanced ? code : undefined;
}

/** The postings in the currency in which the entry is shown. */
function linesShown(voucher: Voucher): readonly Posting[] | undefined {
  const isForeign = foreignOf(voucher) !== undefined;
  return voucher.postings?.map((posting) =>
    isForeign ? { ...posting, amount: posting.amountCurrency } : { ...posting, currency: { code: companyCurrency } },
  );
}

/** The amount of the company's currency for one unit of the entry's. */
function exchangeRateOf(voucher: Voucher): string | undefined {
  const posting = voucher.postings?.find(({ amountCurrency }) => amount(amountCurrency));
  if (foreignOf(voucher) === undefined || posting === undefined) return undefined;
  return new Big(posting.amount ?? 0)
    .div(posting.amountCurrency ?? 1)
    .round(rateDecimals)
    .toFixed();
}
const rateDecimals = 6;

/** A voucher in the ledger has a number; before, it has only a temporary one. */
const isProvisional = ({ number }: Voucher): boolean => !number;

const entryFields = twoWay({
  description: plainValue("description"),
  journalCode: linkedId("voucherType"),
  transactionDate: day("date"),
});

const journalEntry = mapping<JournalEntry, Voucher>({
  ...identity,
  ...stamps,
  ...entryFields.reads,
  currency: (voucher) => currencyCode(foreignOf(voucher) ?? companyCurrency),
  exchangeRate: exchangeRateOf,
  ...values({ journalType: "voucherType.name" }),
  ...ids({ documentId: "document" }),
  files: ({ attachment }) => (attachment ? [String(attachment.id)] : undefined),
  isProvisional,
  journalLineItems: nestedList(journalLine, linesShown),
  number: (voucher) => numberOf(isProvisional(voucher) ? voucher.tempNumber : voucher.number),
  version: ({ version }) => version?.toString(),
});

const path = "/ledger/voucher";
const postingFields =
  "postings(*,currency(code),account(id,number),vatType(id,name,percentage),department(id,name,departmentNumber),project(id,name,number))";
const fields = `*,changes,voucherType(id,name),${postingFields}`;
const vouchers = resource(path, "journalEntryId", { map: journalEntry, fields });

/** The same day, a year ago. */
function yearAgo(): string {
  const now = today();
  return `${Number(now.slice(0, 4)) - 1}${now.slice(4).replace("02-29", "02-28")}`;
}

/** The category says whether a dimension is a project or a department. */
const dimensionsAs: FieldEncoder<readonly Dimension[]> = nested(
  encoder<Dimension>({ id: sentSeparately, categoryName: sentSeparately }),
  (dimensions: readonly Dimension[], _input: unknown, field) =>
    Object.fromEntries(
      dimensions.flatMap(({ id, categoryName }) =>
        id === undefined
          ? []
          : [
              [
                categoryName === categories.project ? "project" : "department",
                { id: numericId(id, `${field}.id`) },
              ] as const,
            ],
      ),
    ),
);

/** The vendor takes gross amounts, in crowns and in the currency. */
function amountAs(value: number, { debitCreditIndicator }: JournalLineItemInput): object {
  const gross = Number(decimal(debitCreditIndicator === "CREDIT" ? -value : value));
  return { amountGross: gross, amountGrossCurrency: gross };
}

const lineEncoder = encoder<JournalLineItemInput>({
  ...lineFields.writes,
  // Sent as the sign of the amount.
  debitCreditIndicator: sentSeparately,
  dimensions: dimensionsAs,
  taxRate: nested(encoder<TaxRate>({ id: idAs("vatType") }), ({ id }: TaxRate, _input: unknown, field) =>
    id === undefined ? {} : { vatType: { id: numericId(id, `${field}.id`) } },
  ),
  totalNetAmount: (value, input) => (input.totalGrossAmount === undefined ? amountAs(value, input) : {}),
  totalGrossAmount: amountAs,
});

const linesAs = nested(
  lineEncoder,
  (lines: readonly JournalLineItemInput[], { transactionDate }: JournalEntryInput, field) => ({
    // Row 0 is for postings that the vendor adds itself.
    postings: lines.map((line, index) => ({
      ...lineEncoder(line, field),
      row: index + 1,
      ...(transactionDate !== undefined && { date: calendarDay(transactionDate) }),
    })),
  }),
);

interface Money {
  readonly currency: number | string;
  readonly rate: number;
}

/** The entry's currency and its rate, if that is not the company's. */
async function prepare({ body }: WriteCall<JournalEntryInput>, session: Session): Promise<Money | undefined> {
  const { currency: code, exchangeRate, transactionDate } = body;
  if (code === undefined || code === companyCurrency) return undefined;
  const currency = (await currencyId(code, session)) ?? "";
  const rate = exchangeRate === undefined ? undefined : Number(exchangeRate);
  return { currency, rate: rate ?? (await rateOf(session, currency, calendarDay(transactionDate ?? today()))) };
}

/** Foreign amounts in the company's currency, too. What rounding leaves is in the last posting, so that they balance. */
function inMoney(encoded: Encoded, prepared: unknown): object {
  const money = prepared as Money | undefined;
  if (money === undefined) return encoded;
  const postings = (encoded["postings"] ?? []) as readonly { readonly amountGrossCurrency?: number }[];
  const amounts = postings.map(({ amountGrossCurrency = 0 }) =>
    new Big(amountGrossCurrency).times(money.rate).round(2, Big.roundHalfUp).toNumber(),
  );
  const rest = sum(postings.map(({ amountGrossCurrency }) => amountGrossCurrency)) === 0 ? -sum(amounts) : 0;
  const last = postings.length - 1;
  return {
    ...encoded,
    postings: postings.map((posting, index) => ({
      ...posting,
      amountGross: sum([amounts[index], index === last ? rest : 0]),
      currency: { id: money.currency },
    })),
  };
}

const marked = `${path}/>externalVoucherNumber`;

async function findMarked({ marker }: WriteCall<unknown>, session: Session): Promise<Voucher | undefined> {
  const found = (await session.read(marked, { externalVoucherNumber: marker, fields })) as Listed<Voucher>;
  return found.values?.[0];
}

export const journalEntries = {
  "journalEntries.list": search({
    map: journalEntry,
    sources: ({ filters: { transactionDateFrom, fiscalYearStartDate: first } }) => {
      const from = [first ?? "", transactionDateFrom ?? ""].toSorted().at(-1) || yearAgo();
      return [{ path, query: { fields, ...window("date", from, first === undefined ? ever.to : nextYear(first)) } }];
    },
    vendorFilters: ["transactionDateFrom", "fiscalYearStartDate"],
    rules: [
      "Without transactionDateFrom or fiscalYearStartDate the entries of the last twelve months are listed.",
      "Amounts are in the entry's own currency if all postings share it, otherwise in NOK. Postings that the target system adds itself, such as tax, are separate lines.",
    ],
  }),
  "journalEntries.get": vouchers.get(),
  "journalEntries.create": vouchers.create({
    encoder: encoder<JournalEntryInput>({
      ...entryFields.writes,
      currency: sentSeparately,
      exchangeRate: sentSeparately,
      isProvisional: sentSeparately,
      journalLineItems: linesAs,
    }),
    also: ({ marker }) => ({ externalVoucherNumber: marker }),
    prepare,
    body: inMoney,
    query: ({ body }) => ({ sendToLedger: body.isProvisional !== true }),
    requires: ["description", "transactionDate", "journalLineItems", "journalLineItems.accountId"],
    rules: [
      "Amounts are gross: with a tax rate the target system books the tax itself, as a separate line.",
      "Dimensions with the categoryName Project are projects; others are departments.",
    ],
    find: findMarked,
  }),
};
