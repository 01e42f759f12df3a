/** Journal entries: every transaction is one, whatever its day book. New ones go to a day book for journal entries. */
import { Big } from "big.js";
import { cannotStore } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type * as records from "../../contract/records/ledger.ts";
import { encoder, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { decimal } from "../../kit/money.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { textIn } from "../../kit/xml/xmlValues.ts";
import { companyCurrency } from "./access.ts";
import { type Booked, headerOf, idOfBooked, linesOf, rawOf, transactionGet, transactionList } from "./conventions.ts";
import * as documents from "./documents.ts";
import { processAction, processing, processPath } from "./soap.ts";
import type { DimensionReference, Line } from "./types.ts";
import { decimalIn, writtenDay } from "./values.ts";

/** A line, with what the transaction says about all of them. */
interface Posting {
  readonly line: Line;
  readonly currency: string | undefined;
}

const sides = vocabulary({ debit: "DEBIT", credit: "CREDIT" });

const typeOf = (reference: DimensionReference | string | null | undefined): string | undefined =>
  typeof reference === "object" && reference !== null ? (reference["@dimensiontype"] ?? reference["@type"]) : undefined;

const contactOf =
  (type: "DEB" | "CRD") =>
  ({ line: { dim2 } }: Posting): string | undefined =>
    typeOf(dim2) === type ? textIn(dim2) : undefined;

/** The office's amount for one unit of the transaction's currency. */
function rateOf({ line: { value, basevalue } }: Posting): number | undefined {
  const inDocument = decimalIn(value);
  const base = decimalIn(basevalue);
  if (inDocument === undefined || base === undefined || inDocument.eq(0)) return undefined;
  return base.div(inDocument).round(6, Big.roundHalfUp).toNumber();
}

const categories: Readonly<Record<string, string>> = { KPL: "Cost centre", PRJ: "Project" };

const dimension = mapping<records.Dimension, DimensionReference>({
  id: (reference) => textIn(reference),
  categoryName: (reference) => categories[typeOf(reference) ?? ""],
  code: (reference) => textIn(reference),
});

const dimensionsOf = ({ line: { dim2, dim3 } }: Posting): readonly DimensionReference[] =>
  [dim2, dim3].flatMap((reference) =>
    typeof reference === "object" && reference !== null && categories[typeOf(reference) ?? ""] !== undefined
      ? reference
      : [],
  );

const taxRate = mapping<records.TaxRate, Line>({
  id: ({ vatcode }) => textIn(vatcode),
  code: ({ vatcode }) => textIn(vatcode),
});

const line = mapping<records.JournalLineItem, Posting>({
  id: ({ line: { "@id": id } }) => id,
  accountCode: ({ line: { dim1 } }) => textIn(dim1),
  accountId: ({ line: { dim1 } }) => textIn(dim1),
  currency: ({ currency }) => currencyCode(currency),
  customerId: contactOf("DEB"),
  debitCreditIndicator: sides.read(({ line: { debitcredit } }: Posting) => textIn(debitcredit)),
  description: ({ line: { description } }) => textIn(description),
  dimensions: nestedList(dimension, dimensionsOf),
  documentNumber: ({ line: { invoicenumber } }) => textIn(invoicenumber),
  exchangeRate: rateOf,
  supplierId: contactOf("CRD"),
  taxRate: nestedRecord(taxRate, ({ line: native }: Posting) => (textIn(native.vatcode) ? native : undefined)),
  totalNetAmount: ({ line: { value } }) => decimalIn(value)?.toNumber(),
});

const postingsOf = (native: Booked): readonly Posting[] => {
  const currency = textIn(headerOf(native).currency);
  return linesOf(native).map((each) => ({ line: each, currency }));
};

const entry = mapping<records.JournalEntry, Booked>({
  id: idOfBooked,
  createdDate: documents.createdOf,
  currency: documents.currencyOf,
  documentId: documents.numberOf,
  dueDate: documents.dueDateOf,
  isProvisional: ({ transaction: { "@location": location } }) => location === "temporary",
  journalCode: documents.journalOf,
  journalLineItems: nestedList(line, postingsOf),
  number: (native) => textIn(headerOf(native).number),
  transactionDate: documents.dateOf,
  updatedDate: documents.updatedOf,
});

const lineEncoder = encoder<JournalLineItemInput>({
  accountId: sentSeparately,
  customerId: sentSeparately,
  debitCreditIndicator: sentSeparately,
  description: sentSeparately,
  dimensions: sentSeparatelyIn(encoder<records.Dimension>({ id: sentSeparately, categoryName: sentSeparately })),
  documentNumber: sentSeparately,
  supplierId: sentSeparately,
  totalNetAmount: sentSeparately,
});

const entryEncoder = encoder<JournalEntryInput>({
  currency: sentSeparately,
  isProvisional: sentSeparately,
  journalCode: sentSeparately,
  journalLineItems: sentSeparatelyIn(lineEncoder),
  transactionDate: sentSeparately,
});

interface Prepared {
  readonly company: string | undefined;
  readonly currency: string | undefined;
  readonly dayBook: string;
}

/** A cost centre takes the place of a customer or supplier, a project has its own. */
function dimensionsFor({ dimensions = [], customerId, supplierId }: JournalLineItemInput, at: string) {
  const isProject = ({ categoryName }: records.Dimension): boolean => categoryName === categories["PRJ"];
  const [centre, ...moreCentres] = dimensions.filter((each) => !isProject(each));
  const [project, ...moreProjects] = dimensions.filter(isProject);
  if (moreCentres.length + moreProjects.length > 0)
    throw cannotStore("A line has one cost centre and one project at the target system.", `${at}.dimensions`);
  if (centre !== undefined && (customerId ?? supplierId) !== undefined)
    throw cannotStore("A line for a customer or supplier has no cost centre at the target system.", `${at}.dimensions`);
  return { centre: centre?.id, project: project?.id };
}

function lineFor(each: JournalLineItemInput, index: number): object {
  const { accountId, customerId, supplierId, debitCreditIndicator, description, documentNumber, totalNetAmount } = each;
  const at = `journalLineItems[${index}]`;
  if (customerId !== undefined && supplierId !== undefined)
    throw cannotStore("A line is for a customer or a supplier at the target system, not both.", `${at}.supplierId`);
  const { centre, project } = dimensionsFor(each, at);
  const value = new Big(decimal(totalNetAmount ?? 0));
  const isCredit = (debitCreditIndicator === "CREDIT") !== value.lt(0);
  return {
    "@type": "detail",
    "@id": index + 1,
    dim1: accountId,
    dim2: customerId ?? supplierId ?? centre,
    dim3: project,
    debitcredit: isCredit ? "credit" : "debit",
    value: value.abs().toFixed(2),
    description,
    invoicenumber: documentNumber,
  };
}

const fieldsOfLine: Readonly<Record<string, string>> = {
  dim1: "accountId",
  description: "description",
  invoicenumber: "documentNumber",
};

function rejectedFields(_call: unknown, { fields }: { readonly fields: readonly string[] }): readonly string[] {
  const found = fields.flatMap((field) => {
    const [part, ...rest] = field.split(".");
    const last = rest.at(-1) ?? "";
    if (part === "header")
      return (
        { date: "transactionDate", period: "transactionDate", code: "journalCode", currency: "currency" }[last] ?? []
      );
    const own = fieldsOfLine[last];
    return part === "lines" && own !== undefined ? [`journalLineItems[${rest[1]}].${own}`] : [];
  });
  return [...new Set(found)];
}

export const journalEntries = {
  "journalEntries.list": transactionList<records.JournalEntry>({ map: entry, browse: "000" }),
  "journalEntries.get": transactionGet(entry),
  "journalEntries.create": {
    ...write<JournalEntryInput, records.JournalEntry, Booked>({
      method: "POST",
      path: processPath,
      headers: () => processAction,
      encoder: entryEncoder,
      prepare: async ({ body: { journalCode } }, session): Promise<Prepared> => ({
        company: session.company,
        currency: await companyCurrency(session),
        dayBook: await documents.dayBookFor(session, "journal", journalCode),
      }),
      body: (_encoded, prepared, { body }) => {
        const { company, currency, dayBook } = prepared as Prepared;
        const transaction = {
          "@destiny": body.isProvisional === true ? "temporary" : "final",
          "@raisewarning": false,
          header: {
            office: company,
            code: dayBook,
            currency: body.currency ?? currency,
            date: writtenDay(body.transactionDate ?? ""),
          },
          lines: { line: (body.journalLineItems ?? []).map(lineFor) },
        };
        return processing(company, { transactions: { transaction } });
      },
      readBack: documents.readStored,
      stub: () => ({}),
      map: entry,
      raw: rawOf,
      requires: [
        "transactionDate",
        "journalLineItems",
        "journalLineItems.accountId",
        "journalLineItems.totalNetAmount",
      ],
      rules: [
        "The entry is booked as final unless isProvisional is true.",
        "journalCode is needed if the office has several day books for journal entries.",
      ],
    }),
    rejectedFields,
  },
};
