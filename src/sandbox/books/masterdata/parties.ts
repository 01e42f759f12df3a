/** Customers, suppliers and other contacts. All of them are visibly invented. */
import type { Calendar } from "../basics/calendar.ts";
import { fileId } from "../basics/files.ts";
import { at } from "../basics/random.ts";
import type { NativeRecord } from "../basics/types.ts";
import { projectIds } from "./catalogue.ts";

export type Region = "domestic" | "union" | "abroad";

export interface Party {
  readonly id: string;
  readonly role: "customer" | "supplier";
  readonly name: string;
  /** The account of this party below the collective one. */
  readonly account: number;
  readonly currency: string;
  readonly region: Region;
  readonly address: Readonly<Record<string, string | null>>;
  readonly oneLineAddress: string;
  readonly vatId: string | null;
  readonly iban: string;
}

type Locality = readonly [
  country: string,
  currency: string,
  region: Region,
  postalCode: string,
  city: string,
  street: string,
];

const domestic: readonly Locality[] = [
  ["DE", "EUR", "domestic", "00123", "Musterstadt", "Mühlgasse"],
  ["DE", "EUR", "domestic", "00456", "Beispielhausen", "Am Übungsplatz"],
  ["DE", "EUR", "domestic", "00789", "Probedorf a. d. Öde", "Straße der Vorlagen"],
];
const foreign: readonly Locality[] = [
  ["FR", "EUR", "union", "00010", "Exempleville", "Rue de l’Exemple"],
  ["US", "USD", "abroad", "00000", "Sampleton", "Specimen Avenue"],
  ["CH", "CHF", "abroad", "0001", "Vorlagikon", "Musterweg"],
  ["AT", "EUR", "union", "0002", "Übungsdorf", "Probegasse"],
  ["JP", "JPY", "abroad", "000-0000", "Mihon-shi", "Rei 1-chōme"],
  ["NO", "NOK", "abroad", "0000", "Eksempelvik", "Prøveveien"],
];

const firstWords = [
  "Ahornhof",
  "Birkenweiler",
  "Distelfink",
  "Eschenbäck",
  "Fichtelgrün",
  "Ginsterheide",
  "Hügelland",
  "Irrlicht",
  "Jaspis",
  "Kieselbach",
];
const lastWords = ["Musterbau GmbH", "Beispiel & Söhne KG", "Probe OHG"];
const people = [
  ["Frau", "Änne", "Beispiel"],
  ["Herr", "Jörg", "Muster"],
  ["", "Toni", "Vorlage"],
  ["Frau Dr.", "Zoë", "Übung-Probe"],
] as const;

const addressTypes = ["delivery", "empty", "private", "work", "pickup"];
const emailTypes = ["business", "private", "office", "invoice", "payment", "other"];
const phoneTypes = ["business", "mobile", "office", "fax", "private", "landline", "skype", "whatsapp", "other"];

/** Every third party is from abroad. */
export function makeParties(role: Party["role"], count: number): Party[] {
  return Array.from({ length: count }, (_, index) => {
    const isForeign = index % 3 === 2;
    const town = at(isForeign ? foreign : domestic, Math.floor(index / (isForeign ? 3 : 1)));
    const [country, currency, region, postalCode, city, street] = town;
    const shift = role === "customer" ? 0 : 4;
    const name = `${at(firstWords, index + shift)} ${at(lastWords, Math.floor(index / firstWords.length) + shift)}`;
    const address = {
      address_line1: `${street} ${index + 1}`,
      address_line2: index % 4 === 1 ? "Hinterhaus, 2. Stock" : null,
      city,
      country_code: country,
      postal_code: postalCode,
      type: "billing",
    };
    return {
      id: `${role === "customer" ? "cus" : "sup"}-${index + 1}`,
      role,
      name,
      account: (role === "customer" ? 10_001 : 70_001) + index,
      currency,
      region,
      address,
      oneLineAddress: `${name}, ${address.address_line1}, ${postalCode} ${city}`,
      // The check digits 00 are never valid, so nobody can have these IBANs.
      vatId: region === "abroad" || index % 7 === 3 ? null : `${country}000000${String(index).padStart(3, "0")}`,
      iban: `DE0000000000000000${role === "customer" ? "10" : "70"}${String(index).padStart(2, "0")}`,
    };
  });
}

/** Fields that a contact and a customer share. */
function common(party: Party, index: number) {
  const [salutation, firstName, lastName] = at(people, index);
  // Counts the parties with a contact person.
  const turn = Math.floor(index / 3) * 2 + (index % 3);
  const domain = `${party.id}.example`;
  const emails = [{ email: `info@${domain}`, type: at(emailTypes, index) }];
  const phones = [{ number: `+49 30 23125 ${String(100 + index)}`, type: at(phoneTypes, index) }];
  return {
    id: party.id,
    addresses: [party.address, { ...party.address, address_line1: "Rampe 3", type: at(addressTypes, index) }],
    company_name: index % 8 === 5 ? null : party.name,
    contact_persons:
      index % 3 === 2
        ? []
        : [
            {
              email_addresses: [{ email: `${firstName.toLowerCase()}@${domain}`, type: at(emailTypes, turn) }],
              first_name: firstName,
              id: `per-${party.id}`,
              last_name: lastName,
              phone_numbers: [{ number: `+49 171 39200 ${10 + index}`, type: at(phoneTypes, turn) }],
              salutation: salutation || null,
            },
          ],
    contact_type: index % 8 === 5 ? "contact_person" : index % 11 === 8 ? "undefined" : "company",
    email_addresses: emails,
    number: String(party.account),
    phone_numbers: index % 7 === 6 ? [] : phones,
    project_id: index % 5 === 0 ? at(projectIds, index / 5) : null,
  };
}

/** The last customer and the last supplier are only contacts so far: they have no trades. */
export function partyRecords(time: Calendar, parties: readonly Party[]): NativeRecord[] {
  return parties.map((party, index) => ({
    ...common(party, index),
    account_number: party.account,
    bank_accounts:
      index % 2 === 0
        ? [
            {
              bic: "XMPLDEFFXXX",
              holder: party.name,
              is_main_account: true,
              iban: party.iban,
              name: "Hausbank",
              sepa: party.region !== "abroad",
            },
          ]
        : [],
    document_id: index % 6 === 1 ? fileId(party.id) : null,
    role: index === parties.length - 1 ? "contact" : party.role,
    vat_id: party.vatId,
    ...stamps(time, party, index),
  }));
}

export function contactRecords(time: Calendar, parties: readonly Party[]): NativeRecord[] {
  const known = parties.map((party, index) => ({
    ...common(party, index),
    is_customer: party.role === "customer",
    is_supplier: party.role === "supplier",
    website: index % 2 === 0 ? `https://www.${party.id}.example` : null,
    ...stamps(time, party, index),
  }));
  const others = makeParties("customer", 5).map((party, index) => ({
    ...common({ ...party, id: `con-${index + 1}`, account: 90_001 + index }, index),
    company_name: null,
    contact_type: "contact_person",
    is_customer: false,
    is_supplier: false,
    website: null,
    ...stamps(time, party, index),
  }));
  return [...known, ...others];
}

const stamps = (time: Calendar, party: Party, index: number) => ({
  created_at: time.instant(time.start, party.id),
  updated_at: time.instant(time.before(index * 9), party.id),
});

/** The fields of a party that bookings need. */
export type Trader = Pick<Party, "id" | "role" | "name" | "account">;

/** The party as the third party of a posting line. */
export const asThirdParty = ({ id, account, role }: Trader) =>
  role === "customer" ? { customer: { id, account } } : { supplier: { id, account } };
