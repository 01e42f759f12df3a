/** Writes accounts, contacts and items. */
import { big, filled, only, type Row, row, rows, text, words } from "../engine/values.ts";
import { accountOf, base, type Company, found } from "./company.ts";
import { rejectIf } from "./refusals.ts";

const classes: Readonly<Record<string, string>> = {
  BANK: "ASSET",
  CURRENT: "ASSET",
  FIXED: "ASSET",
  INVENTORY: "ASSET",
  PREPAYMENT: "ASSET",
  NONCURRENT: "ASSET",
  CURRLIAB: "LIABILITY",
  TERMLIAB: "LIABILITY",
  LIABILITY: "LIABILITY",
  EQUITY: "EQUITY",
  REVENUE: "REVENUE",
  SALES: "REVENUE",
  OTHERINCOME: "REVENUE",
  EXPENSE: "EXPENSE",
  DIRECTCOSTS: "EXPENSE",
  OVERHEADS: "EXPENSE",
  DEPRECIATN: "EXPENSE",
};

const accountFields = words("Code|Name|Type|Description|TaxType|BankAccountNumber|BankAccountType|CurrencyCode");

/** Defaults of a new account. */
export const newAccount = (company: Company, Type: string): Row => ({
  AccountID: company.newId(),
  Status: "ACTIVE",
  TaxType: "NONE",
  Class: classes[Type],
  ...filled("EnablePaymentsToAccount|ShowInExpenseClaims|HasAttachments|AddToWatchlist", false),
  ...(Type === "BANK" ? { BankAccountType: "BANK", CurrencyCode: base(company) } : { BankAccountType: "" }),
});

/** One at a time: PUT creates, POST changes. */
export function writeAccount(company: Company, input: Row, existing: Row = {}): Row {
  const account = { ...existing, ...only(input, accountFields) };
  const code = text(account["Code"]);
  const name = text(account["Name"]);
  const type = text(account["Type"]);
  const others = company.tables.Accounts.where((otherAccount) => otherAccount["AccountID"] !== existing["AccountID"]);
  const isTaken = (field: string, value: string) => others.some((otherAccount) => otherAccount[field] === value);
  rejectIf(
    [classes[type] === undefined, "The Type field is mandatory and must be a known account type."],
    [name === "" || isTaken("Name", name), "Please enter a unique Name."],
    [code === "" ? type !== "BANK" : isTaken("Code", code), "Please enter a unique Code."],
    [code.length > 10, "Code must not be longer than 10 characters."],
    [type === "BANK" && text(account["BankAccountNumber"]) === "", "The BankAccountNumber field is mandatory."],
  );
  return company.save("Accounts", { ...newAccount(company, type), ...account });
}

const contactFields = words(
  "ContactNumber|AccountNumber|FirstName|LastName|CompanyNumber|EmailAddress|TaxNumber|BankAccountDetails|" +
    "AccountsReceivableTaxType|AccountsPayableTaxType|DefaultCurrency|PaymentTerms|SalesDefaultAccountCode|" +
    "PurchasesDefaultAccountCode|ContactPersons|ContactStatus|SalesDefaultLineAmountType|" +
    "PurchasesDefaultLineAmountType|XeroNetworkKey|BatchPayments",
);
const kindsOf = {
  Addresses: ["AddressType", "STREET|POBOX", "City|Region|PostalCode|Country"],
  Phones: ["PhoneType", "DEFAULT|DDI|FAX|MOBILE", "PhoneNumber|PhoneAreaCode|PhoneCountryCode"],
} as const;

/** Every contact has each type of address and phone, even empty ones; a write replaces only the types that it sends. */
const byKind = (field: keyof typeof kindsOf, input: Row, existing: Row): Row[] => {
  const [type, kinds, fields] = kindsOf[field];
  const sent = [...rows(input[field]), ...rows(existing[field])];
  const found = (kind: string) => sent.find((entry) => entry[type] === kind) ?? filled(fields, "");
  return words(kinds).map((kind) => ({ [type]: kind, ...found(kind) }));
};

export function writeContact(company: Company, input: Row, existing: Row = {}): Row {
  const name = text(input["Name"] ?? existing["Name"]).trim();
  const email = text(input["EmailAddress"]);
  const twin = named(company, name);
  const isTaken = twin !== undefined && twin["ContactID"] !== existing["ContactID"];
  const taken = `The contact name ${name} is already assigned to another contact.`;
  rejectIf(
    [name === "", "The contact name must be specified."],
    [name.length > 255, "Name must not be longer than 255 characters."],
    [email !== "" && !/^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(\.[\w-]+)+$/.test(email), "Email address must be valid."],
    [rows(input["ContactPersons"]).length > 5, "A contact can have at most 5 contact persons."],
    [isTaken, `${taken} The contact name must be unique across all active contacts.`],
  );
  return company.save("Contacts", {
    ContactID: company.newId(),
    ContactStatus: "ACTIVE",
    EmailAddress: "",
    BankAccountDetails: "",
    ...filled("IsSupplier|IsCustomer|HasAttachments|HasValidationErrors", false),
    ...filled("ContactPersons|ContactGroups|SalesTrackingCategories|PurchasesTrackingCategories", []),
    ...existing,
    ...only(input, contactFields),
    Name: name,
    Addresses: byKind("Addresses", input, existing),
    Phones: byKind("Phones", input, existing),
  });
}

const named = (company: Company, name: string) =>
  company.tables.Contacts.first(
    (contact) => contact["ContactStatus"] === "ACTIVE" && text(contact["Name"]).toLowerCase() === name.toLowerCase(),
  );

/** Finds a contact by number, otherwise by name. */
export const contactMeant = (company: Company, { ContactNumber, Name }: Row): Row | undefined =>
  found(company, "Contacts", ContactNumber) ?? named(company, text(Name));

/** An unknown contact on a document is created. */
export function contactFor(company: Company, reference: unknown): Row {
  const wanted = row(reference);
  const id = text(wanted["ContactID"]);
  const known = id === "" ? contactMeant(company, wanted) : company.tables.Contacts.get(id);
  rejectIf([id !== "" && known === undefined, "The Contact could not be found."]);
  rejectIf([id !== "" && known?.["ContactStatus"] === "ARCHIVED", "The Contact is archived."]);
  rejectIf([!known && text(wanted["Name"]) === "", "A Contact must be specified for this type of transaction"]);
  return known ?? writeContact(company, wanted);
}

export function writeItem(company: Company, input: Row, existing: Row = {}): Row {
  const code = text(input["Code"] ?? existing["Code"]);
  const twin = found(company, "Items", code);
  rejectIf([code === "", "The Item Code must be specified"]);
  rejectIf([code.length > 30, "Code must not be longer than 30 characters."]);
  const isTaken = twin !== undefined && twin["ItemID"] !== existing["ItemID"];
  rejectIf([isTaken, `Price List Item with Code '${code}' already exists`]);
  const details = (name: string) => {
    const merged = { ...row(existing[name]), ...row(input[name]) };
    const { AccountCode: account } = merged;
    const isKnown = account === undefined || accountOf(company, undefined, account) !== undefined;
    rejectIf([!isKnown, `Account code '${text(account)}' is not a valid code for this document.`]);
    return merged;
  };
  return company.save("Items", {
    ItemID: company.newId(),
    IsTrackedAsInventory: false,
    IsSold: true,
    IsPurchased: true,
    ...existing,
    ...only(input, words("Name|Description|PurchaseDescription|IsSold|IsPurchased")),
    Code: code,
    PurchaseDetails: details("PurchaseDetails"),
    SalesDetails: details("SalesDetails"),
  });
}

type Complain = (isWrong: boolean, message: string) => void;

export interface Taxing {
  readonly company: Company;
  /** `Exclusive`, `Inclusive`, `NoTax`. */
  readonly taxed: string;
  readonly complain: Complain;
}

/** The rate of a tax type for taxed documents. A deleted rate can be used in journals only. */
export function percentOf({ company, taxed, complain }: Taxing, type: string, status?: string) {
  const rate = company.tables.TaxRates.get(type);
  const isWrong = rate === undefined || (status !== undefined && rate["Status"] !== status);
  complain(isWrong, `The TaxType code ${type} does not exist or cannot be used for this type of transaction.`);
  return big(taxed.toLowerCase() === "notax" ? 0 : rate?.["EffectiveRate"]);
}

/** Finds categories and options by name or id; replies have both. */
export function tracked(company: Company, references: unknown, complain: Complain): Row[] {
  return rows(references).flatMap((reference) => {
    const category = company.tables.TrackingCategories.first(
      (known) => known["TrackingCategoryID"] === reference["TrackingCategoryID"] || known["Name"] === reference["Name"],
    );
    const option = rows(category?.["Options"]).find(
      (knownOption) =>
        knownOption["TrackingOptionID"] === reference["TrackingOptionID"] ||
        knownOption["Name"] === reference["Option"],
    );
    complain(option === undefined, "The tracking category or option is not valid");
    if (category === undefined || option === undefined) return [];
    const { TrackingCategoryID, Name } = category;
    return [{ Name, Option: option["Name"], TrackingCategoryID, TrackingOptionID: option["TrackingOptionID"] }];
  });
}
