/** Writing contacts, and finding the one that a document names. */
import { only } from "../engine/values.ts";
import { type Company, found } from "./company.ts";
import { Rejected } from "./refusals.ts";
import { type Row, row, rows, text } from "./wire.ts";

const texts = [
  ...["ContactNumber", "AccountNumber", "FirstName", "LastName", "CompanyNumber", "EmailAddress", "TaxNumber"],
  ...["BankAccountDetails", "AccountsReceivableTaxType", "AccountsPayableTaxType", "DefaultCurrency", "PaymentTerms"],
  ...["SalesDefaultAccountCode", "PurchasesDefaultAccountCode", "ContactPersons", "ContactStatus"],
  ...["SalesDefaultLineAmountType", "PurchasesDefaultLineAmountType", "XeroNetworkKey", "BatchPayments"],
];

const emptyAddress = { City: "", Region: "", PostalCode: "", Country: "" };
const emptyPhone = { PhoneNumber: "", PhoneAreaCode: "", PhoneCountryCode: "" };

/** Every contact has each kind of address and telephone, empty or not; what is sent replaces its kind only. */
function byType(type: string, kinds: readonly string[], empty: Row, ...lists: readonly unknown[]): Row[] {
  return kinds.map((kind) => {
    const sent = lists.map((list) => rows(list).find((one) => one[type] === kind));
    return { [type]: kind, ...(sent.find((one) => one !== undefined) ?? empty) };
  });
}

export function writeContact(company: Company, input: Row, existing?: Row): Row {
  const name = text(input["Name"] ?? existing?.["Name"]).trim();
  const email = text(input["EmailAddress"]);
  const problems: string[] = [];
  if (name === "") problems.push("The contact name must be specified.");
  if (name.length > 255) problems.push("Name must not be longer than 255 characters.");
  if (email !== "" && !/^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(\.[\w-]+)+$/.test(email))
    problems.push("Email address must be valid.");
  if (rows(input["ContactPersons"]).length > 5) problems.push("A contact can have at most 5 contact persons.");
  const taken = named(company, name);
  if (taken !== undefined && taken["ContactID"] !== existing?.["ContactID"])
    problems.push(
      `The contact name ${name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
    );
  if (problems.length > 0) throw new Rejected(...problems);
  return company.save("Contacts", {
    ...{ ContactID: company.newId(), ContactStatus: "ACTIVE", EmailAddress: "", BankAccountDetails: "" },
    ...{ IsSupplier: false, IsCustomer: false, ContactPersons: [], HasAttachments: false, HasValidationErrors: false },
    ...{ ContactGroups: [], SalesTrackingCategories: [], PurchasesTrackingCategories: [] },
    ...existing,
    ...only(input, texts),
    Name: name,
    Addresses: byType(
      ...(["AddressType", ["STREET", "POBOX"], emptyAddress] as const),
      ...[input["Addresses"], existing?.["Addresses"]],
    ),
    Phones: byType(
      ...(["PhoneType", ["DEFAULT", "DDI", "FAX", "MOBILE"], emptyPhone] as const),
      ...[input["Phones"], existing?.["Phones"]],
    ),
  });
}

const named = (company: Company, name: string) =>
  company.tables.Contacts.first(
    (one) => one["ContactStatus"] === "ACTIVE" && text(one["Name"]).toLowerCase() === name.toLowerCase(),
  );

/** A contact that a document names and nobody knows is made on the spot. */
export function contactFor(company: Company, given: unknown): Row {
  const asked = row(given);
  const id = text(asked["ContactID"]);
  if (id !== "") {
    const known = company.tables.Contacts.get(id);
    if (known === undefined) throw new Rejected("The Contact could not be found.");
    if (known["ContactStatus"] === "ARCHIVED") throw new Rejected("The Contact is archived.");
    return known;
  }
  const number = text(asked["ContactNumber"]);
  const known = (number === "" ? undefined : found(company, "Contacts", number)) ?? named(company, text(asked["Name"]));
  if (known !== undefined) return known;
  if (text(asked["Name"]) === "") throw new Rejected("A Contact must be specified for this type of transaction");
  return writeContact(company, asked);
}

/** Which contact a POST without an id means. */
export const contactMeant = (company: Company, input: Row): Row | undefined =>
  (text(input["ContactNumber"]) === "" ? undefined : found(company, "Contacts", text(input["ContactNumber"]))) ??
  named(company, text(input["Name"]));
