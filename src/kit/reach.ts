/**
 * E-mail addresses and phone numbers. Vendors have one field for each kind; the contract has a list whose entries carry
 * their kind. One table of the vendor's paths and their kinds reads and writes.
 */
import type { EmailAddress, PhoneNumber } from "../contract/records/contacts.ts";
import { type At, values } from "./columns.ts";
import { elsewhere, encoder, type FieldEncoder, invalid, nested, placed } from "./encode.ts";
import { each, mapping } from "./mapping.ts";

type Text = string | null | undefined;
type Entry = EmailAddress & PhoneNumber;

/** A record that has these paths. */
type With<Place> = {
  readonly [Each in Place as Each extends `${infer Name}.${string}`
    ? Name
    : Each & string]?: Each extends `${string}.${infer Below}` ? At<Below, Text> | null | undefined : Text;
};

/** `empty` is sent to paths without an entry, if the list replaces everything that the vendor has. */
const reachedBy =
  <Reach extends EmailAddress | PhoneNumber>(name: "email" | "number") =>
  <const Place extends string>(table: { readonly [Each in Place]: Reach["type"] }, empty?: string) => {
    const places = Object.entries(table) as [Place, Reach["type"]][];
    const isTyped = places.some(([, type]) => type !== undefined);
    const columns = places.map(([place, type]) => ({ read: values({ place }).place, type }));
    const filled = (native: With<Place>): readonly Entry[] =>
      columns.flatMap(({ read, type }) => {
        const value = read<Text>(native as never);
        return value ? [{ [name]: value, type } as Entry] : [];
      });
    const entry = mapping<Reach, Entry>(values(isTyped ? { [name]: name, type: "type" } : { [name]: name }) as never);
    /** The path for the entry's kind, or the first one. */
    const placeOf = ({ type }: Reach): Place =>
      (places.find(([, own]) => own === type && type !== undefined) ?? places[0])?.[0] as Place;
    const item = encoder<object>({ [name]: elsewhere, ...(isTyped && { type: elsewhere }) });
    const encode: FieldEncoder<readonly Reach[]> = nested(item, (all, _input: unknown, field) => {
      const sent = new Map(all.map((one) => [placeOf(one), (one as Entry)[name]]));
      if (sent.size < all.length) throw invalid(`This target system stores one entry of each type in ${field}.`, field);
      const others = empty === undefined ? [] : places.map(([place]) => placed(place.split("."), empty));
      return Object.assign(
        {},
        ...others,
        ...[...sent].map(([place, value]) => placed(place.split("."), value)),
      ) as object;
    });
    return { read: each(entry, filled), as: encode, entry, of: filled };
  };

/** `const emails = emailsIn({ email: "BUSINESS", invoiceEmail: "INVOICE" })`, then `emails.read` and `emails.as`. */
export const emailsIn = reachedBy<EmailAddress>("email");

/** For vendors that keep all addresses in one text: `const emails = emailsTogether("email", "; ")`. */
export function emailsTogether<const Place extends string>(place: Place, separator: string) {
  const { text } = values({ text: place });
  const entry = mapping<EmailAddress, string>({ email: (email) => email });
  const all = (native: With<Place>): readonly string[] =>
    (text<Text>(native as never) ?? "")
      .split(/[,;]/)
      .map((one) => one.trim())
      .filter(Boolean);
  const joined = (emails: readonly EmailAddress[]): object =>
    placed(place.split("."), emails.flatMap(({ email }) => email ?? []).join(separator));
  return { read: each(entry, all), as: nested(encoder<EmailAddress>({ email: elsewhere }), joined), entry, of: all };
}

/** `const phones = phonesIn({ "PrimaryPhone.FreeFormNumber": "BUSINESS", "Mobile.FreeFormNumber": "MOBILE" })` */
export const phonesIn = reachedBy<PhoneNumber>("number");
