/** Contacts and items. */
import { type Row, text } from "../engine/values.ts";
import { type Books } from "./company.ts";
import { invalid } from "./refusals.ts";

const contactFields = [
  "nr",
  "contact_type_id",
  "name_1",
  "name_2",
  "salutation_id",
  "salutation_form",
  "titel_id",
  "birthday",
  "street_name",
  "house_number",
  "address_addition",
  "postcode",
  "city",
  "country_id",
  "mail",
  "mail_second",
  "phone_fixed",
  "phone_fixed_second",
  "phone_mobile",
  "fax",
  "url",
  "skype_name",
  "remarks",
  "language_id",
  "contact_group_ids",
  "contact_branch_ids",
  "user_id",
  "owner_id",
];

/** A contact as its form makes it: what is not sent becomes empty. */
export function contactOf(books: Books, body: Row, before?: Row): Row {
  for (const field of Object.keys(body))
    if (!contactFields.includes(field)) throw invalid(`Unexpected extra form field named "${field}".`);
  for (const field of ["contact_type_id", "name_1", "user_id", "owner_id"])
    if (text(body[field]) === "") throw invalid(`${field}: Required.`);
  const country = body["country_id"] ?? null;
  if (country !== null && !books.tables.country.has(country)) throw invalid("country_id: Does not exist.");
  const number = text(body["nr"]) || text(before?.["nr"]) || String(books.next("contact number")).padStart(6, "0");
  const twin = books.tables.contact.find("nr", number);
  if (twin !== undefined && twin["id"] !== before?.["id"]) throw invalid("nr: This number is already in use.");
  const street = [body["street_name"], body["house_number"]].map(text).filter(Boolean).join(" ");
  return {
    ...Object.fromEntries(
      contactFields.filter((field) => field !== "titel_id").map((field) => [field, body[field] ?? null]),
    ),
    name_2: body["name_2"] ?? "",
    postcode: text(body["postcode"]),
    city: text(body["city"]),
    mail: body["mail"] ?? "",
    nr: number,
    address: street || null,
  };
}

const articleFields = [
  "user_id",
  "article_type_id",
  "contact_id",
  "deliverer_code",
  "deliverer_name",
  "deliverer_description",
  "intern_code",
  "intern_name",
  "intern_description",
  "purchase_price",
  "sale_price",
  "currency_id",
  "tax_income_id",
  "tax_expense_id",
  "unit_id",
  "is_stock",
  "stock_id",
  "stock_place_id",
  "stock_nr",
  "stock_min_nr",
  "width",
  "height",
  "weight",
  "volume",
  "remarks",
  "delivery_price",
  "article_group_id",
  "account_id",
  "expense_account_id",
];

export function articleOf(books: Books, body: Row, before?: Row): Row {
  for (const field of Object.keys(body))
    if (!articleFields.includes(field)) throw invalid(`Unexpected extra form field named "${field}".`);
  for (const field of ["user_id", "article_type_id", "intern_code", "intern_name"])
    if (text(body[field]) === "") throw invalid(`${field}: Required.`);
  const twin = books.tables.article.find("intern_code", body["intern_code"]);
  if (twin !== undefined && twin["id"] !== before?.["id"]) throw invalid("intern_code: This code is already in use.");
  const references = { tax_income_id: "taxes", account_id: "accounts", expense_account_id: "accounts" } as const;
  for (const [field, table] of Object.entries(references))
    if (body[field] && !books.tables[table].has(body[field])) throw invalid(`${field}: Does not exist.`);
  const price = (field: string) => (body[field] === undefined || body[field] === null ? null : text(body[field]));
  return {
    ...Object.fromEntries(articleFields.map((field) => [field, body[field] ?? null])),
    is_stock: body["is_stock"] === true,
    stock_nr: 0,
    stock_min_nr: 0,
    stock_reserved_nr: 0,
    stock_available_nr: 0,
    stock_picked_nr: 0,
    stock_disposed_nr: 0,
    stock_ordered_nr: 0,
    // A new item is in the company's currency.
    currency_id: body["currency_id"] ?? (before === undefined ? 1 : null),
    purchase_price: price("purchase_price"),
    sale_price: price("sale_price"),
  };
}
