/** The fields that may be written, collection by collection. */
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
import { following, names, object, objects, type Shape, shape, text, words } from "./fields.ts";

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
  ...documentShapes,
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
} as const satisfies Readonly<Record<string, Shape>>;

type Name = keyof typeof unmarked;

export const shapes = Object.fromEntries(
  Object.entries(unmarked).map(([name, one]) => [name, marked(one)]),
) as Readonly<Record<Name, Shape>>;
