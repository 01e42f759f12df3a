/** The fields that may be written, collection by collection. */
import {
  clientReference,
  day,
  type Field,
  following,
  listOf,
  names,
  object,
  objects,
  type Shape,
  shape,
  text,
  words,
} from "./fields.ts";

const address = shape({ text: "address_line1 address_line2 city country_code postal_code type" });
const email = shape({ text: "email type" });
const phone = shape({ text: "number type" });
const person = shape(
  { text: "first_name last_name salutation" },
  { email_addresses: objects(email), phone_numbers: objects(phone) },
);
const addresses = objects(address);
const dimensions = objects(shape({ text: "category_name code name" }, { id: names("dimensions") }, "id"));
const files = listOf(names("files"));
const journal = words("RA RE BA KA SO");
const activity = words("active archived");
const taxRules = words(
  "net gross taxfree intracommunity_goods intracommunity_service export_service export_goods reverse_charge construction_service photovoltaic_equipment small_business_exemption non_domestic_service oss_goods oss_electronic_services oss_services",
);
const claimStatus = words(
  "draft corrective submitted document_created open partially_paid paid partially_overdue overdue voided",
);

/** Every record can be marked by whoever writes it. */
const marked = ({ fields, required }: Shape): Shape => ({
  fields: { ...fields, client_reference: clientReference },
  required,
});
const lines = (below: Shape): Record<string, Field> => ({ line_items: objects(marked(below)) });

/** What the lines of all documents but invoices have in common. */
const tradeText = "id description item_name unit_name";
const tradeTotals =
  "total_discount_amount total_gross_amount total_net_amount total_tax_amount unit_discount_amount unit_discount_percentage";
const priced = "quantity unit_amount total_discount_percentage tax_rate_percentage";
const itemOf = { item_id: names("items"), tax_code: names("tax-rates", "code") };
const documentTotals =
  "total_discount_amount total_discount_percentage total_gross_amount total_net_amount total_tax_amount";
const accountOf = { account_id: names("accounts"), account_code: names("accounts", "code") };

const invoiceLine = shape(
  {
    text: "id description name unit_name",
    notNegative: "quantity unit_amount discount_item_percentage tax_rate_percentage",
    follows: "discount_item_amount gross_amount items_amount",
  },
  { ...itemOf, ...accountOf, dimensions },
  "quantity",
);
const supplierLine = shape(
  {
    text: tradeText,
    notNegative: priced,
    day: "deferred_start_date deferred_end_date",
    follows: tradeTotals,
  },
  { ...itemOf, account_id: names("accounts"), account_number: names("accounts", "number"), dimensions },
);
const supplierDocument = {
  addresses,
  files,
  account_id: following(text),
  contact_id: names("contacts"),
  file_id: names("files"),
  journal_code: journal,
  shipping_type: words("service service_period delivery delivery_period"),
  status: claimStatus,
  tax_rule: taxRules,
  ...lines(supplierLine),
};
const supplierText = "currency name one_line_address payment_reference reference tax_text";
const supplierDays = "delivery_date due_date shipping_date";

const tradeLine = shape({ text: tradeText, notNegative: priced, follows: tradeTotals }, itemOf);
const offerLine = shape(
  { text: "id description name unit_name tax_type", notNegative: priced, follows: tradeTotals },
  { ...itemOf, ...accountOf, type: words("item comment account charge value resource fixed_asset") },
);

const partyFields = {
  addresses,
  bank_accounts: objects(shape({ text: "bic holder iban name", flag: "is_main_account sepa" })),
  contact_persons: objects(person),
  contact_type: words("contact_person company undefined"),
  document_id: names("files"),
  email_addresses: objects(email),
  phone_numbers: objects(phone),
  project_id: names("projects"),
  role: words("supplier customer contact"),
};

const ledgerLine = shape(
  {
    text: "id currency description document_number exchange_rate third_party_code",
    whole: "account_number",
    notNegative: "debit credit tax_amount gross_amount discount_amount",
  },
  {
    ...accountOf,
    customer_id: names("customers"),
    supplier_id: names("suppliers"),
    item_id: names("items"),
    dimensions,
    tax_rate: object(
      shape({ text: "name", decimal: "percentage" }, { id: names("tax-rates"), code: names("tax-rates", "code") }),
    ),
  },
);

const unmarked = {
  accounts: shape(
    { text: "code currency description name number type" },
    {
      class: words("asset equity expense liability revenue"),
      parent_account_id: names("accounts"),
      status: activity,
    },
    "class name number",
  ),
  bankAccounts: shape(
    { text: "bank_name bic currency description iban name number system type" },
    { file_type: words("csv mt940"), status: activity },
    "name",
  ),
  bills: shape(
    {
      text: `${supplierText} bill_number`,
      day: `${supplierDays} bill_date`,
      whole: "payment_days",
      decimal: "exchange_rate",
      follows: documentTotals,
    },
    { ...supplierDocument, payment_term_code: names("payment-terms", "code") },
    "bill_date",
  ),
  bookingProposals: shape(
    {
      text: "account_name bank_code bic iban contact_name currency ledger_name notes number vat_id",
      day: "booking_proposal_date delivery_date discount_payment_date discount_payment_date2 due_date",
      whole: "bank_account_number contact_account_number",
      flag: "is_payment_order",
      follows: "total_gross_amount",
    },
    {
      addresses,
      files,
      bank_account_id: names("bank-accounts"),
      booking_type: words(
        "invoice bill credit_note invoice_credit_note bill_credit_note down_payment credit_card expense other",
      ),
      contact_id: names("contacts"),
      journal_code: journal,
      order_id: { ...names("sales-orders"), names: { collection: "sales-orders purchase-orders", by: "id" } },
      payment_terms_id: names("payment-terms"),
      paid_date: following(day),
      status: words("open paid draft submitted voided overdue partially_paid"),
      ...lines(
        shape(
          {
            text: "id account_name booking_tax_code description dimension1 dimension2",
            whole: "account_number",
            notNegative:
              "discount_amount discount_amount2 discount_percentage discount_percentage2 tax_rate_percentage total_gross_amount total_net_amount",
          },
          { ...accountOf, tax_code: names("tax-rates", "code"), type: words("goods services") },
        ),
      ),
    },
    "booking_proposal_date line_items",
  ),
  contacts: shape(
    { text: "company_name number website", flag: "is_customer is_supplier" },
    {
      addresses,
      contact_persons: objects(person),
      contact_type: partyFields.contact_type,
      email_addresses: objects(email),
      phone_numbers: objects(phone),
      project_id: names("projects"),
    },
    "contact_type",
  ),
  parties: shape({ text: "company_name number vat_id" }, partyFields, "contact_type"),
  expenses: shape(
    {
      text: "currency description ledger_name note",
      day: "transaction_date",
      whole: "account_number",
      decimal: "exchange_rate",
      follows: "total_gross_amount total_net_amount total_tax_amount",
    },
    {
      ...accountOf,
      files,
      customer_id: names("customers"),
      supplier_id: names("suppliers"),
      document_id: names("files"),
      expense_lines: objects(ledgerLine),
      journal_code: journal,
      payment_term_id: names("payment-terms"),
      payment_type: words("cash check credit_card credit collection"),
      type: words("expense refund"),
    },
    "transaction_date expense_lines",
  ),
  invoices: shape(
    {
      text: "currency invoice_number name one_line_address reference tax_text",
      day: "due_date invoice_date shipping_date shipping_end_date",
      whole: "payment_term_duration",
      decimal: "exchange_rate",
      follows: "discount_amount sum_net_amount total_amount total_tax_amount",
    },
    {
      addresses,
      files,
      contact_id: names("contacts"),
      file_id: names("files"),
      invoice_type: words("standard bill"),
      journal_code: journal,
      line_amount_types: words("exclusive inclusive notax"),
      payment_term_id: names("payment-terms"),
      shipping_type: words("service serviceperiod service_period delivery deliveryperiod delivery_period none"),
      status: claimStatus,
      tax_rule: taxRules,
      ...lines(invoiceLine),
    },
    "invoice_date line_items",
  ),
  items: shape(
    {
      text: "item_number name unit_name",
      day: "inventory_start_date",
      flag: "price_includes_tax",
      notNegative: "stock_count tax_rate_percentage unit_purchase_price unit_sales_price",
    },
    {
      asset_account_id: names("accounts"),
      expense_account_id: names("accounts"),
      income_account_id: names("accounts"),
      tax_code: names("tax-rates", "code"),
      type: words("product service"),
    },
    "name",
  ),
  journalEntries: shape(
    {
      text: "currency description exchange_rate number",
      day: "delivery_date due_date tax_assignment_date transaction_date",
      flag: "is_provisional",
    },
    {
      files,
      account_id: following(text),
      accounting_period_id: following(text),
      debit_credit_indicator: following(text),
      journal_type: following(text),
      document_id: names("files"),
      journal_code: journal,
      accounting_reason: words("commercial tax ifrs calculation independent other"),
      journal_line_items: objects(ledgerLine),
    },
    "transaction_date journal_line_items",
  ),
  offers: shape(
    {
      text: "currency name offer_number one_line_address reference tax_text",
      day: "offer_date",
      follows: documentTotals,
    },
    {
      addresses,
      contact_id: names("contacts"),
      file_id: names("files"),
      status: words("draft sent accepted expired voided declined"),
      ...lines(offerLine),
    },
    "addresses currency offer_date",
  ),
  payments: shape(
    { text: "currency payment_type", decimal: "exchange_rate" },
    {
      document_type: words("invoice bill booking_proposal"),
      journal_code: journal,
      payment_lines: objects(
        shape(
          { text: "contact_name description", day: "payment_date", notNegative: "amount" },
          {
            account_id: names("accounts"),
            contact_id: names("contacts"),
            customer_id: names("customers"),
            supplier_id: names("suppliers"),
            invoice_id: {
              ...names(""),
              names: { collection: "invoices bills credit-notes vendor-credits booking-proposals", by: "id" },
            },
          },
          "invoice_id amount payment_date",
        ),
      ),
    },
    "payment_lines",
  ),
  paymentTerms: shape(
    {
      text: "code description name payment_method",
      whole: "discount_days discount_days2 payment_days",
      notNegative: "discount_percentage discount_percentage2",
    },
    {
      due_type: words("due_in_days due_as_period"),
      discount_periods: objects(shape({ text: "invoice_range discount_deadline discount_deadline2 payment_deadline" })),
    },
    "code name",
  ),
  projects: shape(
    { text: "code currency description name number", day: "end_date start_date" },
    { contact_id: names("contacts"), parent_project_id: names("projects"), status: words("active closed") },
    "name",
  ),
  salesOrders: shape(
    { text: "comment currency one_line_address", day: "delivery_date order_date", follows: documentTotals },
    {
      addresses,
      billing_contact_id: names("contacts"),
      contact_id: names("contacts"),
      project_id: names("projects"),
      shipping_contact_id: names("contacts"),
      status: words("draft in_review open closed voided"),
      ...lines(tradeLine),
    },
    "order_date",
  ),
  transactions: shape(
    {
      text: "code contact currency description ledger_name reference",
      day: "booking_date value_date",
      whole: "account_number",
      decimal: "amount",
      notNegative: "tax_rate_percentage",
    },
    {
      files,
      account_id: names("accounts"),
      journal_code: journal,
      status: words("created linked private booked authorised deleted"),
      type: words(
        "receive receive_overpayment receive_prepayment spend spend_overpayment spend_prepayment receive_transfer spend_transfer",
      ),
    },
    "amount booking_date type",
  ),
  vendorCredits: shape(
    {
      text: `${supplierText} vendor_credit_number`,
      day: `${supplierDays} vendor_credit_date`,
      whole: "payment_days",
      decimal: "exchange_rate",
      follows: documentTotals,
    },
    { ...supplierDocument, payment_term_id: names("payment-terms") },
    "vendor_credit_date",
  ),
} as const satisfies Readonly<Record<string, Shape>>;

type Name = keyof typeof unmarked;

export const shapes = Object.fromEntries(
  Object.entries(unmarked).map(([name, one]) => [name, marked(one)]),
) as Readonly<Record<Name, Shape>>;
