/** /v1/contacts, /v1/articles, and the short lists that each organization has. */
import { all, type Checks, choice, need, upTo } from "../engine/checks.ts";
import { get } from "../engine/routes.ts";
import { readTables } from "../engine/seeding.ts";
import { big, dayLength, isRow, only, type Row, row as rowIn, rows, text, without, words } from "../engine/values.ts";
import { htmlForm, isAsked, paged, pattern, rest } from "./answers.ts";
import { legacy } from "./refusals.ts";
import { type Entry, filled, type LexwareRequest, type Route, type Store, shownOf, stamp, uuid } from "./store.ts";

/** Some of the vendor's countries; the Canary Islands are a separate one. */
export const countryCodes = words("DE|AT|CZ|ES|ES_CN|FR|GR|NL|PL|CH|NO|GB|JP|US");

/** The ids of the vendor's categories are from its documentation, as far as it has them; the others are invented. */
const lists = readTables<"income" | "outgo" | "terms">(`income: name id
Warenverkäufe|8f8664a8-fd86-11e1-a21f-0800200c9a66; Dienstleistung|8f8664a0-fd86-11e1-a21f-0800200c9a66
Einnahmen|8f8664a1-fd86-11e1-a21f-0800200c9a66; Innergemeinschaftliche Lieferung|9075a4e3-66de-4795-a016-3889feca0d20
Fremdleistungen §13b|380a20cb-d04c-426e-b49c-84c22adfa362
Ausfuhrlieferungen an Drittländer|93d24c20-ea84-424e-a731-5e1b78d1e6a9
Einnahmen als Kleinunternehmer|7a1efa0e-6283-4cbf-9583-8e88d3ba5960
outgo: name id groupName
Reise MA|cf03a2b0-f838-474f-ac5e-67adb9b830c7|Reisen; Fahrtkosten MA|3620798f-ae06-4492-b775-1c87eb99247c|Reisen
Material/Waren|16d04a28-fd91-11e1-a21f-0800200c9a66|Material/Waren; Bürobedarf||Büro; Miete/Pacht||Raumkosten
Internet||Internet/Telefon; Fremdleistungen §13b (Ausgabe)||Fremdleistungen
terms: paymentTermDuration# paymentTermLabelTemplate discountRange# discountPercentage#
0|Zahlbar sofort, rein netto; 7|Zahlbar in {paymentRange} Tagen; 14|Zahlbar in {paymentRange} Tagen, rein netto ohne Abzug
30|{discountRange} Tage -{discount}, {paymentRange} Tage netto|10|3
21|{discountRange} Tage -{discount}, {paymentRange} Tage netto|7|2.5; 60|Zahlbar in {paymentRange} Tagen nach Prüfung`);
const areTerms = ([list]: (typeof lists)[number]) => list === "terms";

export const categories = lists
  .filter((condition) => !areTerms(condition))
  .map(([type, row]) => {
    const { name, id = uuid(`category-${text(name)}`), groupName = "Einnahmen" } = row;
    // The vendor requires a contact if the tax depends on it.
    const contactRequired = /§|Innergemeinschaftlich|Drittländer/.test(text(name));
    const splitAllowed = !contactRequired && name !== "Einnahmen als Kleinunternehmer";
    return { id, name, type, contactRequired, splitAllowed, groupName };
  });

const paymentConditions = lists.filter(areTerms).map(([, { discountRange, discountPercentage, ...term }]) => ({
  id: uuid(`payment-condition-${text(term["paymentTermDuration"])}`),
  ...term,
  ...(discountRange !== undefined && { paymentDiscountConditions: { discountRange, discountPercentage } }),
  organizationDefault: term["paymentTermDuration"] === 30,
}));
const defaultCondition: Row = paymentConditions.find(({ organizationDefault }) => organizationDefault) ?? {};

const profile = (store: Store) => ({
  organizationId: store.id,
  companyName: "Trügerische Werke GmbH (erfunden)",
  connectionId: uuid("connection"),
  created: {
    userId: uuid("user"),
    userName: "Frau Xenia Erfunden",
    userEmail: "xenia.erfunden@example.org",
    date: stamp(store.now() - 900 * dayLength),
  },
  features: ["cashbox"],
  businessFeatures: ["INVOICING", "INVOICING_PRO", "BOOKKEEPING"],
  subscriptionStatus: "active",
  taxType: "net",
  smallBusiness: false,
});

export const printLayoutId = uuid("print-layout");

export const referenceRoutes: Route[] = [
  get("profile", ({ company }) => ({ body: profile(company) })),
  get("posting-categories", () => ({ body: categories })),
  get("payment-conditions", () => ({ body: paymentConditions })),
];

export const hasRole = (entry: Row | undefined, role: "customer" | "vendor") => isRow(rowIn(entry?.["roles"])[role]);
const numberOf = (entry: Row, role: string) => text(rowIn(rowIn(entry["roles"])[role])["number"]);

const fullName = ({ firstName, lastName }: Row) => [firstName, lastName].filter(Boolean).join(" ");
/** "Musterfrau, Erika" for a person, as in the voucher list. */
export function contactName({ company, person }: Row): string {
  const { lastName, firstName } = rowIn(person);
  return isRow(company) ? text(company["name"]) : [lastName, firstName].filter(Boolean).join(", ");
}

export const contactRoutes: Route[] = rest({
  kind: "contacts",
  make: contactOf,
  // A contact has creation and update dates, but does not show them.
  show: (store, entry) => without(shownOf(store, entry), ["createdDate", "updatedDate"]),
  list: (request, entries, show) =>
    paged(request, entries.filter(filter(request)), {
      show,
      property: "name",
      by: (contact) => contactName(contact).toLowerCase(),
    }),
  rules: (_store, body, before) => ({
    ...(before === undefined && { version: { oneOf: [0] } }),
    ...rulesOf(body),
    // A contact with several entries of a kind can only be changed in the vendor's user interface.
    ...severalIn(body),
    ...severalIn(before ?? {}),
  }),
});

function filter(request: LexwareRequest): (entry: Entry) => boolean {
  const [email, name] = ["email", "name"].map((field) => {
    const wanted = request.query[field];
    if (wanted !== undefined && (wanted.length < 3 || wanted.length > 255))
      throw legacy(400, "bad_request_error", "size must be between 3 and 255");
    return wanted === undefined ? undefined : pattern(wanted);
  });
  const number = request.query["number"];
  return (entry) =>
    (["customer", "vendor"] as const).every((role) => isAsked(request, role, hasRole(entry, role))) &&
    (number === undefined || [numberOf(entry, "customer"), numberOf(entry, "vendor")].includes(number)) &&
    (name === undefined ||
      [contactName(entry), fullName(rowIn(entry["person"]))].some((text) => name.test(htmlForm(text)))) &&
    (email === undefined || emailsOf(entry).some((address) => email.test(address)));
}

const emailsOf = ({ emailAddresses, company }: Row): string[] => [
  ...Object.values(rowIn(emailAddresses)).flatMap((list) => list as string[]),
  ...rows(rowIn(company)["contactPersons"]).map(({ emailAddress }) => text(emailAddress)),
];

const human: Checks = { lastName: need, salutation: upTo(25) };
const addressChecks: Checks = { countryCode: choice(...countryCodes) };

function rulesOf(body: Row): Checks {
  const { company, person, roles } = body;
  const isNameless = !isRow(company) && !isRow(person);
  const isRoleless = isRow(roles) && !isRow(roles["customer"]) && !isRow(roles["vendor"]);
  return {
    roles: { need: true, unless: isRoleless && ["Kunde oder Lieferant", "NOTEMPTY"] },
    "company or person": { unless: isNameless && ["darf nicht null sein", "NOTNULL"] },
    company: { inside: { name: need, contactPersons: { each: human } } },
    person: { unless: isRow(company) && isRow(person) && "nur Firma oder Person", inside: human },
    addresses: { inside: all("billing shipping", { each: addressChecks }) },
    xRechnung: { inside: ({ buyerReference }) => (buyerReference ? { vendorNumberAtCustomer: need } : {}) },
    note: upTo(1000),
  };
}

/** The API takes at most one entry in each of these lists. */
const severalIn = (body: Row): Checks =>
  Object.fromEntries(
    ["addresses", "emailAddresses", "phoneNumbers", "company"].flatMap((group) =>
      Object.entries(rowIn(body[group]))
        .filter(([, list]) => Array.isArray(list) && list.length > 1)
        .map(([field]) => [`${group}.${field}`, { unless: ["höchstens ein Eintrag", "SIZE"] }]),
    ),
  );

/** The vendor assigns numbers, which never change. A contact person is not primary by default. */
export function contactOf(store: Store, body: Row, before?: Row): Row {
  const had = rowIn(before?.["roles"]);
  const role = (name: "customer" | "vendor", first: number) =>
    hasRole(body, name) && { [name]: had[name] ?? { number: first + store.next(name) } };
  const known = filled(only(body, ["person", "addresses", "xRechnung", "emailAddresses", "phoneNumbers", "note"]));
  const content = { ...known, roles: { ...role("customer", 10_000), ...role("vendor", 70_000) } };
  const { company } = body;
  if (!isRow(company)) return content;
  const people = Array.isArray(company["contactPersons"]) ? rows(company["contactPersons"]) : undefined;
  const contactPersons = people?.map((person) => ({ primary: false, ...filled(person) }));
  return { ...content, company: filled({ allowTaxFreeInvoices: false, ...company, contactPersons }) };
}

const articleRules: Checks = {
  title: need,
  type: choice("PRODUCT", "SERVICE"),
  unitName: need,
  gtin: { form: isGtin },
  price: {
    need: true,
    inside: ({ leadingPrice }) => ({
      leadingPrice: choice("NET", "GROSS"),
      ...all(leadingPrice === "GROSS" ? "grossPrice" : "netPrice", need),
      taxRate: choice(0, 7, 19),
    }),
  },
};

export const articleRoutes: Route[] = rest({
  kind: "articles",
  show: shownOf,
  rules: () => articleRules,
  remove: "plainly",
  make: (_store, body) => articleOf(body),
  list: (request, entries, show) => {
    const wanted = Object.entries(only(request.query, ["articleNumber", "gtin", "type"]));
    const found = entries.filter((entry) => wanted.every(([field, value]) => entry[field] === value));
    return paged(request, found, { show, property: "title", by: ({ title }) => text(title) });
  },
});

/** The digit that makes the weighted sum of a GTIN a multiple of ten. */
export function checkDigit(digits: string): number {
  const weighed = Array.from(digits.padStart(13, "0"), (digit, at) => Number(digit) * (at % 2 === 0 ? 3 : 1));
  return (10 - (weighed.reduce((total, digit) => total + digit, 0) % 10)) % 10;
}

/** GTIN-8, -12, -13 or -14; the last digit checks the others. */
function isGtin(text: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(text) && checkDigit(text.slice(0, -1)) === Number(text.at(-1));
}

/** The other price is computed from the leading one. */
export function articleOf(body: Row): Row {
  const { leadingPrice, taxRate, netPrice, grossPrice } = rowIn(body["price"]);
  const factor = big(taxRate).div(100).plus(1);
  const isNet = leadingPrice === "NET";
  const net = isNet ? big(netPrice) : big(grossPrice).div(factor);
  const gross = isNet ? net.times(factor) : big(grossPrice);
  const price = { netPrice: net.round(4).toNumber(), grossPrice: gross.round(4).toNumber(), leadingPrice, taxRate };
  const details = only(body, ["title", "description", "type", "articleNumber", "gtin", "note", "unitName"]);
  return { ...filled(details), price };
}

/** The payment terms of a document: those in the body, or the organization's default. */
export function termsOf({ paymentConditions }: Row): Row {
  if (!isRow(paymentConditions)) {
    const named = ["paymentTermLabelTemplate", "paymentTermDuration", "paymentDiscountConditions"];
    return { paymentTermLabel: "10 Tage -3 %, 30 Tage netto", ...only(defaultCondition, named) };
  }
  const { paymentTermLabel, paymentTermDuration: days, paymentDiscountConditions } = paymentConditions;
  const paymentTermDuration = typeof days === "number" ? days : 0;
  const paymentTermLabelTemplate = paymentTermLabel;
  return filled({ paymentTermLabel, paymentTermLabelTemplate, paymentTermDuration, paymentDiscountConditions });
}

/** The contact's reference unless the body overrides it; an empty text requests an ordinary invoice. */
export function xRechnungOf({ xRechnung }: Row, contact: Row | undefined): string | undefined {
  const reference = rowIn(contact?.["xRechnung"])["buyerReference"];
  const wanted = isRow(xRechnung) ? xRechnung["buyerReference"] : reference;
  return reference !== undefined && typeof wanted === "string" && wanted !== "" ? wanted : undefined;
}

/** Fields that the body leaves out come from the contact's billing address. */
export function addressOf(address: Row, contact: Row | undefined): Row {
  const known = filled(only(address, ["contactId", "name", "supplement", "street", "city", "zip", "countryCode"]));
  if (contact === undefined) return known;
  const { addresses, company, person } = contact;
  const name = isRow(person) ? fullName(person) : contactName(contact);
  const primary = rows(rowIn(company)["contactPersons"]).find((contactPerson) => contactPerson["primary"] === true);
  const billing = { name, ...rows(rowIn(addresses)["billing"])[0] };
  const complete = known["name"] === undefined ? { ...known, ...billing } : known;
  return filled({ ...complete, contactPerson: primary && fullName(primary) });
}
