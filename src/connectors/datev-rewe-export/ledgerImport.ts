/** A booking proposal in the format of DATEV's "XML-Schnittstelle online" 6.0: its lines, and the index of the transfer. */
import { Big } from "big.js";
import type { BookingProposalInput, BookingProposalLineInput } from "../../contract/inputs/bookingProposals.ts";
import { calendarDay } from "../../kit/dates.ts";
import {
  dayAs,
  encoder,
  type FieldEncoder,
  inParent,
  invalidField,
  listAs,
  sentSeparately,
  singleEntry,
} from "../../kit/encode.ts";
import { decimal } from "../../kit/money.ts";

/** DATEV validates only after the transfer and then rejects all of it, so Kontor checks each value before sending anything. */
const formed =
  <Value>(form: Pick<RegExp, "test">, words: string, convert: (value: Value) => string = String) =>
  (name: string): FieldEncoder<Value> =>
    Object.assign(
      (value: Value, _input: unknown, field: string) => {
        const text = convert(value);
        if (form.test(text)) return { [name]: text };
        throw invalidField(`${field} must be ${words} for DATEV.`, field);
      },
      { path: [name] },
    );

const textOf = (most: number) =>
  formed<string>({ test: ({ length }) => length > 0 && length <= most }, `1 to ${most} characters`);
/** Amounts with more than two decimals keep them and fail the check. */
const cents = (value: number): string => {
  const exact = new Big(decimal(value));
  return exact.round(2).eq(exact) ? exact.toFixed(2) : exact.toFixed();
};
const amount = formed(/^-?(?!0\.00$)\d{1,10}\.\d\d$/, "an amount in cents that is not 0", cents);
const discount = formed(/^(?!0\.00$)\d{1,8}\.\d\d$/, "a positive amount in cents", cents);
const percentage = formed(/^\d{1,2}\.\d\d$/, "a percentage with two decimals below 100", cents);
/** DATEV's account numbers have no leading zeros. */
const account = formed<string | number>(/^[1-9]\d{0,8}$/, "a number of at most nine digits", (value) =>
  String(value).replace(/^0+/, ""),
);
const costCentre = formed<string>(/^\S(?:[\S ]{0,34}\S)?$/, "at most 36 characters without spaces at either end");

const encodeLine = encoder<BookingProposalLineInput>({
  accountId: account("accountNo"),
  accountCode: account("accountNo"),
  accountNumber: account("accountNo"),
  accountName: textOf(40)("accountName"),
  bookingTaxCode: formed<string>(/^(?:0|[1-9]\d{0,3})$/, "a key of at most four digits")("buCode"),
  description: textOf(60)("bookingText"),
  dimension1: costCentre("costCategoryId"),
  dimension2: costCentre("costCategoryId2"),
  discountAmount: discount("discountAmount"),
  discountAmount2: discount("discountAmount2"),
  discountPercentage: percentage("discountPercentage"),
  discountPercentage2: percentage("discountPercentage2"),
  taxRatePercentage: percentage("tax"),
  totalGrossAmount: amount("amount"),
});

const encodeAddress = encoder<NonNullable<BookingProposalInput["addresses"]>[number]>({
  city: textOf(30)("partnerCity"),
});

/** The fields that are repeated in every line. */
export const encodeProposal = encoder<BookingProposalInput>({
  addresses: singleEntry(inParent(encodeAddress)),
  bankAccountNumber: formed<number>(/^\d{1,10}$/, "at most ten digits")("bankAccount"),
  bankCode: formed<string>(/^\d{8}$/, "eight digits")("bankCode"),
  bic: formed<string>(/^[A-Z]{6}[A-Z0-9]{2,5}$/, "a BIC")("swiftCode"),
  bookingProposalDate: dayAs("date"),
  contactId: account("bpAccountNo"),
  contactAccountNumber: account("bpAccountNo"),
  contactName: textOf(50)("partnerName"),
  currency: formed<string>(/^[A-Z]{3}$/, "a code of three letters")("currencyCode"),
  deliveryDate: dayAs("deliveryDate"),
  discountPaymentDate: dayAs("discountPaymentDate"),
  discountPaymentDate2: dayAs("discountPaymentDate2"),
  dueDate: dayAs("dueDate"),
  iban: formed<string>(/^[A-Z]{2}\d\d[A-Za-z0-9]{11,30}$/, "an IBAN", (value) => value.replaceAll(" ", ""))("iban"),
  isPaymentOrder: formed<boolean>(/^/, "true or false")("paymentOrder"),
  ledgerName: sentSeparately,
  lineItems: listAs("lines", encodeLine),
  notes: textOf(120)("information"),
  number: formed<string>(/^[a-zA-Z0-9$%&*+/-]{1,36}$/, "at most 36 letters, digits and $ % & * + - /")("invoiceId"),
  orderId: formed<string>(/^[\w$%&*+./-]{1,30}$/, "at most 30 letters, digits and $ % & * + - . /")("orderId"),
  paidDate: dayAs("paidAt"),
  paymentTermsId: formed<string>(/^(?:9|[1-9]\d{1,2})$/, "a number from 9 to 999")("paymentConditionsId"),
  totalGrossAmount: sentSeparately,
  vatId: formed<string>(/^[\w. ]{1,15}$/, "at most 15 letters and digits")("vatId"),
});

/** DATEV's schema requires this order. */
const order = [
  "date",
  "amount",
  "discountAmount",
  "accountNo",
  "buCode",
  "costCategoryId",
  "costCategoryId2",
  "tax",
  "information",
  "currencyCode",
  "invoiceId",
  "bookingText",
  "paidAt",
  "vatId",
  "bankCode",
  "bankAccount",
  "iban",
  "swiftCode",
  "accountName",
  "paymentConditionsId",
  "paymentOrder",
  "discountPercentage",
  "discountPaymentDate",
  "discountAmount2",
  "discountPercentage2",
  "discountPaymentDate2",
  "dueDate",
  "bpAccountNo",
  "deliveryDate",
  "orderId",
  "partnerName",
  "partnerCity",
];

type Texts = Readonly<Record<string, string>>;

const entities: Texts = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, "")
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

function element(name: string, attributes: Texts, ...content: readonly string[]): string {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${attributeTexts.join("")}>${content.join("")}</${name}>`;
}

interface Schema {
  readonly namespace: string;
  readonly file: string;
}

const root = (name: string, { namespace, file }: Schema, attributes: Texts, ...content: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    name,
    {
      xmlns: namespace,
      "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
      "xsi:schemaLocation": `${namespace} ${file}`,
      version: "6.0",
      ...attributes,
    },
    ...content,
  )}\n`;

/** The ledger of the proposal, and whether it is a credit note, whose amounts are negative at DATEV. */
export interface Book {
  readonly ledger: "accountsPayableLedger" | "accountsReceivableLedger";
  readonly partner: "supplier" | "customer";
  readonly isCreditNote: boolean;
}

const generator = "Kontor";

/** The lines of a proposal. The header repeats their total, date, number and currency, which have to agree. */
export function ledgerXml(input: BookingProposalInput, { ledger, partner, isCreditNote }: Book): string {
  const { lines, ...head } = encodeProposal(input) as Readonly<Record<string, string>> & { lines: readonly Texts[] };
  const sign = isCreditNote ? -1 : 1;
  const amounts = lines.map((line) => new Big(line["amount"] ?? 0).times(sign));
  const total = amounts.reduce((sum, lineAmount) => sum.plus(lineAmount), new Big(0));
  mustAgree(input, head, total.times(sign));
  const lineElements = lines.map((line, index) => {
    const values: Texts = { ...head, ...line, amount: amounts[index]?.toFixed(2) ?? "" };
    const filled = order.flatMap((name) =>
      values[name] === undefined ? [] : [element(name.replace("partner", partner), {}, escaped(values[name]))],
    );
    return element(ledger, {}, ...filled);
  });
  const consolidated = {
    consolidatedAmount: total.toFixed(2),
    consolidatedDate: head["date"] ?? "",
    consolidatedInvoiceId: head["invoiceId"] ?? "",
    consolidatedCurrencyCode: head["currencyCode"] ?? "",
    ...(head["deliveryDate"] !== undefined && { consolidatedDeliveryDate: head["deliveryDate"] }),
    ...(head["orderId"] !== undefined && { consolidatedOrderId: head["orderId"] }),
  };
  return root(
    "LedgerImport",
    {
      namespace: "http://xml.datev.de/bedi/tps/ledger/v060",
      file: "Belegverwaltung_online_ledger_import_v060.xsd",
    },
    {
      generator_info: generator,
      generating_system: generator,
      xml_data: "Kopie nur zur Verbuchung berechtigt nicht zum Vorsteuerabzug",
    },
    element("consolidate", consolidated, ...lineElements),
  );
}

const discounts = /^(?:discount|dueDate)/;

function mustAgree({ lineItems, totalGrossAmount }: BookingProposalInput, head: Texts, total: Big): void {
  if (totalGrossAmount !== undefined && !total.eq(decimal(totalGrossAmount)))
    throw invalidField(`totalGrossAmount must be the sum of the lines, ${total.toFixed(2)}.`, "totalGrossAmount");
  const names = [head, ...lineItems].flatMap((fields) => Object.keys(fields));
  if (head["paymentConditionsId"] !== undefined && names.some((name) => discounts.test(name)))
    throw invalidField(
      "Send either paymentTermsId, or dueDate and discounts. DATEV does not accept both.",
      "paymentTermsId",
    );
}

export const monthOf = ({ bookingProposalDate }: BookingProposalInput): string =>
  calendarDay(bookingProposalDate).slice(0, 7);

export interface Package {
  readonly book: Book;
  readonly month: string;
  /** The folder in "Belege online". */
  readonly folder: string | undefined;
  /** The names of the file with the lines and of the attached documents. */
  readonly lines: string;
  readonly attachments: readonly string[];
  /** The id of the attached documents. DATEV accepts each id once. */
  readonly guid: string;
}

/** The index that describes the files of a transfer. */
export function documentXml({ book, month, folder, lines, attachments, guid }: Package, now: Date): string {
  const type = book.ledger === "accountsPayableLedger" ? "1" : "2";
  const property = (key: string, value: string) => element("property", { key, value });
  return root(
    "archive",
    { namespace: "http://xml.datev.de/bedi/tps/document/v06.0", file: "Document_v060.xsd" },
    { generatingSystem: generator },
    element("header", {}, element("date", {}, now.toISOString().slice(0, 19))),
    element(
      "content",
      {},
      element(
        "document",
        { ...(attachments.length > 0 && { guid }), type },
        element(
          "extension",
          { "xsi:type": book.ledger, datafile: lines },
          property("1", month),
          ...(folder === undefined ? [] : [property("3", folder)]),
        ),
        ...attachments.map((name) => element("extension", { "xsi:type": "File", name })),
      ),
    ),
  );
}
