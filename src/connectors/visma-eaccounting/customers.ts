import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { instants, values } from "../../kit/columns.ts";
import { emailsIn, filledPlaces, type Place, phonesIn, placeFields } from "../../kit/contactDetails.ts";
import { encoder, invalidField, nested } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { changedSince, list, readSettings, resource } from "./conventions.ts";
import type { Customer } from "./types.ts";

const emails = emailsIn({ EmailAddress: "BUSINESS" });
const phones = phonesIn({ Telephone: "BUSINESS", MobilePhone: "MOBILE" });

const billing = twoWay({
  addressLine1: plainValue("InvoiceAddress1"),
  addressLine2: plainValue("InvoiceAddress2"),
  city: plainValue("InvoiceCity"),
  countryCode: plainValue("InvoiceCountryCode"),
  postalCode: plainValue("InvoicePostalCode"),
});
const delivery = twoWay({
  addressLine1: plainValue("DeliveryAddress1"),
  addressLine2: plainValue("DeliveryAddress2"),
  city: plainValue("DeliveryCity"),
  countryCode: plainValue("DeliveryCountryCode"),
  postalCode: plainValue("DeliveryPostalCode"),
});

const address = mapping<records.ContactAddress, Place>(placeFields);

const placesOf = (native: Customer): readonly Place[] =>
  filledPlaces(
    {
      type: "BILLING",
      addressLine1: native.InvoiceAddress1,
      addressLine2: native.InvoiceAddress2,
      city: native.InvoiceCity,
      countryCode: native.InvoiceCountryCode,
      postalCode: native.InvoicePostalCode,
    },
    {
      type: "DELIVERY",
      addressLine1: native.DeliveryAddress1,
      addressLine2: native.DeliveryAddress2,
      city: native.DeliveryCity,
      countryCode: native.DeliveryCountryCode,
      postalCode: native.DeliveryPostalCode,
    },
  );

const fields = twoWay({
  companyName: plainValue("Name"),
  number: plainValue("CustomerNumber"),
  vatId: plainValue("VatNumber"),
});

const customer = mapping<records.CustomerOrSupplier, Customer>({
  ...fields.reads,
  ...values({ id: "Id" }),
  ...instants({ updatedDate: "ChangedUtc" }),
  addresses: nestedList(address, placesOf),
  contactType: ({ IsPrivatePerson }) => (IsPrivatePerson === true ? "CONTACT_PERSON" : "COMPANY"),
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
  role: () => "CUSTOMER",
});

const billingEncoder = encoder<records.ContactAddress>({ ...billing.writes, type: () => ({}) });
const deliveryEncoder = encoder<records.ContactAddress>({ ...delivery.writes, type: () => ({}) });

/** A customer has one address for invoices and one for deliveries. */
const addressesAs = nested(billingEncoder, (addresses: readonly records.ContactAddress[], _input: unknown, field) => {
  const deliveries = addresses.filter(({ type }) => type === "DELIVERY");
  const others = addresses.filter(({ type }) => type !== "DELIVERY");
  if (deliveries.length > 1 || others.length > 1)
    throw invalidField("Visma eAccounting stores one address for invoices and one of type DELIVERY.", field);
  return Object.assign(
    {},
    ...others.map((place) => billingEncoder(place, field)),
    ...deliveries.map((place) => deliveryEncoder(place, field)),
  ) as object;
});

const customerEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...fields.writes,
  addresses: addressesAs,
  contactType: (type) => ({ IsPrivatePerson: type === "CONTACT_PERSON" }),
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
  role: () => ({}),
});

/** The vendor refuses a customer without the city and the postal code of its invoices. */
function checkAddress({ addresses = [] }: CustomerOrSupplierInput): void {
  const place = addresses.find(({ type }) => type !== "DELIVERY");
  if (place?.city && place.postalCode) return;
  throw cannotStore(
    "A customer needs a city and a postal code at Visma eAccounting. Send addresses with city and postalCode.",
    "addresses",
  );
}

/** The company's default terms of payment, without which the vendor refuses a customer or supplier. */
export async function defaultTerms(session: Session): Promise<string> {
  const { TermsOfPaymentId: terms } = await readSettings(session);
  if (terms) return terms;
  throw cannotStore(
    "The company settings of Visma eAccounting have no default terms of payment, which a new contact needs. Select them there first.",
    "contactType",
  );
}

async function termsFor({ body }: WriteCall<CustomerOrSupplierInput>, session: Session): Promise<string> {
  checkAddress(body);
  return defaultTerms(session);
}

const folder = "/customers";
const customers = resource<records.CustomerOrSupplier, Customer>(folder, "contactId", customer);

export const customerOperations = {
  "customers.list": list<records.CustomerOrSupplier, Customer>({
    path: folder,
    map: customer,
    filters: {
      lastModifiedAt: changedSince("ChangedUtc"),
      name: () => ({}),
      email: () => ({}),
      number: () => ({}),
    },
    localFilter: {
      when: ({ name, email, number }) => (name ?? email ?? number) !== undefined,
      fits: (native, { name, email, number }) =>
        contains(native.Name, name) &&
        contains(native.EmailAddress, email) &&
        (number === undefined || native.CustomerNumber === number),
    },
  }),
  "customers.get": customers.get(),
  "customers.create": customers.create<CustomerOrSupplierInput>({
    encoder: customerEncoder,
    prepare: termsFor,
    body: (encoded, terms) => ({ IsActive: true, ...encoded, TermsOfPaymentId: terms }),
    requires: ["companyName", "addresses"],
    rules: [
      "companyName is the customer's name, also of a person. Without a number the target system assigns the next one.",
      "A new customer has the company's default terms of payment.",
    ],
  }),
  "customers.patch": customers.change<Partial<CustomerOrSupplierInput>>({ encoder: customerEncoder }),
};
