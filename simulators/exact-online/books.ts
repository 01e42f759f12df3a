/** Seed data: two divisions with two years of awkward data, created through the business rules. */
import { randomUUID } from "node:crypto";
import { pdf } from "../engine/files.ts";
import { daily, nth, times } from "../engine/seeding.ts";
import { openCompany } from "../engine/tables.ts";
import { day, dayLater, dayLength, pick, type Row } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { models, type Name, names } from "./models.ts";
import { type Books, book, date, make, momentOf, process } from "./rules.ts";
import { accountOf, guidOf, seedBooks } from "./seedBooks.ts";

export function openBooks(world: World): Books[] {
  const open = (id: string, description: string, share: number) => {
    let version = 1_000_000;
    const company = openCompany<Name>({
      id,
      facts: { description },
      tables: names,
      now: () => world.now(),
      newId: () => randomUUID(),
      key: (name) => models[name].key,
      stamp: (row, at, name, isNew) => {
        if (name === "TransactionLines") row["Timestamp"] = ++version;
        if (!models[name].fields.includes("Modified")) return;
        const moment = `/Date(${Math.floor(at / 1000) * 1000})/`;
        if (isNew) row["Created"] = moment;
        row["Modified"] = moment;
      },
      // The next record gets a later second.
      stampOf: ({ Modified }) => (Modified ? momentOf(Modified) + 999 : undefined),
    });
    seedHistory(company, share);
    return company;
  };
  return [open("1200345", "Blauwe Reiger B.V.", 1), open("1200346", "Grijze Zwaan B.V.", 0.1)];
}

function seedHistory(company: Books, share: number): void {
  company.past(company.now() - 680 * dayLength, () => seedBooks(company, share));
  const year = Number(company.today().slice(0, 4));
  times(36, (month) => {
    const first = Date.UTC(year - 2, month, 1);
    const last = Date.UTC(year - 2, month + 1, 0);
    const period = { FinYear: year - 2 + Math.floor(month / 12), FinPeriod: (month % 12) + 1 };
    make(company, "FinancialPeriods", { ...period, StartDate: day(first), EndDate: day(last) });
  });
  const often = (count: number, days: number, act: (company: Books, index: number, today: string) => void) =>
    daily(company, [count * share, days], (index, today) => act(company, index, today));
  often(130, 5, (_company, index, today) => post(company, index, today, today < `${year}`));
  often(130, 5, sell);
  often(130, 5, buy);
  often(24, 7, offer);
  often(70, 6, order);
  often(14, 8, receive);
}

function filed(company: Books, name: string): unknown {
  const { ID: Document } = make(company, "Documents", { Subject: name, Type: 55 });
  const Attachment = pdf(name).toString("base64");
  make(company, "DocumentAttachments", { Document, FileName: `${name.replaceAll(" ", "-")}.pdf`, Attachment });
  return Document;
}

const customerOf = ({ tables }: Books, index: number) => pick(tables.Accounts.under("Status", "C"), index)["ID"];
const supplierOf = ({ tables }: Books, index: number) => pick(tables.Accounts.under("IsSupplier", true), index)["ID"];
/** Assigns lines to a cost centre, a cost unit or a project in turn; every fourth line to none. */
const assigned = (company: Books, index: number): Row =>
  pick<Row>([{ CostCenter: "100" }, { CostUnit: "100" }, { Project: guidOf(company, "project 0") }, {}], index);

const opening = ["90", 10, "Opening balance", "1200", "0800"] as const;
const postings = [
  ["70", 20, "Sales entry", "1400", "8400", "1776", "4  "],
  ["60", 30, "Purchase entry", "1600", "3400", "1576", "1  "],
  ["20", 40, "Cash flow", "1200", "1400"],
  ["90", 90, "Other", "0320", "4830"],
] as const;

/** Only the first year has an opening entry: later balances carry over without postings, and earlier profits are in the equity. */
function post(company: Books, index: number, today: string, isClosed: boolean): void {
  const [JournalCode, Type, TypeDescription, owed, earned, tax, VATCode] = index ? pick(postings, index) : opening;
  const [sign, owner] = Type === 30 ? [-1, supplierOf(company, index)] : [1, customerOf(company, index)];
  const line = (account: string, amount: number, more: Row = {}) => ({
    GLAccount: accountOf(company, account),
    AmountDC: sign * amount,
    ...more,
    Description: index % 5 ? `Boeking ${index}` : null,
    ...(index % 13 === 5 && { AmountFC: sign * amount * 2, Currency: "USD", ExchangeRate: 0.5 }),
    ...(index % 12 === 4 && { Document: filed(company, `line ${index}`), Item: nth(company, "Items", index)["ID"] }),
  });
  const entry = {
    EntryNumber: company.next("entry", 26_900_001),
    JournalCode,
    Type,
    TypeDescription,
    Date: date(today),
    Description: index % 9 ? `Boeking ${index}` : null,
    Status: index % 11 === 0 ? 20 : 50,
    Document: index % 3 === 1 ? filed(company, `entry ${index}`) : null,
  };
  const taxed = tax && { VATCode, VATPercentage: 0.21, AmountVATFC: 21 };
  book(company, entry, [
    line(owed, tax ? 121 : 100, tax && { Account: owner, InvoiceNumber: 20_260_001 + index }),
    line(isClosed && earned > "2" ? "0860" : earned, -100, { ...assigned(company, index >> 1), ...taxed }),
    ...(tax ? [line(tax, -21)] : []),
  ]);
}

const soldLine = (company: Books, index: number, more: Row = {}): Row => {
  const { ID: Item, StandardSalesPrice: UnitPrice } = nth(company, "Items", index);
  return { Item, UnitPrice, Quantity: (index % 4) + 1, Discount: index % 3 ? 0 : 0.055, ...more };
};
/** Shared by invoices and bills. */
const dealt = (company: Books, index: number, today: string): Row => ({
  DueDate: dayLater(today, 30),
  Currency: index % 9 === 4 ? "USD" : "EUR",
  Description: index % 4 ? null : "Volgens afspraak",
  PaymentCondition: nth(company, "PaymentConditions", index)["Code"],
  Document: index % 5 ? null : filed(company, `document ${index}`),
});

/** Every fifth invoice is a draft, every sixth a credit; some are paid, some partly. */
function sell(company: Books, index: number, OrderDate: string): void {
  const isCredit = index % 6 === 5;
  const invoice = make(company, "SalesInvoices", {
    ...dealt(company, index, OrderDate),
    OrderDate,
    OrderedBy: customerOf(company, index * 7),
    YourRef: index % 4 === 3 ? `PO-${index}` : null,
    AmountDiscountExclVat: index % 8 ? 0 : 5,
    Type: pick(isCredit ? [8021, 8024] : [8020, 8023], index >> 2),
    SalesInvoiceLines: times((index % 3) + 1, (at) => ({
      ...soldLine(company, index + at),
      Quantity: isCredit ? -1 - at : 1 + at,
      ...assigned(company, index + at),
    })),
  });
  if (index % 5 === 2) return;
  process(company, { InvoiceID: invoice["InvoiceID"] });
  pay(company, invoice, index);
}

/** Some are rejected. With a tax code that includes tax, the amount is gross. */
function buy(company: Books, index: number, EntryDate: string): void {
  const sign = index % 6 === 5 ? -1 : 1;
  const bill = make(company, "PurchaseEntries", {
    ...dealt(company, index, EntryDate),
    EntryDate,
    Journal: "60",
    Supplier: supplierOf(company, index),
    Status: pick([50, 20, 50, 50, 5, 50, 50], index),
    YourRef: `F-${index}`,
    PaymentReference: index % 6 ? null : `RF${index}`,
    PurchaseEntryLines: times((index % 3) + 1, (at) => ({
      GLAccount: accountOf(company, pick(["3400", "3300", "4930"], index + at)),
      AmountFC: sign * (40.5 + index),
      VATCode: pick(["1", "3", "5"], index + at),
      Quantity: at + 1,
      ...assigned(company, index + at),
      Description: index % 4 === 1 ? null : "Papier",
      ...(index % 2 === 0 && { From: EntryDate, To: dayLater(EntryDate, 90) }),
    })),
  });
  pay(company, bill, index);
}

/** Pays the full amount or one euro; some are not paid. Bank charges have no customer or supplier. */
function pay(company: Books, document: Row, index: number): void {
  if (index % 5 > 2) return;
  const { InvoiceTo, Supplier: Account = InvoiceTo, EntryNumber, InvoiceNumber = EntryNumber, Currency } = document;
  const [sign, account] = Account === InvoiceTo ? [1, "1400"] : [-1, "1600"];
  const amount = sign * Number(document["AmountFC"]);
  const line = {
    Account,
    AmountFC: index % 5 === 1 ? Math.sign(amount) : amount,
    Date: company.today(),
    OurRef: index % 14 ? InvoiceNumber : null,
    Description: index % 3 ? `Betaling ${index}` : null,
    GLAccount: accountOf(company, account),
  };
  const costs = { AmountFC: -1.5, Description: "Bankkosten", GLAccount: accountOf(company, "4980") };
  const about = { Currency, JournalCode: Currency === "USD" ? "21" : "20", Status: 50 };
  make(company, "BankEntries", { ...about, BankEntryLines: index % 10 ? [line] : [line, costs] });
}

const offer = (company: Books, index: number, QuotationDate: string): Row =>
  make(company, "Quotations", {
    QuotationDate,
    OrderAccount: customerOf(company, index * 3),
    YourRef: index % 2 ? null : `Aanvraag ${index}`,
    Status: pick([20, 25, 40, 50, 5, 6, 10, 35], index),
    QuotationLines: [soldLine(company, index), soldLine(company, index + 5, { Description: null })],
  });

const order = (company: Books, index: number, OrderDate: string): Row =>
  make(company, "SalesOrders", {
    OrderDate,
    OrderedBy: customerOf(company, index * 5),
    DeliverTo: customerOf(company, index),
    DeliveryDate: index % 3 ? dayLater(OrderDate, 9) : null,
    Status: pick([12, 20, 21, 45], index),
    Remarks: index % 4 ? null : "Achterom leveren",
    AmountDiscount: index % 7 ? 0 : 3.5,
    SalesOrderLines: times((index % 2) + 1, (at) => soldLine(company, index + at)),
  });

/** Purchase orders, most of them partly received. */
function receive(company: Books, index: number, today: string): void {
  const about = {
    Supplier: supplierOf(company, index),
    Remarks: index % 3 ? null : "Spoed",
    YourRef: index % 4 ? null : `L-${index}`,
  };
  const lines = [12, 4].map((count) => soldLine(company, index + count, { QuantityInPurchaseUnits: count }));
  const { PurchaseOrderID } = make(company, "PurchaseOrders", {
    ...about,
    Currency: "EUR",
    OrderDate: today,
    OrderNumber: 8000 + index,
    OrderStatus: pick([10, 20, 30, 40], index),
    Description: index % 2 ? null : "Voorraad",
    PaymentCondition: index % 2 ? null : nth(company, "PaymentConditions", index)["Code"],
    PurchaseOrderLines: lines,
  });
  if (index % 4 === 3) return;
  make(company, "GoodsReceipts", {
    ...about,
    ReceiptDate: today,
    Description: index % 2 ? "Deel 1" : null,
    GoodsReceiptLines: lines.map(({ Item }) => ({
      Item,
      PurchaseOrderID,
      QuantityOrdered: 12,
      QuantityReceived: index % 2 ? 12 : 5,
      ...(index % 2 === 0 && { Project: guidOf(company, "project 2"), Description: "Op de plank" }),
    })),
  });
}
