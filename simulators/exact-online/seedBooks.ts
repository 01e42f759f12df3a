/** Seed data before the first document: accounts, codes, journals, contacts, items. */
import { namesOf, nth, readTables, times } from "../engine/seeding.ts";
import { pick, type Row, text, uuid } from "../engine/values.ts";
import type { Name } from "./models.ts";
import { type Books, make } from "./rules.ts";

export const guidOf = ({ id }: Books, name: string): string => uuid(`${id} ${name}`);
export const accountOf = (company: Books, code: string): string => guidOf(company, `account ${code}`);

/** Cost centres and units share codes; some have ended. */
const furniture = `
GLAccounts: Code Type# BalanceType BalanceSide Description IsBlocked?
0027|35|B|C|Afschrijving software; 0320|30|B|D|Wagenpark; 0410|30|B|D|Inventaris; 0630|55|B|C|Lening; 0800|50|B|C|Kapitaal
0860|52|B|C|Winst vorige jaren; 0970|27|B|C|Voorzieningen; 0980|26|B|D|Vooruitbetaald; 1000|10|B|D|Kas; 1200|12|B|D|Bank
1210|12|B|D|Bank in dollars; 1220|12|B|D|Oude spaarrekening|yes; 1400|20|B|D|Debiteuren; 1576|24|B|D|Te vorderen BTW
1590|32|B|D|Voorraad; 1600|22|B|C|Crediteuren; 1730|14|B|C|Creditcard; 1740|25|B|C|Te betalen lonen; 1776|24|B|C|Te betalen BTW
2150|130|W|D|Koersverschillen; 2400|120|W|D|Oninbaar; 2660|160|W|C|Rente; 2740|140|W|C|Overige baten; 3300|111|W|D|Inkoop laag
3400|111|W|D|Inkoop hoog; 4100|125|W|D|Lonen; 4210|121|W|D|Huur; 4830|122|W|D|Afschrijvingen; 4930|120|W|D|Kantoorbehoeften
4980|120|W|D|Bankkosten; 8300|110|W|C|Omzet laag; 8400|110|W|C|Omzet hoog; 9000|90|B|C|Tussenrekening|yes
Units: Code Type
pc|O; hour|T; day|T; kg|W; l|V; m|L; km|L; month|T; g|W; box|O; m2|A
DocumentTypes: ID# Description TypeCategory#
10|Verkoopfactuur|1; 20|Inkoopfactuur|1; 55|Diversen|3
Journals: Code Type# Description Currency GLAccount BankName BankAccountIBAN BankAccountBICCode BankAccountDescription
10|10|Kas|EUR|1000; 20|12|Bank|EUR|1200|Voorbeeldbank|NL00XMPL0000000001|XMPLNL2A|Lopende rekening; 21|12|Bank USD|USD|1210
60|22|Inkoop|EUR; 70|20|Verkoop|EUR; 90|90|Memoriaal|EUR
VATCodes: Code Percentage# Type VATTransactionType Description IsBlocked?
4  |0.21|E|S|BTW hoog tarief, exclusief; 6  |0.09|E|S|BTW laag tarief, exclusief; 5  |0.21|I|S|BTW hoog tarief, inclusief
1  |0.21|E|P|BTW te vorderen hoog; 3  |0.09|E|P|BTW te vorderen laag; 7  |0.21|B|P|BTW verlegd; 0  |0|N|B|Geen BTW
9  |0.19|E|S|BTW oud tarief|yes; 8  |0.21|B|S|BTW verlegd, verkoop
VatPercentages: VATCodeID Percentage# StartDate EndDate
4|0.19|2001-01-01|2012-09-30; 4|0.21|2012-10-01; 6|0.09|2019-01-01; 5|0.21|2012-10-01; 1|0.21|2012-10-01; 3|0.09|2019-01-01
PaymentConditions: Code Description PaymentDays# PaymentMethod PaymentEndOfMonths# DiscountPercentage# DiscountPaymentDays#
30T2|Binnen 30 dagen|30|B|0|0.02|8; 30T|Einde maand|30|I|1; 14T|Binnen 14 dagen|14|K
Costcenters: Code Description EndDate
100|Kantoor; 200|Verkoop; 300|Magazijn; OUD|Vervallen|2024-12-31
Costunits: Code Description
K10|Keuken; K20|Tuin; 100|Zelfde code
`;

/** Fields that the vendor fills in itself. */
const dressed: { readonly [Set in Name]?: (company: Books, row: Row, code: string) => Row } = {
  GLAccounts: (company, _row, code) => ({ ID: accountOf(company, code) }),
  Units: (_company, _row, code) => ({ Description: `per ${code}`, Active: true }),
  DocumentTypes: () => ({ DocumentIsCreatable: true }),
  Journals: (company, { GLAccount, BankAccountIBAN = null }) => ({
    GLAccount: GLAccount ? accountOf(company, text(GLAccount)) : null,
    BankAccountIncludingMask: BankAccountIBAN,
  }),
  VATCodes: (company, { IsBlocked = false }, code) => ({
    Charged: false,
    IsBlocked,
    ID: guidOf(company, `vat ${code.trim()}`),
  }),
  VatPercentages: (company, { VATCodeID: code }) => ({ VATCodeID: guidOf(company, `vat ${text(code)}`), Type: 0 }),
  PaymentConditions: (company, _row, code) => ({ ID: guidOf(company, `term ${code}`) }),
  Costcenters: (company, _row, code) => ({ ID: guidOf(company, `center-${code}`) }),
  Costunits: (company, _row, code) => ({ ID: guidOf(company, `unit-${code}`) }),
};

export function seedBooks(company: Books, share: number): void {
  const division = { Code: Number(company.id), Currency: "EUR", Country: "NL ", Current: true, Status: 1 };
  make(company, "Divisions", { ...division, Description: company.facts["description"] });
  for (const [name, row] of readTables<Name>(furniture))
    make(company, name, { ...row, ...dressed[name]?.(company, row, text(row["Code"])) });
  times(125 * share, (index) => addParty(company, index, true));
  times(110 * share, (index) => addParty(company, index, false));
  times(25, (index) => addItem(company, index));
  times(5, (index) =>
    make(company, "Projects", {
      ID: guidOf(company, `project ${index}`),
      Code: `P${index + 1}`,
      Description: `Verbouwing ${index + 1}`,
      Type: 3,
      StartDate: "2026-01-01",
      EndDate: index === 1 ? "2026-03-31" : null,

      Notes: index === 2 ? "Met tuin" : null,
      Account: index === 3 ? null : nth(company, "Accounts", index)["ID"],
    }),
  );
}

const nameOf = namesOf(
  "Blauwe |Rode |Witte |Grijze |Zilveren |Groene |Gele |Koperen ",
  "Reiger|Vos|Uil|Otter|Das|Zwaan|Egel|Lynx|Specht",
  "Bakkerij B.V.|Tuincentrum B.V.|Drukkerij|Optiek B.V.|Fietsen V.O.F.|Timmerbedrijf",
);

/** Every sixth account has only a name and a country; some are customer and supplier. */
function addParty(company: Books, index: number, isCustomer: boolean): void {
  const [kind, first] = isCustomer ? ["klant", 10_001] : ["leverancier", 70_001];
  const Name = `${nameOf(isCustomer ? index : index + 500)} ${index + 1}`;
  const reached = {
    AddressLine1: `Proefweg ${index + 1}`,
    AddressLine2: index % 2 ? "Achterhuis" : null,
    City: "Voorbeelddam",
    Postcode: `0${index + 100} AA`,
    Email: `info@${kind}${index}.example`,
    Phone: `+31 20 000 ${index}`,
  };
  const { ID: Account } = make(company, "Accounts", {
    Name,
    Code: text(first + index).padStart(18),
    Country: pick(["NL ", "BE ", "DE "], index),
    Status: isCustomer ? "C" : "A",
    IsSales: isCustomer,
    IsSupplier: !isCustomer || index % 20 === 3,
    ...(index % 6 !== 4 && { ...reached, VATNumber: `NL00000000${index}B01` }),
    // Some suppliers have a default account for purchases.
    ...((isCustomer ? index % 20 === 3 : index % 2 === 0) && { GLAccountPurchase: accountOf(company, "3400") }),
    ...(index % 4 === 1 && { Fax: `+31 20 001 ${index}` }),
    ...(index % 5 === 0 && { GLAR: accountOf(company, "1400"), GLAP: accountOf(company, "1600") }),
  });
  if (index % 3 !== 2)
    make(company, "BankAccounts", {
      Account,
      BankAccount: index % 9 === 1 ? "12.34.56.789" : `NL00XMPL000000${1000 + index}`,
      Main: true,
      BankAccountHolderName: Name,
      Description: index % 4 ? null : "Hoofdrekening",
      BICCode: index % 2 ? null : "XMPLNL2A",
    });
  if (index % 2 === 1) return;
  make(company, "Contacts", {
    Account,
    AccountIsCustomer: isCustomer,
    FirstName: pick(["Fenna", "Joris", "Mies"], index),
    LastName: `Voorbeeld ${index}`,
    Title: index % 3 ? "MR." : null,
    BusinessMobile: "+31 6 0000 0000",
    ...(index % 7 !== 5 && { BusinessEmail: `persoon${index}@${kind}${index}.example` }),
    ...(index % 3 === 0 && { Email: `prive${index}@voorbeeld.example`, BusinessPhone: "+31 20 002 002" }),
    ...(index % 5 === 0 && { Mobile: "+31 6 0001", Phone: "+31 20 003" }),
    ...(index % 4 === 0 && {
      AddressStreet: "Proefweg",
      AddressStreetNumber: text(index + 1),
      AddressStreetNumberSuffix: "a",
      AddressLine2: "2 hoog",
      City: "Voorbeelddam",
      Postcode: "0000 AA",
      Country: "NL ",
    }),
  });
}

function addItem(company: Books, index: number): void {
  const IsTime = index % 4 === 3 ? 1 : 0;
  const price = 12.5 + index * 3.25;
  const GLRevenue = accountOf(company, "8400");
  const GLCosts = accountOf(company, "3400");
  make(company, "Items", {
    Code: `A-${1001 + index}`,
    Description: `${IsTime ? "Advies" : "Kruk"} ${index + 1}`,
    IsTime,
    StandardSalesPrice: price,
    CostPriceStandard: index === 3 ? null : price / 2,
    IsSalesItem: true,
    SalesVatCode: pick(["4  ", "6  ", "5  "], index),
    Unit: nth(company, "Units", index)["Code"],
    Stock: IsTime ? null : index * 2,
    ...(index % 4 !== 2 && { GLRevenue, GLCosts }),
    ...(index % 4 === 0 && { GLStock: accountOf(company, "1590") }),
  });
}
