/** The invented company's contacts and articles, and the order in which its books are filled. */
import { dayLength as day, pick as turn } from "../engine/values.ts";
import { articleContent } from "./articles.ts";
import { contactContent, numbered } from "./contacts.ts";
import type { Row } from "./inspect.ts";
import { add, type Entry, type Store } from "./store.ts";

const firms = [
  "Müßiggang & Söhne GmbH",
  "Ölmühle Grünspan KG",
  "Žluťoučký Kůň s.r.o.",
  "Παράδειγμα Α.Ε.",
  "株式会社架空商事",
  "Blank Void Ltd",
  "Société Imaginaire SARL",
  "Stadtwerke Nirgendheim",
  "Kleinkram eG",
] as const;
type Human = readonly [salutation: string | undefined, firstName: string | undefined, lastName: string];
const people: readonly Human[] = [
  ["Frau", "Erika", "Erfunden"],
  ["Herr", "Jörg", "Ausgedacht"],
  [undefined, "Łucja", "Zmyślona"],
  ["Frau", "Анна", "Вымышленная"],
  ["Herr", undefined, "O’Nirgends"],
];
const lands = ["DE", "DE", "CZ", "GR", "JP", "GB", "FR", "DE", "DE"] as const;
const towns = ["Nirgendheim", "Köln-Überall", "Irgendwo an der Ruhr", "Wolkenkuckucksheim"] as const;

const address = (at: number): Row => ({
  ...(at % 3 === 0 && { supplement: `Gebäude ${at}` }),
  street: `Fantasiestraße ${at + 1}`,
  zip: String(10_000 + at * 37),
  city: turn(towns, at),
  countryCode: turn(lands, at),
});

function company(at: number): Row {
  const [salutation, firstName, lastName] = turn(people, at);
  const person = { salutation, firstName, lastName, primary: at % 2 === 0 };
  const reachable = { emailAddress: `person${at}@firma${at}.example`, phoneNumber: `0800/${5000 + at}` };
  return {
    name: at < firms.length ? turn(firms, at) : `${turn(firms, at)} ${at}`,
    ...(at % 3 !== 2 && { taxNumber: `12345/${10_000 + at}`, vatRegistrationId: `DE${200_000_000 + at}` }),
    allowTaxFreeInvoices: at % 4 === 2,
    ...(at % 2 === 0 && { contactPersons: [{ ...person, ...(at % 4 === 0 && reachable) }] }),
    ...(at === 5 && { contactPersons: [person, person].map((one) => ({ ...one, primary: true })) }),
  };
}

/** Every seventh has nothing but a name; the fifth has two of everything, which only the vendor's screens allow. */
function contactBody(at: number): Row {
  const customer = at % 4 !== 3;
  const vendor = at % 4 === 3 || at % 10 === 0;
  const roles = { ...(customer && { customer: {} }), ...(vendor && { vendor: {} }) };
  const [salutation, firstName, lastName] = turn(people, at);
  const who =
    at % 5 === 1 ? { person: { salutation, firstName, lastName: `${lastName}-${at}` } } : { company: company(at) };
  if (at % 7 === 6) return { roles, ...who };
  const twice = at === 5 ? [`zweite${at}@example.org`] : [];
  return {
    ...{ roles, ...who },
    addresses: {
      billing: [address(at), ...(at === 5 ? [address(at + 1)] : [])],
      ...(at % 3 === 1 && { shipping: [address(at + 50)] }),
    },
    ...(at === 8 && { xRechnung: { buyerReference: "00000000-FIKTIV-35", vendorNumberAtCustomer: "70123456" } }),
    emailAddresses: {
      business: [`kontakt${at}@firma${at}.example`, ...twice],
      ...(at % 6 === 0 && { office: [`buero${at}@example.org`], private: [`privat${at}@example.org`] }),
      ...(at % 9 === 0 && { other: [`sonst${at}@example.org`] }),
    },
    phoneNumbers: {
      business: [`0800/${1000 + at}`],
      ...(at % 4 === 0 && { mobile: [`0170/${2000 + at}`], fax: [`0800/${3000 + at}`] }),
      ...(at % 8 === 0 && { office: [`0800/${4000 + at}`], private: ["0800/1"], other: ["0800/2"] }),
    },
    ...(at % 2 === 0 && { note: `Notiz zu Kontakt ${at}: „Größe“ & <Umfang>` }),
  };
}

const units = ["Stück", "Stunde", "m²", "Pauschale"] as const;

function articleBody(at: number): Row {
  const gross = at % 4 === 1;
  const price = at === 3 ? 0 : 9.9 + at * 1.5;
  return {
    title: `${turn(["Kabelbinder", "Überprüfung", "Ärmelschoner", "東京タワー（模型）"], at)} Modell ${at}`,
    ...(at % 2 === 0 && { description: `Beschreibung in zwei Zeilen\nNummer ${at}`, note: "Interne Notiz" }),
    type: at % 3 === 1 ? "SERVICE" : "PRODUCT",
    ...(at % 5 !== 4 && { articleNumber: `FIK-${String(at).padStart(4, "0")}` }),
    ...(at % 6 === 0 && { gtin: gtin13(at) }),
    unitName: turn(units, at),
    price: {
      ...(gross ? { grossPrice: price } : { netPrice: price }),
      ...{ leadingPrice: gross ? "GROSS" : "NET", taxRate: turn([19, 7, 0], at) },
    },
  };
}

function gtin13(at: number): string {
  const digits = `400000${String(at).padStart(6, "0")}`;
  const sum = Array.from(digits).reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export interface People {
  readonly customers: readonly Entry[];
  readonly vendors: readonly Entry[];
}

/** 132 contacts and 120 articles, the newest two days old. */
export function fillContactsAndArticles(store: Store): People {
  const now = store.now();
  const made = (at: number, of: number) => {
    const created = now - (2 + (of - at) * 3) * day - at * 61_007;
    return { created, updated: created + (at % 3) * 3_600_000, version: at % 4, archived: at % 50 === 13 };
  };
  const contacts = Array.from({ length: 132 }, (_, at) => {
    const body = contactBody(at);
    return add(store, "contacts", contactContent(body, numbered(store, body)), made(at, 132));
  });
  for (let at = 0; at < 120; at += 1) add(store, "articles", articleContent(articleBody(at)), made(at, 120));
  const having = (role: string) => contacts.filter(({ content }) => role in (content["roles"] as Row));
  return { customers: having("customer"), vendors: having("vendor") };
}
