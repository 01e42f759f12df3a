/** Customers and suppliers: two roles of an address at the vendor, with a path and a number each. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { resource } from "../../kit/resource.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf, type Role } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { changedOn, containing, equal, idIn, list, recordIn } from "./conventions.ts";
import { addressAs, identity, place, placesOf, referenceAs, updated } from "./fields.ts";
import type { ContactPerson, Partner, Single } from "./types.ts";

/** Mr, Mrs and other people are persons. Of the words, only "company" can be written without knowing more. */
const kinds = vocabulary({
  company: "COMPANY",
  other: "CONTACT_PERSON",
  mr: "CONTACT_PERSON",
  mrs: "CONTACT_PERSON",
});

const phones = phonesIn({
  "primaryAddress.phone": "BUSINESS",
  "primaryAddress.mobile": "MOBILE",
  "primaryAddress.fax": "FAX",
});
const emails = emailsIn({ "primaryAddress.email": undefined });
const phonesOfPerson = phonesIn({ phone: "BUSINESS", mobile: "MOBILE", fax: "FAX" });
const emailsOfPerson = emailsIn({ email: undefined });

/** The vendor has the whole name in one field. */
const person = mapping<records.ContactPerson, ContactPerson>({
  ...identity,
  ...values({ lastName: "name", salutation: "salutation" }),
  emailAddresses: emailsOfPerson.read,
  phoneNumbers: phonesOfPerson.read,
});

const fields = twoWay({
  companyName: plainValue("primaryAddress.name"),
  number: plainValue("number"),
  vatId: plainValue("financials.tax.vatId"),
});

/** Invoices go to the billing address if there is one. */
function placesIn({ primaryAddress, deviatingBillingAddress: billing, deliveryAddresses }: Partner) {
  return [
    ...placesOf("BILLING", billing),
    ...placesOf(billing ? "WORK" : "BILLING", primaryAddress),
    ...placesOf("DELIVERY", ...(deliveryAddresses ?? [])),
  ];
}

const partner = (role: Role) =>
  mapping<records.CustomerOrSupplier, Partner>({
    ...identity,
    ...fields.reads,
    ...updated,
    addresses: nestedList(place, placesIn),
    contactPersons: nestedList(person, ({ contactPersons }: Partner) => contactPersons),
    contactType: kinds.read(({ primaryAddress }: Partner) => primaryAddress?.type),
    emailAddresses: emails.read,
    phoneNumbers: phones.read,
    projectId: ({ mainProject }: Partner) => idIn(mainProject),
    role: () => role,
  });

type Input = Partial<CustomerOrSupplierInput>;

const partnerEncoder = encoder<Input>({
  ...fields.writes,
  addresses: addressAs("primaryAddress"),
  contactType: kinds.as("primaryAddress", "type"),
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
  projectId: referenceAs("mainProject"),
  role: () => ({}),
});

const neededParts = ["addressLine1", "postalCode", "city", "countryCode"] as const;

/** The vendor's own validation names one part after the other. */
async function checkNew({ body }: WriteCall<CustomerOrSupplierInput>): Promise<void> {
  const [address] = body.addresses ?? [];
  for (const part of neededParts)
    if (!address?.[part])
      throw cannotStore(
        `Xentral needs street, postal code, city and country of an address. Send addresses[0].${part}.`,
        `addresses[0].${part}`,
      );
}

const included = { include: "contactPersons,deliveryAddresses" };

/** The address to change would not be the one that invoices go to. */
function checkAddress({ body }: WriteCall<Input>, current: Partner): void {
  if (body.addresses !== undefined && current.deviatingBillingAddress)
    throw cannotStore(
      "This record has a billing address beside its own address at Xentral. Change the addresses there.",
      "addresses",
    );
}

function partnersOf(role: Role, folder: string) {
  const map = partner(role);
  const records = resource<records.CustomerOrSupplier, Partner>({
    path: folder,
    id: "contactId",
    map,
    query: included,
    record: recordIn,
    change: "PATCH",
  });
  const read = async (id: string | number | undefined, session: Session): Promise<Partner> => {
    const reply = (await session.read(`${folder}${path`/${String(id)}`}`, included)) as Single<Partner>;
    return recordIn(reply) as Partner;
  };
  /** Replies to writes lack the parts that a read includes. */
  const readBack = (reply: Single<Partner>, { ids }: WriteCall<Input>, session: Session): Promise<Partner> =>
    read(reply.data?.id ?? ids["contactId"], session);
  return {
    list: list<records.CustomerOrSupplier, Partner>({
      path: folder,
      map,
      ...included,
      modifiedBy: "day",
      conditions: {
        email: containing("email"),
        lastModifiedAt: changedOn,
        name: containing("name"),
        number: equal("number"),
      },
    }),
    get: records.get(),
    create: records.create<CustomerOrSupplierInput>({
      encoder: partnerEncoder,
      requires: ["companyName", "addresses"],
      prepare: checkNew,
      readBack,
      readBackOnlyReads: true,
      rules: ["The vendor needs the whole address: addressLine1, postalCode, city and countryCode."],
    }),
    patch: records.change<Input>({
      encoder: partnerEncoder,
      prepare: async (call, session) => {
        checkAddress(call, await read(call.ids["contactId"], session));
      },
      readBack,
      readBackOnlyReads: true,
    }),
  };
}

export const partners = {
  ...operationsOf("customers", partnersOf("CUSTOMER", "/v3/customers")),
  ...operationsOf("suppliers", partnersOf("SUPPLIER", "/v3/suppliers")),
};
