/** The seed data in Fortnox's tables: an invented company in Sweden with awkward data. */
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { openCompany } from "../engine/tables.ts";
import { big, dayLater, pick, type Row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { blank, recordings } from "./recordings.ts";
import * as rules from "./rules.ts";
import { type Books, type Name, names, shapes } from "./shapes.ts";

const everyNth = (
  index: number,
  of: number,
  at: number,
  ...[value, empty = ""]: readonly [value: unknown, empty?: unknown]
): unknown => (index % of === at ? value : empty);
const exceptNth = (
  index: number,
  of: number,
  at: number,
  ...[value, empty = ""]: readonly [value: unknown, empty?: unknown]
): unknown => (index % of === at ? empty : value);

export function openBooks(world: World): Books[] {
  const company = openCompany<Name>({
    id: "1",
    facts: { CompanyName: "Påhittade Bolaget AB", DatabaseNumber: 900_001, lockedUntil: "", roundsOff: false },
    tables: names,
    now: world.now,
    key: (table) => shapes[table].id,
    newId: () => "",
    stamp: (row, at) => {
      row["changed"] = at;
    },
    // Times of change have seconds.
    stampOf: ({ changed }) => (typeof changed === "number" ? Math.floor(changed / 1000) * 1000 + 999 : undefined),
  });
  const seed = makeSeedData({ name: "fortnox", now: world.now(), scale: { customers: 60, suppliers: 55 } });
  company.past(world.now() - 900 * 86_400_000, () => {
    addMasterData(company);
    addParties(company, seed);
    addArticles(company, seed);
  });
  addSales(company, seed);
  addPurchases(company, seed);
  addVouchers(company, seed);
  // The company has locked everything until then.
  company.facts["lockedUntil"] = dayLater(company.today(), -700);
  return [company];
}

const account = (Number_: number, Description: string, Active = true): Row => ({
  Active,
  BalanceBroughtForward: 0,
  BalanceCarriedForward: 0,
  CostCenter: null,
  CostCenterSettings: "ALLOWED",
  Description,
  Number: Number_,
  Project: "",
  ProjectSettings: "ALLOWED",
  SRU: 7201,
  Year: 1,
  VATCode: null,
});

const chart: Readonly<Record<number, string>> = {
  1010: "Utvecklingsutgifter",
  1510: "Kundfordringar",
  1910: "Kassa",
  1920: "PlusGiro",
  1930: "Företagskonto",
  2081: "Aktiekapital",
  2440: "Leverantörsskulder",
  2611: "Utgående moms, 25 %",
  2641: "Debiterad ingående moms",
  3001: "Försäljning, 25 % moms",
  3002: "Försäljning, 12 % moms",
  3003: "Försäljning, 6 % moms",
  3004: "Försäljning, momsfri",
  4000: "Inköp av varor",
  5010: "Lokalhyra",
  5410: "Förbrukningsinventarier",
  6110: "Kontorsmateriel",
  6570: "Bankkostnader",
  8310: "Ränteintäkter",
};

function addMasterData(company: Books): void {
  for (const [number, name] of Object.entries(chart)) company.add("accounts", account(Number(number), name));
  for (let index = 0; index < 45; index++)
    company.add("accounts", account(5500 + index, `Påhittat konto ${index}`, index % 4 !== 1));
  const thisYear = Number(company.today().slice(0, 4));
  for (const [index, year] of [
    thisYear + 2,
    thisYear + 1,
    thisYear,
    thisYear - 1,
    thisYear - 2,
    thisYear - 3,
  ].entries())
    company.add("financialyears", {
      Id: 7 - index,
      FromDate: `${year}-01-01`,
      ToDate: `${year}-12-31`,
      AccountChartType: "Bas 2012",
      AccountingMethod: "ACCRUAL",
    });
  const series = { A: "Bokföringsorder", B: "Kundfakturor", C: "Kundbetalningar", D: "Leverantörsfakturor", E: "" };
  for (const [Code, Description] of Object.entries(series))
    company.add("voucherseries", { Code, Description, Manual: Code === "A", Year: 5, Approver: null });
  for (const [Code, Description, AccountNumber] of [
    ["BG", "Bankgiro", "1930"],
    ["PG", "PlusGiro", "1920"],
    ["KONTANT", "Kontant", "1910"],
  ])
    company.add("modesofpayments", { Code, Description, AccountNumber });
  for (const table of ["units", "termsofpayments"] as const)
    for (const row of recordings.rowsOf(table)) {
      const { "@url": _url, ...rest } = row;
      company.add(table, rest);
    }
  for (let index = 0; index < 14; index++)
    company.add("projects", {
      Comments: everyNth(index, 2, 0, `Anteckning ${index}`, null),
      ContactPerson: null,
      Description: `Påhittat projekt ${index}`,
      EndDate: everyNth(index, 3, 1, dayLater(company.today(), 90), null),
      ProjectLeader: null,
      ProjectNumber: String(index + 1),
      Status: pick(["ONGOING", "NOTSTARTED", "COMPLETED"], index),
      StartDate: everyNth(index, 3, 0, company.today(), null),
    });
  for (let index = 0; index < 6; index++)
    company.add("costcenters", {
      Active: index !== 4,
      Code: index === 0 ? "1" : `KS${index}`,
      Description: `Kostnadsställe ${index}`,
      Note: "",
    });
}

const customerNumber = ({ account: number }: SeedParty): string => String(number);

function addParties(company: Books, { customers, suppliers }: SeedData): void {
  for (const [index, party] of customers.entries()) {
    const country = text(party.address["country_code"]) || "SE";
    const isAbroad = index % 3 !== 0;
    company.add("customers", {
      ...blank("customers", {}),
      Address1: exceptNth(index, 7, 5, party.address["address_line1"], null),
      Address2: everyNth(index, 2, 0, "Hus B", null),
      City: exceptNth(index, 7, 5, party.address["city"], null),
      Country: isAbroad ? new Intl.DisplayNames("sv", { type: "region" }).of(country) : "Sverige",
      CountryCode: exceptNth(index, 7, 5, isAbroad ? country : "SE", null),
      ZipCode: exceptNth(index, 7, 5, party.address["postal_code"], null),
      DeliveryAddress1: everyNth(index, 5, 1, "Lagergatan 1", null),
      DeliveryAddress2: everyNth(index, 10, 1, "Port 2", null),
      DeliveryCity: everyNth(index, 5, 1, "Påhittköping", null),
      DeliveryCountryCode: everyNth(index, 5, 1, "SE", null),
      DeliveryZipCode: everyNth(index, 5, 1, "000 02", null),
      Active: true,
      Currency: "SEK",
      CustomerNumber: customerNumber(party),
      Email: exceptNth(index, 5, 3, `kund${index}@exempel.example`),
      EmailInvoice: everyNth(index, 2, 0, `faktura${index}@exempel.example`),
      Fax: everyNth(index, 6, 1, `0199-${index}`, null),
      Name: party.name,
      Phone1: exceptNth(index, 4, 2, `0000-${1000 + index}`, null),
      Phone2: everyNth(index, 3, 0, `0700-${1000 + index}`, null),
      TermsOfPayment: "30",
      Type: index % 6 === 4 ? "PRIVATE" : "COMPANY",
      VATNumber: everyNth(index, 2, 1, party.vatId ?? ""),
      VATType: "SEVAT",
      seed: party.id,
    });
  }
  for (const [index, party] of suppliers.entries())
    company.add("suppliers", {
      Active: true,
      Address1: exceptNth(index, 7, 5, party.address["address_line1"]),
      Address2: everyNth(index, 4, 0, "Hus B"),
      BG: "",
      BIC: everyNth(index, 2, 0, "EXMPSESSXXX"),
      Bank: everyNth(index, 4, 0, "Exempelbanken"),
      BankAccountNumber: "",
      City: exceptNth(index, 7, 5, party.address["city"]),
      Country: "",
      CountryCode: exceptNth(index, 7, 5, text(party.address["country_code"]) || "SE"),
      Currency: "SEK",
      Email: exceptNth(index, 5, 3, `lev${index}@exempel.example`),
      Fax: everyNth(index, 6, 1, `0199-${index}`),
      IBAN: everyNth(index, 2, 0, "SE4550000000058398257466"),
      Name: party.name,
      OrganisationNumber: "",
      PG: "",
      Phone1: exceptNth(index, 4, 2, `0000-${1000 + index}`),
      Phone2: everyNth(index, 3, 0, `0700-${1000 + index}`),
      SupplierNumber: String(party.account),
      TermsOfPayment: "30",
      VATNumber: everyNth(index, 2, 1, party.vatId ?? ""),
      ZipCode: exceptNth(index, 7, 5, party.address["postal_code"]),
      seed: party.id,
    });
}

/** The seed's percentages, as they are in Sweden. */
const rateOf = (percentage: unknown): number => ({ 19: 25, 7: 12 })[Number(percentage)] ?? 0;

function addArticles(company: Books, { items }: SeedData): void {
  for (const [index, item] of items.entries()) {
    const quantity = item.isService ? 0 : index * 3;
    company.add("articles", {
      ...blank("articles", {}),
      ArticleNumber: item.number,
      Description: item.name,
      DisposableQuantity: quantity,
      EAN: "",
      PurchaseAccount: exceptNth(index, 6, 1, 4000, 0),
      PurchasePrice: Number(item.purchasePrice),
      QuantityInStock: quantity,
      ReservedQuantity: 0,
      SalesAccount: exceptNth(index, 5, 1, 3001, 0),
      SalesPrice: exceptNth(index, 4, 3, Number(item.salesPrice), null),
      StockValue: 0,
      Type: item.isService ? "SERVICE" : "STOCK",
      Unit: pick(["st", "h", null, "påse"], index),
      VAT: exceptNth(index, 6, 2, rateOf(item.sales.percentage), null),
      seed: item.id,
    });
  }
}

/** The seed's company keeps its books in euros, this one in crowns. */
const currencyOf = ({ currency }: SeedDocument): string => (currency === "EUR" ? "SEK" : currency);

const rowsOf = (company: Books, { lines }: SeedDocument, quantity: string, index: number): Row[] =>
  lines.map((line, at) => ({
    ...(at !== 1 && { ArticleNumber: company.tables.articles.find("seed", line.item.id)?.["ArticleNumber"] }),
    ...(at === 1 && { AccountNumber: 3001 }),
    Description: (line.description ?? line.item.name ?? "").slice(0, 255),
    [quantity]: text(line.quantity.toFixed(2)),
    Price: Number(big(line.unitPrice).toFixed(2)),
    Discount: Number(line.discount),
    ...(index % 2 === 1 && at === 0 && { Discount: 1, DiscountType: "AMOUNT" }),
    VAT: rateOf(line.rate.percentage),
    ...(at === 0 && index % 5 === 0 && { CostCenter: "KS1" }),
    ...(at === 0 && index % 3 === 0 && { Project: "1" }),
    Unit: at === 0 ? "st" : "",
  }));

const partyOf = (company: Books, table: "customers" | "suppliers", { party }: SeedDocument): unknown =>
  company.tables[table].find("seed", party.id)?.[shapes[table].id];

function documentOf(company: Books, kind: rules.Kind, document: SeedDocument, index: number): Row {
  const quantity = { invoices: "DeliveredQuantity", orders: "OrderedQuantity", offers: "Quantity" }[kind];
  const place = index % 4 === 1;
  return rules.makeDocument(company, kind, {
    CustomerNumber: partyOf(company, "customers", document),
    Currency: currencyOf(document),
    [{ invoices: "InvoiceDate", orders: "OrderDate", offers: "OfferDate" }[kind]]: document.date,
    ...(kind === "invoices" && { DueDate: document.due }),
    ...(kind === "offers" && { ExpireDate: dayLater(company.today(), index % 4 === 1 ? 5000 : -5) }),
    Comments: everyNth(index, 3, 0, `Notering ${index}`),
    YourOrderNumber: everyNth(index, 2, 0, `PO ${index}`),
    YourReferenceNumber: everyNth(index, 2, 0, `PO ${index}`),
    ...(place && { DeliveryAddress1: "Lagergatan 1", DeliveryCity: "Påhittköping", DeliveryCountry: "Sverige" }),
    ...(place && { DeliveryZipCode: "000 02", DeliveryAddress2: "Port 2" }),
    DeliveryDate: everyNth(index, 3, 1, document.date, null),
    Project: everyNth(index, 4, 2, "2"),
    Freight: everyNth(index, 7, 2, 95, 0),
    AdministrationFee: everyNth(index, 11, 3, 25, 0),
    VATIncluded: index % 8 === 5,
    TermsOfPayment: exceptNth(index, 9, 8, "30", "AG"),
    [rules.rowNames[kind]]: rowsOf(company, document, quantity, index),
  });
}

/** Rounds the total to whole crowns, as most companies do. */
function roundedOff<Result>(company: Books, isRounded: boolean, work: () => Result): Result {
  company.facts["roundsOff"] = isRounded;
  try {
    return work();
  } finally {
    company.facts["roundsOff"] = false;
  }
}

function settle(
  company: Books,
  side: rules.Side,
  row: Row,
  { payments, isPaid }: { readonly payments: SeedDocument["payments"]; readonly isPaid: boolean },
): void {
  const table = rules.paidTable(side);
  for (const [at, { date, amount }] of payments.entries()) {
    const left = big(row["Balance"]);
    const isLast = isPaid && at === payments.length - 1;
    const value = isLast || big(amount).gt(left) ? left : big(amount);
    if (value.lte(0)) continue;
    const { CurrencyRate: rate, CurrencyUnit: unit } = row;
    const payment = company.add(
      side,
      rules.makePayment(company, side, {
        InvoiceNumber: row[shapes[table].id],
        Amount: Number(value.times(big(rate)).div(big(unit)).toFixed(2)),
        AmountCurrency: Number(value),
        PaymentDate: date,
        ModeOfPayment: pick(["BG", "PG", "BG"], at + company.tables[side].size),
      }),
    );
    rules.bookPayment(company, side, payment);
  }
}

function addSales(company: Books, seed: SeedData): void {
  for (const [index, document] of seed.invoices.slice(0, 130).entries())
    company.past(document.created, () => {
      const row = company.add(
        "invoices",
        roundedOff(company, index % 3 === 1, () => documentOf(company, "invoices", document, index)),
      );
      if (document.status === "draft" || document.status === "submitted") {
        row["Sent"] = document.status === "submitted";
        return;
      }
      if (document.status === "voided") {
        rules.cancel(company, "invoices", row);
        return;
      }
      rules.bookInvoice(company, row);
      settle(company, "invoicepayments", row, { payments: document.payments, isPaid: document.status === "paid" });
    });
  const booked = company.tables.invoices.where(({ Booked, Balance, Total }) => Booked === true && Balance === Total);
  for (const [index, row] of booked.slice(0, 24).entries()) {
    const made = company.past(company.now() - (60 - index) * 86_400_000, () => {
      rules.credit(company, row);
      return company.tables.invoices.get(row["CreditInvoiceReference"]);
    });
    if (made === undefined) continue;
    if (index % 2 === 0) made["YourOrderNumber"] = `Retur ${index}`;
    if (index % 4 !== 3) rules.bookInvoice(company, made);
  }
  for (const [index, document] of seed.invoices.slice(0, 28).entries())
    company.past(document.created, () => {
      const row = company.add("offers", documentOf(company, "offers", document, index));
      row["Cancelled"] = index % 7 === 6;
      row["Sent"] = index % 4 === 1;
      if (index % 5 === 0) row["OrderReference"] = String(index + 1);
    });
  for (const [index, document] of seed.invoices.slice(28, 54).entries())
    company.past(document.created, () => {
      const row = company.add("orders", documentOf(company, "orders", document, index));
      row["Cancelled"] = index % 7 === 6;
      if (index % 5 === 0) row["InvoiceReference"] = String(index + 1);
    });
}

function enterBill(company: Books, document: SeedDocument, index: number, isCredit: boolean): Row {
  const lines = document.lines.map((line, at) => ({
    Account: pick([4000, 5410, 6110], at + index),
    ...(at === 0 &&
      index % 3 === 0 && { ArticleNumber: company.tables.articles.find("seed", line.item.id)?.["ArticleNumber"] }),
    ItemDescription: at === 1 ? "" : (line.description ?? line.item.name),
    Quantity: Math.max(1, Math.round(Number(line.quantity))) * (isCredit ? -1 : 1),
    Price: Number(big(line.unitPrice).toFixed(2)),
    ...(at === 0 && index % 5 === 0 && { CostCenter: "KS1" }),
    ...(at === 0 && index % 4 === 0 && { Project: "1" }),
    Unit: at === 0 ? "st" : "",
    rate: rateOf(line.rate.percentage),
  }));
  const nets = lines.map(({ Quantity, Price }) => big(Quantity).times(Price).round(2));
  const net = nets.reduce((total, each) => total.plus(each), big(0));
  const tax = lines
    .map(({ rate }, at) => (nets[at] ?? big(0)).times(rate).div(100))
    .reduce((total, each) => total.plus(each), big(0))
    .round(2);
  const row = rules.makeSupplierInvoice(company, {
    SupplierNumber: partyOf(company, "suppliers", document),
    Currency: currencyOf(document),
    InvoiceDate: document.date,
    DueDate: document.due,
    InvoiceNumber: everyNth(index, 6, 0, "", `L-${1000 + index}`),
    OCR: everyNth(index, 2, 0, `0000${index}`),
    Total: net.plus(tax).toString(),
    VAT: tax.toString(),
    SupplierInvoiceRows: lines.map(({ rate: _rate, ...line }) => line),
  });
  row["Credit"] = isCredit;
  return company.add("supplierinvoices", row);
}

/** Rounding of other currencies can leave a difference, which is posted, too. */
function balanced(row: Row): Row {
  const postings = row["SupplierInvoiceRows"] as Row[];
  const difference = postings.reduce((sum, { Debit, Credit }) => sum.plus(big(Debit)).minus(big(Credit)), big(0));
  const [total] = postings;
  if (total !== undefined && !difference.eq(0)) {
    const side = Number(total["Credit"]) > 0 ? "Credit" : "Debit";
    total[side] = Number(big(total[side]).plus(side === "Credit" ? difference : difference.times(-1)));
  }
  return row;
}

function addPurchases(company: Books, seed: SeedData): void {
  for (const [index, document] of seed.bills.slice(0, 90).entries())
    company.past(document.created, () => {
      const row = balanced(enterBill(company, document, index, false));
      if (document.status === "draft" || document.status === "submitted") return;
      if (document.status === "voided") {
        rules.cancel(company, "supplierinvoices", row);
        return;
      }
      rules.bookSupplierInvoice(company, row);
      settle(company, "supplierinvoicepayments", row, {
        payments: document.payments,
        isPaid: document.status === "paid",
      });
    });
  for (const [index, document] of seed.vendorCredits.slice(0, 25).entries())
    company.past(document.created, () => {
      const row = balanced(enterBill(company, document, index, true));
      if (index % 5 === 4) return;
      rules.bookSupplierInvoice(company, row);
      if (index % 4 === 0) {
        Object.assign(row, { Balance: "0", FinalPayDate: row["InvoiceDate"] });
        company.save("supplierinvoices", row);
      }
    });
  // Most vouchers of documents are left out, so that walking through all of them takes few requests.
  for (const [index, voucher] of company.tables.vouchers.all().entries())
    if (index % 6 !== 0) company.tables.vouchers.drop(voucher);
}

function addVouchers(company: Books, { entries }: SeedData): void {
  const wanted = entries.slice(-30);
  for (const [index, entry] of wanted.entries())
    company.past(Date.parse(entry.updated_at), () => {
      const total = big(100 + index);
      rules.book(company, {
        series: "A",
        day: text(entry.transaction_date).slice(0, 10),
        text: text(entry["description"]) || `Bokföringsorder ${index}`,
        type: "MANUAL",
        rows: [
          [
            6570,
            total,
            { TransactionInformation: everyNth(index, 2, 0, `Rad ${index}`), CostCenter: everyNth(index, 3, 0, "KS1") },
          ],
          [
            1930,
            total.times(-1),
            { Project: everyNth(index, 4, 0, "1"), Description: exceptNth(index, 5, 0, "Företagskonto") },
          ],
          ...(index % 6 === 0 ? [[5410, big(1), { Removed: true }] as const] : []),
        ],
      });
    });
}
