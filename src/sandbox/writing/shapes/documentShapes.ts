/** The writable fields of documents. */
import { accountOf, addresses, dimensions, files, journal, lines, marked } from "./commonFields.ts";
import { day, derivedField, objects, oneOf, reference, type Shape, shape, text } from "./fields.ts";

const taxRules = oneOf(
  "net gross taxfree intracommunity_goods intracommunity_service export_service export_goods reverse_charge construction_service photovoltaic_equipment small_business_exemption non_domestic_service oss_goods oss_electronic_services oss_services",
);
const claimStatus = oneOf(
  "draft corrective submitted document_created open partially_paid paid partially_overdue overdue voided",
);

/** The only payment status that a caller sets. All others follow from payments. */
const writtenOff = oneOf("bad_debt");

/** The fields of lines that all documents but invoices share. */
const tradeText = "id description item_name unit_name";
const tradeTotals =
  "total_discount_amount total_gross_amount total_net_amount total_tax_amount unit_discount_amount unit_discount_percentage";
/** Negative quantities and prices are discounts, fees and deductions. */
const signed = "quantity unit_amount";
const priced = "total_discount_percentage tax_rate_percentage";
const itemOf = { item_id: reference("items"), tax_code: reference("tax-rates", "code") };
const documentTotals = "total_gross_amount total_net_amount total_tax_amount";
/** A discount of the whole document. */
const documentDiscount = { decimal: "total_discount_amount", notNegative: "total_discount_percentage" };

const invoiceLine = shape(
  {
    text: "id description name unit_name",
    decimal: signed,
    notNegative: "discount_item_percentage tax_rate_percentage",
    derived: "discount_item_amount gross_amount items_amount",
  },
  { ...itemOf, ...accountOf, dimensions },
  "quantity",
);
const supplierLine = shape(
  {
    text: tradeText,
    decimal: signed,
    notNegative: priced,
    day: "deferred_start_date deferred_end_date",
    derived: tradeTotals,
  },
  { ...itemOf, account_id: reference("accounts"), account_number: reference("accounts", "number"), dimensions },
);
const supplierDocument = {
  addresses,
  files,
  account_id: derivedField(text),
  contact_id: reference("contacts"),
  file_id: reference("files"),
  journal_code: journal,
  shipping_type: oneOf("service service_period delivery delivery_period"),
  status: claimStatus,
  tax_rule: taxRules,
  ...lines(supplierLine),
};
const supplierText = "currency name one_line_address payment_reference reference tax_text";
const supplierDays = "delivery_date due_date shipping_date";

const tradeLine = shape({ text: tradeText, decimal: signed, notNegative: priced, derived: tradeTotals }, itemOf);
const offerLine = shape(
  { text: "id description name unit_name tax_type", decimal: signed, notNegative: priced, derived: tradeTotals },
  { ...itemOf, ...accountOf, type: oneOf("item comment account charge value resource fixed_asset") },
);

export const documentShapes = {
  bills: shape(
    {
      text: `${supplierText} bill_number`,
      day: `${supplierDays} bill_date`,
      integer: "payment_days",
      decimal: `exchange_rate ${documentDiscount.decimal}`,
      notNegative: documentDiscount.notNegative,
      derived: documentTotals,
    },
    { ...supplierDocument, payment_status: writtenOff, payment_term_code: reference("payment-terms", "code") },
    "bill_date",
  ),
  bookingProposals: shape(
    {
      text: "account_name bank_code bic iban contact_name currency ledger_name notes number vat_id",
      day: "booking_proposal_date delivery_date discount_payment_date discount_payment_date2 due_date",
      integer: "bank_account_number contact_account_number",
      flag: "is_payment_order",
      derived: "total_gross_amount",
    },
    {
      addresses,
      files,
      bank_account_id: reference("bank-accounts"),
      booking_type: oneOf(
        "invoice bill credit_note invoice_credit_note bill_credit_note down_payment credit_card expense other",
      ),
      contact_id: reference("contacts"),
      journal_code: journal,
      order_id: { ...reference("sales-orders"), references: { collection: "sales-orders purchase-orders", by: "id" } },
      payment_terms_id: reference("payment-terms"),
      paid_date: derivedField(day),
      status: oneOf("open paid draft submitted voided overdue partially_paid"),
      ...lines(
        shape(
          {
            text: "id account_name booking_tax_code description dimension1 dimension2",
            integer: "account_number",
            notNegative:
              "discount_amount discount_amount2 discount_percentage discount_percentage2 tax_rate_percentage total_gross_amount total_net_amount",
          },
          { ...accountOf, tax_code: reference("tax-rates", "code"), type: oneOf("goods services") },
        ),
      ),
    },
    "booking_proposal_date line_items",
  ),
  creditNotes: shape(
    {
      text: "currency credit_note_number reference",
      day: "credit_note_date",
      decimal: `exchange_rate ${documentDiscount.decimal}`,
      notNegative: documentDiscount.notNegative,
      derived: documentTotals,
    },
    {
      addresses,
      applied_to_id: reference("invoices"),
      contact_id: reference("contacts"),
      payment_term_id: reference("payment-terms"),
      status: claimStatus,
      tax_rule: taxRules,
      credit_note_lines: objects(marked({ ...tradeLine, fields: { ...tradeLine.fields, ...accountOf } })),
    },
    "credit_note_date credit_note_lines",
  ),
  invoices: shape(
    {
      text: "currency invoice_number name one_line_address reference tax_text",
      day: "due_date invoice_date shipping_date shipping_end_date",
      integer: "payment_term_duration",
      decimal: "exchange_rate",
      notNegative: "discount_percentage",
      derived: "discount_amount sum_net_amount total_amount total_tax_amount",
    },
    {
      addresses,
      files,
      contact_id: reference("contacts"),
      file_id: reference("files"),
      invoice_type: oneOf("standard bill"),
      journal_code: journal,
      line_amount_types: oneOf("exclusive inclusive notax"),
      paid_into_account_id: reference("accounts"),
      payment_status: writtenOff,
      payment_term_id: reference("payment-terms"),
      shipping_type: oneOf("service serviceperiod service_period delivery deliveryperiod delivery_period none"),
      status: claimStatus,
      tax_rule: taxRules,
      ...lines(invoiceLine),
    },
    "invoice_date line_items",
  ),
  offers: shape(
    {
      text: "currency name offer_number one_line_address reference tax_text",
      day: "offer_date",
      ...documentDiscount,
      derived: documentTotals,
    },
    {
      addresses,
      contact_id: reference("contacts"),
      file_id: reference("files"),
      status: oneOf("draft sent accepted expired voided declined"),
      ...lines(offerLine),
    },
    "addresses currency offer_date",
  ),
  salesOrders: shape(
    {
      text: "comment currency one_line_address",
      day: "delivery_date order_date",
      ...documentDiscount,
      derived: documentTotals,
    },
    {
      addresses,
      billing_contact_id: reference("contacts"),
      contact_id: reference("contacts"),
      project_id: reference("projects"),
      shipping_contact_id: reference("contacts"),
      status: oneOf("draft in_review open closed voided"),
      ...lines(tradeLine),
    },
    "order_date",
  ),
  vendorCredits: shape(
    {
      text: `${supplierText} vendor_credit_number`,
      day: `${supplierDays} vendor_credit_date`,
      integer: "payment_days",
      decimal: `exchange_rate ${documentDiscount.decimal}`,
      notNegative: documentDiscount.notNegative,
      derived: documentTotals,
    },
    { ...supplierDocument, applied_to_id: reference("bills"), payment_term_id: reference("payment-terms") },
    "vendor_credit_date",
  ),
} as const satisfies Readonly<Record<string, Shape>>;
