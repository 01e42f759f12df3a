/** Seed data: an invented Swedish company with the awkward cases. */
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { big, cents, dayLater, dayLength, pick, type Row, rows, sum, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { type Books, openVisma } from "./company.ts";
import { articleFrom, customerFrom, projectFrom, supplierFrom } from "./masters.ts";
import * as rules from "./rules.ts";

export function openBooks(world: World): Books {
  const books = openVisma(world);
  const seed = makeSeedData({ name: "visma-eaccounting", now: world.now(), scale: { customers: 115, suppliers: 110 } });
  books.past(books.now() - 900 * dayLength, () => {
    addMasterData(books);
    addParties(books, seed);
    addArticles(books, seed);
    addProjects(books);
  });
  addSales(books, seed);
  addPurchases(books, seed);
  addVouchers(books);
  // The company has locked everything until then.
  books.facts["lockedUntil"] = dayLater(books.today(), -720);
  return books;
}

/** Number, name and type, as measured for a Swedish company. */
const chart: readonly (readonly [number: number, name: string, type: number])[] = [
  [1010, "Utvecklingsutgifter", 0],
  [1510, "Kundfordringar", 5],
  [1910, "Kassa", 9],
  [1930, "Företagskonto", 9],
  [2081, "Aktiekapital", 10],
  [2099, "Årets resultat", 10],
  [2440, "Leverantörsskulder", 14],
  [2611, "Utgående moms på försäljning inom Sverige, 25%", 16],
  [2641, "Debiterad ingående moms", 16],
  [3041, "Försäljn tjänst 25% sv", 20],
  [3051, "Försäljn varor 25% sv", 20],
  [4000, "Inköp av handelsvaror (gruppkonto)", 24],
  [5010, "Lokalhyra", 25],
  [5410, "Förbrukningsinventarier", 25],
  [6110, "Kontorsmateriel", 25],
  [8310, "Ränteintäkter", 28],
];

const typeNames: Readonly<Record<number, string>> = {
  5: "Kundfordringar",
  9: "Kassa och bank",
  10: "Eget kapital",
  14: "Leverantörsskulder",
  16: "Momsskulder",
  20: "Nettoomsättning",
  24: "Råvaror och handelsvaror",
  25: "Övriga externa kostnader",
};

function addMasterData(books: Books): void {
  const thisYear = Number(books.today().slice(0, 4)) + 2;
  for (const year of [thisYear - 3, thisYear - 2, thisYear - 1, thisYear, thisYear + 1, thisYear + 2]) {
    const { Id: FiscalYearId } = books.add("fiscalyears", {
      StartDate: `${year}-01-01`,
      EndDate: `${year}-12-31`,
      IsLockedForAccounting: false,
      BookkeepingMethod: 0,
    });
    const extra = Array.from({ length: 45 }, (_, index) => [5500 + index, `Påhittat konto ${index}`, 25] as const);
    // The youngest accounts are not in the charts of the past.
    const accounts = year < thisYear ? [...chart, ...extra.slice(0, 40)] : [...chart, ...extra];
    for (const [index, [account, Name, Type]] of accounts.entries())
      books.add("accounts", {
        // Only the accounts of the current year are known by their number alone.
        key: year === thisYear ? String(account) : `${text(FiscalYearId)}/${account}`,
        Name,
        Number: String(account),
        VatCodeId: null,
        VatCodeDescription: null,
        FiscalYearId,
        ReferenceCode: null,
        Type,
        TypeDescription: typeNames[Type] ?? null,
        IsActive: account < 5500 || index % 4 !== 1,
        IsProjectAllowed: true,
        IsCostCenterAllowed: true,
        IsBlockedForManualBooking: false,
      });
  }
  const codings = [
    ["Varor 25% moms", "Goods", "25%", 3051],
    ["Tjänster 25% moms", "Service", "25%", 3041],
    ["Varor 12% moms", "Goods", "12%", 3052],
    ["Tjänster 6% moms", "Service", "6%", 3043],
    ["Varor momsfria", "Goods", "0%", null],
  ] as const;
  for (const [Name, Type, VatRate, account] of codings)
    books.add("articleaccountcodings", {
      Name,
      NameEnglish: Name,
      Type,
      VatRate,
      IsActive: true,
      VatRatePercent: Number.parseFloat(VatRate) / 100,
      DomesticSalesSubjectToReversedConstructionVatAccountNumber: 3231,
      DomesticSalesSubjectToVatAccountNumber: account,
      DomesticSalesVatExemptAccountNumber: null,
      ForeignSalesVatExemptWithinEuAccountNumber: 3108,
      ForeignSalesVatExemptOutsideEuAccountNumber: 3105,
    });
  for (const [Name, Code, Abbreviation] of [
    ["Styck", "PCE", "st"],
    ["Timmar", "HUR", "tim"],
    ["Kilo", "KGM", "kg"],
    ["Påse", "", "påse"],
  ])
    books.add("units", { Name, Code, Abbreviation });
  for (const [Name, NumberOfDays, TermsOfPaymentTypeId, TermsOfPaymentTypeText] of [
    ["30 dagar", 30, 0, "Normal"],
    ["10 dagar", 10, 0, "Normal"],
    ["Kontant", 0, 2, "Cash"],
    ["30 dagar, månadens slut", 30, 1, "CurrentMonth"],
  ])
    books.add("termsofpayments", {
      Name,
      NameEnglish: Name,
      NumberOfDays,
      TermsOfPaymentTypeId,
      TermsOfPaymentTypeText,
      AvailableForSales: true,
      AvailableForPurchase: TermsOfPaymentTypeId === 0,
    });
  for (const [index, Name] of ["Avdelning", "Kostnadsbärare", "Region"].entries()) {
    const Id = books.newId();
    books.add("costcenters", {
      Id,
      Name,
      Number: index + 1,
      IsActive: true,
      Items: Array.from({ length: 4 }, (_, at) => ({
        CostCenterId: Id,
        Id: books.newId(),
        Name: `${Name} ${at + 1}`,
        ShortName: `${Name.slice(0, 1)}${at + 1}`,
        IsActive: at !== 3,
        CreatedUtc: new Date(books.now()).toISOString(),
      })),
    });
  }
  for (const [index, Name] of ["Företagskonto", "Sparkonto", "Handkassa"].entries())
    books.add("bankaccounts", {
      Bank: null,
      BankAccountType: pick([1, 3, 2], index),
      BankAccountTypeDescription: pick(["Checkkonto", "Sparkonto", "Kassakonto"], index),
      Bban: index === 2 ? null : `0000-${10 + index}`,
      Iban: index === 0 ? "SE4550000000058398257466" : null,
      Name,
      IsActive: index !== 1,
      LedgerAccountNumber: pick([1930, 1930, 1910], index),
      HasActiveBankAgreement: false,
      IsDefaultChequeAccount: index === 0,
      CurrencyCode: "SEK",
    });
}

const termsOf = ({ tables }: Books, index: number): unknown => pick(tables.termsofpayments.all(), index)["Id"];

const every = (index: number, of: number, value: unknown): unknown => (index % of === 0 ? value : null);
const except = (index: number, of: number, value: unknown): unknown => (index % of === of - 1 ? null : value);

function placeOf({ address }: SeedParty, index: number): Row {
  const isAbroad = index % 5 === 3;
  return {
    line1: except(index, 7, address["address_line1"]),
    line2: every(index, 4, "Hus B"),
    city: text(address["city"]) || "Påhittköping",
    zip: text(address["postal_code"]) || "000 01",
    country: isAbroad ? pick(["NO", "DE", "FI"], index) : "SE",
  };
}

function addParties(books: Books, { customers, suppliers }: SeedData): void {
  for (const [index, party] of customers.entries()) {
    const { line1, line2, city, zip, country } = placeOf(party, index);
    const hasDelivery = index % 5 === 1;
    const row = customerFrom(books, {
      CustomerNumber: String(party.account),
      Name: party.name.slice(0, 50),
      CurrencyCode: index % 9 === 4 ? "EUR" : "SEK",
      EmailAddress: except(index, 5, `kund${index}@exempel.example`),
      InvoiceAddress1: line1,
      InvoiceAddress2: line2,
      InvoiceCity: city,
      InvoiceCountryCode: country,
      InvoicePostalCode: zip,
      ...(hasDelivery && {
        DeliveryAddress1: "Lagergatan 1",
        DeliveryAddress2: every(index, 2, "Port 2"),
        DeliveryCity: "Påhittköping",
        DeliveryCountryCode: "SE",
        DeliveryPostalCode: "000 02",
      }),
      IsPrivatePerson: index % 6 === 5,
      IsActive: index % 20 !== 19,
      MobilePhone: every(index, 3, `0700-${1000 + index}`),
      Telephone: except(index, 4, `0000-${1000 + index}`),
      TermsOfPaymentId: termsOf(books, index % 2),
      VatNumber: index % 2 === 1 ? `SE${String(index).padStart(10, "0")}01` : null,
    });
    books.add("customers", { ...row, seed: party.id });
  }
  for (const [index, party] of suppliers.entries()) {
    const { line1, line2, city, zip, country } = placeOf(party, index);
    const isKnown = index % 7 !== 5;
    const row = supplierFrom(books, {
      SupplierNumber: String(party.account),
      Name: party.name.slice(0, 50),
      ...(isKnown && { Address1: line1, Address2: line2, City: city, PostalCode: zip }),
      CountryCode: country,
      BankIban: every(index, 2, "SE4550000000058398257466"),
      BankBic: every(index, 4, "EXMPSESSXXX"),
      BankName: every(index, 6, "Exempelbanken"),
      CurrencyCode: index % 9 === 4 ? "EUR" : "SEK",
      EmailAddress: except(index, 5, `lev${index}@exempel.example`),
      MobilePhone: every(index, 3, `0701-${1000 + index}`),
      Telephone: except(index, 4, `0001-${1000 + index}`),
      TermsOfPaymentId: termsOf(books, 0),
      VatNumber: index % 2 === 1 ? `SE${String(index).padStart(10, "0")}02` : null,
    });
    books.add("suppliers", { ...row, seed: party.id });
  }
}

/** The seed's percentages, as they are in Sweden. */
const codingName = (percentage: unknown, isService: boolean): string => {
  if (Number(percentage) === 7) return "Varor 12% moms";
  if (Number(percentage) === 0) return "Varor momsfria";
  return isService ? "Tjänster 25% moms" : "Varor 25% moms";
};

function addArticles(books: Books, { items }: SeedData): void {
  for (let index = 0; index < Math.max(110, items.length); index++) {
    const item = pick(items, index);
    const name = index < items.length ? item.name : `${item.name} ${index}`;
    const coding = books.tables.articleaccountcodings.find("Name", codingName(item.sales.percentage, item.isService));
    const net = cents(item.salesPrice);
    const row = articleFrom(books, {
      IsActive: index % 15 !== 14,
      Number: index < items.length ? item.number : `A${index}`,
      Name: name.slice(0, 50),
      NetPrice: Number(net),
      GrossPrice: Number(cents(net.times(100 + Number.parseFloat(text(coding?.["VatRate"]))).div(100))),
      CodingId: coding?.["Id"],
      UnitId: pick(books.tables.units.all(), index)["Id"],
      PurchasePrice: Number(cents(item.purchasePrice)),
    });
    const stock = item.isService ? 0 : index * 3;
    books.add("articles", {
      ...row,
      StockBalance: stock,
      StockBalanceAvailable: stock,
      ...(index < items.length && { seed: item.id }),
    });
  }
}

function addProjects(books: Books): void {
  const customers = books.tables.customers.all();
  for (let index = 0; index < 14; index++)
    books.add("projects", {
      ...projectFrom(books, {
        Number: String(index + 1),
        Name: `Påhittat projekt ${index + 1}`,
        StartDate: books.today(),
        EndDate: every(index, 3, dayLater(books.today(), 900)),
        CustomerId: every(index, 2, pick(customers, index)["Id"]),
        Notes: every(index, 2, `Anteckning ${index}`),
        Status: index % 5 === 4 ? 2 : 1,
      }),
    });
}

const rowsFor = (books: Books, { lines }: SeedDocument, index: number): Row[] => {
  const [department] = books.tables.costcenters.all();
  const sold = lines.map((line, at) => ({
    ArticleId: books.tables.articles.find("seed", line.item.id)?.["Id"],
    IsTextRow: false,
    Text: (line.description ?? line.item.name ?? "").slice(0, 200),
    Quantity: Number(line.quantity.toFixed(2)),
    UnitPrice: Number(big(line.unitPrice).toFixed(2)),
    DiscountPercentage: index % 2 === 1 && at === 0 ? 0 : Number(line.discount) / 100,
    ...(index % 2 === 1 && at === 0 && { IsDiscountInFixedAmount: true, DiscountFixedAmount: 1 }),
    ...(at === 0 && index % 5 === 0 && { CostCenterItemId1: rows(department?.["Items"])[0]?.["Id"] }),
    ...(at === 0 && index % 3 === 0 && { ProjectId: pick(books.tables.projects.all(), index)["Id"] }),
  }));
  return index % 8 === 6 ? [...sold, { IsTextRow: true, Text: "Tack för er beställning" }] : sold;
};

const knownCustomer = (books: Books, { party }: SeedDocument): Row | undefined =>
  books.tables.customers.find("seed", party.id);

function sell(books: Books, document: SeedDocument, index: number, isCredit = false): Row {
  const customer = knownCustomer(books, document);
  books.facts["rounds"] = index % 3 === 1;
  try {
    const draft = rules.makeDraft(books, {
      CustomerId: customer?.["Id"],
      IsCreditInvoice: isCredit,
      InvoiceDate: document.date,
      DueDate: index % 9 === 8 ? null : document.due,
      DeliveryDate: every(index, 3, document.date),
      YourReference: every(index, 2, `PO ${index}`),
      Rows: rowsFor(books, document, index),
    });
    return rules.convert(books, draft, true);
  } finally {
    books.facts["rounds"] = false;
  }
}

/** Unpaid documents are overdue by their day, and some have no amount left although nobody has paid. */
function settle(books: Books, table: "customerinvoices" | "supplierinvoices", row: Row, document: SeedDocument): void {
  const { payments, status } = document;
  const isPaid = status === "paid";
  for (const [at, { date, amount }] of payments.entries()) {
    const left = big(row["RemainingAmountInvoiceCurrency"]).abs();
    const isLast = isPaid && at === payments.length - 1;
    const value = isLast || big(amount).gt(left) ? left : big(amount);
    if (value.lte(0)) continue;
    rules.pay(books, table, row, {
      CompanyBankAccountId: books.tables.bankaccounts.all()[0]?.["Id"],
      PaymentDate: date > books.today() ? books.today() : date,
      PaymentAmount: Number(value.toFixed(2)),
      PaymentCurrency: row["CurrencyCode"],
      PaymentType: isLast ? 2 : 1,
    });
  }
}

function markOverdue(books: Books, table: "customerinvoices" | "supplierinvoices", today: string): void {
  const [open, overdue, partly, partlyOverdue] = table === "customerinvoices" ? [1, 2, 1, 2] : [3, 7, 5, 4];
  for (const row of books.tables[table].all())
    if (text(row["DueDate"]) < today) {
      if (row["PaymentStatus"] === open) row["PaymentStatus"] = overdue;
      else if (row["PaymentStatus"] === partly) row["PaymentStatus"] = partlyOverdue;
    }
}

function addSales(books: Books, seed: SeedData): void {
  for (const [index, document] of seed.invoices.slice(0, 130).entries())
    books.past(document.created, () => settle(books, "customerinvoices", sell(books, document, index), document));
  for (const [index, document] of seed.creditNotes.slice(0, 30).entries())
    books.past(document.created, () => {
      const row = sell(books, document, index, true);
      if (index % 4 === 1)
        Object.assign(row, { RemainingAmount: 0, RemainingAmountInvoiceCurrency: 0, PaymentStatus: 0 });
      books.save("customerinvoices", row);
    });
  markOverdue(books, "customerinvoices", books.today());
}

function buy(books: Books, document: SeedDocument, index: number, isCredit = false): Row {
  const supplier = books.tables.suppliers.find("seed", document.party.id);
  const CurrencyCode = text(supplier?.["CurrencyCode"]);
  const rate = CurrencyCode === "EUR" ? big("11.5") : big(1);
  const nets = document.lines.map((line) => cents(big(line.unitPrice).times(line.quantity)));
  const net = sum(nets);
  const vat = index % 4 === 3 ? big(0) : cents(net.times(25).div(100));
  const total = net.plus(vat);
  const inCrowns = nets.map((each) => cents(each.times(rate)));
  const owed = cents(total.times(rate));
  // Crowns are rounded row by row.
  const vatInCrowns = owed.minus(sum(inCrowns));
  const side = (debit: boolean) => (debit === isCredit ? "CreditAmount" : "DebetAmount");
  return rules.makeSupplierInvoice(books, {
    SupplierId: supplier?.["Id"],
    InvoiceNumber: `F-${index}${isCredit ? "K" : ""}`,
    InvoiceDate: document.date,
    DueDate: document.due,
    TotalAmount: Number(total),
    Vat: Number(vat),
    IsCreditInvoice: isCredit,
    CurrencyCode,
    OcrNumber: every(index, 2, `7${index}00`),
    Rows: [
      { AccountNumber: 2440, [side(false)]: Number(owed) },
      ...(vatInCrowns.eq(0) ? [] : [{ AccountNumber: 2641, [side(true)]: Number(vatInCrowns) }]),
      ...inCrowns.map((amount, at) => ({
        AccountNumber: pick([4000, 5410, 6110], at + index),
        [side(true)]: Number(amount),
        TransactionText: every(at + index, 2, `Inköp ${at + 1}`),
        ...(at === 0 && index % 3 === 0 && { ProjectId: pick(books.tables.projects.all(), index)["Id"] }),
      })),
    ],
  });
}

function addPurchases(books: Books, seed: SeedData): void {
  for (const [index, document] of seed.bills.slice(0, 120).entries())
    books.past(document.created, () => {
      const row = buy(books, document, index);
      settle(books, "supplierinvoices", row, document);
      if (index % 17 === 11) row["Status"] = 2;
      if (row["PaymentStatus"] === 3 && index % 3 === 1)
        Object.assign(row, { RemainingAmount: 0, RemainingAmountInvoiceCurrency: 0 });
      if (row["PaymentStatus"] === 3 && index % 5 === 2) row["PaymentStatus"] = 15;
      books.save("supplierinvoices", row);
    });
  for (const [index, document] of seed.vendorCredits.slice(0, 26).entries())
    books.past(document.created, () => {
      const row = buy(books, document, index, true);
      if (index % 3 === 0)
        Object.assign(row, {
          RemainingAmount: 0,
          RemainingAmountInvoiceCurrency: 0,
          PaymentStatus: 6,
          PaymentDate: document.date,
        });
      books.save("supplierinvoices", row);
    });
  markOverdue(books, "supplierinvoices", books.today());
}

function addVouchers(books: Books): void {
  const [department] = books.tables.costcenters.all();
  for (let index = 0; index < 110; index++)
    books.past(books.now() - (600 - index * 5) * dayLength, () => {
      const amount = 100 + index;
      rules.makeVoucher(
        books,
        {
          VoucherDate: books.today(),
          VoucherText: `Verifikation ${index}`,
          NumberSeries: "B",
          Rows: [
            {
              AccountNumber: pick([5010, 6110], index),
              DebitAmount: amount,
              TransactionText: every(index, 2, `Rad ${index}`),
              CostCenterItemId1: every(index, 4, rows(department?.["Items"])[1]?.["Id"]),
            },
            { AccountNumber: 1930, CreditAmount: amount },
          ],
        },
        index % 10 !== 0,
      );
    });
}
