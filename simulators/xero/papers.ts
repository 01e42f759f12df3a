/** Two years of documents, every odd case in turn. */
import { pdf } from "../engine/files.ts";
import { words } from "../engine/values.ts";
import { attach } from "./attachments.ts";
import type { Company } from "./company.ts";
import { kinds, writeDocument } from "./documents.ts";
import { dayLength, iso, type Row, text } from "./wire.ts";
import { allocate, writeManualJournal, writePayment } from "./writes.ts";

export interface Turn {
  readonly company: Company;
  on(when: number, act: () => void): void;
  readonly index: number;
  readonly began: number;
}

export const names = words("Albatross|Bumble|Ćwirek|Dunkelmöwe|Écume|Fjord|Grüne Böe|Hüpfburg|Иволга|凧屋");
const trades = words(
  "Balloons|Sails & Söhne|Strings|Paper|Bamboo|Toys|Beach Hire|Festivals|School|Weather|Yarn|Glue|Freight",
);
export const nameOf = (index: number) =>
  `${names[index % 10]} ${trades[Math.floor(index / 10) % 13]} ${index < 130 ? "Ltd" : "& Co"}`;

/** Every hundredth cent and every odd case comes round in turn. */
function linesOf(index: number, selling: boolean): Row[] {
  const account = selling
    ? (["200", "210", "215"][index % 3] ?? "200")
    : (["429", "310", "493", "400"][index % 4] ?? "429");
  const plain = {
    Description: `Line of document ${index}`,
    Quantity: (index % 5) + 1,
    UnitAmount: 12.3456 + index,
    AccountCode: account,
  };
  if (index === 17)
    return Array.from({ length: 200 }, (_, line) => ({
      ...plain,
      Description: `Part ${line + 1}`,
      Quantity: 1,
      UnitAmount: line + 0.07,
    }));
  if (index === 23) return [{ ...plain, UnitAmount: 0 }];
  const second = {
    ...{ Description: "Großer Drachen ✈", Quantity: 2.5, UnitAmount: 19.99, AccountCode: account },
    ...(index % 4 === 0 && { Tracking: [{ Name: "Region", Option: index % 8 === 0 ? "North" : "東" }] }),
    ...(selling && index % 5 === 0 && { DiscountRate: 12.5 }),
    ...(selling && index % 15 === 7 && { DiscountAmount: 1.25 }),
  };
  const item = { ItemCode: "KITE-01", Quantity: 3 };
  return index % 6 === 2 ? [plain] : index % 3 === 0 ? [plain, second] : [item, second];
}

const taxModes = ["Exclusive", "Exclusive", "Inclusive", "NoTax"];
const currencyFor = (index: number): Row =>
  index % 11 === 4 ? { CurrencyCode: "EUR", CurrencyRate: 1.1642 } : index % 37 === 9 ? { CurrencyCode: "USD" } : {};

function paperInput(index: number, day: number, selling: boolean): Row {
  return {
    ...{ Contact: { Name: nameOf(selling ? index % 120 : 100 + (index % 110)) }, Date: iso(day) },
    ...{ LineAmountTypes: taxModes[index % 4], LineItems: linesOf(index, selling), ...currencyFor(index) },
    ...(index % 3 === 0 && { Reference: `Réf ${index}` }),
  };
}

/** Sales and bills in turn; older ones are mostly paid, some in part, some by credit, some voided or deleted. */
export function invoice({ company, on, index, began }: Turn): void {
  const selling = index % 2 === 0;
  const place = Math.floor(index / 2);
  const day = began + (10 + Math.floor((index * 745) / 290)) * dayLength;
  let made: Row = {};
  on(day + 9 * 3_600_000 + index * 1000, () => {
    const status = place % 13 === 5 ? "DRAFT" : place % 17 === 6 ? "SUBMITTED" : "AUTHORISED";
    made = writeDocument(company, kinds.Invoices, {
      ...{ ...paperInput(place, day, selling), Type: selling ? "ACCREC" : "ACCPAY", Status: status },
      ...{ DueDate: iso(day + 30 * dayLength), SentToContact: selling && place % 2 === 0 },
      ...(place % 10 === 3 && { Url: `https://kites.example/orders/${place}` }),
      ...(place % 12 === 4 && { [selling ? "ExpectedPaymentDate" : "PlannedPaymentDate"]: iso(day + 40 * dayLength) }),
      ...(!selling && place % 4 !== 1 && { InvoiceNumber: `R-${place}/${index}` }),
    });
    if (place % 14 === 1)
      attach(company, "Invoices", made, {
        ...{
          name: place % 28 === 1 ? `Beleg Größe ${place}.pdf` : "scan.png",
          type: place % 28 === 1 ? "application/pdf" : "image/png",
        },
        ...{
          bytes: place % 28 === 1 ? pdf(`Paper ${place}`) : Buffer.from("89504e470d0a1a0a", "hex"),
          online: selling,
        },
      });
  });
  const later = day + (14 + (place % 20)) * dayLength;
  if (later < began + 758 * dayLength) on(later, () => aftermath(company, text(made["InvoiceID"]), place, later));
}

function aftermath(company: Company, id: string, place: number, day: number): void {
  const document = company.tables.Invoices.get(id) ?? {};
  const { Status, AmountDue, CurrencyCode } = document;
  if (Status === "DRAFT" && place % 26 === 5) writeDocument(company, kinds.Invoices, { Status: "DELETED" }, document);
  if (Status !== "AUTHORISED") return;
  if (place % 19 === 8) return void writeDocument(company, kinds.Invoices, { Status: "VOIDED" }, document);
  if (place % 6 === 3) return;
  const part = place % 9 === 2 ? Number((Number(AmountDue) / 3).toFixed(2)) : AmountDue;
  const payment = writePayment(company, {
    ...{ Invoice: { InvoiceID: id }, Date: iso(day), Amount: part },
    Account: { Code: CurrencyCode === "EUR" ? "092" : place % 16 === 7 ? "835" : "090" },
    ...(CurrencyCode === "EUR" && { CurrencyRate: 1.1755 }),
    ...(place % 4 === 0 && { Reference: `Überweisung ${place}` }),
    IsReconciled: place % 3 === 0,
  });
  if (place % 40 === 12) writePayment(company, { Status: "DELETED" }, payment);
}

export function cash({ company, on, index, began }: Turn): void {
  const day = began + (12 + Math.floor((index * 740) / 116)) * dayLength;
  const spending = index % 8 !== 6;
  on(day + 13 * 3_600_000 + index * 1000, () => {
    const made = writeDocument(company, kinds.BankTransactions, {
      ...{ ...paperInput(index, day, !spending), CurrencyCode: undefined, CurrencyRate: undefined },
      ...{ Type: spending ? "SPEND" : "RECEIVE", BankAccount: { Code: index % 9 === 0 ? "091" : "090" } },
      ...{ IsReconciled: index % 2 === 0, ...(index % 10 === 1 && { Url: "https://kites.example/receipts" }) },
    });
    if (index % 30 === 8) writeDocument(company, kinds.BankTransactions, { Status: "DELETED" }, made);
    if (index % 30 === 4)
      attach(company, "BankTransactions", made, {
        name: "receipt.pdf",
        type: "application/pdf",
        bytes: pdf("Receipt"),
      });
  });
}

const creditStatuses = ["AUTHORISED", "AUTHORISED", "DRAFT", "SUBMITTED", "AUTHORISED", "AUTHORISED"];

export function creditNote({ company, on, index, began }: Turn): void {
  const selling = index % 2 === 0;
  const day = began + (100 + index * 40) * dayLength;
  on(day + 15 * 3_600_000, () => {
    const place = index * 2 + 1;
    const input = paperInput(place, day, selling);
    const made = writeDocument(company, kinds.CreditNotes, {
      ...{
        ...input,
        LineItems: [{ Description: "Returned", Quantity: 1, UnitAmount: 5.5, AccountCode: selling ? "200" : "429" }],
      },
      ...{ Type: selling ? "ACCRECCREDIT" : "ACCPAYCREDIT", Status: creditStatuses[Math.floor(index / 2) % 6] },
      ...(!selling && index % 4 === 1 && { CreditNoteNumber: `G-${index}` }),
    });
    const open = company.tables.Invoices.first(
      (one) =>
        one["Status"] === "AUTHORISED" &&
        `${text(one["Type"])}CREDIT` === made["Type"] &&
        Number(one["AmountDue"]) > 20 &&
        one["CurrencyCode"] === made["CurrencyCode"],
    );
    if (made["Status"] !== "AUTHORISED") return;
    if (index < 4 && open !== undefined)
      allocate(company, made, {
        Amount: index < 2 ? 2 : made["RemainingCredit"],
        Invoice: { InvoiceID: open["InvoiceID"] },
        Date: iso(day),
      });
    else if (index === 8 || index === 9)
      writePayment(company, {
        CreditNote: { CreditNoteID: made["CreditNoteID"] },
        Account: { Code: "090" },
        Amount: 1.5,
        Date: iso(day),
      });
    else if (index === 12 || index === 13) writeDocument(company, kinds.CreditNotes, { Status: "VOIDED" }, made);
  });
}

const quoteStatuses = ["DRAFT", "SENT", "ACCEPTED", "DECLINED", "INVOICED", "DELETED"];
const orderStatuses = ["DRAFT", "SUBMITTED", "AUTHORISED", "BILLED", "DELETED"];

export function offer({ company, on, index, began }: Turn): void {
  const day = began + (20 + index * 7) * dayLength;
  on(day + 16 * 3_600_000, () => {
    const quote = writeDocument(company, kinds.Quotes, {
      ...{ ...paperInput(index, day, true), ...(index % 5 !== 0 && { ExpiryDate: iso(day + 60 * dayLength) }) },
      ...(index % 3 === 0 && {
        Title: "Kites for everyone",
        Summary: "As discussed",
        Terms: "Valid while the wind lasts",
      }),
    });
    const status = quoteStatuses[index % 6];
    if (status !== "DRAFT") writeDocument(company, kinds.Quotes, { Status: status }, quote);
    if (index >= 24) return;
    const order = writeDocument(company, kinds.PurchaseOrders, {
      ...{ ...paperInput(index, day, false), ...(index % 4 !== 0 && { DeliveryDate: iso(day + 21 * dayLength) }) },
      ...(index % 3 === 0 && {
        DeliveryAddress: "1 Breezy Lane\nMuddlebury",
        AttentionTo: "Goods in",
        Telephone: "0000 000042",
      }),
      ...(index % 6 === 0 && { DeliveryInstructions: "Mind the dog", ExpectedArrivalDate: iso(day + 25 * dayLength) }),
    });
    if (index === 5)
      attach(company, "PurchaseOrders", order, { name: "plan.pdf", type: "application/pdf", bytes: pdf("Plan") });
    const next = orderStatuses[index % 5];
    if (next !== "DRAFT") writeDocument(company, kinds.PurchaseOrders, { Status: next }, order);
  });
}

const manualStatuses = ["POSTED", "POSTED", "DRAFT", "POSTED", "POSTED"];

/** With a fifth of tax beside the amount, or in it. */
const taxedManuals: Readonly<Record<number, { readonly types: string; readonly line: number }>> = {
  2: { types: "Exclusive", line: 100 },
  3: { types: "Exclusive", line: 100 },
  8: { types: "Inclusive", line: 120 },
  12: { types: "Inclusive", line: 120 },
};

export function manual({ company, on, index, began }: Turn): void {
  const taxed = taxedManuals[index];
  const day = began + (30 + index * 50) * dayLength;
  on(day + 17 * 3_600_000, () => {
    const made = writeManualJournal(company, {
      ...{ Narration: `Depreciation ${index + 1} – Abschreibung`, Date: iso(day), Status: manualStatuses[index % 5] },
      LineAmountTypes: taxed?.types ?? "NoTax",
      ...(index % 4 === 1 && { Url: "https://kites.example/assets", ShowOnCashBasisReports: false }),
      JournalLines: [
        {
          LineAmount: taxed?.line ?? 100.05 + index,
          AccountCode: taxed === undefined ? "416" : "429",
          ...(index % 2 === 0 && { Description: "This month's share" }),
          Tracking: index % 3 === 0 ? [{ Name: "Workshop", Option: "Frames" }] : [],
        },
        { LineAmount: taxed === undefined ? -(100.05 + index) : -120, AccountCode: "711" },
      ],
    });
    if (index === 6) writeManualJournal(company, { Status: "VOIDED" }, made);
    if (index === 7) writeManualJournal(company, { Status: "DELETED" }, made);
    if (index === 1)
      attach(company, "ManualJournals", made, {
        name: "table.csv",
        type: "text/csv",
        bytes: Buffer.from("asset;share\n"),
      });
  });
}
