/**
 * The invented organisations: a maker of kites with two years of documents, every odd case in turn, and a small one. What
 * was sold and bought is the engine's seed.
 */
import { pdf } from "../engine/files.ts";
import { makeSeedData, type SeedData, type SeedDocument } from "../engine/seedData.ts";
import { times } from "../engine/seeding.ts";
import { big, dayLength, pick, type Row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { base, type Company, cents, iso, openOrganisation, stamp } from "./company.ts";
import { writeDocument } from "./documents.ts";
import { writeManualJournal } from "./ledger.ts";
import { attach } from "./routes.ts";
import { seedBooks } from "./seedBooks.ts";
import { allocate, writePayment } from "./settling.ts";

type Happening = readonly [when: number, act: () => void];

export function openBooks(world: World): Company[] {
  const began = Math.floor(world.now() / dayLength) * dayLength - 760 * dayLength;
  const kites = openOrganisation("kites", kiteWorks(began), world.now);
  const teapots = openOrganisation("teapots", teapotTesters(began), world.now);
  const bills = [140, { open: 9, overdue: 8, partlyPaid: 4, voided: 4, draft: 6, submitted: 4, offset: 3 }] as const;
  const large = makeSeedData({ name: "kites", now: world.now(), scale: { bills } });
  const small = makeSeedData({ name: "teapots", now: world.now(), size: "small" });
  kites.past(began, () => seedBooks(kites, large));
  teapots.past(began, () => seedBooks(teapots, small));
  relive(teapots, trade(teapots, small));
  relive(kites, [
    ...trade(kites, large),
    ...credit(kites, large),
    ...times(116, (index) => cash(kites, large, index)),
    ...times(104, (index) => offer(kites, large, index)),
    ...times(14, (index) => bookByHand(kites, began + (30 + index * 50) * dayLength, index)),
  ]);
  return [kites, teapots];
}

const relive = (company: Company, happenings: readonly Happening[]): void => {
  for (const [when, act] of happenings.toSorted(([left], [right]) => left - right)) company.past(when, act);
};

/** Shared by both organisations. */
const about = (began: number): Row => ({
  OrganisationStatus: "ACTIVE",
  CreatedDateUTC: `/Date(${began})/`,
  Edition: "BUSINESS",
  ExternalLinks: [],
  FinancialYearEndDay: 31,
  Phones: [],
  Addresses: [],
});
const kiteWorks = (began: number): Row => ({
  ...about(began),
  Name: "Muddlebury Kite Works (simulated)",
  LegalName: "Muddlebury Kite Works Ltd",
  PaysTax: true,
  Version: "UK",
  OrganisationType: "COMPANY",
  BaseCurrency: "GBP",
  CountryCode: "GB",
  IsDemoCompany: false,
  RegistrationNumber: "00000042",
  TaxNumber: "GB000000042",
  FinancialYearEndMonth: 3,
  SalesTaxBasis: "ACCRUALS",
  SalesTaxPeriod: "3MONTHLY",
  Timezone: "GMTSTANDARDTIME",
  ShortCode: "!k1t3s",
  PeriodLockDate: stamp(began - 400 * dayLength),
  EndOfYearLockDate: stamp(began - 800 * dayLength),
  PaymentTerms: { Bills: { Day: 20, Type: "OFFOLLOWINGMONTH" }, Sales: { Day: 14, Type: "DAYSAFTERBILLDATE" } },
});
const teapotTesters = (began: number): Row => ({
  ...about(began),
  Name: "Tiny Teapot Testers (simulated)",
  LegalName: "Tiny Teapot Testers",
  PaysTax: false,
  Version: "NZ",
  OrganisationType: "SOLE_TRADER",
  BaseCurrency: "NZD",
  CountryCode: "NZ",
  IsDemoCompany: true,
  FinancialYearEndMonth: 12,
  SalesTaxBasis: "NONE",
  SalesTaxPeriod: "NONE",
  ShortCode: "!t34p0",
  Timezone: "NEWZEALANDSTANDARDTIME",
  PaymentTerms: {},
});

/** The seed's currencies, taxes and accounts in Xero's terms. */
const currencies: Readonly<Record<string, string>> = { USD: "USD", CHF: "EUR", JPY: "USD", NOK: "NZD" };
const taxTypes: Readonly<Record<string, string>> = {
  UST19: "OUTPUT2",
  UST7: "RROUTPUT",
  VST19: "INPUT2",
  VST7: "RRINPUT",
};
const accounts: Readonly<Record<string, string>> = { "8300": "210", "8400": "200", "3100": "429", "3300": "310" };

const file = (name: string, type = "application/pdf", bytes = pdf(name)) => ({ name, type, bytes });
const later = (date: string, days: number) => iso(Date.parse(date) + days * dayLength);

/** Every third line has no item. */
function linesOf({ lines, kind }: SeedDocument, index: number): Row[] {
  const few = lines.length > 99 ? lines : lines.slice(0, (index % 3) + 1);
  return few.map(({ item, description, quantity, unitPrice, discount, rate, dimensions }, at) => ({
    ...((index + at) % 3 !== 2 && { ItemCode: item.id }),
    Description: description ?? item.name,
    Quantity: quantity.toNumber(),
    UnitAmount: unitPrice.toNumber(),
    AccountCode: accounts[kind === "invoice" ? item.incomeAccount : item.expenseAccount] ?? "400",
    TaxType: taxTypes[rate.code] ?? "NONE",
    ...(dimensions.length > 0 && { Tracking: [{ Name: "Region", Option: pick(["North", "東"], index) }] }),
    ...(discount.gt(0) && (index % 15 === 7 ? { DiscountAmount: 1.25 } : { DiscountRate: discount.toNumber() })),
  }));
}

function paperOf(company: Company, document: SeedDocument, index: number): Row {
  const { party, date, taxRule, totals, currency } = document;
  const { ContactID } = company.tables.Contacts.under("Name", party.name)[0] ?? {};
  return {
    Contact: { ContactID },
    Date: date,
    LineItems: linesOf(document, index),
    LineAmountTypes: taxRule === "gross" ? "Inclusive" : totals.tax.eq(0) ? "NoTax" : "Exclusive",
    CurrencyCode: currencies[currency] ?? base(company),
    ...(index % 3 === 0 && { Reference: `Réf ${index}` }),
  };
}

/** Invoices and bills; older ones are mostly paid, some partly, some voided or deleted. */
function trade(company: Company, { invoices, bills }: SeedData): Happening[] {
  return [...invoices.entries(), ...bills.entries()].flatMap(([index, document]) => {
    const { kind, plan, date, due, lines, created, updated } = document;
    const isSale = kind === "invoice";
    let made: Row = {};
    const write = () => {
      const Status = plan === "draft" ? "DRAFT" : plan === "submitted" ? "SUBMITTED" : "AUTHORISED";
      made = writeDocument(company, "Invoices", {
        ...paperOf(company, document, index),
        Type: isSale ? "ACCREC" : "ACCPAY",
        Status,
        DueDate: due,
        SentToContact: isSale && index % 2 === 0,
        ...(index % 10 === 3 && { Url: `https://kites.example/orders/${index}` }),
        ...(index % 12 === 4 && { [isSale ? "ExpectedPaymentDate" : "PlannedPaymentDate"]: later(date, 40) }),
        ...(!isSale && index % 4 !== 1 && { InvoiceNumber: `R-${index}/${index}` }),
      });
      const scan = file("scan.png", "image/png", Buffer.from("89504e470d0a1a0a", "hex"));
      const attachment = index % 28 === 1 ? file(`Beleg Größe ${index}.pdf`) : scan;
      if (index % 4 === 1 || lines.length > 99) attach(company, "Invoices", made, { ...attachment, online: isSale });
    };
    const follow = () => aftermath(company, made["InvoiceID"], document, index);
    return [[created, write] as const, [updated + 1, follow] as const];
  });
}

function aftermath(company: Company, id: unknown, { plan, payments }: SeedDocument, index: number): void {
  const document = company.tables.Invoices.get(id) ?? {};
  const { AmountDue, CurrencyCode } = document;
  const Status = plan === "voided" ? "VOIDED" : plan === "draft" && index % 2 === 0 ? "DELETED" : undefined;
  if (Status !== undefined) writeDocument(company, "Invoices", { Status }, document);
  const date = payments.at(-1)?.date;
  if (date === undefined || document["Status"] !== "AUTHORISED") return;
  const isEuro = CurrencyCode === "EUR";
  const isPart = plan.startsWith("partly");
  const payment = writePayment(company, {
    Invoice: { InvoiceID: id },
    Date: date,
    Amount: isPart ? cents(big(AmountDue).div(3)) : AmountDue,
    Account: { Code: isEuro ? "092" : index % 16 === 7 ? "835" : "090" },
    ...(isEuro && { CurrencyRate: 1.1755 }),
    ...(index % 4 === 0 && { Reference: `Überweisung ${index}` }),
    IsReconciled: index % 3 === 0,
  });
  if (index % 40 === 12) writePayment(company, { Status: "DELETED" }, payment);
}

/** Credit notes: fully or partly applied to an invoice, partly refunded, voided, or open. */
const credit = (company: Company, { creditNotes, vendorCredits }: SeedData): Happening[] =>
  [...creditNotes.entries(), ...vendorCredits.entries()].map(([index, document]) => [
    document.updated,
    () => {
      const { kind, plan, date } = document;
      const isSale = kind === "creditNote";
      const LineItems = [{ Description: "Returned", UnitAmount: 5.5, AccountCode: isSale ? "200" : "429" }];
      const Status = { draft: "DRAFT", open: pick(["AUTHORISED", "SUBMITTED"], index) }[text(plan)] ?? "AUTHORISED";
      const made = writeDocument(company, "CreditNotes", {
        ...paperOf(company, document, index),
        LineItems,
        Status,
        Type: isSale ? "ACCRECCREDIT" : "ACCPAYCREDIT",
        ...(!isSale && index % 2 === 1 && { CreditNoteNumber: `G-${index}` }),
      });
      const { CreditNoteID, CurrencyCode, RemainingCredit } = made;
      const fits = (candidate: Row) =>
        `${text(candidate["Type"])}CREDIT` === made["Type"] && candidate["CurrencyCode"] === CurrencyCode;
      const isOpen = ({ Status, AmountDue }: Row) => Status === "AUTHORISED" && Number(AmountDue) > 20;
      const invoice = company.tables.Invoices.first((candidate) => fits(candidate) && isOpen(candidate));
      if (Status !== "AUTHORISED") return;
      if (index < 2 && invoice !== undefined)
        allocate(company, made, invoice, { Amount: index === 0 ? 2 : RemainingCredit, Date: date });
      else if (index === 3)
        writePayment(company, { CreditNote: { CreditNoteID }, Account: { Code: "090" }, Amount: 1.5, Date: date });
      else if (plan === "voided" || index === 4) writeDocument(company, "CreditNotes", { Status: "VOIDED" }, made);
    },
  ]);

function cash(company: Company, { invoices, bills }: SeedData, index: number): Happening {
  const isSpent = index % 8 !== 6;
  const document = pick(isSpent ? bills : invoices, index);
  const act = () => {
    const made = writeDocument(company, "BankTransactions", {
      ...paperOf(company, document, index),
      CurrencyCode: base(company),
      Type: isSpent ? "SPEND" : "RECEIVE",
      BankAccount: { Code: index % 9 === 0 ? "091" : "090" },
      IsReconciled: index % 2 === 0,
      ...(index % 10 === 1 && { Url: "https://kites.example/receipts" }),
    });
    if (index % 30 === 8) writeDocument(company, "BankTransactions", { Status: "DELETED" }, made);
    if (index % 30 === 4) attach(company, "BankTransactions", made, file("receipt.pdf"));
  };
  return [document.created + 3_600_000, act];
}

const quoteStatuses = ["DRAFT", "SENT", "ACCEPTED", "DECLINED", "INVOICED", "DELETED"];
const orderStatuses = ["DRAFT", "SUBMITTED", "AUTHORISED", "BILLED", "DELETED"];

/** Quotes, with an order for the first of them. */
function offer(company: Company, { invoices, bills }: SeedData, index: number): Happening {
  const sold = pick(invoices, index);
  const bought = pick(bills, index);
  const act = () => {
    const quote = writeDocument(company, "Quotes", {
      ...paperOf(company, sold, index),
      ...(index % 5 !== 0 && { ExpiryDate: later(sold.date, 60) }),
      ...(index % 3 === 0 && { Title: "Kites for all", Summary: "As discussed", Terms: "While the wind lasts" }),
    });
    writeDocument(company, "Quotes", { Status: pick(quoteStatuses, index) }, quote);
    if (index >= 24) return;
    const address = { DeliveryAddress: "1 Breezy Lane\nMuddlebury", AttentionTo: "Goods in", Telephone: "0000 000042" };
    const expected = { DeliveryInstructions: "Mind the dog", ExpectedArrivalDate: later(bought.date, 25) };
    const order = writeDocument(company, "PurchaseOrders", {
      ...paperOf(company, bought, index),
      ...(index % 4 !== 0 && { DeliveryDate: later(bought.date, 21) }),
      ...(index % 3 === 0 && address),
      ...(index % 6 === 0 && expected),
    });
    if (index === 5) attach(company, "PurchaseOrders", order, file("plan.pdf"));
    writeDocument(company, "PurchaseOrders", { Status: pick(orderStatuses, index) }, order);
  };
  return [sold.created + 7_200_000, act];
}

/** Some with 20 % tax, exclusive or inclusive. */
function bookByHand(company: Company, when: number, index: number): Happening {
  const types = { 2: "Exclusive", 3: "Exclusive", 8: "Inclusive", 12: "Inclusive" }[index] ?? "NoTax";
  const amount = { Exclusive: 100, Inclusive: 120 }[types] ?? 100.05 + index;
  const act = () => {
    const made = writeManualJournal(company, {
      Narration: `Depreciation ${index + 1} – Abschreibung`,
      Status: index % 5 === 2 ? "DRAFT" : "POSTED",
      LineAmountTypes: types,
      ...(index % 4 === 1 && { Url: "https://kites.example/assets", ShowOnCashBasisReports: false }),
      JournalLines: [
        {
          LineAmount: amount,
          AccountCode: types === "NoTax" ? "416" : "429",
          ...(index % 2 === 0 && { Description: "This month's share" }),
          Tracking: index % 3 === 0 ? [{ Name: "Workshop", Option: "Frames" }] : [],
        },
        { LineAmount: types === "NoTax" ? -amount : -120, AccountCode: "711" },
      ],
    });
    const Status = { 6: "VOIDED", 7: "DELETED" }[index];
    if (Status !== undefined) writeManualJournal(company, { Status }, made);
    if (index === 1)
      attach(company, "ManualJournals", made, file("table.csv", "text/csv", Buffer.from("asset;share\n")));
  };
  return [when, act];
}
