import type { ListHandler } from "../../contract/connector.ts";
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { values } from "../../kit/columns.ts";
import { emailsIn, filledPlaces, type Place, phonesIn, placeFields } from "../../kit/contactDetails.ts";
import { encoder, invalidField, nested } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { listing, undefinedIfMissing } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, modified, readRecord, resource } from "./conventions.ts";
import type { Customer, ListedCustomer } from "./types.ts";

const types = vocabulary({ COMPANY: "COMPANY", PRIVATE: "CONTACT_PERSON" });

const emails = emailsIn({ Email: "BUSINESS", EmailInvoice: "INVOICE" });
const phones = phonesIn({ Phone1: "BUSINESS", Phone2: "OFFICE", Fax: "FAX" });
const listedEmails = emailsIn({ Email: "BUSINESS" });
const listedPhones = phonesIn({ Phone: "BUSINESS" });

const billing = twoWay({
  addressLine1: plainValue("Address1"),
  addressLine2: plainValue("Address2"),
  city: plainValue("City"),
  countryCode: plainValue("CountryCode"),
  postalCode: plainValue("ZipCode"),
});
const delivery = twoWay({
  addressLine1: plainValue("DeliveryAddress1"),
  addressLine2: plainValue("DeliveryAddress2"),
  city: plainValue("DeliveryCity"),
  countryCode: plainValue("DeliveryCountryCode"),
  postalCode: plainValue("DeliveryZipCode"),
});

const address = mapping<records.ContactAddress, Place>(placeFields);

const placesOf = (native: Customer): readonly Place[] =>
  filledPlaces(
    {
      type: "BILLING",
      addressLine1: native.Address1,
      addressLine2: native.Address2,
      city: native.City,
      countryCode: native.CountryCode,
      postalCode: native.ZipCode,
    },
    {
      type: "DELIVERY",
      addressLine1: native.DeliveryAddress1,
      addressLine2: native.DeliveryAddress2,
      city: native.DeliveryCity,
      countryCode: native.DeliveryCountryCode,
      postalCode: native.DeliveryZipCode,
    },
  );

/** Countries are not in lists. */
const listedAddress = mapping<records.ContactAddress, Place>(
  values({
    addressLine1: "addressLine1",
    addressLine2: "addressLine2",
    city: "city",
    postalCode: "postalCode",
    type: "type",
  }),
);

const fields = twoWay({
  companyName: plainValue("Name"),
  number: plainValue("CustomerNumber"),
});
const detailFields = twoWay({ vatId: plainValue("VATNumber") });

const listedCustomer = mapping<records.CustomerOrSupplier, ListedCustomer>({
  ...fields.reads,
  id: ({ CustomerNumber }) => CustomerNumber,
  addresses: nestedList(listedAddress, (native) => placesOf(native)),
  emailAddresses: listedEmails.read,
  phoneNumbers: listedPhones.read,
  role: () => "CUSTOMER",
});

const customer = mapping<records.CustomerOrSupplier, Customer>({
  ...fields.reads,
  ...detailFields.reads,
  id: ({ CustomerNumber }) => CustomerNumber,
  addresses: nestedList(address, placesOf),
  contactType: types.read(({ Type }) => Type),
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
    throw invalidField("Fortnox stores one address for invoices and one of type DELIVERY.", field);
  return Object.assign(
    {},
    ...others.map((place) => billingEncoder(place, field)),
    ...deliveries.map((place) => deliveryEncoder(place, field)),
  ) as object;
});

const customerEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...fields.writes,
  ...detailFields.writes,
  addresses: addressesAs,
  contactType: types.as("Type"),
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
  role: () => ({}),
});

const kind = "Customer";
const folder = "/customers";
const customers = resource<records.CustomerOrSupplier, Customer>(folder, "contactId", { kind, map: customer });

/** The vendor searches by one field at a time. */
const searched = list<records.CustomerOrSupplier, ListedCustomer>("Customers", {
  path: folder,
  map: listedCustomer,
  query: ({ filters: { name, email } }) => (name === undefined ? { email } : { name }),
  filters: {
    ...modified,
    name: () => ({}),
    email: () => ({}),
  },
  localFilter: {
    when: ({ name, email }) => name !== undefined && email !== undefined,
    fits: ({ Email }, { email }) => contains(Email, email),
  },
  rules: [
    "The filters name and email find customers that contain the text.",
    "Lists have the first address, e-mail address and phone number of a customer. Get a single record for the others, its contactType and vatId.",
  ],
});

/** The vendor's own filter finds every number that contains the text, so the customer is read by its number. */
const customerList: ListHandler<records.CustomerOrSupplier> = {
  ...searched,
  filters: [...searched.filters, "number"],
  list: async (call, session) => {
    const { number, name, email } = call.filters;
    if (number === undefined) return searched.list(call, session);
    const found = await undefinedIfMissing(readRecord<Customer>(session, path`/customers/${number}`, kind));
    const fitting = found !== undefined && contains(found.Name, name) && contains(found.Email, email) ? [found] : [];
    return { ...listing(customer, itemsInWindow(fitting, call.window)), total: fitting.length };
  },
};

export const customerOperations = {
  "customers.list": customerList,
  "customers.get": customers.get(),
  "customers.create": customers.create<CustomerOrSupplierInput>({
    encoder: customerEncoder,
    requires: ["companyName"],
    rules: [
      "companyName is the customer's name, also of a person. Without a number the target system assigns the next one.",
    ],
  }),
  "customers.patch": customers.change<Partial<CustomerOrSupplierInput>>({ encoder: customerEncoder }),
};
