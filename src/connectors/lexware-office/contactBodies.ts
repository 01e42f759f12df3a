/** Contacts as they are written. */

import type { WriteCall } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { path } from "../../kit/path.ts";
import { addressKinds, emailKinds, phoneKinds } from "./contactFields.ts";
import type { Contact, Person } from "./types.ts";

export type Input = Partial<ContactInput> & Pick<CustomerOrSupplierInput, "vatId">;

/** Back into a list of each kind; a kind that the vendor does not have goes to `other`, the one for the rest. */
function sorted<Entry extends { readonly type?: string }>(
  entries: readonly Entry[],
  kinds: Readonly<Record<string, string>>,
  { tell, usual, other }: { tell: (entry: Entry) => unknown; usual: string; other: string },
): object {
  const lists: Record<string, unknown[]> = {};
  for (const entry of entries) {
    const known = Object.keys(kinds).find((kind) => kinds[kind] === entry.type);
    const kind = entry.type === undefined ? usual : (known ?? other);
    lists[kind] = [...(lists[kind] ?? []), tell(entry)];
  }
  return lists;
}

const toldAddress = (address: records.ContactAddress): object => ({
  supplement: address.addressLine2,
  street: address.addressLine1,
  zip: address.postalCode,
  city: address.city,
  countryCode: address.countryCode,
});

const toldPerson = ({ salutation, firstName, lastName }: records.ContactPerson): object => ({
  ...{ salutation, firstName, lastName },
});

/** Whether it is the one that documents name stays as it is. */
const toldEmployee = (person: records.ContactPerson, before: Person | undefined): object => ({
  ...toldPerson(person),
  emailAddress: person.emailAddresses?.[0]?.email,
  phoneNumber: person.phoneNumbers?.[0]?.number,
  ...(before?.primary && { primary: true }),
});

function nature({ contactType, companyName, vatId, contactPersons }: Input, known?: Contact): object {
  const isCompany = contactType === "COMPANY" || (contactType !== "CONTACT_PERSON" && companyName !== undefined);
  if (!isCompany) return { person: toldPerson(contactPersons?.[0] ?? {}) };
  const { taxNumber, allowTaxFreeInvoices, contactPersons: before } = known?.company ?? {};
  return {
    company: {
      ...{ name: companyName, vatRegistrationId: vatId, taxNumber, allowTaxFreeInvoices },
      contactPersons: contactPersons?.map((person, index) => toldEmployee(person, before?.[index])),
    },
  };
}

/** What the contract has no field for stays as it is. */
export function toldContact(input: Input, known?: Contact): object {
  const { addresses, emailAddresses, phoneNumbers } = input;
  return {
    ...nature(input, known),
    ...(addresses && {
      addresses: sorted(addresses, addressKinds, { tell: toldAddress, usual: "billing", other: "billing" }),
    }),
    ...(emailAddresses && {
      emailAddresses: sorted(emailAddresses, emailKinds, {
        tell: ({ email }) => email,
        usual: "business",
        other: "other",
      }),
    }),
    ...(phoneNumbers && {
      phoneNumbers: sorted(phoneNumbers, phoneKinds, {
        tell: ({ number }) => number,
        usual: "business",
        other: "other",
      }),
    }),
    ...(known?.note && { note: known.note }),
    ...(known?.xRechnung ? { xRechnung: known.xRechnung } : {}),
  };
}

export const writableFields = {
  addresses: { addressLine1: true, addressLine2: true, city: true, countryCode: true, postalCode: true, type: true },
  companyName: true,
  contactPersons: {
    emailAddresses: { email: true },
    firstName: true,
    lastName: true,
    phoneNumbers: { number: true },
    salutation: true,
  },
  contactType: true,
  emailAddresses: { email: true, type: true },
  phoneNumbers: { number: true, type: true },
} as const;

export const readContact = async (id: string, session: Session): Promise<Contact> =>
  (await session.read(path`/contacts/${id}`)) as Contact;

export const known = ({ ids }: WriteCall<unknown>, session: Session): Promise<Contact> =>
  readContact(ids["contactId"] ?? "", session);

export const contactRules = [
  "Lexware Office keeps one entry of each kind, and one contact person of a company: two business e-mail addresses, for example, are refused, and a contact that has them cannot be changed.",
  "Kinds that it does not have become other, or billing.",
  "A company's contact persons have one e-mail address and one phone number; a person has those of the contact.",
  "Numbers are given by Lexware Office.",
];
