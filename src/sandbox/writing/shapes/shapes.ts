/** The writable fields of each collection. */
import {
  accountOf,
  activity,
  addresses,
  dimensions,
  email,
  files,
  journal,
  marked,
  person,
  phone,
} from "./commonFields.ts";
import { documentShapes } from "./documentShapes.ts";
import { derivedField, object, objects, oneOf, reference, type Shape, shape, text } from "./fields.ts";

const partyFields = {
  addresses,
  bank_accounts: objects(shape({ text: "bic holder iban name", flag: "is_main_account sepa" })),
  contact_persons: objects(person),
  contact_type: oneOf("contact_person company undefined"),
  document_id: reference("files"),
  email_addresses: objects(email),
  phone_numbers: objects(phone),
  project_id: reference("projects"),
  role: oneOf("supplier customer contact"),
};

const ledgerLine = shape(
  {
    text: "id currency description document_number exchange_rate third_party_code",
    integer: "account_number",
    notNegative: "debit credit tax_amount gross_amount discount_amount",
  },
  {
    ...accountOf,
    customer_id: reference("customers"),
    supplier_id: reference("suppliers"),
    item_id: reference("items"),
    dimensions,
    tax_rate: object(
      shape(
        { text: "name", decimal: "percentage" },
        { id: reference("tax-rates"), code: reference("tax-rates", "code") },
      ),
    ),
  },
);

const unmarked = {
  ...documentShapes,
  accounts: shape(
    { text: "code currency description name number type" },
    {
      class: oneOf("asset equity expense liability revenue"),
      parent_account_id: reference("accounts"),
      status: activity,
    },
    "class name number",
  ),
  bankAccounts: shape(
    { text: "bank_name bic currency description iban name number system type" },
    { file_type: oneOf("csv mt940"), status: activity },
    "name",
  ),
  contacts: shape(
    { text: "company_name number website", flag: "is_customer is_supplier" },
    {
      addresses,
      contact_persons: objects(person),
      contact_type: partyFields.contact_type,
      email_addresses: objects(email),
      phone_numbers: objects(phone),
      project_id: reference("projects"),
    },
    "contact_type",
  ),
  parties: shape({ text: "company_name number vat_id" }, partyFields, "contact_type"),
  expenses: shape(
    {
      text: "currency description ledger_name note",
      day: "transaction_date",
      integer: "account_number",
      decimal: "exchange_rate",
      derived: "total_gross_amount total_net_amount total_tax_amount",
    },
    {
      ...accountOf,
      files,
      customer_id: reference("customers"),
      supplier_id: reference("suppliers"),
      document_id: reference("files"),
      expense_lines: objects(ledgerLine),
      journal_code: journal,
      payment_term_id: reference("payment-terms"),
      payment_type: oneOf("cash check credit_card credit collection"),
      type: oneOf("expense refund"),
    },
    "transaction_date expense_lines",
  ),
  items: shape(
    {
      text: "item_number name unit_name",
      day: "inventory_start_date",
      flag: "price_includes_tax",
      notNegative: "stock_count tax_rate_percentage unit_purchase_price unit_sales_price",
    },
    {
      asset_account_id: reference("accounts"),
      expense_account_id: reference("accounts"),
      income_account_id: reference("accounts"),
      tax_code: reference("tax-rates", "code"),
      type: oneOf("product service"),
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
      account_id: derivedField(text),
      accounting_period_id: derivedField(text),
      debit_credit_indicator: derivedField(text),
      journal_type: derivedField(text),
      document_id: reference("files"),
      journal_code: journal,
      accounting_reason: oneOf("commercial tax ifrs calculation independent other"),
      journal_line_items: objects(ledgerLine),
    },
    "transaction_date journal_line_items",
  ),
  payments: shape(
    { text: "currency payment_type", decimal: "exchange_rate" },
    {
      document_type: oneOf("invoice bill booking_proposal"),
      journal_code: journal,
      payment_lines: objects(
        shape(
          {
            text: "contact_name description",
            day: "payment_date",
            decimal: "amount",
            notNegative: "discount_amount",
          },
          {
            account_id: reference("accounts"),
            contact_id: reference("contacts"),
            customer_id: reference("customers"),
            supplier_id: reference("suppliers"),
            invoice_id: {
              ...reference(""),
              references: { collection: "invoices bills credit-notes vendor-credits booking-proposals", by: "id" },
            },
          },
          "amount payment_date",
        ),
      ),
    },
    "payment_lines",
  ),
  paymentTerms: shape(
    {
      text: "code description name payment_method",
      integer: "discount_days discount_days2 payment_days",
      notNegative: "discount_percentage discount_percentage2",
    },
    {
      due_type: oneOf("due_in_days due_as_period"),
      discount_periods: objects(shape({ text: "invoice_range discount_deadline discount_deadline2 payment_deadline" })),
    },
    "code name",
  ),
  projects: shape(
    { text: "code currency description name number", day: "end_date start_date" },
    { contact_id: reference("contacts"), parent_project_id: reference("projects"), status: oneOf("active closed") },
    "name",
  ),
  transactions: shape(
    {
      text: "code contact currency description ledger_name reference",
      day: "booking_date value_date",
      integer: "account_number",
      decimal: "amount",
      notNegative: "tax_rate_percentage",
    },
    {
      files,
      account_id: reference("accounts"),
      journal_code: journal,
      matched_to_id: {
        ...reference(""),
        references: { collection: "invoices bills credit-notes vendor-credits", by: "id" },
      },
      status: oneOf("created linked private booked authorised deleted"),
      type: oneOf(
        "receive receive_overpayment receive_prepayment spend spend_overpayment spend_prepayment receive_transfer spend_transfer",
      ),
    },
    "amount booking_date type",
  ),
} as const satisfies Readonly<Record<string, Shape>>;

type Name = keyof typeof unmarked;

export const shapes = Object.fromEntries(
  Object.entries(unmarked).map(([name, fields]) => [name, marked(fields)]),
) as Readonly<Record<Name, Shape>>;
