/** /v1/contacts: customers and vendors are the roles of a contact. */
import { all, type Checks, choice, need, upTo } from "../engine/checks.ts";
import { isRow, only, type Row, row as rowIn, rows, text, without } from "../engine/values.ts";
import { rest } from "./answers.ts";
import { asked, htmlForm, isAsked, paged, pattern } from "./query.ts";
import { countryCodes } from "./reference.ts";
import { legacy } from "./refusals.ts";
import { type Asked, byText, type Entry, filled, type Route, type Store, shownOf } from "./store.ts";

export const hasRole = (entry: Row | undefined, role: "customer" | "vendor") => isRow(rowIn(entry?.["roles"])[role]);
const numberOf = (entry: Row, role: string) => text(rowIn(rowIn(entry["roles"])[role])["number"]);

export const fullName = ({ firstName, lastName }: Row) => [firstName, lastName].filter(Boolean).join(" ");
/** "Musterfrau, Erika" for a person, as the voucher list has it. */
export function contactName({ company, person }: Row): string {
  const { lastName, firstName } = rowIn(person);
  return isRow(company) ? text(company["name"]) : [lastName, firstName].filter(Boolean).join(", ");
}

/** Created and updated dates exist, but a contact does not show them. */
const shown = (store: Store, entry: Entry): Row => without(shownOf(store, entry), ["createdDate", "updatedDate"]);

export const contactRoutes: Route[] = rest({
  kind: "contacts",
  show: shown,
  list: (ask, entries) => {
    const found = (entries as Entry[])
      .filter(filter(ask))
      .map((entry) => ({ entry, name: contactName(entry).toLowerCase() }))
      .sort((one, other) => byText(one.name, other.name) || byText(one.entry.id, other.entry.id));
    return paged(ask, found, ({ entry }) => shown(ask.company, entry), ["name"]);
  },
  rules: (_store, body, before) => ({
    ...(before === undefined && { version: { oneOf: [0] } }),
    ...rulesOf(body),
    // A contact that has several of a kind can only be changed at the vendor's own screens.
    ...{ ...severalIn(body), ...severalIn(before ?? {}) },
  }),
  make: (store, body, before) => contactOf(store, body, before),
});

function filter(ask: Asked): (entry: Entry) => boolean {
  const [email, name] = ["email", "name"].map((field) => {
    const wanted = asked(ask, field);
    if (wanted !== undefined && (wanted.length < 3 || wanted.length > 255))
      throw legacy(400, "bad_request_error", "size must be between 3 and 255");
    return wanted === undefined ? undefined : pattern(wanted);
  });
  const number = asked(ask, "number");
  return (entry) =>
    (["customer", "vendor"] as const).every((role) => isAsked(ask, role, hasRole(entry, role))) &&
    (number === undefined || [numberOf(entry, "customer"), numberOf(entry, "vendor")].includes(number)) &&
    (name === undefined ||
      [contactName(entry), fullName(rowIn(entry["person"]))].some((one) => name.test(htmlForm(one)))) &&
    (email === undefined || emailsOf(entry).some((one) => email.test(one)));
}

const emailsOf = ({ emailAddresses, company }: Row): string[] => [
  ...Object.values(rowIn(emailAddresses)).flatMap((list) => list as string[]),
  ...rows(rowIn(company)["contactPersons"]).map(({ emailAddress }) => text(emailAddress)),
];

const human: Checks = { lastName: need, salutation: upTo(25) };
const place: Checks = { countryCode: choice(...countryCodes) };

function rulesOf(body: Row): Checks {
  const { company, person, roles } = body;
  const nobody = !isRow(company) && !isRow(person);
  const isRoleless = isRow(roles) && !isRow(roles["customer"]) && !isRow(roles["vendor"]);
  return {
    roles: { need: true, unless: isRoleless && ["Kunde oder Lieferant", "NOTEMPTY"] },
    "company or person": { unless: nobody && ["darf nicht null sein", "NOTNULL"] },
    company: { inside: { name: need, contactPersons: { each: human } } },
    person: { unless: isRow(company) && isRow(person) && "nur Firma oder Person", inside: human },
    addresses: { inside: all("billing shipping", { each: place }) },
    xRechnung: { inside: ({ buyerReference }) => (buyerReference ? { vendorNumberAtCustomer: need } : {}) },
    note: upTo(1000),
  };
}

/** Through the API each of these lists holds at most one. */
const severalIn = (body: Row): Checks =>
  Object.fromEntries(
    ["addresses", "emailAddresses", "phoneNumbers", "company"].flatMap((group) =>
      Object.entries(rowIn(body[group]))
        .filter(([, list]) => Array.isArray(list) && list.length > 1)
        .map(([field]) => [`${group}.${field}`, { unless: ["höchstens ein Eintrag", "SIZE"] }]),
    ),
  );

/** Numbers are given by the vendor and never change. A contact person is not the primary one unless it says so. */
export function contactOf(store: Store, body: Row, before?: Row): Row {
  const had = rowIn(before?.["roles"]);
  const role = (name: "customer" | "vendor", first: number) =>
    hasRole(body, name) && { [name]: had[name] ?? { number: first + store.next(name) } };
  const known = filled(only(body, ["person", "addresses", "xRechnung", "emailAddresses", "phoneNumbers", "note"]));
  const content = { ...known, roles: { ...role("customer", 10_000), ...role("vendor", 70_000) } };
  const { company } = body;
  if (!isRow(company)) return content;
  const people = Array.isArray(company["contactPersons"]) ? rows(company["contactPersons"]) : undefined;
  const contactPersons = people?.map((one) => ({ primary: false, ...filled(one) }));
  return { ...content, company: filled({ allowTaxFreeInvoices: false, ...company, contactPersons }) };
}
