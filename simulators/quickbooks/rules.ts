/** Business rules: what is refused, filled in, added up and posted. */
import type { Big } from "big.js";
import type { Company } from "../engine/tables.ts";
import { big, cents, isRow, type Row, row, rows, sum, text, without } from "../engine/values.ts";
import { type Entity, isTransaction, type Name, namedBy, refs, required, stampAt } from "./models.ts";
import { invalid, missing, needed, unfit } from "./refusals.ts";

export type Books = Company<Name>;
const valueOf = (ref: unknown): string => text(row(ref)["value"]);

/** Checks every reference of a row, and adds the name of the record. */
function resolved(company: Books, value: unknown, field = ""): unknown {
  if (Array.isArray(value)) return value.map((element) => resolved(company, element));
  if (!isRow(value)) return value;
  const entity = refs[field];
  if (entity === undefined) {
    return Object.fromEntries(Object.entries(value).map(([name, value]) => [name, resolved(company, value, name)]));
  }
  const found = company.tables[entity].get(value["value"]);
  if (found === undefined) throw invalid(2500, "Invalid Reference Id", `Invalid Reference Id : ${field}`, field);
  if (found["Active"] === false) throw missing();
  return { value: found["Id"], ...(entity !== "TaxCode" && { name: found[namedBy(entity)] }) };
}

function unique({ tables }: Books, entity: Entity, body: Row, ownId?: unknown): void {
  const taken = (names: readonly Name[], field: string) =>
    names.some((name) => tables[name].first((record) => record[field] === body[field] && record["Id"] !== ownId));
  const isParty = entity === "Customer" || entity === "Vendor";
  const isNamed = isParty || ["Account", "Item", "Term"].includes(entity);
  if (isNamed && taken(isParty ? ["Customer", "Vendor"] : [entity], namedBy(entity)))
    throw invalid(6240, "Duplicate Name Exists Error", "The name supplied already exists. : null");
  if (isTransaction(entity) && body["DocNumber"] !== undefined && taken([entity], "DocNumber")) {
    const detail = `You must specify a different number. This number has already been used. DocNumber=${text(body["DocNumber"])} is assigned to TxnType=${entity}`;
    throw invalid(6140, "Duplicate Document Number Error", detail);
  }
}

const kinds = ["SalesItemLineDetail", "ItemBasedExpenseLineDetail", "AccountBasedExpenseLineDetail"];
const detailOf = (line: Row): Row => row(line[text(line["DetailType"])]);

const isPurchase = (entity: Entity) => ["Bill", "VendorCredit", "Purchase", "PurchaseOrder"].includes(entity);

/** Purchases have separate rates. */
function percentageOf({ tables }: Books, code: string, entity: Entity): Big {
  const side = isPurchase(entity) ? "PurchaseTaxRateList" : "SalesTaxRateList";
  const details = rows(row(tables.TaxCode.get(code)?.[side])["TaxRateDetail"]);
  return sum(details.map(({ TaxRateRef }) => tables.TaxRate.get(valueOf(TaxRateRef))?.["RateValue"]));
}

/** Adds ids, subtotals and tax to the lines. Prices are stored net, however they were entered. */
function added(company: Books, entity: Entity, document: Row): Row {
  let last = Math.max(0, ...rows(document["Line"]).map(({ Id }) => Number(Id ?? 0)));
  const lines = rows(document["Line"])
    .filter(({ DetailType }) => DetailType !== "SubTotalLineDetail")
    .map((line) => withGross(company, entity, document, { Id: line["Id"] ?? text(++last), ...line }));
  const priced = lines.flatMap((line) =>
    line["DetailType"] === "GroupLineDetail" ? rows(detailOf(line)["Line"]) : [line],
  );
  const goods = priced.filter(({ DetailType }) => kinds.includes(text(DetailType)));
  const net = sum(goods.map(({ Amount }) => Amount));
  const off = lines.find(({ DetailType }) => DetailType === "DiscountLineDetail");
  const { PercentBased, DiscountPercent } = off === undefined ? {} : detailOf(off);
  const discount = PercentBased ? cents(net.times(big(DiscountPercent)).div(100)) : big(off?.["Amount"]);
  if (off !== undefined) off["Amount"] = discount.toNumber();
  const share = net.eq(0) ? big(1) : net.minus(discount).div(net);
  const TaxLine = [...Map.groupBy(goods, (line) => valueOf(detailOf(line)["TaxCodeRef"]))].flatMap(([code, group]) => {
    const rate = percentageOf(company, code, entity);
    const taxable = cents(sum(group.map(({ Amount }) => Amount)).times(share));
    const TaxLineDetail = { NetAmountTaxable: taxable.toNumber(), TaxPercent: rate.toNumber(), PercentBased: true };
    const typed = sum(group.map((line) => detailOf(line)["TaxInclusiveAmt"]));
    // With gross prices, it is the total of the lines as entered.
    const isTyped = document["GlobalTaxCalculation"] === "TaxInclusive" && off === undefined;
    const Amount = (isTyped ? typed.minus(taxable) : cents(taxable.times(rate).div(100))).toNumber();
    return rate.eq(0) ? [] : [{ Amount, DetailType: "TaxLineDetail", TaxLineDetail }];
  });
  const tax = sum(TaxLine.map(({ Amount }) => Amount));
  const total = net.minus(discount).plus(tax).toNumber();
  const below = { Amount: net.toNumber(), DetailType: "SubTotalLineDetail", SubTotalLineDetail: {} };
  return {
    ...document,
    Line: isPurchase(entity) ? lines : [...lines, below],
    TotalAmt: total,
    // Purchases without tax have no tax detail.
    ...((!isPurchase(entity) || TaxLine.length > 0) && { TxnTaxDetail: { TotalTax: tax.toNumber(), TaxLine } }),
  };
}

function withGross(company: Books, entity: Entity, { GlobalTaxCalculation: typed }: Row, line: Row): Row {
  const name = text(line["DetailType"]);
  if (!kinds.includes(name)) return line;
  const { Qty, UnitPrice, TaxCodeRef, TaxInclusiveAmt, ...detail } = detailOf(line);
  const amount = big(line["Amount"]);
  if (UnitPrice !== undefined && !cents(big(Qty ?? 1).times(big(UnitPrice))).eq(amount))
    throw invalid(6070, "Amount calculation incorrect in the request", "Amount is not equal to UnitPrice * Qty.");
  const rate = percentageOf(company, valueOf(TaxCodeRef), entity);
  const item = company.tables.Item.get(valueOf(detail["ItemRef"]));
  const posted = name === "SalesItemLineDetail" && item !== undefined && { ItemAccountRef: item["IncomeAccountRef"] };
  const reckoned = cents(amount.times(rate.div(100).plus(1)));
  const sentGross = big(TaxInclusiveAmt ?? reckoned);
  if (typed === "TaxInclusive" && sentGross.minus(reckoned).abs().gt("0.01"))
    throw unfit("TaxInclusiveAmt does not match Amount and tax.");
  const gross = typed === "TaxInclusive" && { TaxInclusiveAmt: sentGross.toNumber() };
  return { ...line, [name]: { ...detail, ...posted, Qty, UnitPrice, TaxCodeRef, ...gross } };
}

const isPaying = (entity: Entity) => entity === "Payment" || entity === "BillPayment";
type Posted = [account: string, amount: Big];

/** The postings of each kind, debits positive, in the company's currency. */
function postingsOf(company: Books, entity: Entity, document: Row): Posted[] {
  if (entity === "Estimate" || entity === "PurchaseOrder") return [];
  const account = (field: string, value: string) => text(company.tables.Account.find(field, value)?.["Id"]);
  const [receivable, payable] = ["Accounts Receivable", "Accounts Payable"].map((type) => account("AccountType", type));
  const worth = (amount: unknown) => cents(big(amount).times(big(document["ExchangeRate"] ?? 1)));
  const total = worth(document["TotalAmt"]);
  const tax = worth(row(document["TxnTaxDetail"])["TotalTax"]);
  const { CheckPayment, CreditCardPayment: card, AccountRef, DepositToAccountRef } = document;
  const isBack = ["CreditMemo", "RefundReceipt", "VendorCredit"].includes(entity) || document["Credit"] === true;
  const lines = rows(document["Line"]).map((line): Posted => {
    const { AccountRef: accountRef, ItemRef, PostingType } = detailOf(line);
    const item = company.tables.Item.get(valueOf(ItemRef)) ?? {};
    const amount = worth(line["Amount"]).times(PostingType === "Credit" ? -1 : 1);
    return [valueOf(accountRef) || valueOf(item["ExpenseAccountRef"]), amount];
  });
  if (entity === "JournalEntry") {
    const taxes = rows(document["Line"]).map((line): Posted => {
      const { PostingType, TaxAmount } = detailOf(line);
      return [account("Name", "VAT Control"), worth(TaxAmount ?? 0).times(PostingType === "Credit" ? -1 : 1)];
    });
    return [...lines.filter(([accountId]) => accountId !== ""), ...taxes];
  }
  const from = valueOf(row(CheckPayment)["BankAccountRef"]) || valueOf(row(card)["CCAccountRef"]);
  const to = valueOf(DepositToAccountRef) || account("AccountType", "Bank");
  const isReceipt = entity === "SalesReceipt" || entity === "RefundReceipt";
  const counterAccount = isPurchase(entity)
    ? valueOf(AccountRef) || payable
    : entity === "BillPayment"
      ? from
      : isReceipt
        ? to
        : receivable;
  const income: Posted[] = [[account("Name", "Sales of Product Income"), total.minus(tax).times(-1)]];
  const known = isPurchase(entity) ? lines : income;
  const paid: Posted = [entity === "Payment" ? to : (payable ?? ""), total];
  if (isPaying(entity)) return [paid, [counterAccount ?? "", total.times(-1)]];
  // Rounding differences go to tax.
  const owed: Posted = [counterAccount ?? "", total.times(isPurchase(entity) ? -1 : 1)];
  const rest = sum([...known, owed].map(([, amount]) => amount)).times(-1);
  const all: Posted[] = [...known, owed, [account("Name", "VAT Control"), rest]];
  return all.map(([accountId, amount]) => [accountId, amount.times(isBack ? -1 : 1)]);
}

/** Replaces earlier postings. */
function post(company: Books, { Id: txn, TxnDate: date }: Row, postings: readonly Posted[]): void {
  const { Posting } = company.tables;
  for (const posting of Posting.under("txn", txn)) Posting.drop(posting);
  for (const [account, amount] of postings)
    if (!amount.eq(0)) Posting.put({ Id: company.newId(), txn, date, account, amount: amount.toFixed(2) });
}

/** A payment reduces the balance of its documents, which link back to it; deleting it restores them. */
function settle(company: Books, entity: Entity, payment: Row, sign: 1 | -1): void {
  for (const { Amount, LinkedTxn } of rows(payment["Line"]))
    for (const { TxnId, TxnType } of rows(LinkedTxn)) {
      const name = text(TxnType) as Name;
      const document = company.tables[name]?.get(TxnId);
      // The document may have been deleted in the meantime.
      if (document === undefined && sign === -1) continue;
      if (document === undefined) throw invalid(2500, "Invalid Reference Id", `Invalid Reference Id : ${text(TxnId)}`);
      const left = name === "CreditMemo" ? "RemainingCredit" : "Balance";
      const rest = big(document[left]).minus(big(Amount).times(sign));
      if (rest.lt(0)) throw unfit("You can't pay more than is open.");
      const link = { TxnId: payment["Id"], TxnType: entity === "BillPayment" ? "BillPaymentCheck" : "Payment" };
      const others = rows(document["LinkedTxn"]).filter(
        (linkedTransaction) => linkedTransaction["TxnId"] !== payment["Id"],
      );
      const LinkedTxn = sign === 1 ? [...others, link] : others;
      company.save(name, { ...document, [left]: rest.toNumber(), Balance: rest.toNumber(), LinkedTxn });
    }
}

/** A line with a tax code has to have its tax, which is posted to the same side. */
function balanced(lines: readonly Row[]): void {
  for (const { TaxCodeRef, TaxApplicableOn, TaxAmount } of lines.map(detailOf)) {
    if (TaxCodeRef !== undefined && TaxApplicableOn === undefined) throw needed("TaxApplicableOn");
    if (TaxCodeRef !== undefined && TaxAmount === undefined) throw needed("TaxAmount");
  }
  const of = (side: string) =>
    sum(
      lines
        .filter((line) => detailOf(line)["PostingType"] === side)
        .flatMap((line) => [line["Amount"], detailOf(line)["TaxAmount"] ?? 0]),
    );
  if (!of("Debit").eq(of("Credit")) || of("Debit").eq(0)) throw unfit("The transaction is not in balance.");
}

/** The sequence of numbers of each entity. Receipts continue the numbers of the documents that they stand for. */
const sequences: Readonly<Partial<Record<Entity, Entity>>> = {
  Invoice: "Invoice",
  SalesReceipt: "Invoice",
  CreditMemo: "CreditMemo",
  RefundReceipt: "CreditMemo",
  Estimate: "Estimate",
  PurchaseOrder: "PurchaseOrder",
};

const creditTypes = ["CreditMemo", "VendorCredit"];

/** Documents are paid by the money and by the credits of the same payment. The rest is on the customer's account. */
function paymentWith(payment: Row): Row {
  const lines = rows(payment["Line"]);
  const total = (isCredit: boolean) =>
    sum(
      lines
        .filter(({ LinkedTxn }) =>
          rows(LinkedTxn).some(({ TxnType }) => creditTypes.includes(text(TxnType)) === isCredit),
        )
        .map(({ Amount }) => Amount),
    );
  const rest = big(payment["TotalAmt"]).plus(total(true)).minus(total(false));
  if (big(payment["TotalAmt"]).lt(0) || rest.lt(0)) throw unfit("The payment is less than the amounts of its lines.");
  return { ...payment, Line: lines, ...(payment["CustomerRef"] !== undefined && { UnappliedAmt: rest.toNumber() }) };
}

/** The stored document. */
function complete(company: Books, entity: Entity, body: Row, before: Row): Row {
  const { BookCloseDate } = company.facts;
  const sequence = before["Id"] === undefined ? sequences[entity] : undefined;
  const number = sequence !== undefined && { DocNumber: text(company.next(sequence, 1001)) };
  const dated: Row = { TxnDate: company.today(), ...number, ...body };
  if (text(dated["TxnDate"]) <= text(BookCloseDate))
    throw invalid(6210, "Account Period Closed, Cannot Update Through Services API", "The account period has closed.");
  if (entity === "JournalEntry") {
    balanced(rows(dated["Line"]));
    const Line = rows(dated["Line"]).map((line, index) => ({ Id: text(index), ...line }));
    return { ...dated, Line, TotalAmt: 0, TxnTaxDetail: {} };
  }
  if (isPaying(entity)) return paymentWith(dated);
  const completed = added(company, entity, dated);
  if (entity === "Invoice" && big(completed["TotalAmt"]).lt(0)) throw unfit("Transaction amount must be 0 or greater.");
  const paid = big(before["TotalAmt"]).minus(big(before["Balance"]));
  const left = big(completed["TotalAmt"]).minus(paid).toNumber();
  if (entity === "CreditMemo") return { ...completed, Balance: left, RemainingCredit: left };
  if (entity === "SalesReceipt" || entity === "RefundReceipt") return { ...completed, Balance: 0 };
  return ["Invoice", "Bill", "VendorCredit"].includes(entity) ? { ...completed, Balance: left } : completed;
}

const classifications: Readonly<Record<string, string>> = {
  "Accounts Payable": "Liability",
  "Credit Card": "Liability",
  "Other Current Liability": "Liability",
  "Long Term Liability": "Liability",
  Equity: "Equity",
  Income: "Revenue",
  "Other Income": "Revenue",
  Expense: "Expense",
  "Other Expense": "Expense",
  "Cost of Goods Sold": "Expense",
};

function defaults(company: Books, entity: Entity, body: Row): Row {
  if (entity === "Account")
    return { Active: true, SubAccount: false, Classification: classifications[text(body["AccountType"])] ?? "Asset" };
  if (entity === "Term") return { Active: true, Type: body["DueDays"] === undefined ? "DATE_DRIVEN" : "STANDARD" };
  if (entity === "Estimate") return { TxnStatus: "Pending" };
  if (entity === "PurchaseOrder") return { POStatus: "Open" };
  if (!isTransaction(entity)) return { Active: true };
  // The currency is only shown in multi-currency companies.
  return { CurrencyRef: { value: company.facts["currency"] }, ExchangeRate: 1 };
}

/** Creates a record, or changes one; fields that are not sent stay unchanged. */
export function write(company: Books, entity: Entity, body: Row, before: Row = {}): Row {
  const isNew = before["Id"] === undefined;
  if (isNew) for (const field of required[entity] ?? []) if (body[field] === undefined) throw needed(field);
  const sent = resolved(company, without(body, ["sparse", "SyncToken", "Id"])) as Row;
  const filled = { ...(isNew && defaults(company, entity, body)), ...before, ...sent };
  unique(company, entity, filled, before["Id"]);
  if (!isTransaction(entity)) {
    const parent = company.tables[entity].get(valueOf(filled["ParentRef"]));
    const name = filled[namedBy(entity)];
    const FullyQualifiedName = parent === undefined ? name : `${text(parent["FullyQualifiedName"])}:${text(name)}`;
    return company.save(entity, { Id: company.newId(), ...filled, FullyQualifiedName });
  }
  const document = { Id: company.newId(), ...complete(company, entity, filled, before) };
  if (isPaying(entity)) settle(company, entity, document, 1);
  const stored = company.save(entity, document);
  post(company, stored, postingsOf(company, entity, stored));
  return stored;
}

export function erase(company: Books, entity: Entity, document: Row): void {
  if (isPaying(entity)) settle(company, entity, document, -1);
  else if (rows(document["LinkedTxn"]).length > 0)
    throw invalid(6480, "Transaction is linked", "You must unlink any linked transactions before deleting it.");
  post(company, document, []);
  company.remove(entity, document);
  if (!isTransaction(entity)) return;
  const MetaData = { LastUpdatedTime: stampAt(company.now()) };
  const shown = { status: "Deleted", domain: "QBO", Id: document["Id"], MetaData };
  company.tables.Gone.put({ Id: company.newId(), entity, shown });
}

/** A voided document keeps only its number. */
export function voidOut(company: Books, entity: Entity, document: Row): Row {
  const Line = rows(document["Line"]).map((line) => {
    const name = text(line["DetailType"]);
    const detail = detailOf(line);
    return { ...line, Amount: 0, [name]: detail["Qty"] === undefined ? detail : { ...detail, Qty: 0 } };
  });
  const nothing = { TotalAmt: 0, Balance: 0, TxnTaxDetail: { TotalTax: 0 } };
  const PrivateNote = `Voided ${text(document["PrivateNote"])}`.trim();
  const voided = company.save(entity, { ...document, Line, ...nothing, PrivateNote });
  post(company, voided, []);
  return voided;
}
