import { description } from "../../../simulators/weclapp/description.ts";
import { simulation } from "../../../simulators/weclapp/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { weclapp } from "./connector.ts";

const company = (known: Known, list: "customers.list" | "suppliers.list") =>
  known.id(list, ({ contactType, addresses }) => contactType === "COMPANY" && addresses !== undefined);
const taxOn = (known: Known, wanted: string) =>
  known.id("taxRates.list", ({ usage, percentage }) => usage === wanted && percentage === 19);
const revenue = (known: Known) => known.id("accounts.list", ({ class: of }) => of === "REVENUE");
const cost = (known: Known) => known.id("accounts.list", ({ class: of }) => of === "EXPENSE");

const address = { addressLine1: "Übungsweg 3", city: "Musterstadt", countryCode: "DE", postalCode: "00123" };
const dimensionsOf = async (known: Known) => [{ id: await known.id("dimensions.list") }];

const sold = async (known: Known) => ({
  description: "Käse & Brot <frisch>",
  itemId: await known.id("items.list", ({ type }) => type === "PRODUCT"),
  quantity: 2,
  taxCode: await taxOn(known, "INVOICE"),
  unitAmount: 10.5,
  unitName: "Stk.",
});
const invoiced = async (known: Known) => ({
  ...(await sold(known)),
  accountId: await revenue(known),
  dimensions: await dimensionsOf(known),
  discountItemPercentage: 5,
  name: "Brotzeit",
});
const bought = async (known: Known) => ({
  accountId: await cost(known),
  deferredStartDate: midnight(30),
  deferredEndDate: midnight(60),
  description: "Büromaterial",
  dimensions: await dimensionsOf(known),
  itemName: "Papier",
  quantity: 3,
  taxCode: await taxOn(known, "BILL"),
  unitAmount: 7.25,
  unitName: "Stk.",
});

const trader = (known: Known) => ({
  addresses: [{ ...address, type: "BILLING" as const }],
  bankAccount: { bic: "XMPLDEFFXXX", holder: "Muster & Söhne", iban: "DE00000000000000000001", name: "Hausbank" },
  companyName: `Muster & Söhne ${known.fresh()}`,
  contactType: "COMPANY" as const,
  emailAddresses: [{ email: "info@muster.example", type: "OFFICE" as const }],
  number: known.fresh(),
  phoneNumbers: [{ number: "+49 30 23125 1", type: "OFFICE" as const }],
  vatId: "DE000000000",
});
const contact = (known: Known) => ({
  addresses: [{ ...address, type: "DELIVERY" as const }],
  companyName: `Muster & Söhne ${known.fresh()}`,
  contactType: "COMPANY" as const,
  emailAddresses: [{ email: "info@muster.example", type: "OFFICE" as const }],
  isCustomer: true,
  isSupplier: false,
  number: known.fresh(),
  phoneNumbers: [{ number: "+49 171 39200 1", type: "MOBILE" as const }],
  website: "https://www.muster.example",
});

const requests: Facts["requests"] = {
  "accounts.create": (known) => ({
    name: "Sonstige Kosten",
    number: `47${known.fresh().replaceAll(/\D/g, "")}`,
    type: "EXPENSE",
  }),
  "bills.create": async (known) => ({
    addresses: [address],
    billDate: midnight(0),
    billNumber: `L-${known.fresh()}`,
    contactId: await company(known, "suppliers.list"),
    currency: "EUR",
    dueDate: midnight(30),
    lineItems: [await bought(known)],
  }),
  "bills.update": async (known) => ({
    billDate: midnight(1),
    billNumber: `L-${known.fresh()}`,
    lineItems: [{ ...(await bought(known)), quantity: 4 }],
  }),
  "bills.lineItems.create": bought,
  "bills.lineItems.update": async (known) => ({ ...(await bought(known)), unitAmount: 8.75 }),
  "contacts.create": contact,
  "contacts.update": contact,
  "contacts.patch": (known: Known) => ({ companyName: `Beispiel OHG ${known.fresh()}` }),
  "customers.create": trader,
  "customers.update": trader,
  "customers.patch": (known: Known) => ({ companyName: `Beispiel OHG ${known.fresh()}` }),
  "suppliers.create": trader,
  "suppliers.update": trader,
  "suppliers.patch": (known: Known) => ({ companyName: `Beispiel OHG ${known.fresh()}` }),
  "invoices.create": async (known) => ({
    addresses: [address],
    contactId: await company(known, "customers.list"),
    currency: "EUR",
    dueDate: midnight(60),
    invoiceDate: midnight(0),
    lineAmountTypes: "EXCLUSIVE",
    lineItems: [await invoiced(known)],
    reference: `Auftrag ${known.fresh()}`,
  }),
  "invoices.patch": (known: Known) => ({ reference: `Geändert ${known.fresh()}` }),
  "invoices.lineItems.create": invoiced,
  "invoices.lineItems.patch": async (known: Known) => ({ ...(await invoiced(known)), quantity: 5 }),
  "items.create": async (known) => ({
    expenseAccountId: await cost(known),
    incomeAccountId: await revenue(known),
    itemNumber: `ART-${known.fresh()}`,
    name: "Tulpenzwiebeln, 25 Stück",
    priceIncludesTax: false,
    type: "PRODUCT",
    unitName: "PIECE",
    unitSalesPrice: 12.95,
  }),
  "items.patch": () => ({ name: "Tulpenzwiebeln, 50 Stück", unitSalesPrice: 19.95 }),
  "offers.create": async (known) => ({
    addresses: [address],
    contactId: await company(known, "customers.list"),
    currency: "EUR",
    lineItems: [{ ...(await sold(known)), name: "Brotzeit", type: "ITEM" }],
    offerDate: midnight(0),
  }),
  "payments.create": async (known) => {
    const rows = await known.rows("invoices.list");
    const open = rows.find(({ status }) => status === "OPEN");
    return {
      documentType: "INVOICE",
      paymentLines: [
        { amount: Number(open?.["totalAmount"]), invoiceId: String(open?.["invoiceId"]), paymentDate: day(0) },
      ],
    };
  },
  "paymentTerms.create": (known) => ({
    description: "Zehn Tage 2 %",
    discountDays: 10,
    discountPercentage: 2,
    name: `30 Tage ${known.fresh()}`,
    paymentDays: 30,
  }),
  "salesOrders.create": async (known) => ({
    addresses: [address],
    comment: "Bitte klingeln",
    contactId: await company(known, "customers.list"),
    currency: "EUR",
    deliveryDate: midnight(30),
    lineItems: [{ ...(await sold(known)), itemName: "Brotzeit" }],
    orderDate: midnight(0),
  }),
};

/** A search for a company does not find its people. */
const ownEmail = { email: "info@cus-2.example" } as const;

conformance({
  connector: weclapp,
  simulation,
  description,
  requests,
  values: { "contacts.list": ownEmail, "customers.list": ownEmail, "suppliers.list": { email: "info@sup-2.example" } },
  /** Our ids consist of the open item's and the application's. */
  vendorId: (id, list) => (list === "payments.list" ? (id.split("-")[1] ?? id) : id),
});
