/** The seed data: an invented client in Norway, with nearly two years of awkward data. */
import { daily, namesOf, nth, readTables, times } from "../engine/seeding.ts";
import { dayLater, dayLength, pick, type Row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { accountOf, addNumbered, type Books, openClient, type Table, vatCodeOf } from "./company.ts";
import * as rules from "./rules.ts";

export function openBooks(world: World): Books[] {
  const client = openClient(world);
  client.past(client.now() - 660 * dayLength, () => {
    addMasterData(client);
    addBankAccount(client);
    addParties(client, "customers", 112);
    addParties(client, "suppliers", 106);
    addProducts(client);
    addProjects(client);
  });
  daily(client, [66, 9], (index, date) => sell(client, index, date));
  daily(client, [40, 14], (index, date) => buy(client, index, date));
  daily(client, [14, 42], (index, date) => bookByHand(client, index, date));
  daily(client, [22, 6], (index, date) => order(client, index, date));
  client.facts["lockDate"] = dayLater(client.today(), -690);
  return [client];
}

const masterData = `
vatCodes: Code Rate# Name Description
0|0|Ingen avgiftsbehandling|Ingen mva
1|0.25|Fradrag inngående avgift, høy sats|Inngående mva
11|0.15|Fradrag inngående avgift, middels sats|Inngående mva
3|0.25|Utgående mva høy sats|Utgående mva; 31|0.15|Utgående mva middels sats|Utgående mva
5|0|Ingen utgående mva, innenfor mva-loven; 51|0|Innenlandsk omsetning med omvendt avgiftsplikt
52|0|Avgiftsfri utførsel av varer og tjenester; C1|0.25|Fradrag, forholdsmessig
accounts: AccountNo# Name GeneralLedgerAccountType VatCode
1200|Maskiner og anlegg|Asset|0; 1500|Kundefordringer|Asset|0; 1920|Bankinnskudd|Asset|0
2050|Annen egenkapital|Equity|0; 2400|Leverandørgjeld|Liability|0
2700|Utgående merverdiavgift|Liability|0; 2710|Inngående merverdiavgift|Liability|0
3000|Salgsinntekt, avgiftspliktig|Income|3; 3010|Salgsinntekt, middels sats|Income|31
3100|Salgsinntekt, avgiftsfri|Income|5; 4300|Innkjøp av varer for videresalg|Expense|1
6300|Leie lokale|Expense|0; 7100|Bilgodtgjørelse|Expense|0; 7830|Tap på fordringer|Expense|0
terms: Name CreditDays#
14 dager|14; 30 dager|30; Kontant|0
departments: Code Name
10|Verksted; 20|Lager; 30|Salg
locations: Code Name
1|Vestbyen; 2|Østbyen
`;

const about: { readonly [Known in Table]?: (client: Books, row: Row, index: number) => Row } = {
  vatCodes: (_client, { Code }) => ({
    IsActive: Code !== "C1",
    IsCustom: Code === "C1",
    ValidFrom: "2005-01-01",
    ValidTo: Code === "11" ? "2099-12-31" : null,
    VatBasisRatio: Code === "C1" ? 0.5 : null,
    VatBasisRatios: [],
  }),
  accounts: (client, { VatCode }, index) => ({
    VatCodeId: vatCodeOf(client, VatCode)["Id"],
    IsActive: index !== 12,
    IsVatCodeLocked: false,
    CurrencyCode: index === 2 ? "NOK" : null,
    VatReturnSpecification: "None",
    AgricultureDepartment: "None",
  }),
  terms: (_client, _row, index) => ({ IsActive: true, IsDefault: index === 0 }),
  departments: (_client, _row, index) => ({ IsActive: index !== 2 }),
  locations: () => ({ IsActive: true }),
};

function addBankAccount(client: Books): void {
  const account = accountOf(client, 1920);
  addNumbered(client, "bankAccounts", {
    AgricultureDepartment: "None",
    AllowOverdraft: false,
    BankAccountNumber: "12345678903",
    BankName: "Eksempelbanken",
    BicSwift: "EXMPNOKKXXX",
    CountryCode: "NO",
    CurrencyCode: "NOK",
    GeneralLedgerAccountId: account["Id"],
    GeneralLedgerAccountNo: account["AccountNo"],
    IsActive: true,
    IsClientTrustAccount: false,
    IsPrimaryAccount: true,
  });
}

function addMasterData(client: Books): void {
  const counts = new Map<Table, number>();
  for (const [table, row] of readTables<Table>(masterData)) {
    const index = counts.get(table) ?? 0;
    counts.set(table, index + 1);
    addNumbered(client, table, { ...about[table]?.(client, row, index), ...row });
  }
}

const nameOf = namesOf(
  "Blå|Grønn|Gul|Rød|Hvit|Grå|Sølv|Kobber",
  "elgen|reven|ugla|oteren|gaupa|grevlingen|beveren|rypa|lommen",
  "Verksted AS|Bakeri AS|Hagesenter AS|Trykkeri ANS|Optikk AS|Sykkelservice AS",
);
const towns = ["0150 Oslo", "5003 Bergen", "7010 Trondheim", "9008 Tromsø"];

function addressAt(index: number): Row {
  const [ZipCode, City] = pick(towns, index).split(" ");
  return {
    AddressLine1: `Prøvegata ${index + 1}`,
    AddressLine2: index % 4 === 1 ? "Oppgang B" : null,
    City,
    ZipCode,
    CountryCode: index % 5 === 2 ? "SE" : "NO",
  };
}

/** Every sixth party has only a name. Two suppliers are customers, too, and have the customer's id. */
function addParties(client: Books, table: "customers" | "suppliers", count: number): void {
  const isCustomer = table === "customers";
  times(count, (index) => {
    const isPerson = index % 9 === 4 && (isCustomer || index < 60);
    const named = isPerson
      ? { IsPerson: true, FirstName: "Ola", LastName: `Eksempel ${index}` }
      : { Name: nameOf(isCustomer ? index : index + 500) };
    const reached = {
      OrganizationNumber: text(900_000_000 + index * 37 + (isCustomer ? 0 : 17)),
      EmailAddress: `post${index}@eksempel.example`,
      PhoneNumber: `+4722001${100 + index}`,
      MailAddress: addressAt(index),
      ...(isCustomer && index % 2 === 0 && { InvoiceEmailAddress: `faktura${index}@eksempel.example` }),
    };
    const party = rules.makeParty(client, table, {
      ...named,
      ...(index % 6 !== 3 && reached),
      Number: (isCustomer ? 10_001 : 20_001) + index,
      ...(isCustomer && {
        PaymentTerm: 14,
        IsVatFree: false,
        InvoiceDeliveryType: "PdfByEmail",
        SendPaymentReminders: true,
      }),
      ...(!isCustomer && { Payout: true }),
      IsActive: index % 11 !== 7,
    });
    const shared = !isCustomer && index > 103 ? { Id: nth(client, "customers", index)["Id"] } : {};
    client.add(table, { ...party, ...shared });
  });
}

function addProducts(client: Books): void {
  times(12, (index) => {
    const account = accountOf(client, pick([3000, 3010, 3100], index));
    const priced = {
      Code: text(1400 + index),
      UnitCost: 50 + index * 24.75,
      UnitPrice: 100 + index * 49.5,
      StockOnHand: index % 3 === 0 ? index * 2 : null,
      UnitOfMeasureCode: pick(["EA", "HUR", "BX", "MTR"], index),
      StandardSalesAccountId: account["Id"],
      StandardSalesAccount: account["AccountNo"],
    };
    addNumbered(client, "products", {
      Name: `Krakk nr. ${index + 1}`,
      ProductType: index % 4 === 1 ? "Service" : "Product",
      IsArchived: false,
      IsStockItem: index % 3 === 0,
      ...(index === 5 ? {} : priced),
    });
  });
}

function addProjects(client: Books): void {
  const first = client.today();
  times(6, (index) =>
    addNumbered(client, "projects", {
      Code: text(index + 1),
      Name: `Kjøkken ${index + 1}`,
      CustomerId: index === 3 ? null : nth(client, "customers", index)["Id"],
      ParentProjectId: index === 4 ? nth(client, "projects", 0)["Id"] : null,
      StartDate: index === 5 ? null : dayLater(first, index * 9),
      EndDate: index === 2 ? dayLater(first, 60) : null,
      IsActive: index !== 2,
      IsBillable: true,
      IsInternal: index === 3,
      ProjectStatus: "Active",
      ProjectBillingMethod: "FixedPrice",
      BillableRateSpecification: "Activity",
    }),
  );
}

function lineAt(client: Books, index: number, sign = 1): Row {
  const product = nth(client, "products", index);
  return {
    ProductId: product["Id"],
    Description: index % 5 === 4 ? null : `${text(product["Name"])} i bjørk`,
    Quantity: sign * ((index % 3) + 1),
    ProductUnitPrice: product["UnitPrice"] ?? 850,
    Allowance: index % 5 === 0 ? 10 : null,
  };
}

function draft(client: Books, index: number, date: string, sign = 1): Row {
  const lines = times((index % 3) + 1, (line) => lineAt(client, index + line, sign));
  const more = [
    ...(index % 6 === 1 ? [{ LineType: "Text", Description: "Levert i går" }] : []),
    ...(index % 6 === 2 ? [{ LineType: "Summary", Description: "Sum" }] : []),
  ];
  const made = rules.makeOrder(client, {
    CustomerId: nth(client, "customers", index * 7)["Id"],
    SalesOrderDate: date,
    DeliveryDate: index % 3 === 0 ? dayLater(date, 2) : null,
    CustomerReference: index % 7 < 3 ? `Bestilling ${index}` : null,
    CurrencyCode: index % 13 === 6 ? "EUR" : "NOK",
    PaymentTermId: index % 5 === 0 ? nth(client, "terms", 0)["Id"] : null,
    ...(index % 8 === 1 && { ProjectId: nth(client, "projects", 0)["Id"] }),
    SalesOrderLines: [...lines, ...more],
  });
  // The sum of the lines above is shown, and booked nowhere.
  const shownLines = made["lines"] as Row[];
  for (const line of shownLines)
    if (line["LineType"] === "Summary")
      Object.assign(line, { NetAmount: made["NetAmount"], TotalAmount: made["TotalAmount"] });
  return { ...made, ...(index % 7 === 2 && delivery(index)) };
}

const delivery = (index: number): Row => ({
  DeliveryAddress1: `Lagerveien ${index}`,
  DeliveryAddress2: index % 4 === 3 ? "Port 2" : null,
  DeliveryAddressCity: "Oslo",
  DeliveryAddressCountryCode: "NO",
  DeliveryAddressZipCode: "0150",
});

/** What a customer pays by bank, for one invoice. */
function payBy(
  client: Books,
  document: Row,
  { date, amount }: { readonly date: string; readonly amount: number },
): void {
  const customer = client.tables.customers.get(document["CustomerId"]);
  const supplier = client.tables.suppliers.get(document["SupplierId"]);
  const sign = customer === undefined ? 1 : -1;
  const line = (AccountId: unknown, CurrencyAmount: number, more: Row = {}) => ({
    AccountId,
    CurrencyAmount,
    PostingDate: date,
    VatId: vatCodeOf(client, "0")["Id"],
    ...more,
  });
  rules.bookFromOutside(client, "BankJournal", {
    CurrencyCode: document["CurrencyCode"],
    VoucherDate: date,
    Description: "Innbetaling",
    VoucherLines: [
      line((customer ?? supplier)?.["SubledgerAccountId"], sign * amount, { InvoiceNo: text(document["InvoiceNo"]) }),
      line(accountOf(client, 1920)["Id"], -sign * amount),
    ],
  });
}

/** Invoices that are paid, partly paid, overdue, credited, written off or reversed, some in euros. */
function sell(client: Books, index: number, date: string): void {
  const isCredit = index % 6 === 5;
  const order = client.add("orders", draft(client, index, date, isCredit ? -1 : 1));
  const invoice = rules.send(client, order, { date, due: dayLater(date, index === 65 ? 40 : 14) });
  const total = Number(invoice["TotalAmount"]);
  const later = dayLater(date, 3);
  if (isCredit) {
    invoice["RelatedInvoiceNo"] = Number(invoice["InvoiceNo"]) - 1;
    if (index % 12 === 5) payBy(client, invoice, { date: later, amount: total });
  } else if (index === 21) rules.writeOff(client, invoice, later);
  else if (index === 33) rules.reverse(client, invoice, later);
  else if (index % 2 === 0) payBy(client, invoice, { date: later, amount: index % 4 === 0 ? total : 50 });
}

function buy(client: Books, index: number, date: string): void {
  const isCreditNote = index % 9 === 8;
  const bill = rules.receive(client, {
    supplier: nth(client, "suppliers", index)["Id"],
    invoiceNumber: `INV-${1000 + index}`,
    date,
    due: dayLater(date, 30),
    isCreditNote,
    nets:
      index % 2 === 0
        ? [["1", 91 + index]]
        : [
            ["1", 91 + index],
            ["0", 45.5],
          ],
    Cid: index % 2 === 0 ? `9235400${index}` : null,
    PurchaseOrderReference: index % 4 === 0 ? `BEST-${index}` : null,
  });
  const total = -Number(bill["TotalAmount"]);
  const isPaidInFull = index % 3 === 0 || index === 17;
  if (index % 3 < 2 || (isCreditNote && index < 30))
    payBy(client, bill, { date: dayLater(date, 9), amount: isPaidInFull ? total : Math.sign(total) * 50 });
}

function bookByHand(client: Books, index: number, date: string): void {
  const amount = 1200 + index * 10.5;
  const untaxed = vatCodeOf(client, "0")["Id"];
  const line = { VatId: untaxed, PostingDate: date };
  rules.bookFromOutside(client, "ManualJournal", {
    CurrencyCode: "NOK",
    VoucherDate: date,
    Description: index % 5 === 4 ? null : `Leie ${index + 1}`,
    VoucherLines: [
      {
        ...line,
        AccountId: accountOf(client, 6300)["Id"],
        CurrencyAmount: amount,
        Description: index % 2 === 0 ? "Kontor" : null,
        DepartmentId: nth(client, "departments", index)["Id"],
        ...(index % 2 === 0 && { ProjectId: nth(client, "projects", index % 5)["Id"] }),
        ...(index % 3 === 0 && { LocationId: nth(client, "locations", index)["Id"] }),
      },
      // The rent of the next month has its effect then.
      {
        ...line,
        AccountId: accountOf(client, 1920)["Id"],
        CurrencyAmount: -amount,
        ...(index % 4 === 1 && { PostingDate: dayLater(date, 30) }),
      },
    ],
  });
}

/** Orders that are not sent yet. */
function order(client: Books, index: number, date: string): void {
  const made = client.add("orders", draft(client, index + 3, date));
  if (index % 3 === 1) client.save("orders", { ...made, SalesOrderStatus: "Confirmed" });
}
