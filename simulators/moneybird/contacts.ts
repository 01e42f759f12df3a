/** Contacts, who are customers and suppliers alike, and the people at them. */
import { createHash } from "node:crypto";
import { type Answer, find, listed, type Resource, type Route, synchronization, under } from "./api.ts";
import { filtered, paged } from "./query.ts";
import { badRequest, blank, notFound, Refusal, unprocessable } from "./refusals.ts";
import {
  add,
  type Books,
  type Fields,
  isObject,
  type Json,
  type Row,
  readLines,
  refresh,
  tell,
  text,
  versioned,
} from "./store.ts";

const texts = [
  ...["company_name", "firstname", "lastname", "address1", "address2", "zipcode", "city", "phone", "tax_number"],
  ...["chamber_of_commerce", "bank_account", "attention", "email", "send_invoices_to_attention"],
  ...["send_invoices_to_email", "send_estimates_to_attention", "send_estimates_to_email", "sepa_iban"],
  ...["sepa_iban_account_name", "sepa_bic", "sepa_mandate_id", "si_identifier", "credit_card_number"],
  ...["credit_card_reference"],
] as const;
const orNull = [
  ...["sepa_mandate_date", "invoice_workflow_id", "estimate_workflow_id", "si_identifier_type"],
  ...["delivery_method", "sepa_sequence_type", "country", "customer_id"],
];
const flags = ["sepa_active", "email_ubl"];

/** The fields of a request that the vendor takes; the rest is ignored. */
function taken(given: Fields): Record<string, Json> {
  const kept: Record<string, Json> = {};
  for (const field of texts) if (given[field] !== undefined) kept[field] = text(given[field]);
  for (const field of orNull) if (given[field] !== undefined) kept[field] = text(given[field]) || null;
  for (const field of flags) if (given[field] !== undefined) kept[field] = text(given[field]) === "true";
  /** Nothing but the address for invoices can be set; the plain one follows it. */
  if (given["send_invoices_to_email"] !== undefined) kept["email"] = text(given["send_invoices_to_email"]);
  return kept;
}

export function newContact(books: Books, given: Fields): Row {
  const { contacts } = books.shelf;
  const id = books.nextId();
  const hash = createHash("sha256").update(id).digest("hex");
  return {
    id,
    administration_id: books.administration.id,
    ...Object.fromEntries(texts.map((field) => [field, ""])),
    country: books.administration["country"] ?? "NL",
    delivery_method: "Email",
    customer_id: String(Math.max(0, ...contacts.values().map((row) => Number(row["customer_id"]) || 0)) + 1),
    is_trusted: false,
    max_transfer_amount: null,
    email_ubl: false,
    sepa_active: false,
    sepa_mandate_date: null,
    sepa_sequence_type: "RCUR",
    credit_card_type: null,
    tax_number_validated_at: null,
    tax_number_valid: null,
    invoice_workflow_id: null,
    estimate_workflow_id: null,
    si_identifier_type: null,
    moneybird_payments_mandate: false,
    ...versioned(books.now()),
    sales_invoices_url: `https://moneybird.com/${books.administration.id}/sales_invoices/${hash}/all`,
    notes: [],
    custom_fields: readCustomFields(books, given["custom_fields_attributes"]),
    archived: false,
    events: [],
    ...taken(given),
  };
}

export function readCustomFields(books: Books, given: Json | undefined): Json[] {
  return readLines(given).map((value) => {
    const id = text(value["id"]);
    const field = books.shelf.custom_fields.get(id);
    if (field === undefined)
      throw new Refusal(404, {
        error: `Custom field with id ${id} not found for administration`,
        symbolic: { custom_fields_attributes: "not_found" },
      });
    return { id, name: field["name"] ?? "", value: text(value["value"]) };
  });
}

export function newPerson(books: Books, contact: Row, given: Fields): Row {
  const kept = ["firstname", "lastname", "phone", "email", "department"];
  return {
    id: books.nextId(),
    contact_id: contact.id,
    administration_id: books.administration.id,
    ...Object.fromEntries(kept.map((field) => [field, text(given[field]) || null])),
    ...versioned(books.now()),
  };
}

function showContact(books: Books, row: Row): Row {
  const people = books.shelf.contact_people.values().filter((person) => person["contact_id"] === row.id);
  return { ...row, contact_people: [...people] };
}

/** As other records carry it: without its history. */
export function simpleContact(books: Books, id: Json | undefined): Json {
  const contact = books.shelf.contacts.get(text(id));
  if (contact === undefined) return null;
  const { events: _history, ...rest } = showContact(books, contact);
  return rest;
}

function check(books: Books, row: Row): void {
  if (text(row["company_name"]) === "" && text(row["firstname"]) === "" && text(row["lastname"]) === "") {
    const required = [["is required", "is required"]] as const;
    throw unprocessable({ firstname: required, lastname: required, company_name: required });
  }
  if (text(row["sepa_mandate_date"]) > new Date(books.now()).toISOString().slice(0, 10))
    throw unprocessable({ sepa_mandate_date: [["cannot be in the future", "not_in_future"]] });
  const twin = books.shelf.contacts
    .values()
    .find((other) => other.id !== row.id && other["customer_id"] === row["customer_id"]);
  if (twin !== undefined) throw unprocessable({ customer_id: [["has already been taken", "taken"]] });
}

export const announce = (books: Books, entity: Row, action: string): void =>
  tell(books, { entityType: "Contact", action, entity, show: showContact });

const resource: Resource = { path: "contacts", shelf: "contacts", show: showContact };
const searched = [...texts.slice(0, 13), "country", "customer_id"];
const shown = (books: Books, row: Row, status = 200): Answer => ({ status, body: showContact(books, row) });

export const contactRoutes: Route[] = [
  [
    "GET",
    "contacts",
    ({ books, query, url }) => {
      const wanted = (query["query"] ?? "").toLowerCase();
      const all = listed([...books.shelf.contacts.values()], query);
      const rows = all.filter((row) => searched.some((field) => text(row[field]).toLowerCase().includes(wanted)));
      const page = paged(rows, url, query);
      return { headers: page.headers, body: page.rows.map((row) => showContact(books, row)) };
    },
  ],
  [
    "GET",
    "contacts/filter",
    ({ books, query, url }) => {
      const rows = filtered(books, books.shelf.contacts.values(), query["filter"], {});
      const page = paged(listed(rows, query), url, query);
      return { headers: page.headers, body: page.rows.map((row) => showContact(books, row)) };
    },
  ],
  ...synchronization(resource),
  [
    "GET",
    "contacts/customer_id/:customer",
    ({ books, params }) => {
      const row = books.shelf.contacts.values().find((each) => each["customer_id"] === params["customer"]);
      if (row === undefined) throw notFound("customer_id");
      return shown(books, row);
    },
  ],
  [
    "GET",
    "contacts/:id",
    ({ books, params, query }) => {
      const row = find(books, "contacts", params["id"]);
      if (listed([row], query).length === 0) throw notFound();
      return shown(books, row);
    },
  ],
  [
    "POST",
    "contacts",
    (ask) => {
      const given = under(ask, "contact");
      const row = newContact(ask.books, given);
      check(ask.books, row);
      add(ask.books, "contacts", row);
      const person = given["contact_person"];
      if (isObject(person)) add(ask.books, "contact_people", newPerson(ask.books, row, person));
      announce(ask.books, row, "contact_created");
      return shown(ask.books, row, 201);
    },
  ],
  [
    "PATCH",
    "contacts/:id",
    (ask) => {
      const row = find(ask.books, "contacts", ask.params["id"]);
      const given = under(ask, "contact");
      if (given["is_trusted"] !== undefined)
        throw badRequest("An contact can only be trusted during the approval of a payment.", {
          is_trusted: "permission",
        });
      const changed = { ...row, ...taken(given) };
      check(ask.books, changed);
      Object.assign(row, changed);
      if (given["custom_fields_attributes"] !== undefined)
        row["custom_fields"] = readCustomFields(ask.books, given["custom_fields_attributes"]);
      refresh(ask.books, row);
      announce(ask.books, row, "contact_changed");
      return shown(ask.books, row);
    },
  ],
  [
    "PATCH",
    "contacts/:id/archive",
    ({ books, params }) => {
      const row = find(books, "contacts", params["id"]);
      if (row["archived"] === true) throw badRequest("Contact can not be archived", { id: "can_not_be_archived" });
      row["archived"] = true;
      refresh(books, row);
      announce(books, row, "contact_archived");
      return { status: 204 };
    },
  ],
  [
    "DELETE",
    "contacts/:id",
    ({ books, params }) => {
      const row = find(books, "contacts", params["id"]);
      books.shelf.contacts.delete(row.id);
      announce(books, row, "contact_destroyed");
      return { status: 204 };
    },
  ],
  [
    "GET",
    "contacts/:contact/contact_people/:id",
    ({ books, params }) => ({ body: find(books, "contact_people", params["id"]) }),
  ],
  [
    "POST",
    "contacts/:contact/contact_people",
    (ask) => {
      const contact = ask.books.shelf.contacts.get(ask.params["contact"] ?? "");
      if (contact === undefined) throw unprocessable({ contact: [["must exist", "blank"]] });
      const row = newPerson(ask.books, contact, under(ask, "contact_person"));
      if (row["firstname"] === null || row["lastname"] === null)
        throw unprocessable({ firstname: [blank], lastname: [blank] });
      refresh(ask.books, contact);
      announce(ask.books, contact, "contact_person_created");
      return { status: 201, body: add(ask.books, "contact_people", row) };
    },
  ],
  [
    "DELETE",
    "contacts/:contact/contact_people/:id",
    ({ books, params }) => {
      books.shelf.contact_people.delete(find(books, "contact_people", params["id"]).id);
      refresh(books, find(books, "contacts", params["contact"]));
      return { status: 204 };
    },
  ],
];
