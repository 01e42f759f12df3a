/** Documents of the story in the vendor's shapes: sold, bought, paid, ordered. */
import { pdf } from "../engine/files.ts";
import type { StoryDocument } from "../engine/story.ts";
import { big, dayLater, dayLength, pick, type Row, rows, sum, text, uuid } from "../engine/values.ts";
import { models, type Name } from "./models.ts";
import { type Books, boughtLine, date, outstandingOf, periodOf, priced, totalOf } from "./rules.ts";
import { vatCode } from "./setup.ts";

export const guidOf = (company: Books, id: unknown): string => uuid(`${company.id} ${text(id)}`);

/** The lines of a record, by their numbers. */
function below(company: Books, name: Name, parent: string, made: readonly Row[]): void {
  const { lines } = models[name];
  if (lines !== undefined)
    for (const [at, one] of made.entries())
      company.add(lines.table, { ...one, ID: uuid(`${parent} ${at}`), [lines.by]: parent, LineNumber: at + 1 });
}

export function addDocument(company: Books, name: string): string {
  const ID = guidOf(company, `document ${name}`);
  company.add("Documents", { ID, Subject: name, Type: 55, HID: company.next("document", 1) });
  const bytes = pdf(name);
  company.tables.DocumentAttachments.put({
    ...{ ID: guidOf(company, `file ${name}`), Document: ID, FileName: `${name.replaceAll(" ", "-")}.pdf` },
    ...{ FileSize: bytes.length, Attachment: bytes.toString("base64") },
  });
  return ID;
}

const isDraft = ({ status }: StoryDocument): boolean => status === "draft" || status === "submitted";
const isOwed = ({ status }: StoryDocument): boolean =>
  /^(?:open|overdue|document_created|partially_paid|partially_overdue)$/.test(status);

/** Cost centre or unit of a line of the story. */
const assignedTo = (line: { readonly dimensions: unknown }): Row => {
  const [first] = rows(line.dimensions);
  return first === undefined
    ? {}
    : { [first["category_name"] === "Kostenstelle" ? "CostCenter" : "CostUnit"]: first["code"] };
};

export function addSale(company: Books, one: StoryDocument, index: number): void {
  const [isCredit, draft] = [one.kind === "creditNote", isDraft(one)];
  const sign = isCredit ? -1 : 1;
  const lines = one.lines.map((line, at) => ({
    ...priced(company, {
      ...{ Item: guidOf(company, line.item.id), Quantity: line.quantity.toNumber() },
      ...{ UnitPrice: line.unitPrice.toNumber(), Discount: line.discount.div(100).toNumber() },
      VATCode: vatCode(line.rate.code),
    }),
    ...{ AmountFC: line.net.times(sign).toNumber(), VATAmountFC: line.tax.times(sign).toNumber() },
    ...{ Description: line.description ?? line.item.name, VATPercentage: Number(line.rate.percentage) / 100 },
    ...{ Quantity: line.quantity.times(isCredit && index % 2 ? -1 : 1).toNumber(), ...assignedTo(line) },
    Project: at === 0 && index % 6 === 1 ? guidOf(company, "project 0") : null,
  }));
  const InvoiceID = guidOf(company, one.id);
  const InvoiceNumber = draft ? 0 : 20_250_001 + index;
  const [net, tax] = [totalOf(lines, "AmountFC"), totalOf(lines, "VATAmountFC")];
  const amounts = { AmountFCExclVat: net, VATAmountFC: tax, AmountFC: sum([net, tax]).toNumber() };
  const owner = guidOf(company, one.party.id);
  const days = { InvoiceDate: date(one.date), DueDate: date(one.due), OrderDate: date(one.date) };
  company.add("SalesInvoices", {
    ...{ InvoiceID, InvoiceNumber, ...amounts, ...days, Currency: one.currency, InvoiceTo: owner, OrderedBy: owner },
    ...{ Journal: "70", Status: draft ? pick([10, 20], index) : 50 },
    Type: isCredit ? pick([8021, 8024], index) : index % 17 === 3 ? 8023 : 8020,
    ...{ YourRef: index % 3 ? null : `PO-${index}`, PaymentCondition: one.term.code },
    AmountDiscount: index % 8 ? 0 : 5,
    Document: one.hasFile ? addDocument(company, `invoice ${InvoiceNumber || index}`) : null,
  });
  below(company, "SalesInvoices", InvoiceID, lines);
  if (!draft) owe(company, one, { table: "ReceivablesList", number: InvoiceNumber, owner, total: amounts.AmountFC });
}

type Owing = { table: "ReceivablesList" | "PayablesList"; number: number; owner: string; total: number };

/** What is left is outstanding; what was paid stands in a statement. */
function owe(company: Books, one: StoryDocument, { table, number, owner, total }: Owing): void {
  const sign = (total < 0 ? -1 : 1) * (table === "PayablesList" ? -1 : 1);
  for (const { id, date: on, amount } of one.payments)
    company.past(one.updated, () =>
      pay(company, { id, on, owner, number, currency: one.currency, amount: big(amount).abs().times(sign).toNumber() }),
    );
  if (!isOwed(one)) return;
  const paid = sum(one.payments.map(({ amount }) => big(amount).abs()));
  const left = big(total)
    .minus(paid.times(total < 0 ? -1 : 1))
    .toNumber();
  const about = {
    ...{ DueDate: date(one.due), InvoiceDate: date(one.date), InvoiceNumber: number, EntryNumber: number },
    Description: number % 2 ? "Open post" : null,
  };
  company.tables[table].put(outstandingOf(company, owner, { ...about, Amount: left, CurrencyCode: one.currency }));
}

type Paid = { id: string; on: string; owner: string; number: number; currency: string; amount: number };

function pay(company: Books, { id, on, owner, number, currency, amount }: Paid): void {
  const EntryID = guidOf(company, id);
  const isFirst = !company.tables.BankEntries.has(EntryID);
  if (isFirst)
    company.add("BankEntries", {
      ...{ EntryID, Currency: currency, JournalCode: currency === "USD" ? "21" : "20", Status: 50 },
      ...{ EntryNumber: company.next("bank", 25_200_001), ...periodOf(on) },
    });
  const GLAccount = guidOf(company, amount > 0 ? "acc-1400" : "acc-1600");
  company.add("BankEntryLines", {
    ...{ EntryID, Account: owner, AmountFC: amount, AmountDC: amount, Date: date(on) },
    ...{ Description: number % 3 ? `Betaling ${number}` : null, ExchangeRate: 1, GLAccount, LineNumber: 1 },
    OurRef: number % 14 ? number : null,
  });
  // Costs of the bank are nobody's.
  if (isFirst && number % 10 === 0)
    company.add("BankEntryLines", {
      ...{ EntryID, AmountFC: -1.5, AmountDC: -1.5, Date: date(on), Description: "Bankkosten", ExchangeRate: 1 },
      ...{ GLAccount: guidOf(company, "acc-4980"), LineNumber: 2 },
    });
}

export function addPurchase(company: Books, one: StoryDocument, index: number): void {
  const sign = one.kind === "vendorCredit" ? -1 : 1;
  const lines = one.lines.map((line, at) => ({
    ...boughtLine(company, {
      ...{ GLAccount: guidOf(company, `acc-${line.item.expenseAccount}`), AmountFC: line.net.times(sign).toNumber() },
      VATCode: vatCode(line.rate.code),
    }),
    // With tax that is included the amount has it in it.
    ...(index % 9 === 4 && at === 0 && { AmountFC: line.gross.times(sign).toNumber() }),
    ...{ VATAmountFC: line.tax.times(sign).toNumber(), VATBaseAmountFC: line.net.times(sign).toNumber() },
    ...{ VATPercentage: Number(line.rate.percentage) / 100, Description: line.description },
    ...{ Quantity: line.quantity.toNumber(), ...assignedTo(line) },
    Project: at === 0 && index % 5 === 2 ? guidOf(company, "project 1") : null,
    ...(index % 2 === 0 && { From: date(one.date), To: date(one.due) }),
  }));
  const [net, tax] = [totalOf(lines, "VATBaseAmountFC"), totalOf(lines, "VATAmountFC")];
  const [EntryID, EntryNumber, owner] = [guidOf(company, one.id), 25_600_001 + index, guidOf(company, one.party.id)];
  const AmountFC = sum([net, tax]).toNumber();
  const isVoid = one.status === "voided";
  company.add("PurchaseEntries", {
    ...{ EntryID, EntryNumber, AmountFC, AmountDC: AmountFC, VATAmountFC: tax, Currency: one.currency },
    ...{ Supplier: owner, Journal: "60", EntryDate: date(one.date), DueDate: date(one.due) },
    ...{ Status: isVoid ? 5 : isDraft(one) ? 20 : 50, Type: sign < 0 ? 31 : 30, YourRef: one.number ?? `F-${index}` },
    ...{ Description: index % 4 ? null : "Inkoop", PaymentCondition: one.term.code },
    PaymentReference: index % 6 ? null : `RF${index}`,
    Document: one.hasFile ? addDocument(company, `bill ${EntryNumber}`) : null,
  });
  below(company, "PurchaseEntries", EntryID, lines);
  if (!isVoid) owe(company, one, { table: "PayablesList", number: EntryNumber, owner, total: AmountFC });
}

/** So many, three days after each other, the last one some days ago. */
const daily = (company: Books, count: number, make: (index: number) => void): void => {
  for (let index = 0; index < count; index++)
    company.past(company.now() - (count - index) * 3 * dayLength, () => make(index));
};

/** Offers, orders and what came in, by number. */
export function addOrders(company: Books): void {
  const { Accounts, Items, PaymentConditions } = company.tables;
  const customers = Accounts.where(({ Status }) => Status === "C");
  const suppliers = Accounts.where(({ IsSupplier }) => IsSupplier === true);
  const item = (index: number) => pick(Items.all(), index);
  const line = (index: number, more: Row = {}) =>
    priced(company, {
      ...{ Item: item(index)["ID"], Quantity: (index % 4) + 1, Discount: index % 3 ? 0 : 0.055 },
      ...{ UnitPrice: item(index)["StandardSalesPrice"], ...more },
    });
  const today = () => date(company.today());
  daily(company, 24, (index) => {
    const QuotationID = guidOf(company, `quotation ${index}`);
    company.add("Quotations", {
      ...{ QuotationID, Currency: "EUR", OrderAccount: pick(customers, index * 3)["ID"], QuotationDate: today() },
      ...{ QuotationNumber: 5000 + index, Status: pick([20, 25, 40, 50, 5, 6, 10, 35], index) },
      YourRef: index % 2 ? null : `Aanvraag ${index}`,
    });
    const free = { Description: index % 2 ? "Op maat" : null };
    below(company, "Quotations", QuotationID, [line(index), line(index + 5, free)]);
  });
  daily(company, 70, (index) => {
    const [OrderID, owner] = [guidOf(company, `order ${index}`), pick(customers, index * 5)["ID"]];
    company.add("SalesOrders", {
      ...{ OrderID, Currency: "EUR", OrderedBy: owner, InvoiceTo: owner, DeliverTo: pick(customers, index)["ID"] },
      ...{ OrderDate: today(), DeliveryDate: index % 3 ? date(dayLater(company.today(), 9)) : null },
      ...{ OrderNumber: 6000 + index, Status: pick([12, 20, 21, 45], index) },
      ...{ Remarks: index % 4 ? null : "Achterom leveren", AmountDiscount: index % 7 ? 0 : 3.5 },
    });
    below(company, "SalesOrders", OrderID, [line(index + 2), line(index + 9)].slice(index % 2));
  });
  daily(company, 14, (index) => {
    const [PurchaseOrderID, owner] = [guidOf(company, `purchase order ${index}`), pick(suppliers, index)["ID"]];
    const about = { Supplier: owner, Remarks: index % 3 ? null : "Spoed", YourRef: index % 4 ? null : `L-${index}` };
    company.add("PurchaseOrders", {
      ...{ PurchaseOrderID, Currency: "EUR", OrderDate: today(), OrderNumber: 8000 + index, ...about },
      ...{ OrderStatus: pick([10, 20, 30, 40], index), Description: index % 2 ? null : "Voorraad" },
      PaymentCondition: index % 2 ? null : PaymentConditions.all()[0]?.["Code"],
    });
    const lines = [12, 4].map((QuantityInPurchaseUnits) =>
      line(index + QuantityInPurchaseUnits, { QuantityInPurchaseUnits }),
    );
    below(company, "PurchaseOrders", PurchaseOrderID, lines);
    if (index % 4 === 3) return;
    const ID = guidOf(company, `receipt ${index}`);
    company.add("GoodsReceipts", { ID, ...about, ReceiptDate: today(), Description: index % 2 ? "Deel 1" : null });
    const received = lines.map(({ Item, Description }) => ({
      ...{ Item, Description, PurchaseOrderID, QuantityOrdered: 12, QuantityReceived: index % 2 ? 12 : 5 },
      Project: index % 2 ? null : guidOf(company, "project 2"),
    }));
    below(company, "GoodsReceipts", ID, received);
  });
}
