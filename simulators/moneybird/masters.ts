/** Contacts and their people, ledger accounts, tax rates, products, projects and settings. */
import { findOr } from "../engine/resources.ts";
import { get } from "../engine/routes.ts";
import { day, digest, type Row, text, without, words } from "../engine/values.ts";
import { type Books, convertedFields, idOf, orNull, readLines, type Table, taken } from "./administration.ts";
import {
  filtered,
  findBy,
  inside,
  type Kept,
  type Lists,
  listed,
  listOf,
  paged,
  type Route,
  synchronization,
} from "./api.ts";
import { amountOf, decimal } from "./money.ts";
import { blank } from "./recordings.ts";
import { badRequest, is, modelNotFound, notFound, refuseFor, unknown, unprocessable } from "./refusals.ts";

const texts = words(
  "company_name|firstname|lastname|address1|address2|zipcode|city|phone|tax_number|chamber_of_commerce|bank_account|" +
    "attention|email|send_invoices_to_attention|send_invoices_to_email|send_estimates_to_attention|" +
    "send_estimates_to_email|sepa_iban|sepa_iban_account_name|sepa_bic|sepa_mandate_id|si_identifier|" +
    "credit_card_number|credit_card_reference",
);
const optional = words(
  "sepa_mandate_date|invoice_workflow_id|estimate_workflow_id|si_identifier_type|delivery_method|sepa_sequence_type|" +
    "country|customer_id",
);

/** The fields that the vendor accepts; others are ignored. */
function changes(books: Books, body: Row): Row {
  const { send_invoices_to_email: email, custom_fields_attributes: custom } = body;
  return {
    ...convertedFields(body, texts, text),
    ...convertedFields(body, optional, orNull),
    ...convertedFields(body, ["sepa_active", "email_ubl"], (value) => text(value) === "true"),
    /** Only the address for invoices can be written; the contact's own follows it. */
    ...(email !== undefined && { email: text(email) }),
    ...(custom !== undefined && { custom_fields: readCustomFields(books, custom) }),
  };
}

export function newContact(books: Books, body: Row): Row {
  const id = books.newId();
  const numbers = books.tables.contacts.all().map((row) => Number(row["customer_id"]) || 0);
  return checked(books, {
    ...blank("contacts"),
    id,
    ...Object.fromEntries(texts.map((field) => [field, ""])),
    country: books.facts["country"],
    customer_id: String(Math.max(0, ...numbers) + 1),
    sales_invoices_url: `https://moneybird.com/${books.id}/sales_invoices/${digest(id)}/all`,
    events: [],
    ...changes(books, body),
  });
}

export function readCustomFields(books: Books, sent: unknown): Row[] {
  return readLines(sent).map((value) => {
    const id = text(value["id"]);
    const field = books.tables.custom_fields.get(id);
    if (field === undefined)
      throw unknown(`Custom field with id ${id} not found for administration`, "custom_fields_attributes");
    return { id, name: field["name"], value: text(value["value"]) };
  });
}

export const newPerson = (contact: Row, body: Row): Row => ({
  contact_id: contact["id"],
  ...taken(body, "firstname|lastname|phone|email|department"),
});

export const showContact = (books: Books, row: Row): Row => ({
  ...row,
  contact_people: books.tables.contact_people.under("contact_id", row["id"]),
});

/** As part of other records: without its history. */
export function simpleContact(books: Books, id: unknown): Row | null {
  const contact = books.tables.contacts.get(id);
  return contact === undefined ? null : without(showContact(books, contact), ["events"]);
}

function checked(books: Books, row: Row): Row {
  const required = [["is required", "is required"]] as const;
  if (["company_name", "firstname", "lastname"].every((field) => text(row[field]) === ""))
    throw unprocessable({ firstname: required, lastname: required, company_name: required });
  if (text(row["sepa_mandate_date"]) > day(books.now()))
    throw unprocessable({ sepa_mandate_date: [["cannot be in the future", "not_in_future"]] });
  const twin = books.tables.contacts.find("customer_id", row["customer_id"]);
  if (twin !== undefined && twin["id"] !== row["id"]) throw unprocessable({ customer_id: is.taken });
  return row;
}

const searched = [...texts.slice(0, 13), "country", "customer_id"];
const contacts: Kept = {
  table: "contacts",
  show: showContact,
  remove: "plainly",
  list: (request, all) => {
    const wanted = (request.query["query"] ?? "").toLowerCase();
    const isFound = (row: Row) => searched.some((field) => text(row[field]).toLowerCase().includes(wanted));
    return paged(request, listed(all, request.query).filter(isFound), contacts);
  },
  create: newContact,
  update: (books, row, body) => void Object.assign(row, checked(books, { ...row, ...changes(books, body) })),
};

export const contactRoutes: Route[] = [
  ...synchronization(contacts),
  ...inside([
    get("contacts/:id", (request) => {
      const row = findOr(request, "contacts", notFound);
      if (listed([row], request.query).length === 0) throw notFound();
      return { body: showContact(request.company, row) };
    }),
    get("contacts/filter", (request) => {
      const rows = filtered(request.company, request.company.tables.contacts.all(), request.query["filter"]);
      return paged(request, listed(rows, request.query), contacts);
    }),
    findBy(contacts, "customer_id", "customer_id", () => notFound("customer_id")),
  ]),
];

export const personAt = (books: Books, contact: unknown): string | null =>
  idOf(books.tables.contact_people.under("contact_id", contact)[0]) || null;

const accountTypes = words(
  "non_current_assets|current_assets|equity|provisions|non_current_liabilities|current_liabilities|revenue|" +
    "direct_costs|expenses|other_income_expenses",
);

export function newAccount(body: Row): Row {
  const name = text(body["name"]);
  const named = { name, name_english: text(body["name_english"]) || name, reference: text(body["reference"]) };
  return {
    name,
    account_type: text(body["account_type"]),
    ...taken(body, "account_id|parent_id|financial_account_id"),
    allowed_document_types: body["allowed_document_types"] ?? ["general_journal_document"],
    taxonomy_item: { taxonomy_version: "3.5", code: text(body["rgs_code"]), ...named },
  };
}

const accounts: Kept = {
  table: "ledger_accounts",
  missing: () => modelNotFound("Category"),
  list: (_ask, all) => ({ body: all }),
  create: (_books, body, request) => {
    if (body["name"] === undefined) throw badRequest("Name is required", { ledger_account: { name: "required" } });
    const code = text(request.body()["rgs_code"]);
    if (!/^[BW][A-Z][A-Za-z]+$/.test(code))
      throw unknown("Given RGS code does not belong to a taxonomy item of version 3.5", "rgs_code");
    refuseFor({
      ...(text(body["name"]) === "" && { name: is.blank }),
      ...(!accountTypes.includes(text(body["account_type"])) && { account_type: is.unlisted }),
    });
    return newAccount({ ...body, rgs_code: code });
  },
};

export const newProduct = (body: Row): Row => ({
  ...taken(body, "description|title|identifier|frequency_type|tax_rate_id"),
  price: decimal(amountOf(body, "price")),
  currency: text(body["currency"]) || "EUR",
  frequency: orNull(body["frequency"]) === null ? null : Number(text(body["frequency"])),
  ledger_account_id: text(body["ledger_account_id"]),
});

function checkedProduct(books: Books, row: Row): Row {
  const rate = row["tax_rate_id"];
  const isNameless = row["title"] === null && row["description"] === null;
  const nameless = [["must contain a title or description", "must_have_a_title_or_description"]] as const;
  refuseFor({
    ...(isNameless && { title: is.blank, description: is.blank, base: nameless }),
    ...(!books.tables.ledger_accounts.has(row["ledger_account_id"]) && { ledger_account: is.needed }),
    ...(rate !== null && !books.tables.tax_rates.has(rate) && { tax_rate_id: is.invalid }),
  });
  return row;
}

const products: Kept = {
  table: "products",
  remove: "plainly",
  missing: () => modelNotFound("Product"),
  size: 10,
  list: (request, all) => paged(request, all, products),
  create: (books, body) => checkedProduct(books, newProduct(body)),
  update: (books, row, body) => void Object.assign(row, checkedProduct(books, newProduct({ ...row, ...body }))),
};

export const newProject = (body: Row): Row => ({
  name: text(body["name"]),
  state: text(body["state"]) || "active",
  budget: orNull(body["budget"]) === null ? null : Number(text(body["budget"])),
});

const projects: Kept = {
  table: "projects",
  size: 25,
  filter: { defaults: { state: "active" } },
  missing: () => modelNotFound("Project"),
  create: (books, body) => {
    const row = newProject(body);
    refuseFor({
      ...(row["name"] === "" && { name: is.blank }),
      ...(books.tables.projects.find("name", row["name"]) && { name: is.taken }),
    });
    return row;
  },
};

export const masterLists: Lists = {
  contacts: listOf(contacts),
  ledger_accounts: listOf(accounts),
  tax_rates: listOf({ table: "tax_rates" }),
  products: listOf(products),
  projects: listOf(projects),
};

export const masterRoutes: Route[] = inside([
  findBy(products, "identifier", "identifier", () => modelNotFound("Product")),
  ...(["financial_accounts", "workflows"] as const).map((table) =>
    get<Table>(table, ({ company }) => ({ body: company.tables[table].all() })),
  ),
]);
