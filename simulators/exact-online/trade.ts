/** Documents of the story in the vendor's shapes: sold, bought, paid, ordered. */
import { pdf } from "../engine/files.ts";
import { times } from "../engine/seeding.ts";
import type { StoryDocument } from "../engine/story.ts";
import { big, dayLater, dayLength, pick, type Row, sum } from "../engine/values.ts";
import { addOutstanding, addWith, amountsOf, type Books, boughtLine, date, periodOf, priced } from "./rules.ts";
import { assignedTo, guidOf, vatCode } from "./setup.ts";

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

export function addSale(company: Books, one: StoryDocument, index: number): void {
  const [isCredit, draft] = [one.kind === "creditNote", isDraft(one)];
  const sign = isCredit ? -1 : 1;
  const lines = one.lines.map((line, at) => ({
    ...priced(company, {
      ...{ Item: guidOf(company, line.item.id), Quantity: line.quantity.toNumber() },
      ...{ UnitPrice: line.unitPrice.toNumber(), Discount: line.discount.div(100).toNumber() },
      VATCode: vatCode(company, line.rate.code),
    }),
    ...{ AmountFC: line.net.times(sign).toNumber(), VATAmountFC: line.tax.times(sign).toNumber() },
    ...{ Description: line.description ?? line.item.name, VATPercentage: Number(line.rate.percentage) / 100 },
    ...{ Quantity: line.quantity.times(isCredit && index % 2 ? -1 : 1).toNumber(), ...assignedTo(line) },
    ...(at === 0 && index % 6 === 1 && { Project: guidOf(company, "project 0") }),
  }));
  const [owner, number, amounts] = [guidOf(company, one.party.id), draft ? 0 : 20_250_001 + index, amountsOf(lines)];
  const invoice = {
    ...{ InvoiceID: guidOf(company, one.id), InvoiceNumber: number, ...amounts, InvoiceTo: owner, OrderedBy: owner },
    ...{ InvoiceDate: date(one.date), DueDate: date(one.due), OrderDate: date(one.date), Currency: one.currency },
    ...{ Journal: "70", Status: draft ? pick([10, 20], index) : 50 },
    Type: isCredit ? pick([8021, 8024], index) : index % 17 === 3 ? 8023 : 8020,
    ...{ YourRef: index % 3 ? null : `PO-${index}`, PaymentCondition: one.term.code },
    AmountDiscount: index % 8 ? 0 : 5,
    Document: one.hasFile ? addDocument(company, `invoice ${number || index}`) : null,
  };
  addWith(company, "SalesInvoices", invoice, lines);
  if (!draft) owe(company, one, { list: "ReceivablesList", number, owner, total: amounts.AmountFC });
}

type Owing = { list: "ReceivablesList" | "PayablesList"; number: number; owner: string; total: number };

/** What is left is outstanding; what was paid stands in a statement. */
function owe(company: Books, one: StoryDocument, owing: Owing): void {
  const { list, number, owner, total } = owing;
  const sign = total < 0 ? -1 : 1;
  for (const { id, date: on, amount } of one.payments) {
    const AmountFC = big(amount)
      .abs()
      .times(list === "PayablesList" ? -sign : sign)
      .toNumber();
    pay(company, owing, { EntryID: guidOf(company, id), Currency: one.currency, Date: on, AmountFC });
  }
  if (!isOwed(one)) return;
  const paid = sum(one.payments.map(({ amount }) => big(amount).abs()));
  addOutstanding(company, list, owner, {
    ...{ DueDate: date(one.due), InvoiceDate: date(one.date), InvoiceNumber: number, EntryNumber: number },
    ...{ Description: number % 2 ? "Open post" : null, CurrencyCode: one.currency },
    Amount: big(total).minus(paid.times(sign)).toNumber(),
  });
}

type Paid = { EntryID: string; Currency: string; Date: string; AmountFC: number };

function pay(company: Books, { owner, number }: Owing, { EntryID, Currency, Date: on, AmountFC }: Paid): void {
  const isFirst = !company.tables.BankEntries.has(EntryID);
  if (isFirst)
    company.add("BankEntries", {
      ...{ EntryID, Currency, JournalCode: Currency === "USD" ? "21" : "20", Status: 50 },
      ...{ EntryNumber: company.next("bank", 25_200_001), ...periodOf(on) },
    });
  const line = (LineNumber: number, amount: number, account: string, more: Row) =>
    company.add("BankEntryLines", {
      ...{ EntryID, AmountFC: amount, AmountDC: amount, Date: date(on), ExchangeRate: 1, LineNumber, ...more },
      GLAccount: guidOf(company, account),
    });
  const about = { Description: number % 3 ? `Betaling ${number}` : null, OurRef: number % 14 ? number : null };
  line(1, AmountFC, AmountFC > 0 ? "acc-1400" : "acc-1600", { ...about, Account: owner });
  // Costs of the bank are nobody's.
  if (isFirst && number % 10 === 0) line(2, -1.5, "acc-4980", { Description: "Bankkosten" });
}

export function addPurchase(company: Books, one: StoryDocument, index: number): void {
  const sign = one.kind === "vendorCredit" ? -1 : 1;
  const lines = one.lines.map((line, at) => ({
    ...boughtLine(company, {
      ...{ GLAccount: guidOf(company, `acc-${line.item.expenseAccount}`), AmountFC: line.net.times(sign).toNumber() },
      VATCode: vatCode(company, line.rate.code),
    }),
    // With tax that is included the amount has it in it.
    ...(index % 9 === 4 && at === 0 && { AmountFC: line.gross.times(sign).toNumber() }),
    ...{ VATAmountFC: line.tax.times(sign).toNumber(), VATBaseAmountFC: line.net.times(sign).toNumber() },
    ...{ VATPercentage: Number(line.rate.percentage) / 100, Description: line.description },
    ...{ Quantity: line.quantity.toNumber(), ...assignedTo(line) },
    ...(at === 0 && index % 5 === 2 && { Project: guidOf(company, "project 1") }),
    ...(index % 2 === 0 && { From: date(one.date), To: date(one.due) }),
  }));
  const { AmountFC, VATAmountFC } = amountsOf(lines, "VATBaseAmountFC");
  const [number, owner, isVoid] = [25_600_001 + index, guidOf(company, one.party.id), one.status === "voided"];
  const entry = {
    ...{ EntryID: guidOf(company, one.id), EntryNumber: number, AmountFC, AmountDC: AmountFC, VATAmountFC },
    ...{ Currency: one.currency, Supplier: owner, Journal: "60", EntryDate: date(one.date), DueDate: date(one.due) },
    ...{ Status: isVoid ? 5 : isDraft(one) ? 20 : 50, Type: sign < 0 ? 31 : 30, YourRef: one.number ?? `F-${index}` },
    ...{ Description: index % 4 ? null : "Inkoop", PaymentCondition: one.term.code },
    PaymentReference: index % 6 ? null : `RF${index}`,
    Document: one.hasFile ? addDocument(company, `bill ${number}`) : null,
  };
  addWith(company, "PurchaseEntries", entry, lines);
  if (!isVoid) owe(company, one, { list: "PayablesList", number, owner, total: AmountFC });
}

/** Offers, orders and what came in, by number: three days after each other, the last one some days ago. */
export function addOrders(company: Books): void {
  const { Accounts, Items, PaymentConditions } = company.tables;
  const customers = Accounts.where(({ Status }) => Status === "C");
  const suppliers = Accounts.where(({ IsSupplier }) => IsSupplier === true);
  const line = (index: number, more: Row = {}) => {
    const { ID: Item, StandardSalesPrice: UnitPrice } = pick(Items.all(), index);
    const Quantity = (index % 4) + 1;
    return priced(company, { Item, Quantity, Discount: index % 3 ? 0 : 0.055, UnitPrice, ...more });
  };
  const daily = (count: number, one: (index: number, today: string) => void) =>
    times(count, (index) =>
      company.past(company.now() - (count - index) * 3 * dayLength, () => one(index, date(company.today()))),
    );
  daily(24, (index, QuotationDate) => {
    const quotation = {
      ...{ QuotationID: guidOf(company, `quotation ${index}`), Currency: "EUR", QuotationNumber: 5000 + index },
      ...{
        QuotationDate,
        OrderAccount: pick(customers, index * 3)["ID"],
        YourRef: index % 2 ? null : `Aanvraag ${index}`,
      },
      Status: pick([20, 25, 40, 50, 5, 6, 10, 35], index),
    };
    const free = { Description: index % 2 ? "Op maat" : null };
    addWith(company, "Quotations", quotation, [line(index), line(index + 5, free)]);
  });
  daily(70, (index, OrderDate) => {
    const owner = pick(customers, index * 5)["ID"];
    const order = {
      ...{ OrderID: guidOf(company, `order ${index}`), Currency: "EUR", OrderDate, OrderNumber: 6000 + index },
      ...{ OrderedBy: owner, InvoiceTo: owner, DeliverTo: pick(customers, index)["ID"] },
      ...{ DeliveryDate: index % 3 ? date(dayLater(company.today(), 9)) : null, Status: pick([12, 20, 21, 45], index) },
      ...{ Remarks: index % 4 ? null : "Achterom leveren", AmountDiscount: index % 7 ? 0 : 3.5 },
    };
    addWith(company, "SalesOrders", order, [line(index + 2), line(index + 9)].slice(index % 2));
  });
  daily(14, (index, today) => {
    const PurchaseOrderID = guidOf(company, `purchase order ${index}`);
    const about = {
      ...{ Supplier: pick(suppliers, index)["ID"], Remarks: index % 3 ? null : "Spoed" },
      YourRef: index % 4 ? null : `L-${index}`,
    };
    const order = {
      ...{ PurchaseOrderID, Currency: "EUR", OrderDate: today, OrderNumber: 8000 + index, ...about },
      ...{ OrderStatus: pick([10, 20, 30, 40], index), Description: index % 2 ? null : "Voorraad" },
      PaymentCondition: index % 2 ? null : PaymentConditions.all()[0]?.["Code"],
    };
    const lines = [12, 4].map((quantity) => line(index + quantity, { QuantityInPurchaseUnits: quantity }));
    addWith(company, "PurchaseOrders", order, lines);
    if (index % 4 === 3) return;
    const receipt = {
      ...{ ID: guidOf(company, `receipt ${index}`), ...about, ReceiptDate: today },
      Description: index % 2 ? "Deel 1" : null,
    };
    const received = lines.map(({ Item, Description }) => ({
      ...{ Item, Description, PurchaseOrderID, QuantityOrdered: 12, QuantityReceived: index % 2 ? 12 : 5 },
      ...(index % 2 === 0 && { Project: guidOf(company, "project 2") }),
    }));
    addWith(company, "GoodsReceipts", receipt, received);
  });
}
