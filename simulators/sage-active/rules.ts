/** What Sage Active does with a mutation: defaults, totals, numbers, states, postings, and rules of business. */
import { GraphQLError } from "graphql";
import { priceLine } from "../engine/pricing.ts";
import { big, cents, dayLater, type Row, row, rows, sum, text, without } from "../engine/values.ts";
import { type Books, dayAt, type Name } from "./shapes.ts";

/** A message is the key of a rule, which another query translates. */
const rule = (key: string, extensions: Row = {}): GraphQLError => new GraphQLError(key, { extensions });

const missing = (name: string): GraphQLError => rule(`global.businessErrors.${name}NotFound`);

function found(company: Books, table: Name, id: unknown, name: string): Row {
  const record = company.tables[table].get(id);
  if (record === undefined) throw missing(name);
  return record;
}

const withIds = (company: Books, list: unknown): Row[] => rows(list).map((each) => ({ id: company.newId(), ...each }));

function personsOf(company: Books, list: unknown): Row[] {
  return withIds(company, list).map((person) => ({
    ...person,
    emails: withIds(company, person["emails"]),
    phones: withIds(company, person["phones"]),
  }));
}

const placesOf = (company: Books, list: unknown): Row[] =>
  withIds(company, list).map((place, index) => ({ isMainAddress: index === 0, ...place }));

type Third = "customers" | "suppliers";

function checkThird(company: Books, table: Third, body: Row): void {
  const taken = (field: string): boolean =>
    text(body[field]) !== "" &&
    company.tables[table].where((other) => other["id"] !== body["id"] && other[field] === body[field]).length > 0;
  if (taken("documentId")) throw rule("global.businessErrors.documentIdAlreadyExistInOrganization");
  if (/\s/.test(text(body["code"]))) throw rule("sales.businessErrors.codeCannotContainBlankSpaces");
}

export function makeThird(company: Books, table: Third, body: Row): Row {
  checkThird(company, table, body);
  const { addresses, contacts, ...rest } = body;
  return {
    id: company.newId(),
    code: String(company.next(table, 1)),
    status: "ENABLED",
    ...(table === "customers" && { customerType: "BUSINESS", paymentTermLines: [] }),
    ...rest,
    addresses: placesOf(company, addresses),
    contacts: personsOf(company, contacts),
  };
}

export function changeThird(company: Books, table: Third, body: Row): Row {
  const before = found(company, table, body["id"], table);
  checkThird(company, table, body);
  const { addresses, contacts, replaceAll, ...rest } = body;
  const kept = (name: string, list: unknown): Row[] =>
    (replaceAll as readonly string[] | undefined)?.includes(name) ? [] : rows(list);
  Object.assign(before, rest);
  if (addresses !== undefined)
    before["addresses"] = [...kept("ADDRESSES", before["addresses"]), ...placesOf(company, addresses)];
  if (contacts !== undefined)
    before["contacts"] = [...kept("CONTACTS", before["contacts"]), ...personsOf(company, contacts)];
  return company.save(table, before);
}

const taxOfGroup = (company: Books, group: unknown): Row | undefined =>
  company.tables.taxes.first((tax) => tax["groupId"] === group && tax["inactive"] !== true);

export function makeProduct(company: Books, body: Row): Row {
  if (company.tables.products.find("code", body["code"])) throw rule("sales.businessErrors.productCodeAlreadyExists");
  const tax = taxOfGroup(company, body["taxGroupId"] ?? company.facts["taxGroupId"]);
  return {
    id: company.newId(),
    category: "PRODUCT",
    obsolete: false,
    salesUnitPrice: 0,
    salesAccountingAccountId: company.tables.accountingAccounts.find("code", "707000")?.["id"],
    ...body,
    taxGroupId: tax?.["groupId"],
    salesVatPercentage: tax?.["percentage"],
    taxes: tax === undefined ? [] : [tax],
  };
}

const natures: Readonly<Record<string, string>> = {
  401: "PROVIDER",
  411: "CUSTOMER",
  421: "EMPLOYEE",
  512: "BANK",
  530: "CASH",
  44566: "INPUT_TAX",
  44571: "OUTPUT_TAX",
};
const natureOfClass: Readonly<Record<string, string>> = {
  1: "CAPITAL",
  2: "FIXED_ASSET",
  3: "STOCK",
  6: "CHARGE",
  7: "REVENUE",
};

export function makeAccount(company: Books, body: Row): Row {
  const code = text(body["code"]);
  if (!/^\d{3}[\dA-Z]{1,10}$/.test(code)) throw rule("accounting.businessErrors.accountingAccountCodeInvalid");
  if (company.tables.accountingAccounts.find("code", code))
    throw rule("accounting.businessErrors.accountingAccountCodeAlreadyExists");
  const known = Object.entries(natures).find(([start]) => code.startsWith(start))?.[1];
  return {
    id: company.newId(),
    name: `Automatically created account for code: ${code}`,
    deactivated: false,
    accountLevel: "SUB_ACCOUNT",
    subAccountType: known ?? natureOfClass[code.slice(0, 1)] ?? "UNDEFINED",
    accountType: /^[67]/.test(code) ? "INCOME_STATEMENT" : "BALANCE_SHEET",
    ...body,
  };
}

function lineOf(company: Books, body: Row, order: number): Row {
  const product = found(company, "products", body["productId"], "product");
  const [tax] = rows(product["taxes"]);
  const { totalQuantity = 1, unitPrice = 0, firstDiscount = 0 } = body;
  const vatPercentage = Number(tax?.["percentage"] ?? 0);
  const price = priceLine({
    quantity: totalQuantity,
    price: unitPrice,
    discount: firstDiscount,
    taxPercent: vatPercentage,
  });
  return {
    productCode: product["code"],
    productName: product["name"],
    ...without(body, ["originId"]),
    id: company.newId(),
    order,
    totalQuantity,
    unitPrice,
    firstDiscount,
    vatPercentage,
    taxId: tax?.["id"] ?? null,
    totalNet: price.net.toNumber(),
    totalGross: price.net.plus(price.discount).toNumber(),
    totalDiscount: price.discount.toNumber(),
    totalVat: price.tax.toNumber(),
    totalLiquid: price.gross.toNumber(),
    totalWithholding: 0,
  };
}

const totals = ["totalNet", "totalGross", "totalDiscount", "totalVat", "totalLiquid", "totalWithholding"];

function dueOf(date: string, [term]: readonly Row[]): string {
  const days = Number(term?.["day"] ?? 30);
  const due = dayLater(date.slice(0, 10), days);
  return text(term?.["condition"]) === "END_OF_MONTH"
    ? dayLater(`${dayLater(due, 32 - Number(due.slice(8))).slice(0, 7)}-01`, -1)
    : due;
}

export function makeInvoice(company: Books, body: Row): Row {
  const customer = found(company, "customers", body["customerId"], "customer");
  const date = text(body["documentDate"]).slice(0, 10) || company.today();
  const lines = rows(body["lines"]).map((line, index) => lineOf(company, line, index + 1));
  if (lines.length === 0) throw rule("sales.businessErrors.documentWithoutLines");
  const terms = rows(body["paymentTermLines"]);
  const number = text(body["operationalNumber"]);
  if (number !== "" && company.tables.salesInvoices.find("operationalNumber", number))
    throw rule("sales.businessErrors.operationalNumberAlreadyExists");
  return {
    id: company.newId(),
    type: "NORMAL",
    hasCreditNote: false,
    sourceSalesInvoiceId: null,
    externalReference: null,
    operationDate: null,
    ...without(body, ["paymentTermLines"]),
    ...(body["operationDate"] !== undefined && { operationDate: dayAt(text(body["operationDate"])) }),
    documentDate: dayAt(date),
    firstDueDate: dayAt(dueOf(date, terms.length > 0 ? terms : rows(customer["paymentTermLines"]))),
    socialName: customer["socialName"],
    operationalNumber: number || null,
    status: number === "" ? "Pending" : "Closed",
    lines,
    openItems: [],
    ...Object.fromEntries(totals.map((name) => [name, sum(lines.map((line) => line[name])).toNumber()])),
  };
}

/** The key of the vendor's own rule is not known. */
function checkOpen(company: Books, date: unknown): void {
  const day = text(date).slice(0, 10);
  const year = company.tables.accountingExercises.first(
    ({ startDate, endDate }) => text(startDate).slice(0, 10) <= day && day <= text(endDate).slice(0, 10),
  );
  const isClosed = rows(year?.["periods"]).some(
    ({ isClosed: closed, endDate }) => closed === true && day <= text(endDate).slice(0, 10),
  );
  if (year === undefined || year["status"] === "CLOSED" || isClosed)
    throw rule("accounting.businessErrors.accountingPeriodClosed");
}

const accountAt = (company: Books, code: string): Row | undefined =>
  company.tables.accountingAccounts.find("code", code);

interface Posting {
  readonly code: string;
  readonly debit?: unknown;
  readonly credit?: unknown;
  readonly third?: Row;
  readonly origin?: "CUSTOMER" | "SUPPLIER";
}

interface EntryFacts {
  readonly date: unknown;
  readonly journal: Row | undefined;
  readonly postings: readonly Posting[];
  readonly facts: Row;
}

function addEntry(company: Books, { date, journal, postings, facts }: EntryFacts): Row {
  const lines = postings.map(({ code, debit = 0, credit = 0, third, origin }, order) => {
    const account = accountAt(company, code);
    if (account === undefined) throw missing("accountingAccount");
    return {
      id: company.newId(),
      order,
      subAccountId: account["id"],
      subAccount: account,
      documentNumber: facts["documentNumber"] ?? null,
      description: facts["description"] ?? null,
      debitAmount: cents(debit).toNumber(),
      creditAmount: cents(credit).toNumber(),
      accountingEntryThirdParty:
        third === undefined
          ? null
          : {
              id: company.newId(),
              thirdPartyId: third["id"],
              socialName: third["socialName"],
              code: third["code"],
              origin,
            },
    };
  });
  return company.add("accountingEntries", {
    id: company.newId(),
    sourceType: "SALES",
    date: dayAt(text(date)),
    documentDate: dayAt(text(date)),
    journalTypeId: journal?.["id"],
    journalType: journal,
    currency: { id: "11111111-1111-4111-8111-111111111111", code: "EUR", description: "Euro", precision: 2 },
    entryType: "GENERAL",
    number: company.next("entry", 1),
    documentNumber: null,
    description: null,
    isClosed: false,
    ...facts,
    accountingEntryLines: lines,
  });
}

const posted = ({ id, number }: Row): Row => ({ accountingEntryId: id, accountingEntryNumber: number });

const journalOf = (company: Books, id: unknown, type: string): Row => {
  const journal = found(company, "journalTypes", id, "journalType");
  if (journal["type"] !== type) throw rule("accounting.businessErrors.journalTypeNotAllowed");
  return journal;
};

export function closeInvoice(company: Books, body: Row): Row {
  const invoice = found(company, "salesInvoices", body["salesInvoiceId"], "salesInvoice");
  if (invoice["status"] !== "Pending") throw rule("sales.businessErrors.documentIsNotPending");
  invoice["status"] = "Closed";
  invoice["operationalNumber"] = String(company.next("invoice", 37)).padStart(4, "0");
  return company.save("salesInvoices", invoice);
}

export function postInvoice(company: Books, body: Row): Row {
  const invoice = found(company, "salesInvoices", body["salesInvoiceId"], "salesInvoice");
  if (invoice["status"] !== "Closed") throw rule("sales.businessErrors.documentIsNotClosed");
  const journal = journalOf(company, body["journalTypeId"], "SALES_INVOICE");
  checkOpen(company, invoice["documentDate"]);
  const third = found(company, "customers", invoice["customerId"], "customer");
  const isCredit = invoice["type"] === "CREDIT_NOTE";
  const side = (amount: unknown, isDebit: boolean) => (isDebit === isCredit ? { credit: amount } : { debit: amount });
  const entry = addEntry(company, {
    date: invoice["documentDate"],
    journal,
    postings: [
      { code: "411000", ...side(invoice["totalLiquid"], true), third, origin: "CUSTOMER" },
      { code: "707000", ...side(invoice["totalNet"], false) },
      ...(Number(invoice["totalVat"]) === 0 ? [] : [{ code: "445710", ...side(invoice["totalVat"], false) }]),
    ],
    facts: { description: body["accountingEntryDescription"], documentNumber: invoice["operationalNumber"] },
  });
  invoice["status"] = "Posted";
  invoice["openItems"] = [openItem(company, invoice["totalLiquid"], invoice["firstDueDate"])];
  company.save("salesInvoices", invoice);
  return posted(entry);
}

const openItem = (company: Books, amount: unknown, dueDate: unknown): Row => ({
  id: company.newId(),
  creationDate: new Date(company.now()).toISOString(),
  modificationDate: null,
  amount,
  paidAmountAccumulated: 0,
  dueDate,
  status: "NOT_SPECIFIED",
  isAdvanceInvoicePayment: false,
});

export function creditInvoice(company: Books, body: Row): Row {
  const source = found(company, "salesInvoices", body["id"], "salesInvoice");
  if (source["status"] === "Pending") throw rule("sales.businessErrors.documentIsNotClosed");
  const wanted = rows(body["lines"]);
  const lines = rows(source["lines"]).flatMap((line) => {
    const part = wanted.find(({ productId }) => productId === line["productId"]);
    if (wanted.length > 0 && part === undefined) return [];
    const { productId, productName, unitPrice, firstDiscount } = line;
    return {
      productId,
      productName,
      unitPrice,
      firstDiscount,
      totalQuantity: part?.["quantity"] ?? line["totalQuantity"],
    };
  });
  const note = makeInvoice(company, {
    customerId: source["customerId"],
    documentDate: company.today(),
    externalReference: source["externalReference"],
    lines,
  });
  source["hasCreditNote"] = true;
  company.save("salesInvoices", source);
  return company.add("salesInvoices", { ...note, type: "CREDIT_NOTE", sourceSalesInvoiceId: source["id"] });
}

interface Side {
  readonly table: "salesInvoices" | "purchaseInvoices";
  readonly third: Third;
  readonly account: string;
  readonly paid: string;
  readonly part: string;
  readonly list: string;
}

export const sides = {
  sales: {
    table: "salesInvoices",
    third: "customers",
    account: "411000",
    paid: "Collected",
    part: "PartiallyCollected",
    list: "salesOpenItemLinkagePaidAmounts",
  },
  purchases: {
    table: "purchaseInvoices",
    third: "suppliers",
    account: "401000",
    paid: "Paid",
    part: "PartiallyPaid",
    list: "purchaseOpenItemLinkagePaidAmounts",
  },
} as const satisfies Record<string, Side>;

/** Money that was paid: an entry of the bank, and the open items that it settles. */
export function settle(company: Books, { table, third, account, paid, part, list }: Side, body: Row): Row {
  checkOpen(company, body["entryDate"]);
  const party = found(company, third, body["thirdPartyId"], third);
  const amounts = rows(body[list]);
  for (const { openItemId, paidAmount } of amounts) {
    const document = company.tables[table].first(({ openItems }) =>
      rows(openItems).some(({ id }) => id === openItemId),
    );
    const item = rows(document?.["openItems"]).find(({ id }) => id === openItemId);
    if (document === undefined || item === undefined) throw missing("openItem");
    const total = big(item["paidAmountAccumulated"]).plus(big(paidAmount));
    if (total.gt(big(item["amount"]))) throw rule("accounting.businessErrors.openItemPaidAmountExceeded");
    item["paidAmountAccumulated"] = total.toNumber();
    item["status"] = total.eq(big(item["amount"])) ? "COLLECTED" : "PARTIAL";
    item["modificationDate"] = new Date(company.now()).toISOString();
    document["status"] = total.eq(big(item["amount"])) ? paid : part;
    if (table === "purchaseInvoices") document["pendingAmount"] = big(item["amount"]).minus(total).toNumber();
    company.save(table, document);
  }
  const amount = sum(amounts.map(({ paidAmount }) => paidAmount)).toNumber();
  const isSale = table === "salesInvoices";
  const origin = isSale ? "CUSTOMER" : "SUPPLIER";
  const entry = addEntry(company, {
    date: body["entryDate"],
    journal: company.tables.journalTypes.find("type", "FINANCIAL"),
    postings: [
      { code: "512000", ...(isSale ? { debit: amount } : { credit: amount }) },
      { code: account, ...(isSale ? { credit: amount } : { debit: amount }), third: party, origin },
    ],
    facts: { description: body["description"] ?? null, documentNumber: body["documentNumber"] ?? null },
  });
  return posted(entry);
}

export function makePurchase(company: Books, body: Row): Row {
  const supplier = found(company, "suppliers", body["supplierId"], "supplier");
  const date = text(body["invoiceDate"]).slice(0, 10) || company.today();
  const vatLines = rows(body["vatLines"]).map((line) => {
    const tax =
      line["taxId"] === undefined
        ? company.tables.taxes.find("percentage", line["vatPercentage"])
        : company.tables.taxes.get(line["taxId"]);
    if (tax === undefined) throw missing("tax");
    const expected = cents(big(line["totalVatBase"]).times(big(tax["percentage"])).div(100));
    if (expected.minus(big(line["totalVat"])).abs().gt(0.05))
      throw rule("sales.businessErrors.totalVatIsNotConsistent");
    const account = line["purchaseAccountingAccountId"] ?? accountAt(company, "607000")?.["id"];
    if (!company.tables.accountingAccounts.has(account)) throw missing("accountingAccount");
    return {
      ...without(line, ["vatPercentage"]),
      id: company.newId(),
      invoiceDate: dayAt(date),
      taxId: tax["id"],
      tax,
      purchaseAccountingAccountId: account,
    };
  });
  const total = sum(vatLines.flatMap((line) => [row(line)["totalVat"], row(line)["totalVatBase"]])).toNumber();
  if (!big(total).eq(big(body["totalLiquid"]))) throw rule("sales.businessErrors.totalLiquidIsNotConsistent");
  const number = text(body["invoiceNumber"]);
  const isTaken = company.tables.purchaseInvoices.where(
    (other) => other["supplierId"] === supplier["id"] && other["invoiceNumber"] === number,
  );
  if (number !== "" && isTaken.length > 0) throw rule("sales.businessErrors.invoiceNumberAlreadyExists");
  return {
    id: company.newId(),
    operationDate: null,
    ...body,
    ...(body["operationDate"] !== undefined && { operationDate: dayAt(text(body["operationDate"])) }),
    invoiceDate: dayAt(date),
    firstDueDate: dayAt(text(body["firstDueDate"]) || dayLater(date, 30)),
    supplier,
    status: "Pending",
    pendingAmount: total,
    totalLiquid: total,
    openItems: [],
    vatLines,
  };
}

export function postPurchase(company: Books, body: Row): Row {
  const bill = found(company, "purchaseInvoices", body["purchaseInvoiceId"], "purchaseInvoice");
  if (bill["status"] !== "Pending") throw rule("sales.businessErrors.documentIsNotPending");
  const journal = journalOf(company, body["journalTypeId"], "PURCHASE_INVOICE");
  checkOpen(company, bill["invoiceDate"]);
  const lines = rows(bill["vatLines"]);
  const vat = sum(lines.map(({ totalVat }) => totalVat)).toNumber();
  const entry = addEntry(company, {
    date: body["postingDate"] ?? bill["invoiceDate"],
    journal,
    postings: [
      { code: "401000", credit: bill["totalLiquid"], third: row(bill["supplier"]), origin: "SUPPLIER" },
      ...lines.map(({ purchaseAccountingAccountId, totalVatBase }) => ({
        code: text(company.tables.accountingAccounts.get(purchaseAccountingAccountId)?.["code"]),
        debit: totalVatBase,
      })),
      ...(vat === 0 ? [] : [{ code: "445660", debit: vat }]),
    ],
    facts: { description: body["accountingEntryDescription"], documentNumber: bill["invoiceNumber"] },
  });
  bill["status"] = "Posted";
  bill["openItems"] = [openItem(company, bill["totalLiquid"], bill["firstDueDate"])];
  company.save("purchaseInvoices", bill);
  return posted(entry);
}

export function removeDraft(company: Books, table: "salesInvoices" | "purchaseInvoices", body: Row): Row {
  const document = found(company, table, body["id"], table);
  if (document["status"] !== "Pending") throw rule("sales.businessErrors.documentIsNotPending");
  company.remove(table, document);
  return { id: body["id"] };
}

export function makeEntry(company: Books, body: Row): Row {
  const lines = rows(body["accountingEntryLines"]);
  const debit = sum(lines.map(({ debitAmount }) => debitAmount));
  const credit = sum(lines.map(({ creditAmount }) => creditAmount));
  if (!debit.eq(credit) || debit.eq(0)) throw rule("accounting.businessErrors.invalidAccountingEntryLineAmount");
  const journal = company.tables.journalTypes.find("code", body["journalTypeCode"]);
  if (journal === undefined) throw missing("journalType");
  checkOpen(company, body["date"]);
  const entry = addEntry(company, {
    date: body["date"],
    journal,
    postings: lines.map(({ subAccountCode, thirdCode, debitAmount, creditAmount }) => {
      const code = text(subAccountCode);
      const table = code.startsWith("401") ? "suppliers" : "customers";
      const third = thirdCode === undefined ? undefined : company.tables[table].find("code", thirdCode);
      if (thirdCode !== undefined && third === undefined) throw missing("thirdParty");
      return {
        code,
        debit: debitAmount,
        credit: creditAmount,
        ...(third && { third, origin: table === "suppliers" ? ("SUPPLIER" as const) : ("CUSTOMER" as const) }),
      };
    }),
    facts: {
      sourceType: "PUBLIC_API",
      description: body["description"] ?? null,
      documentNumber: body["documentNumber"] ?? null,
    },
  });
  rows(entry["accountingEntryLines"]).forEach((line, index) => {
    const own = lines[index]?.["description"];
    if (own !== undefined) line["description"] = own;
  });
  return entry;
}

export function trialBalance(company: Books, input: Row): readonly Row[] {
  const year = found(company, "accountingExercises", input["exerciseId"], "accountingExercise");
  const [from, to] = [text(input["startDate"] ?? year["startDate"]), text(input["endDate"])].map((day) =>
    day.slice(0, 10),
  );
  const lines = company.tables.accountingEntries
    .where(({ date }) => text(date).slice(0, 10) >= text(from) && text(date).slice(0, 10) <= text(to))
    .flatMap(({ accountingEntryLines }) => rows(accountingEntryLines));
  const byAccount = Map.groupBy(lines, ({ subAccount }) => row(subAccount));
  return [...byAccount].map(([account, all]) => {
    const debit = sum(all.map(({ debitAmount }) => debitAmount)).toNumber();
    const credit = sum(all.map(({ creditAmount }) => creditAmount)).toNumber();
    return {
      accountCode: account["code"],
      accountDescription: `${text(account["code"])} - ${text(account["name"])}`,
      balance: big(debit).minus(credit).toNumber(),
      creditAmount: credit,
      creditBalance: -credit,
      debitAmount: debit,
      debitBalance: debit,
    };
  });
}
