/** Seed data: a company with several currencies and two years of awkward data in balanced books. */
import { pdf, type StoredFile } from "../engine/files.ts";
import { daily, times } from "../engine/seeding.ts";
import { openCompany } from "../engine/tables.ts";
import { big, cents, day, dayLater, dayLength, pick, type Row, row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { type Name, stampAt, tables } from "./models.ts";
import { type Books, voidOut, write } from "./rules.ts";
import { active, codeAt, printed, ref, refAt, refBy, seedBooks } from "./seedBooks.ts";

export function openBooks(world: World): Books[] {
  let last = 100;
  const company = openCompany<Name>({
    id: "4620816365000000001",
    tables,
    key: () => "Id",
    now: () => world.now(),
    newId: () => text(++last),
    facts: { name: "Heron & Finch Outfitters Ltd", currency: "GBP", BookCloseDate: day(world.now() - 700 * dayLength) },
    stamp: (record, at, _table, isNew) => {
      const { CreateTime = stampAt(at) } = row(record["MetaData"]);
      const SyncToken = isNew ? "0" : text(Number(record["SyncToken"]) + 1);
      Object.assign(record, { SyncToken, MetaData: { CreateTime, LastUpdatedTime: stampAt(at) }, domain: "QBO" });
    },
    stampOf: ({ MetaData }) => Date.parse(text(row(MetaData)["LastUpdatedTime"])) + 999,
  });
  company.past(company.now() - 660 * dayLength, () => seedBooks(company));
  const repeat = (count: number, days: number, act: (company: Books, index: number, date: string) => void) =>
    daily(company, [count, days], (index, date) => act(company, index, date));
  repeat(64, 9, sell);
  repeat(34, 16, buy);
  repeat(20, 28, spend);
  repeat(16, 34, bookByHand);
  repeat(9, 20, offer);
  return [company];
}

const cork = { City: "Cork", PostalCode: "T12", Country: "Ireland" };
/** Every thirteenth document is in another currency. */
const money = (index: number): Row =>
  index % 13 === 6 ? { CurrencyRef: { value: "EUR", name: "Euro" }, ExchangeRate: 0.86 } : { CurrencyRef: ref("GBP") };
/** Every fifth document has gross prices, unless it has a bundle or a discount. */
const typed = (index: number) =>
  index % 9 !== 8 && index % 11 !== 7 && index % 5 === 0 ? "TaxInclusive" : "TaxExcluded";
const lineOf = (DetailType: string, detail: Row, more: Row): Row => ({ ...more, DetailType, [DetailType]: detail });
const priced = (Qty: number, UnitPrice: unknown) => cents(big(Qty).times(big(UnitPrice))).toNumber();
const classed = (company: Books, index: number) => index % 3 === 0 && { ClassRef: refAt(company, "Class", index) };

function saleLine(company: Books, index: number): Row {
  const { Id, Name, UnitPrice } = active(company, "Item", index);
  const Qty = (index % 4) + 1;
  const detail = { ItemRef: ref(Id), Qty, UnitPrice, TaxCodeRef: codeAt(company, index), ...classed(company, index) };
  const about = { Amount: priced(Qty, UnitPrice), ...(index % 5 !== 4 && { Description: Name }) };
  return lineOf("SalesItemLineDetail", detail, about);
}

/** Besides items there are comments, bundles and document discounts. */
function saleLines(company: Books, index: number): Row[] {
  const goods = times((index % 3) + 1, (at) => saleLine(company, index * 3 + at));
  const Line = times(2, (at) => ({ Id: text(80 + at), ...saleLine(company, index + at) }));
  const off = index % 18 === 8 ? { PercentBased: true, DiscountPercent: 10 } : { PercentBased: false };
  return [
    ...(index % 11 === 7 ? [lineOf("GroupLineDetail", { Quantity: 1, Line }, { Id: "79" })] : goods),
    ...(index % 6 === 2 ? [{ Id: "90", Description: "Thank you", DetailType: "DescriptionOnly" }] : []),
    ...(index % 9 === 8 ? [lineOf("DiscountLineDetail", off, { Amount: 2.5 })] : []),
  ];
}

/** Paid, partly paid, overdue, void and credited invoices. */
function sell(company: Books, index: number, date: string): void {
  const customer = active(company, "Customer", index * 7);
  const sold: Row = {
    CustomerRef: ref(customer["Id"]),
    TxnDate: date,
    ...money(index),
    Line: saleLines(company, index),
    GlobalTaxCalculation: index % 16 === 9 ? "NotApplicable" : typed(index),
    BillAddr: index % 4 === 0 ? printed : (customer["BillAddr"] ?? { Id: "1" }),
    ...(index % 4 === 3 && { ShipAddr: { Line1: "4 Dock Road", City: "Testbury" }, ShipDate: date }),
  };
  const isReceipt = index % 21 === 20;
  const receipt = { ...sold, DepositToAccountRef: refBy(company, "Account", "Checking") };
  if (isReceipt) {
    write(company, "SalesReceipt", receipt);
    if (index % 2 === 0) write(company, "RefundReceipt", receipt);
    return;
  }
  const due = index % 7 !== 5 && { SalesTermRef: refAt(company, "Term", index), DueDate: dayLater(date, 30) };
  const invoice = write(company, "Invoice", { ...sold, ...due });
  if (index % 15 === 14) voidOut(company, "Invoice", invoice);
  else if (index % 3 !== 2) pay(company, invoice, index % 6 === 4 ? 3 : 1);
  if (index % 4 !== 2) return;
  const { Id, RemainingCredit: all } = write(company, "CreditMemo", { ...sold, ...(index % 8 === 2 && due) });
  const left = pick([all, 0, cents(big(all).div(2)).toNumber()], index);
  company.save("CreditMemo", { ...company.tables.CreditMemo.get(Id), RemainingCredit: left, Balance: left });
}

/** The full amount, or a part of it. */
function pay(company: Books, { Id, TotalAmt, CustomerRef, VendorRef, ...document }: Row, parts: number): void {
  const amount = cents(big(TotalAmt).div(parts)).toNumber();
  const isSale = CustomerRef !== undefined;
  const bank = refBy(company, "Account", "Checking");
  const card = refBy(company, "Account", "Company Card");
  const byCard = { PayType: "CreditCard", CreditCardPayment: { CCAccountRef: card } };
  const byCheck = { PayType: "Check", CheckPayment: { BankAccountRef: bank } };
  const from = { CustomerRef, ...(amount > 40 && { DepositToAccountRef: bank }) };
  write(company, isSale ? "Payment" : "BillPayment", {
    ...(isSale ? from : { VendorRef, ...(amount > 90 ? byCheck : byCard) }),
    TotalAmt: amount,
    TxnDate: company.today(),
    CurrencyRef: document["CurrencyRef"],
    ExchangeRate: document["ExchangeRate"],
    ...(amount > 100 && { PrivateNote: "By transfer" }),
    Line: [{ Amount: amount, LinkedTxn: [{ TxnId: Id, TxnType: isSale ? "Invoice" : "Bill" }] }],
  });
}

function costLine(company: Books, index: number): Row {
  const shared = { TaxCodeRef: codeAt(company, index), BillableStatus: "NotBillable", ...classed(company, index) };
  if (index % 2 === 0) {
    const goods = company.tables.Item.where(({ PurchaseCost }) => PurchaseCost !== undefined);
    const { Id, Name, PurchaseCost: UnitPrice } = pick(goods.slice(0, 9), index);
    const Qty = index % 5 === 0 ? 1.5 : (index % 4) + 2;
    const detail = { ...shared, ItemRef: ref(Id), Qty, UnitPrice };
    return lineOf("ItemBasedExpenseLineDetail", detail, { Description: Name, Amount: priced(Qty, UnitPrice) });
  }
  const name = pick(["Rent or Lease", "Office Supplies", "Postage"], index);
  const about = { Amount: 45.6 + index, ...(index % 3 !== 0 && { Description: name }) };
  return lineOf("AccountBasedExpenseLineDetail", { ...shared, AccountRef: refBy(company, "Account", name) }, about);
}

function buy(company: Books, index: number, date: string): void {
  const bought: Row = {
    VendorRef: refAt(company, "Vendor", index),
    TxnDate: date,
    ...money(index),
    GlobalTaxCalculation: typed(index),
    Line: times(2, (at) => costLine(company, index + at)),
    APAccountRef: refBy(company, "Account", "Accounts Payable (A/P)"),
    ...(index % 3 === 0 && { PrivateNote: `Order ${index}` }),
  };
  const due = index % 5 !== 4 && { DueDate: dayLater(date, 20), SalesTermRef: refAt(company, "Term", index) };
  const number = index % 4 !== 2 && { DocNumber: `R-${5000 + index}` };
  const bill = write(company, "Bill", { ...bought, ...due, ...number });
  if (index % 3 !== 1) pay(company, bill, index % 6 === 3 ? 4 : 1);
  if (index % 5 === 2) attach(company, { type: "Bill", value: bill["Id"] }, { name: `bill-${index}.pdf` });
  if (index % 5 === 0) {
    const credit = write(company, "VendorCredit", { ...bought, ...number });
    if (index % 10 === 0) company.save("VendorCredit", { ...credit, Balance: index % 20 === 0 ? 0 : 1 });
  }
  if (index % 4 !== 3) return;
  const about = { ShipAddr: printed, VendorAddr: { Line1: "7 Quay", ...cork }, ...due, Memo: "Ring twice" };
  const POStatus = pick(["Open", "Closed"], index);
  write(company, "PurchaseOrder", { ...bought, POStatus, ...(index % 8 === 3 && about) });
}

type File = Pick<StoredFile, "name"> & Partial<StoredFile>;
export function attach(company: Books, owner: Row | undefined, file: File, more: Row = {}): Row {
  const { name, type = "application/pdf", bytes = pdf(name) } = file;
  const Id = company.newId();
  company.files.set(Id, { name, type, bytes });
  const url = `https://intuit-qbo-prod-30.s3.amazonaws.com/${company.id}/attachments/${Id}?Signature=fiktiv`;
  return company.add("Attachable", {
    Id,
    FileName: name,
    ContentType: type,
    Size: bytes.length,
    TempDownloadUri: url,
    ...more,
    ...(owner && { AttachableRef: [{ EntityRef: owner, IncludeOnSend: false }] }),
  });
}

/** Money that goes back to a customer. */
function receivableLine(company: Books, index: number): Row {
  const AccountRef = refBy(company, "Account", "Accounts Receivable (A/R)");
  return lineOf("AccountBasedExpenseLineDetail", { AccountRef }, { Amount: 20 + index, Description: "Paid back" });
}

function spend(company: Books, index: number, date: string): void {
  const isCard = index % 3 === 1;
  const type = index % 8 === 2 ? "Customer" : "Vendor";
  const costs = [costLine(company, index), costLine(company, index + 5)];
  const paidBack = type === "Customer" && !isCard ? [receivableLine(company, index)] : [];
  write(company, "Purchase", {
    PaymentType: pick(["Cash", "CreditCard", "Check"], index),
    TxnDate: date,
    ...money(index + 3),
    AccountRef: refBy(company, "Account", isCard ? "Company Card" : "Checking"),
    ...(index % 4 !== 3 && { EntityRef: { ...refAt(company, type, index), type } }),
    ...(isCard && { Credit: index % 9 === 4 }),
    ...(index % 2 === 0 && { DocNumber: text(300 + index) }),
    ...(index % 4 === 0 && { PrivateNote: "Counter" }),
    Line: paidBack.length > 0 && index % 16 === 2 ? paidBack : [...costs, ...paidBack],
  });
}

function bookByHand(company: Books, index: number, date: string): void {
  const about = { Amount: 120 + index * 1.1, ...(index % 3 !== 0 && { Description: "Month end" }) };
  const line = (PostingType: string, account: string, more: Row) =>
    lineOf("JournalEntryLineDetail", { PostingType, AccountRef: refBy(company, "Account", account), ...more }, about);
  const Type = index % 2 === 0 ? "Customer" : "Vendor";
  const Entity = { Type, EntityRef: refAt(company, Type, index) };
  const analysed = { ClassRef: refAt(company, "Class", index), DepartmentRef: refAt(company, "Department", index) };
  const taxed = { TaxCodeRef: codeAt(company, 2), TaxApplicableOn: "Purchase", TaxAmount: 0 };
  const sold = [line("Debit", "Accounts Receivable (A/R)", { Entity }), line("Credit", "Interest Earned", analysed)];
  const rent = line("Debit", "Rent or Lease", { ...analysed, ...taxed });
  const words = { Description: "Only words", DetailType: "DescriptionOnly", DescriptionLineDetail: {} };
  const { Id } = write(company, "JournalEntry", {
    TxnDate: date,
    ...money(index + 2),
    Adjustment: index % 8 === 7,
    ...(index % 4 !== 1 && { DocNumber: `J${index + 1}`, PrivateNote: "Month end" }),
    Line: Type === "Customer" ? sold : [rent, line("Credit", "Accounts Payable (A/P)", { Entity }), words],
  });
  if (index % 5 === 3) attach(company, { type: "JournalEntry", value: Id }, { name: `voucher-${index}.pdf` });
}

function offer(company: Books, index: number, date: string): void {
  write(company, "Estimate", {
    CustomerRef: refAt(company, "Customer", index * 5),
    TxnDate: date,
    ...money(index + 1),
    TxnStatus: pick(["Pending", "Accepted", "Rejected", "Closed"], index),
    ExpirationDate: dayLater(date, 30),
    Line: saleLines(company, index),
    GlobalTaxCalculation: typed(index),
    BillAddr: index % 2 === 0 ? printed : cork,
  });
}
