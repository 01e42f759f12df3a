/** Bills and suppliers' credit notes, which the vendor keeps in one list. They have no lines. */
import type { FilterName } from "../../contract/connector.ts";
import type * as records from "../../contract/records/purchasing.ts";
import type { VendorQuery } from "../../contract/session.ts";
import { days, instants, values } from "../../kit/columns.ts";
import { todayIn } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf, statusFilters } from "../../kit/documents/paymentStatus.ts";
import { filteredList } from "../../kit/lists/filteredList.ts";
import { type Mapping, mapping } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { moment, recordIn, zone } from "./conventions.ts";
import { amountOf, currencyOf } from "./fields.ts";
import { signed } from "./sales.ts";
import type { ListReply, SupplierInvoice } from "./types.ts";

const name = "supplier_invoices";
const folder = `/${name}`;

/** Uploaded files that are no documents of account stay in the list. */
const isDocument = ({ attachment_category: category }: SupplierInvoice): boolean =>
  category !== "OTHER_NON_FINANCIAL_DOCUMENT";
const isCredit = ({ is_credit_note: credit }: SupplierInvoice): boolean => credit === true;
export const isBill = (native: SupplierInvoice): boolean => isDocument(native) && !isCredit(native);
const isVendorCredit = (native: SupplierInvoice): boolean => isDocument(native) && isCredit(native);

/** Nobody has confirmed yet that these are to be paid. */
const unconfirmed = ["to_review", "to_approve"];
const toBePaid = ["to_pay", "awaiting_payment", "pending", "scheduled"];
/** Nothing of these is to be paid. The reason of an archived one is its `declined_note`. */
const declined = ["rejected", "discarded", "archived"];
const known = [...unconfirmed, ...toBePaid, ...declined, "paid"];

const unknownState = ({ status }: SupplierInvoice): string | undefined =>
  status && !known.includes(status) ? status : undefined;

/** A credit is positive here, whichever sign the vendor has. */
const signOf = (native: SupplierInvoice): 1 | -1 =>
  isCredit(native) && (amountOf(native.total_amount) ?? 0) < 0 ? -1 : 1;

const owed = (native: SupplierInvoice) => ({
  // The payable amount is the rest after matched credits.
  open: amountOf(native.payable_amount) ?? amountOf(native.total_amount),
  total: amountOf(native.total_amount),
  due: native.due_date,
});

function stateIn(native: SupplierInvoice) {
  const { status = "" } = native;
  if (unconfirmed.includes(status ?? "")) return "DRAFT";
  if (declined.includes(status ?? "")) return "VOIDED";
  if (status === "paid") return "PAID";
  if (!toBePaid.includes(status ?? "")) return undefined;
  return isCredit(native) ? "OPEN" : documentStatusOf(owed(native), todayIn(zone));
}

function paymentStateIn(native: SupplierInvoice) {
  const { status = "" } = native;
  if (status === "paid") return "PAID";
  if (!toBePaid.includes(status ?? "")) return undefined;
  if (isCredit(native)) return "PENDING";
  const state = paymentStatusOf(owed(native));
  return state === "PAID" && amountOf(native.total_amount) !== 0 ? "CLEARED_WITH_CREDIT_NOTE" : state;
}

const stateOf = Object.assign(stateIn, { unread: unknownState });
const paymentStateOf = Object.assign(paymentStateIn, { unread: unknownState });

const paidDay = days({ at: "payment_date" }).at;

const shared = {
  ...days({ dueDate: "due_date" }),
  ...instants({ createdDate: "created_at", updatedDate: "updated_at" }),
  ...values({ id: "id", fileId: "attachment_id", name: "supplier_name" }),
  currency: ({ total_amount: gross }: SupplierInvoice) => currencyOf(gross),
  paidDate: (native: SupplierInvoice) => (stateIn(native) === "PAID" ? paidDay(native) : undefined),
  paymentStatus: paymentStateOf,
  status: stateOf,
  totalGrossAmount: (native: SupplierInvoice) => signed(amountOf(native.total_amount), signOf(native)),
  totalNetAmount: (native: SupplierInvoice) => signed(amountOf(native.total_amount_excluding_taxes), signOf(native)),
  totalTaxAmount: (native: SupplierInvoice) => signed(amountOf(native.total_tax_amount), signOf(native)),
};

const bill = mapping<records.Bill, SupplierInvoice>({
  ...shared,
  ...days({ billDate: "issue_date" }),
  ...values({ billNumber: "invoice_number" }),
});

const vendorCredit = mapping<records.VendorCredit, SupplierInvoice>({
  ...shared,
  ...days({ vendorCreditDate: "issue_date" }),
  ...values({ vendorCreditNumber: "invoice_number" }),
});

const rules = [
  "Documents have no lines. Until the vendor has read the uploaded file, number, supplier, days and amounts may be missing.",
  "Documents that nobody has confirmed yet are drafts, and may turn out to be no bills.",
  "Archived documents are VOIDED. Qonto does not say whether one of them was paid elsewhere.",
  "name is the supplier's. Suppliers are no records at Qonto.",
];

const states = statusFilters(stateIn, paymentStateIn);

/** The vendor can leave credit notes out, but not ask for them alone, nor for documents of account. */
const listed = <Record>(map: Mapping<Record, SupplierInvoice>, wanted: Wanted) =>
  filteredList<Record, SupplierInvoice>({
    map,
    sources: ({ filters: { lastModifiedAt: changed, billDateFrom: from } }) => [
      {
        path: folder,
        query: {
          ...wanted.query,
          sort_by: "created_at:asc",
          ...(changed !== undefined && { "filter[updated_at_from]": moment(changed) }),
          ...(from !== undefined && { "filter[issue_date_from]": from }),
        },
      },
    ],
    page: (page) => ({ page, per_page: 100 }),
    size: 100,
    records: (reply: ListReply) => reply[name] as readonly SupplierInvoice[],
    fits: (native, { filters }) => wanted.is(native) && states.fits(native, filters),
    filters: wanted.filters,
    rules: [...rules, "The total comes with the last page."],
  });

interface Wanted {
  readonly is: (native: SupplierInvoice) => boolean;
  readonly query?: VendorQuery;
  readonly filters: readonly FilterName[];
}

export const bills = {
  "bills.list": listed(bill, {
    is: isBill,
    query: { "filter[exclude_credit_notes]": true },
    filters: ["billDateFrom", "lastModifiedAt", "paymentStatus", "status"],
  }),
  "bills.get": get<records.Bill, SupplierInvoice>({
    path: `${folder}/{billId}`,
    map: bill,
    record: recordIn<SupplierInvoice>("supplier_invoice"),
    is: isBill,
    rules,
  }),
  "vendorCredits.list": listed(vendorCredit, {
    is: isVendorCredit,
    filters: ["lastModifiedAt", "paymentStatus", "status"],
  }),
};
