/**
 * E-mail addresses, phone numbers and postal addresses. Vendors have one field for each kind; the contract has a list whose entries carry
 * their kind. One table of the vendor's paths and their kinds reads and writes.
 */
import type { EmailAddress, PhoneNumber } from "../contract/records/contacts.ts";
import { type At, values } from "./columns.ts";
import { atPath, encoder, type FieldEncoder, invalidField, merge, nested, sentSeparately } from "./encode.ts";
import { mapping, nestedList } from "./mapping.ts";

type Text = string | null | undefined;
type Entry = EmailAddress & PhoneNumber;

/** A record that has these paths. */
type With<Path> = {
  readonly [Each in Path as Each extends `${infer Name}.${string}`
    ? Name
    : Each & string]?: Each extends `${string}.${infer Below}` ? At<Below, Text> | null | undefined : Text;
};

/** `empty` is sent to paths without an entry, if the list replaces everything that the vendor has. */
const reachedBy =
  <Reach extends EmailAddress | PhoneNumber>(name: "email" | "number") =>
  <const Path extends string>(table: { readonly [Each in Path]: Reach["type"] }, empty?: string) => {
    const paths = Object.entries(table) as [Path, Reach["type"]][];
    const isTyped = paths.some(([, type]) => type !== undefined);
    const columns = paths.map(([path, type]) => ({ read: values({ path }).path, type }));
    const filled = (native: With<Path>): readonly Entry[] =>
      columns.flatMap(({ read, type }) => {
        const value = read<Text>(native as never);
        return value ? [{ [name]: value, type } as Entry] : [];
      });
    const entry = mapping<Reach, Entry>(values(isTyped ? { [name]: name, type: "type" } : { [name]: name }) as never);
    /** The path for the entry's kind, or the first one. */
    const pathOf = ({ type }: Reach): Path =>
      (paths.find(([, kind]) => kind === type && type !== undefined) ?? paths[0])?.[0] as Path;
    const item = encoder<object>({ [name]: sentSeparately, ...(isTyped && { type: sentSeparately }) });
    const encode: FieldEncoder<readonly Reach[]> = nested(item, (all, _input: unknown, field) => {
      const sent = new Map(all.map((entry) => [pathOf(entry), (entry as Entry)[name]]));
      if (sent.size < all.length)
        throw invalidField(`This target system stores one entry of each type in ${field}.`, field);
      const others = empty === undefined ? [] : paths.map(([path]) => atPath(path.split("."), empty));
      const encoded: { [field: string]: unknown } = {};
      for (const part of others) merge(encoded, part);
      for (const [path, value] of sent) merge(encoded, atPath(path.split("."), value));
      return encoded;
    });
    return { read: nestedList(entry, filled), as: encode, entry, of: filled };
  };

/** `const emails = emailsIn({ email: "BUSINESS", invoiceEmail: "INVOICE" })`, then `emails.read` and `emails.as`. */
export const emailsIn = reachedBy<EmailAddress>("email");

/** For vendors that keep all addresses in one text: `const emails = emailsTogether("email", "; ")`. */
export function emailsTogether<const Path extends string>(path: Path, separator: string) {
  const { text } = values({ text: path });
  const entry = mapping<EmailAddress, string>({ email: (email) => email });
  const all = (native: With<Path>): readonly string[] =>
    (text<Text>(native as never) ?? "")
      .split(/[,;]/)
      .map((email) => email.trim())
      .filter(Boolean);
  const joined = (emails: readonly EmailAddress[]): object =>
    atPath(path.split("."), emails.flatMap(({ email }) => email ?? []).join(separator));
  return {
    read: nestedList(entry, all),
    as: nested(encoder<EmailAddress>({ email: sentSeparately }), joined),
    entry,
    of: all,
  };
}

/** `const phones = phonesIn({ "PrimaryPhone.FreeFormNumber": "BUSINESS", "Mobile.FreeFormNumber": "MOBILE" })` */
export const phonesIn = reachedBy<PhoneNumber>("number");

/** A postal address of a record that has the fields of two beside each other: one for invoices and one for deliveries. */
export interface Place {
  readonly type: "BILLING" | "DELIVERY";
  readonly addressLine1: Text;
  readonly addressLine2: Text;
  readonly city: Text;
  readonly countryCode: Text;
  readonly postalCode: Text;
}

export const placeFields = values({
  addressLine1: "addressLine1",
  addressLine2: "addressLine2",
  city: "city",
  countryCode: "countryCode",
  postalCode: "postalCode",
  type: "type",
});

/** The places of which the vendor has more than the type. */
export const filledPlaces = (...places: readonly Place[]): readonly Place[] =>
  places.filter(({ type: _type, ...place }) => Object.values(place).some(Boolean));
