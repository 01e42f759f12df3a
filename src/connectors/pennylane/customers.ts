/** Customers: companies and individuals, which the vendor creates and changes at separate paths. */
import type { Call, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs, nested, sentSeparately } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { allOf, condition, listWithFeed, where } from "./conventions.ts";
import { emails, placeMapping, placesAs, placesOf, updated } from "./fields.ts";
import type { Customer } from "./types.ts";

const folder = "/customers";

const types = vocabulary({ company: "COMPANY", individual: "CONTACT_PERSON" });

const fields = twoWay({
  number: plainValue("reference"),
  vatId: plainValue("vat_number"),
});

const phone = mapping<records.PhoneNumber, string>({ number: (number) => number });
const bankAccount = mapping<records.ContactBankAccount, string>({ iban: (iban) => iban });
const person = mapping<records.ContactPerson, Customer>(values({ firstName: "first_name", lastName: "last_name" }));

const isPerson = ({ first_name: first, last_name: last }: Customer): boolean => Boolean(first || last);

const customer = mapping<records.CustomerOrSupplier, Customer>({
  ...fields.reads,
  ...updated,
  id: ({ id }) => String(id),
  addresses: nestedList(placeMapping, ({ billing_address: billing, delivery_address: delivery }) =>
    placesOf({ BILLING: billing, DELIVERY: delivery }),
  ),
  bankAccounts: nestedList(bankAccount, ({ billing_iban: iban }) => (iban ? [iban] : undefined)),
  companyName: ({ name }) => name,
  contactPersons: nestedList(person, (native) => (isPerson(native) ? [native] : undefined)),
  contactType: types.read(({ customer_type: type }) => type),
  emailAddresses: nestedList(emails.map, ({ emails: all }) => all ?? undefined),
  phoneNumbers: nestedList(phone, ({ phone: number }) => (number ? [number] : undefined)),
  role: () => "CUSTOMER",
});

const ofIndividual = ({ contactType }: Partial<CustomerOrSupplierInput>): boolean => contactType === "CONTACT_PERSON";

const customerEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...fields.writes,
  addresses: placesAs("billing_address", "delivery_address"),
  bankAccount: nested(encoder<records.ContactBankAccount>({ iban: fieldAs("billing_iban") }), ({ iban }) =>
    iban === undefined ? {} : { billing_iban: iban },
  ),
  // The name of an individual is made of first and last name.
  companyName: Object.assign(
    (name: string, input: Partial<CustomerOrSupplierInput>): object => (ofIndividual(input) ? {} : { name }),
    { path: ["name"] },
  ),
  contactPersons: nested(
    encoder<records.ContactPerson>({ firstName: fieldAs("first_name"), lastName: fieldAs("last_name") }),
    (persons: readonly records.ContactPerson[], _input: unknown, field) => {
      const [first, ...others] = persons;
      if (others.length > 0) throw cannotStore("Pennylane stores one person of a customer. Send one entry.", field);
      return {
        ...(first?.firstName !== undefined && { first_name: first.firstName }),
        ...(first?.lastName !== undefined && { last_name: first.lastName }),
      };
    },
  ),
  contactType: sentSeparately,
  emailAddresses: emails.as,
  phoneNumbers: nested(
    encoder<records.PhoneNumber>({ number: fieldAs("phone") }),
    (numbers: readonly records.PhoneNumber[], _input: unknown, field) => {
      const [first, ...others] = numbers;
      if (others.length > 0) throw cannotStore("Pennylane stores one phone number of a customer. Send one.", field);
      return { phone: first?.number ?? "" };
    },
  ),
  role: sentSeparately,
});

type Input = Partial<CustomerOrSupplierInput>;
type Kind = "company" | "individual";

const folders: Readonly<Record<Kind, string>> = {
  company: "/company_customers",
  individual: "/individual_customers",
};

/** Writing an individual as a company, or the reverse, is accepted and spoils the record (NOTES.md), so it is refused. */
function checkKind(kind: Kind, { body }: WriteCall<Input>): void {
  const [person] = body.contactPersons ?? [];
  if (kind === "company" && person !== undefined)
    throw cannotStore(
      "Pennylane has contactPersons for customers of the contactType CONTACT_PERSON only. Leave them out.",
      "contactPersons",
    );
  if (kind === "individual" && body.vatId !== undefined)
    throw cannotStore("Pennylane has no VAT number for individuals. Leave vatId out.", "vatId");
}

function kindOfNew(call: WriteCall<CustomerOrSupplierInput>): Kind {
  const kind = ofIndividual(call.body) ? "individual" : "company";
  checkKind(kind, call);
  const [person] = call.body.contactPersons ?? [];
  if (kind === "individual" && !(person?.firstName && person.lastName))
    throw cannotStore(
      "Pennylane needs the first and last name of an individual. Send contactPersons with firstName and lastName.",
      "contactPersons",
    );
  if (kind === "company" && !call.body.companyName)
    throw cannotStore("Pennylane needs the name of a company. Send companyName.", "companyName");
  return kind;
}

async function kindOfKnown(call: WriteCall<Input>, session: Session): Promise<Kind> {
  const { customer_type: type, name } = (await session.read(path`/customers/${call.ids["contactId"]}`)) as Customer;
  const kind = type === "individual" ? "individual" : "company";
  const wanted = call.body.contactType;
  if (wanted !== undefined && types.write(wanted, "contactType") !== kind)
    throw cannotStore(
      `This customer is ${kind === "company" ? "a company" : "an individual"}, which cannot change at Pennylane.`,
      "contactType",
    );
  const { companyName = name } = call.body;
  if (kind === "individual" && companyName !== name)
    throw cannotStore(
      "Pennylane makes the name of an individual of first and last name. Send contactPersons.",
      "companyName",
    );
  checkKind(kind, call);
  return kind;
}

/** The replies of both paths lack the kind of customer. */
const read = async ({ id }: Customer, _call: unknown, session: Session): Promise<Customer> =>
  (await session.read(path`/customers/${String(id)}`)) as Customer;

/** A reference of ours, by which the vendor finds the record again. */
const markedAs = ({ marker }: { readonly marker: string }) => ({ external_reference: marker });

export const customers = {
  "customers.list": listWithFeed<records.CustomerOrSupplier, Customer>("customers", {
    path: folder,
    map: customer,
    conditions: { name: (name) => [condition("name", "start_with", name)] },
    local: ["email", "number"],
    localFilter: {
      when: ({ email, number }) => (email ?? number) !== undefined,
      fits: (native, { email = "", number }) =>
        (email === "" || (native.emails ?? []).some((each) => contains(each, email))) &&
        (number === undefined || native.reference === number),
    },
    rules: ["The filter name finds customers whose name begins with the text."],
  }),
  "customers.get": get<records.CustomerOrSupplier, Customer>({ path: `${folder}/{contactId}`, map: customer }),
  "customers.create": write<CustomerOrSupplierInput, records.CustomerOrSupplier, Customer>({
    method: "POST",
    path: (_call: Call, kind: Kind) => folders[kind],
    encoder: customerEncoder,
    also: markedAs,
    prepare: async (call) => kindOfNew(call),
    readBack: read,
    map: customer,
    find: async ({ marker }, session) =>
      (await allOf<Customer>(session, folder, where(condition("external_reference", "eq", marker))))[0],
    requires: ["addresses"],
    rules: [
      "A customer of the contactType CONTACT_PERSON needs contactPersons with firstName and lastName, any other companyName.",
      "The target system needs an address. Parts that are missing are stored empty.",
    ],
  }),
  "customers.patch": write<Input, records.CustomerOrSupplier, Customer>({
    method: "PUT",
    path: ({ ids }, kind: Kind) => path`/${folders[kind].slice(1)}/${ids["contactId"]}`,
    encoder: customerEncoder,
    prepare: kindOfKnown,
    readBack: read,
    map: customer,
    repeatable: true,
    rules: ["An address replaces the stored one of its type."],
  }),
};
