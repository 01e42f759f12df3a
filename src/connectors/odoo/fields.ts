/** Groups of fields that many of Odoo's records share. */
import type { Address as AddressRecord } from "../../contract/records/contacts.ts";
import { columns, values } from "../../kit/columns.ts";
import { instant, memoized } from "../../kit/dates.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { idAs } from "../../kit/models/reading.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import {
  type Labelled,
  namesOf,
  type Partner,
  partnerOfDocumentFields,
  type Text,
  type TradeDocument,
} from "./types.ts";

/** A currency's label is its code. */
export const currencies = columns((currency: Labelled | undefined) => currencyCode(currency?.label));
export const currency = currencies({ currency: "currency_id" });
/** The currency of the books. */
export const booksCurrency = currencies({ currency: "company_currency_id" });

export const textOf = (record: { readonly id: number } | undefined): string | undefined =>
  record === undefined ? undefined : String(record.id);

export const ids = columns(textOf);

/** The id of another record, for two-way tables. */
export const linkedId = <const Name extends string>(name: Name) => ({
  reads: ids({ value: name }).value,
  writes: idAs(name),
});

export const identity = { id: ({ id }: { readonly id: number }) => String(id) };
export const named = values({ name: "name" });

/** `2026-02-22 10:30:00`, in UTC. */
export const momentOf = (text: Text): string | undefined => (text ? inUtc(text) : undefined);
const inUtc = memoized((text: string) => instant(`${text.replace(" ", "T")}Z`) ?? "");

export const stamps = columns(momentOf)({ createdDate: "create_date", updatedDate: "changed" });

/** The fields of most master data. */
export const master = { ...identity, ...named, ...stamps };

/** Records without these fields cannot be archived. */
export const activityOf = ({ active, deprecated }: { readonly active?: boolean; readonly deprecated?: boolean }) =>
  active === false || deprecated === true ? "ARCHIVED" : "ACTIVE";

export const addressLines = {
  ...values({
    addressLine1: "street",
    addressLine2: "street2",
    city: "city",
    countryCode: "country_code",
    postalCode: "zip",
  }),
};

export const partnerSource = { model: "res.partner", fields: namesOf(partnerOfDocumentFields) };

export const hasAddress = (partner: Partner): boolean => Object.values(addressLines).some((read) => read(partner));

export const tradePartner = {
  addresses: nestedList(mapping<AddressRecord, Partner>(addressLines), ({ partner_id: partner }: TradeDocument) =>
    partner && hasAddress(partner) ? [partner] : undefined,
  ),
  ...ids({ contactId: "partner_id" }),
};

export const totals = values({
  totalGrossAmount: "amount_total",
  totalNetAmount: "amount_untaxed",
  totalTaxAmount: "amount_tax",
});

export const wholeOf = (code: Text): number | undefined => (code && /^\d{1,9}$/.test(code) ? Number(code) : undefined);

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#34;": '"',
  "&nbsp;": " ",
  "&amp;": "&",
};

/** Odoo computes prices in binary and sends 23.400000000000002 (live run, 2026-11). Fifteen digits are exact. */
export const exact = (price: number | undefined): number | undefined =>
  price === undefined ? undefined : Number(price.toPrecision(15));

/** Plain text from HTML: Odoo stores notes as HTML. */
export const plainText = (html: Text): string | undefined =>
  html
    ?.replaceAll(/<[^<>]{0,500}>/g, " ")
    .replaceAll(/&(?:lt|gt|quot|nbsp|amp|#39|#34);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim();

/** HTML from plain text, with a break after each line. */
export const asHtml = (text: string): string => {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<p>${escaped.replaceAll(/\r?\n/g, "<br/>")}</p>`;
};
