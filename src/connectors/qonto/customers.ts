/** Customers. Suppliers are no records at Qonto: their name is on the bill. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { instants, values } from "../../kit/columns.ts";
import { phonesIn } from "../../kit/contactDetails.ts";
import { type Encoded, encodedBy, encoder, fieldAs, inParent, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { resource } from "../../kit/resource.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, moment, recordIn } from "./conventions.ts";
import { place, placesOf } from "./fields.ts";
import type { Client, Text } from "./types.ts";

const folder = "/clients";

const kinds = vocabulary({
  company: "COMPANY",
  individual: "CONTACT_PERSON",
  // A company with the name of a person, in Italy only.
  freelancer: "CONTACT_PERSON",
});
/** Older replies and copies in documents have `type` alone. */
const kindOf = ({ kind, type }: Client): Text => kind ?? type;

const phones = phonesIn({ phone_number: undefined });

const email = mapping<records.EmailAddress, Text>({ email: (address) => address });
const person = mapping<records.ContactPerson, Client>(values({ firstName: "first_name", lastName: "last_name" }));

const fields = twoWay({
  companyName: plainValue("name"),
  vatId: plainValue("vat_number"),
});

const customer = mapping<records.CustomerOrSupplier, Client>({
  ...values({ id: "id" }),
  ...fields.reads,
  ...instants({ updatedDate: "updated_at" }),
  addresses: nestedList(place, placesOf),
  contactPersons: nestedList(person, (client: Client) => (client.first_name || client.last_name ? [client] : [])),
  contactType: kinds.read(kindOf),
  emailAddresses: nestedList(email, (client: Client) =>
    [client.email, ...(client.extra_emails ?? [])].filter((address) => typeof address === "string" && address !== ""),
  ),
  phoneNumbers: phones.read,
  role: () => "CUSTOMER" as const,
});

type Input = Partial<CustomerOrSupplierInput>;

const upperAs = encodedBy((code: string) => code.toUpperCase());

const placeEncoder = encoder<NonNullable<Input["addresses"]>[number]>({
  addressLine1: fieldAs("street_address"),
  city: fieldAs("city"),
  countryCode: upperAs("country_code"),
  postalCode: fieldAs("zip_code"),
  type: sentSeparately,
});

const isDelivery = ({ type }: { readonly type?: string | undefined }): boolean => type === "DELIVERY";

/** A client has one address for invoices and one for deliveries. */
const addressesAs = nested(placeEncoder, (all: NonNullable<Input["addresses"]>, _input: unknown, field) => {
  const [delivery, ...furtherDeliveries] = all.filter(isDelivery);
  const [billing, ...furtherBilling] = all.filter((each) => !isDelivery(each));
  if (furtherDeliveries.length > 0 || furtherBilling.length > 0)
    throw cannotStore("Qonto stores one address for invoices and one of type DELIVERY. Send no more.", field);
  return {
    ...(billing && { billing_address: placeEncoder(billing, field) }),
    ...(delivery && { delivery_address: placeEncoder(delivery, field) }),
  };
});

const personEncoder = encoder<records.ContactPerson>({
  firstName: fieldAs("first_name"),
  lastName: fieldAs("last_name"),
});

/** The name of a private person. Companies have no people. */
const personAs = nested(personEncoder, (people: readonly records.ContactPerson[], input: Input, field) => {
  const [first, ...others] = people;
  if (input.contactType === "COMPANY" && first !== undefined)
    throw cannotStore("Qonto stores no people of a company. Leave contactPersons out.", field);
  if (others.length > 0) throw cannotStore("Qonto stores the name of one person. Send one contact person.", field);
  return first === undefined ? {} : inParent(personEncoder)(first, input, field);
});

/** The first address is printed on documents, and copies go to the others. */
const emailsAs = nested(
  encoder<records.EmailAddress>({ email: sentSeparately }),
  (all: readonly records.EmailAddress[]) => {
    const [first, ...others] = all.flatMap(({ email: address }) => address ?? []);
    return { email: first ?? null, extra_emails: others };
  },
);

const customerEncoder = encoder<Input>({
  ...fields.writes,
  addresses: addressesAs,
  contactPersons: personAs,
  contactType: kinds.as("kind"),
  emailAddresses: emailsAs,
  role: () => ({}),
});

function checkName({ companyName, contactPersons = [], contactType }: CustomerOrSupplierInput): void {
  if (contactType === "COMPANY") {
    if (!companyName) throw cannotStore("Qonto needs the name of a company. Send companyName.", "companyName");
    return;
  }
  const [first] = contactPersons;
  if (!first?.firstName || !first.lastName)
    throw cannotStore(
      "Qonto needs the first and the last name of a private person. Send contactPersons[0].firstName and contactPersons[0].lastName.",
      "contactPersons",
    );
  if (companyName)
    throw cannotStore("Qonto stores no company name of a private person. Leave companyName out.", "companyName");
}

interface Organization {
  readonly organization?: { readonly locale?: Text } | null;
}

/** A client without a currency and a language cannot be invoiced. The language is the organization's. */
async function prepareNew({ body }: WriteCall<CustomerOrSupplierInput>, session: Session): Promise<object> {
  checkName(body);
  const { organization } = (await session.read("/organization")) as Organization;
  const locale = organization?.locale?.slice(0, 2).toUpperCase();
  return { currency: "EUR", ...(locale && { locale }) };
}

const clients = resource<records.CustomerOrSupplier, Client>({
  path: folder,
  id: "contactId",
  map: customer,
  record: recordIn<Client>("client"),
  change: "PATCH",
});

export const customers = operationsOf("customers", {
  list: list<records.CustomerOrSupplier, Client>("clients", {
    path: folder,
    map: customer,
    defaultOrder: "created_at",
    filters: {
      email: (wanted) => ({ "filter[email]": wanted }),
      lastModifiedAt: (at) => ({ "filter[updated_at_from]": moment(at) }),
      name: (wanted) => ({ "filter[name]": wanted }),
    },
    rules: ["The filter name needs two characters and finds a part of the name; email has to be the whole address."],
  }),
  get: clients.get(),
  create: clients.create<CustomerOrSupplierInput>({
    encoder: customerEncoder,
    prepare: prepareNew,
    body: (encoded: Encoded, defaults) => ({ ...encoded, ...(defaults as object) }),
    rules: ["Documents for a new customer are in EUR and in the language of the organization."],
  }),
  patch: clients.change<Input>({ encoder: customerEncoder }),
});
