/** /v1/contacts: customers and vendors are the roles of a contact. */
import { type Asked, filled, type Route, rest } from "./answers.ts";
import { legacy } from "./faults.ts";
import { type Inspection, inspect, isRow, type Row } from "./inspect.ts";
import { asked, askedFlag, byText, htmlForm, paged, pattern } from "./query.ts";
import { countryCodes } from "./reference.ts";
import type { Entry, Store } from "./store.ts";

export interface Roles {
  readonly customer?: { readonly number: number };
  readonly vendor?: { readonly number: number };
}

export const rolesOf = (entry: Entry | undefined) => (entry?.content["roles"] ?? {}) as Roles;

/** "Musterfrau, Erika" for a person, as the voucher list has it. */
export function contactName({ content }: Entry): string {
  const { company, person } = content as { company?: { name: string }; person?: Readonly<Record<string, string>> };
  if (company !== undefined) return company.name;
  return [person?.["lastName"], person?.["firstName"]].filter(Boolean).join(", ");
}

/** Created and updated dates exist, but a contact does not show them. */
const shown = (store: Store, { id, version, content, archived }: Entry): Row => ({
  ...{ id, organizationId: store.id, version, ...content, archived },
});

export const contactRoutes: Route[] = rest({
  kind: "contacts",
  show: shown,
  list: (ask, all) => {
    const found = (all as Entry[])
      .filter(filter(ask))
      .map((entry) => ({ entry, name: contactName(entry).toLowerCase() }))
      .sort((a, b) => byText(a.name, b.name) || byText(a.entry.id, b.entry.id));
    return paged(ask, found, ({ entry }) => shown(ask.company, entry), { property: "name", direction: "ASC" });
  },
  check: (_store, inspection, before) => {
    if (before === undefined) inspection.oneOf("version", [0]);
    checkContact(inspection);
    // A contact that has several of a kind can only be changed at the vendor's own screens.
    if (before !== undefined) tooMany(inspect(before.content, "", inspection.findings));
  },
  make: (store, body) => contactContent(body, numbered(store, body)),
  change: (store, entry, body) => void (entry.content = contactContent(body, numbered(store, body, rolesOf(entry)))),
});

function filter(ask: Asked): (entry: Entry) => boolean {
  const [email, name] = ["email", "name"].map((field) => {
    const wanted = asked(ask, field);
    if (wanted !== undefined && (wanted.length < 3 || wanted.length > 255))
      throw legacy(400, "bad_request_error", "size must be between 3 and 255");
    return wanted === undefined ? undefined : pattern(wanted);
  });
  const number = asked(ask, "number");
  const [customer, vendor] = [askedFlag(ask, "customer"), askedFlag(ask, "vendor")];
  return (entry) => {
    const roles = rolesOf(entry);
    if (customer !== undefined && (roles.customer !== undefined) !== customer) return false;
    if (vendor !== undefined && (roles.vendor !== undefined) !== vendor) return false;
    if (number !== undefined && ![roles.customer?.number, roles.vendor?.number].map(String).includes(number))
      return false;
    if (name !== undefined && !namesOf(entry).some((text) => name.test(htmlForm(text)))) return false;
    return email === undefined || emailsOf(entry).some((text) => email.test(text));
  };
}

function namesOf(entry: Entry): string[] {
  const { firstName = "", lastName = "" } = (entry.content["person"] ?? {}) as Readonly<Record<string, string>>;
  return [contactName(entry), `${firstName} ${lastName}`.trim()];
}

function emailsOf({ content }: Entry): string[] {
  const lists = Object.values((content["emailAddresses"] ?? {}) as Readonly<Record<string, string[]>>);
  const { contactPersons = [] } = (content["company"] ?? {}) as { contactPersons?: { emailAddress?: string }[] };
  return [...lists.flat(), ...contactPersons.flatMap(({ emailAddress }) => emailAddress ?? [])];
}

function checkContact(inspection: Inspection): void {
  const roles = inspection.needInside("roles");
  if (roles !== undefined && !isRow(roles.row["customer"]) && !isRow(roles.row["vendor"]))
    inspection.reject("roles", "Kunde oder Lieferant", "NOTEMPTY");
  const [company, person] = [inspection.inside("company"), inspection.inside("person")];
  if (company === undefined && person === undefined)
    inspection.reject("company or person", "darf nicht null sein", "NOTNULL");
  if (company !== undefined && person !== undefined) inspection.reject("person", "nur Firma oder Person");
  company?.need("name");
  for (const human of [...(company?.each("contactPersons") ?? []), ...(person ? [person] : [])]) {
    human.need("lastName");
    human.longest("salutation", 25);
  }
  for (const address of ["billing", "shipping"].flatMap((use) => inspection.inside("addresses")?.each(use) ?? [])) {
    address.need("countryCode");
    address.oneOf("countryCode", countryCodes);
  }
  const electronic = inspection.inside("xRechnung");
  if (electronic?.row["buyerReference"]) electronic.need("vendorNumberAtCustomer");
  inspection.longest("note", 1000);
  tooMany(inspection);
}

/** Through the API each of these lists holds at most one. */
function tooMany(inspection: Inspection): void {
  for (const group of ["addresses", "emailAddresses", "phoneNumbers", "company"]) {
    const nested = inspection.inside(group);
    for (const [field, list] of Object.entries(nested?.row ?? {}))
      if (Array.isArray(list) && list.length > 1) nested?.reject(field, "höchstens ein Eintrag", "SIZE");
  }
}

/** Numbers are given by the vendor and never change. */
export function numbered(store: Store, body: Row, had: Roles = {}): Roles {
  const roles = body["roles"] as Row;
  return {
    ...(isRow(roles["customer"]) && { customer: had.customer ?? { number: 10_000 + store.next("customer") } }),
    ...(isRow(roles["vendor"]) && { vendor: had.vendor ?? { number: 70_000 + store.next("vendor") } }),
  };
}

const fields = ["company", "person", "addresses", "xRechnung", "emailAddresses", "phoneNumbers", "note"];

/** What is kept of a body: the known fields; a contact person is not the primary one unless it says so. */
export function contactContent(body: Row, roles: Roles): Row {
  const known = filled(Object.fromEntries(fields.map((field) => [field, body[field]])));
  const company = known["company"] as (Row & { contactPersons?: Row[] }) | undefined;
  if (company === undefined) return { roles, ...known };
  const contactPersons = company.contactPersons?.map((person) => ({ primary: false, ...filled(person) }));
  const whole = { allowTaxFreeInvoices: false, ...company, contactPersons };
  return { roles, ...known, company: filled(whole) };
}
