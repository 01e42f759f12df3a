/**
 * How somebody is reached: vendors have a field for each kind of e-mail address or phone number, we have a list in which
 * every entry says its kind. One table reads and writes: the vendor's places, and the kind that each is for.
 */
import type { EmailAddress, PhoneNumber } from "../contract/records/contacts.ts";
import { type At, values } from "./columns.ts";
import { elsewhere, encoder, type FieldEncoder, invalid, nested, placed } from "./encode.ts";
import { each, mapping } from "./mapping.ts";

type Text = string | null | undefined;
type Entry = EmailAddress & PhoneNumber;

/** A record that has these places. */
type With<Place> = {
  readonly [Each in Place as Each extends `${infer Name}.${string}`
    ? Name
    : Each & string]?: Each extends `${string}.${infer Below}` ? At<Below, Text> | null | undefined : Text;
};

const reachedBy =
  <Reach extends EmailAddress | PhoneNumber>(name: "email" | "number") =>
  <const Place extends string>(table: { readonly [Each in Place]: Reach["type"] }) => {
    const places = Object.entries(table) as [Place, Reach["type"]][];
    const isTyped = places.some(([, type]) => type !== undefined);
    const columns = places.map(([place, type]) => ({ read: values({ place }).place, type }));
    const filled = (native: With<Place>): readonly Entry[] =>
      columns.flatMap(({ read, type }) => {
        const value = read<Text>(native as never);
        return value ? [{ [name]: value, type } as Entry] : [];
      });
    const entry = mapping<Reach, Entry>(values(isTyped ? { [name]: name, type: "type" } : { [name]: name }) as never);
    /** To the place for its kind, or else to the first. */
    const placeOf = ({ type }: Reach): Place =>
      (places.find(([, own]) => own === type && type !== undefined) ?? places[0])?.[0] as Place;
    const item = encoder<object>({ [name]: elsewhere, ...(isTyped && { type: elsewhere }) });
    const encode: FieldEncoder<readonly Reach[]> = nested(item, (all, _input: unknown, field) => {
      const sent = new Map(all.map((one) => [placeOf(one), (one as Entry)[name]]));
      if (sent.size < all.length) throw invalid(`This target system takes one of each kind of ${field}.`, field);
      return Object.assign({}, ...[...sent].map(([place, value]) => placed(place.split("."), value))) as object;
    });
    return { read: each(entry, filled), as: encode, entry, of: filled };
  };

/** `const emails = emailsIn({ email: "BUSINESS", invoiceEmail: "INVOICE" })`, then `emails.read` and `emails.as`. */
export const emailsIn = reachedBy<EmailAddress>("email");

/** `const phones = phonesIn({ "PrimaryPhone.FreeFormNumber": "BUSINESS", "Mobile.FreeFormNumber": "MOBILE" })` */
export const phonesIn = reachedBy<PhoneNumber>("number");
