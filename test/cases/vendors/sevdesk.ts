/** Facts that sevdesk's own API enters. */
import { openInvoice } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

const reference = (objectName: string, id: string | number) => ({ id: Number(id), objectName });

interface Objects<Native> {
  readonly objects: Native;
}
type Listed = Objects<readonly { readonly id: string; readonly type?: string }[]>;

const german = (day: string): string => day.split("-").toReversed().join(".");
const secondsOf = (day: string): number => Date.parse(`${day}T11:00:00Z`) / 1000;

async function contactPerson(call: VendorCall) {
  const { objects } = (await call("GET", "/SevUser")) as Listed;
  return reference("SevUser", objects[0]?.id ?? "");
}

/** Accounts without a bank feed make the transaction themselves. */
async function cashAccount(call: VendorCall) {
  const { objects } = (await call("GET", "/CheckAccount")) as Listed;
  return reference("CheckAccount", objects.find(({ type }) => type === "offline")?.id ?? "");
}

const positions = (objectName: string, books: Books, nets: readonly number[]) =>
  nets.map((price) => ({
    objectName,
    mapAll: true,
    quantity: 1,
    price,
    name: "Consulting",
    unity: reference("Unity", 1),
    taxRate: books.system.sales.standard,
  }));

/** A finished credit note of the usual customer. */
async function enterCreditNote(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const made = (await call("POST", "/CreditNote/Factory/saveCreditNote", {
    creditNote: {
      objectName: "CreditNote",
      mapAll: true,
      creditNoteNumber: books.freshNumber(),
      contact: reference("Contact", await books.known("customer")),
      contactPerson: await contactPerson(call),
      creditNoteDate: german(books.date(-4)),
      status: 100,
      creditNoteType: "CN",
      bookingCategory: "PROVISION",
      taxRule: reference("TaxRule", 1),
      taxRate: 0,
      taxText: "Umsatzsteuer",
      currency: "EUR",
      showNet: true,
    },
    creditNotePosSave: positions("CreditNotePos", books, nets),
  })) as Objects<{ readonly creditNote: { readonly id: string } }>;
  const { id } = made.objects.creditNote;
  await call("PUT", `/CreditNote/${id}/sendBy`, { sendType: "VPDF", sendDraft: false });
  return id;
}

/** A finished invoice of the usual customer. */
async function enterInvoice(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const made = (await call("POST", "/Invoice/Factory/saveInvoice", {
    invoice: {
      objectName: "Invoice",
      mapAll: true,
      contact: reference("Contact", await books.known("customer")),
      contactPerson: await contactPerson(call),
      invoiceDate: german(books.date(-4)),
      timeToPay: 30,
      status: 100,
      invoiceType: "RE",
      taxRule: reference("TaxRule", 1),
      taxRate: 0,
      taxText: "Umsatzsteuer",
      currency: "EUR",
      showNet: true,
    },
    invoicePosSave: positions("InvoicePos", books, nets),
  })) as Objects<{ readonly invoice: { readonly id: string } }>;
  const { id } = made.objects.invoice;
  await call("PUT", `/Invoice/${id}/sendBy`, { sendType: "VPDF", sendDraft: false });
  return id;
}

/** A voucher of the usual supplier: net amounts and percentages. */
async function enterBill(
  call: VendorCall,
  books: Books,
  lines: readonly (readonly [net: number, rate: number])[],
): Promise<string> {
  const account = await books.known("expenseAccount");
  const made = (await call("POST", "/Voucher/Factory/saveVoucher", {
    voucher: {
      objectName: "Voucher",
      mapAll: true,
      voucherDate: german(books.date(-4)),
      supplier: reference("Contact", await books.known("supplier")),
      description: books.freshNumber(),
      status: 100,
      creditDebit: "C",
      voucherType: "VOU",
      taxRule: reference("TaxRule", 9),
      currency: "EUR",
    },
    voucherPosSave: lines.map(([sumNet, taxRate]) => ({
      objectName: "VoucherPos",
      mapAll: true,
      accountDatev: reference("AccountDatev", account),
      taxRate,
      net: true,
      sumNet,
    })),
  })) as Objects<{ readonly voucher: { readonly id: string } }>;
  return made.objects.voucher.id;
}

const pay = async (call: VendorCall, books: Books, path: string, amount: number): Promise<void> => {
  await call("PUT", `${path}/bookAmount`, {
    amount,
    date: path.startsWith("/Voucher") ? `${books.date(-1)}T12:00:00+01:00` : secondsOf(books.date(-1)),
    type: "FULL_PAYMENT",
    checkAccount: await cashAccount(call),
  });
};

const withTax = (net: number, rate: number): number => Math.round(net * (100 + rate)) / 100;

export const sevdeskFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await enterCreditNote(call, books, [200, -50]) }),
  cashSale: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    await pay(call, books, `/Invoice/${invoiceId}`, withTax(200, books.system.sales.standard));
    return { invoiceId };
  },
  cashRefund: async (call, books) => {
    const creditNoteId = await enterCreditNote(call, books, [200]);
    await pay(call, books, `/CreditNote/${creditNoteId}`, -withTax(200, books.system.sales.standard));
    return { creditNoteId };
  },
  creditUsed: async (call, books) => {
    const { id } = await openInvoice(books);
    const made = (await call("POST", `/Invoice/${id}/cancelInvoice`)) as Objects<{ readonly id: string }>;
    return { invoiceId: id, creditNoteId: `SR-${made.objects.id}` };
  },
  deposit: async (call, books) => ({ invoiceId: await enterInvoice(call, books, [200, -50]) }),
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    return {
      billId: await enterBill(call, books, [
        [200, standard],
        [50, second],
      ]),
    };
  },
  billPaid: async (call, books) => {
    const { standard } = books.system.purchases;
    const billId = await enterBill(call, books, [[200, standard]]);
    await pay(call, books, `/Voucher/${billId}`, -withTax(200, standard));
    return { billId };
  },
  moneyOnAccount: {
    cannot:
      "A booking names the document that it pays (api.sevdesk.de, Invoice/{invoiceId}/bookAmount): money without a document is a bank transaction that is booked on nothing.",
  },
};
