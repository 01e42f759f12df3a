/** The invented organisations: a maker of kites with two busy years behind it, and a teapot tester with next to nothing. */
import { uuid } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { attach } from "./attachments.ts";
import { fillChart } from "./chart.ts";
import { type Company, openOrganisation } from "./company.ts";
import { writeContact } from "./contacts.ts";
import { kinds, writeDocument } from "./documents.ts";
import { cash, creditNote, invoice, manual, nameOf, names, offer } from "./papers.ts";
import { dayLength, iso, type Row, stamp } from "./wire.ts";
import { writeManualJournal } from "./writes.ts";

export function openBooks(world: World): Company[] {
  const began = Math.floor(world.now() / dayLength) * dayLength - 760 * dayLength;
  const kites = openOrganisation("kites", kiteWorks(began), world.now);
  const teapots = openOrganisation("teapots", teapotTesters(began), world.now);
  for (const [company, happenings] of [
    [kites, script(kites, began)],
    [teapots, small(teapots, began)],
  ] as const)
    for (const { when, act } of happenings.toSorted((one, other) => one.when - other.when)) company.past(when, act);
  return [kites, teapots];
}

function kiteWorks(began: number): Row {
  return {
    ...{ APIKey: "SIMULATEDKITES", Name: "Muddlebury Kite Works (simulated)", LegalName: "Muddlebury Kite Works Ltd" },
    ...{ PaysTax: true, Version: "UK", OrganisationType: "COMPANY", BaseCurrency: "GBP", CountryCode: "GB" },
    ...{ IsDemoCompany: false, OrganisationStatus: "ACTIVE", RegistrationNumber: "00000042", TaxNumber: "GB000000042" },
    ...{ FinancialYearEndDay: 31, FinancialYearEndMonth: 3, SalesTaxBasis: "ACCRUALS", SalesTaxPeriod: "3MONTHLY" },
    ...{ DefaultSalesTax: "Tax Exclusive", DefaultPurchasesTax: "Tax Exclusive" },
    ...{
      PeriodLockDate: stamp(began - 400 * dayLength),
      EndOfYearLockDate: stamp(began - 800 * dayLength),
      CreatedDateUTC: `/Date(${began})/`,
    },
    ...{ OrganisationEntityType: "COMPANY", Timezone: "GMTSTANDARDTIME", ShortCode: "!k1t3s" },
    ...{ Edition: "BUSINESS", Class: "PREMIUM", LineOfBusiness: "Kites" },
    Addresses: [
      {
        ...{ AddressType: "STREET", AddressLine1: "1 Breezy Lane", City: "Muddlebury", Region: "Windshire" },
        ...{ PostalCode: "ZZ1 1ZZ", Country: "United Kingdom", AttentionTo: "" },
      },
    ],
    Phones: [{ PhoneType: "OFFICE", PhoneNumber: "000042", PhoneAreaCode: "0000", PhoneCountryCode: "44" }],
    ExternalLinks: [{ LinkType: "Website", Url: "https://kites.example" }],
    PaymentTerms: { Bills: { Day: 20, Type: "OFFOLLOWINGMONTH" }, Sales: { Day: 14, Type: "DAYSAFTERBILLDATE" } },
  };
}

const teapotTesters = (began: number): Row => ({
  ...{ Name: "Tiny Teapot Testers (simulated)", LegalName: "Tiny Teapot Testers", PaysTax: false, Version: "NZ" },
  ...{ OrganisationType: "SOLE_TRADER", BaseCurrency: "NZD", CountryCode: "NZ", IsDemoCompany: true },
  ...{ OrganisationStatus: "ACTIVE", FinancialYearEndDay: 31, FinancialYearEndMonth: 12, SalesTaxBasis: "NONE" },
  ...{ SalesTaxPeriod: "NONE", CreatedDateUTC: `/Date(${began})/`, Timezone: "NEWZEALANDSTANDARDTIME" },
  ...{ ShortCode: "!t34p0", Edition: "BUSINESS", Class: "STARTER", Addresses: [], Phones: [], ExternalLinks: [] },
  PaymentTerms: {},
});

/** What only Xero's own screens can set. */
function onScreen(company: Company, index: number, contact: Row): void {
  const group = { ContactGroupID: uuid("group"), Name: "Fêtes", Status: "ACTIVE", HasValidationErrors: false };
  if (index % 9 === 1)
    company.save("Contacts", { ...contact, Website: `https://c${index}.example`, Discount: 5, ContactGroups: [group] });
  if (index === 4)
    attach(company, "Contacts", contact, { name: "map.txt", type: "text/plain", bytes: Buffer.from("Turn left.") });
}

interface Happening {
  readonly when: number;
  act(): void;
}

function contactInput(index: number): Row {
  const [first = ""] = (names[index % 10] ?? "").split(" ");
  return {
    Name: nameOf(index),
    ...(index % 2 === 0 && { ContactNumber: `C-${String(index).padStart(4, "0")}`, AccountNumber: `A${index}` }),
    ...(index % 3 !== 0 && {
      FirstName: first,
      LastName: `Example-${index}`,
      EmailAddress: `contact${index}@example.com`,
    }),
    ...(index % 4 === 0 && { TaxNumber: `GB0000${String(index).padStart(5, "0")}`, CompanyNumber: `0000${index}` }),
    ...(index % 5 === 0 && {
      BankAccountDetails:
        index % 10 === 0 ? `DE0000000000000000${String(index).padStart(4, "0")}` : `00-00-00 0000${index}`,
      DefaultCurrency: index % 10 === 0 ? "EUR" : "GBP",
    }),
    ...(index % 15 === 5 && {
      BatchPayments: { BankAccountNumber: `00-00-00 0000${index}`, BankAccountName: "Puddle Bank", Details: "Kites" },
    }),
    ...(index % 6 === 0 && {
      PaymentTerms: { Bills: { Day: 30, Type: "DAYSAFTERBILLDATE" }, Sales: { Day: 14, Type: "DAYSAFTERBILLDATE" } },
    }),
    ...(index % 7 === 0 && {
      ContactPersons: [
        {
          FirstName: "Zoë",
          LastName: `Muster-${index}`,
          EmailAddress: `zoe${index}@example.com`,
          IncludeInEmails: true,
        },
      ],
      AccountsReceivableTaxType: "OUTPUT2",
      AccountsPayableTaxType: "INPUT2",
      SalesDefaultAccountCode: "200",
      SalesDefaultLineAmountType: "EXCLUSIVE",
      PurchasesDefaultLineAmountType: "INCLUSIVE",
      PurchasesDefaultAccountCode: "429",
    }),
    Addresses:
      index % 8 === 3
        ? []
        : [
            {
              ...{ AddressType: index % 2 === 0 ? "STREET" : "POBOX", AddressLine1: `${index + 1} Straße der Winde` },
              ...(index % 4 === 0 && {
                AddressLine2: "Hof 2",
                AddressLine3: "3. Stock",
                Region: "Windshire",
                AttentionTo: "Accounts",
              }),
              ...{
                City: "Muddlebury",
                PostalCode: `ZZ${index} 1ZZ`,
                Country: index % 9 === 0 ? "Germany" : "United Kingdom",
              },
            },
          ],
    ...(index % 3 === 1 && {
      Phones: [
        { PhoneType: "DEFAULT", PhoneNumber: `555 ${1000 + index}`, PhoneAreaCode: "0000", PhoneCountryCode: "44" },
      ],
    }),
  };
}

function script(company: Company, began: number): Happening[] {
  const todo: Happening[] = [];
  const on = (when: number, act: () => void) => todo.push({ when, act });
  on(began, () => fillChart(company, false));
  for (let index = 0; index < 232; index++)
    on(began + dayLength + index * 60_000, () => onScreen(company, index, writeContact(company, contactInput(index))));
  on(began + 2 * dayLength, () => {
    const archived = writeContact(company, { Name: "Gone With The Wind Ltd" });
    writeContact(company, { ContactStatus: "ARCHIVED" }, archived);
    opening(company, began + 2 * dayLength);
  });
  for (let index = 0; index < 290; index++) invoice({ company, on, index, began });
  for (let index = 0; index < 116; index++) cash({ company, on, index, began });
  for (let index = 0; index < 16; index++) creditNote({ company, on, index, began });
  for (let index = 0; index < 104; index++) offer({ company, on, index, began });
  for (let index = 0; index < 14; index++) manual({ company, on, index, began });
  return todo;
}

function opening(company: Company, day: number): void {
  writeManualJournal(company, {
    ...{ Narration: "Opening balances", Date: iso(day), Status: "POSTED" },
    JournalLines: [
      { LineAmount: 25000, AccountCode: "710", Description: "Looms and saws" },
      { LineAmount: -20000, AccountCode: "950" },
      { LineAmount: -5000, AccountCode: "900" },
    ],
  });
}

function small(company: Company, began: number): Happening[] {
  const at = (day: number, act: () => void): Happening => ({ when: began + day * dayLength, act });
  const paper = (index: number, Type: string) => ({
    ...{ Type, Status: "AUTHORISED", Contact: { Name: `Teapot friend ${index % 3}` }, LineAmountTypes: "NoTax" },
    ...{ Date: iso(began + (600 + index * 20) * dayLength), DueDate: iso(began + (620 + index * 20) * dayLength) },
    LineItems: [
      {
        Description: "Tested a teapot",
        Quantity: 1,
        UnitAmount: 10 + index,
        AccountCode: Type === "ACCREC" ? "200" : "429",
      },
    ],
  });
  return [
    at(0, () => fillChart(company, true)),
    ...Array.from({ length: 7 }, (_, index) =>
      at(
        600 + index * 20,
        () => void writeDocument(company, kinds.Invoices, paper(index, index % 3 === 2 ? "ACCPAY" : "ACCREC")),
      ),
    ),
  ];
}
