/** A body for creating each kind of document, with every field that the sandbox stores. Reading it returns the same values. */
import type { BillInput } from "../../src/contract/inputs/purchasing.ts";
import type { InputOf } from "../../src/contract/operations.ts";

/** Never overdue while these tests are in use. */
export const farFuture = "2099-12-31T00:00:00Z";
export const at = (day: string) => `2026-${day}T00:00:00Z`;

export const address = {
  addressLine1: "Mühlgasse 7",
  addressLine2: "Hinterhaus",
  city: "Musterstadt",
  countryCode: "DE",
  postalCode: "00123",
};
const documentAddresses = [{ ...address, type: "BILLING" }];
const dimensions = [{ id: "dim-k10", categoryName: "Kostenträger", name: "Käse & Küche" }];

/** Three pieces at 33.33, with 10 % discount and 19 % tax. */
const pieces = { quantity: 3, unitAmount: 33.33, taxRatePercentage: 19, description: "Übungsware" };
const pieceTotals = {
  totalDiscountAmount: 10,
  totalDiscountPercentage: 10,
  totalGrossAmount: 107.09,
  totalNetAmount: 89.99,
  totalTaxAmount: 17.1,
};
/** The line with 10 % discount on the whole document. */
const documentTotals = {
  totalDiscountAmount: 9,
  totalDiscountPercentage: 10,
  totalGrossAmount: 96.38,
  totalNetAmount: 80.99,
  totalTaxAmount: 15.39,
};
const unitDiscount = { unitDiscountAmount: 3.33, unitDiscountPercentage: 10 };
const boughtItem = {
  ...pieces,
  ...pieceTotals,
  ...unitDiscount,
  itemId: "item-1",
  taxCode: "VST19",
  unitName: "PIECE",
};
const soldItem = { ...boughtItem, taxCode: "UST19" };

const supplierDocument: BillInput = {
  accountId: "acc-1600",
  addresses: documentAddresses,
  contactId: "sup-1",
  currency: "EUR",
  deliveryDate: at("08-01"),
  dueDate: farFuture,
  journalCode: "RE",
  lineItems: [
    {
      ...boughtItem,
      accountId: "acc-3400",
      accountNumber: "3400",
      deferredStartDate: at("08-01"),
      deferredEndDate: "2027-07-31T00:00:00Z",
      dimensions,
      itemName: "Übungsstück",
    },
  ],
  name: "Beleg von Neuland",
  oneLineAddress: "Neuland, Mühlgasse 7, 00123 Musterstadt",
  paymentDays: 30,
  paymentReference: "RF00 1",
  reference: "Ihre Nr. 1",
  shippingDate: at("08-01"),
  shippingType: "SERVICE_PERIOD",
  status: "OPEN",
  taxRule: "NET",
  taxText: "zzgl. Umsatzsteuer",
  ...documentTotals,
};

export const invoiceLine = {
  ...pieces,
  accountCode: "8400",
  accountId: "acc-8400",
  dimensions,
  discountItemPercentage: 10,
  grossAmount: 107.09,
  itemId: "item-1",
  name: "Übungsstück",
  taxCode: "UST19",
  unitName: "PIECE",
};

export const documentBodies: {
  readonly [Id in `${"bills" | "bookingProposals" | "invoices" | "offers" | "salesOrders" | "vendorCredits"}.create`]: InputOf<Id>;
} = {
  "bills.create": { ...supplierDocument, billDate: at("08-01"), billNumber: "ER-ÜBUNG-1", paymentTermCode: "30T2" },
  "bookingProposals.create": {
    accountName: "Neuland",
    addresses: documentAddresses,
    bankAccountId: "bank-1200",
    bankAccountNumber: 1200,
    bankCode: "00000000",
    bic: "XMPLDEFFXXX",
    bookingProposalDate: at("08-02"),
    contactAccountNumber: 70001,
    contactId: "sup-1",
    contactName: "Neuland Probe OHG",
    currency: "EUR",
    deliveryDate: at("08-02"),
    discountPaymentDate: at("08-10"),
    discountPaymentDate2: at("08-16"),
    dueDate: farFuture,
    iban: "DE00",
    isPaymentOrder: true,
    journalCode: "RE",
    ledgerName: "Kreditoren",
    lineItems: [
      {
        accountCode: "4930",
        accountId: "acc-4930",
        accountName: "Bürobedarf",
        accountNumber: 4930,
        bookingTaxCode: "9",
        description: "Papier",
        dimension1: "K10",
        dimension2: "K20",
        discountAmount: 3.57,
        discountAmount2: 2.38,
        discountPercentage: 3,
        discountPercentage2: 2,
        taxCode: "VST19",
        taxRatePercentage: 19,
        totalGrossAmount: 119,
        totalNetAmount: 100,
        type: "GOODS",
      },
    ],
    notes: "Zum Üben",
    number: "BP-ÜBUNG-1",
    orderId: "so-1",
    paymentTermsId: "term-14t",
    status: "OPEN",
    totalGrossAmount: 119,
    vatId: "DE000000000",
  },
  "invoices.create": {
    addresses: documentAddresses,
    contactId: "cus-1",
    currency: "EUR",
    discountPercentage: 10,
    dueDate: farFuture,
    invoiceDate: at("08-04"),
    invoiceNumber: "AR-ÜBUNG-1",
    invoiceType: "STANDARD",
    journalCode: "RA",
    lineAmountTypes: "EXCLUSIVE",
    lineItems: [invoiceLine, { ...invoiceLine, quantity: 0, grossAmount: 0, description: "Zugabe" }],
    name: "Rechnung an Neuland",
    oneLineAddress: "Neuland, Mühlgasse 7, 00123 Musterstadt",
    paymentTermDuration: 14,
    paymentTermId: "term-14t",
    reference: "Bestellung 1",
    shippingDate: at("08-04"),
    shippingEndDate: at("08-05"),
    shippingType: "DELIVERY_PERIOD",
    taxText: "zzgl. Umsatzsteuer",
    grossTotalAmount: 96.38,
    status: "OPEN",
    taxRule: "NET",
  },
  "offers.create": {
    addresses: documentAddresses,
    contactId: "cus-1",
    currency: "EUR",
    lineItems: [
      {
        ...soldItem,
        accountCode: "8400",
        accountId: "acc-8400",
        name: "Übungsstück",
        taxType: "EXCLUSIVE",
        type: "ITEM",
      },
    ],
    name: "Angebot für Neuland",
    offerDate: at("08-06"),
    offerNumber: "AN-ÜBUNG-1",
    oneLineAddress: "Neuland, Mühlgasse 7, 00123 Musterstadt",
    reference: "Anfrage 1",
    status: "SENT",
    taxText: "zzgl. Umsatzsteuer",
    ...documentTotals,
  },
  "salesOrders.create": {
    addresses: documentAddresses,
    billingContactId: "cus-1",
    comment: "Zum Üben",
    contactId: "cus-1",
    currency: "EUR",
    deliveryDate: at("08-20"),
    lineItems: [{ ...soldItem, itemName: "Übungsstück" }],
    oneLineAddress: "Neuland, Mühlgasse 7, 00123 Musterstadt",
    orderDate: at("08-07"),
    projectId: "prj-messe",
    shippingContactId: "cus-2",
    status: "OPEN",
    ...documentTotals,
  },
  "vendorCredits.create": {
    ...supplierDocument,
    vendorCreditDate: at("08-01"),
    vendorCreditNumber: "GS-ÜBUNG-1",
  },
};
