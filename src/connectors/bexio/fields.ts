/** Fields that many of bexio's records share. */
import { columns } from "../../kit/columns.ts";
import { invalidField } from "../../kit/encode.ts";
import { lookup } from "../../kit/lookup.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { allOf, swissTime } from "./conventions.ts";
import type { Account, Country, Currency, Tax } from "./types.ts";

/** Ids are numbers at bexio and texts in the contract. */
export const ids = columns((id: number | null | undefined) =>
  id === null || id === undefined ? undefined : String(id),
);

/** A reference that may be 0 for none. */
export const references = columns((id: number | null | undefined) => (id ? String(id) : undefined));

export const swissInstants = columns((at: string | null | undefined) => swissTime.read(at));

export const idNumber = (id: string, field: string): number => {
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw invalidField(`No record of bexio has the id ${id}: its ids are whole numbers.`, field);
};

/** The id of another record: `contactId: referenceAs("contact_id")`. */
export const referenceAs = (name: string) =>
  Object.assign((id: string, _input: unknown, field: string) => ({ [name]: idNumber(id, field) }), { path: [name] });

/** A reference that is read and written at the same place. */
export const reference = <const Name extends string>(name: Name) => ({
  reads: references({ value: name }).value,
  writes: referenceAs(name),
});

const currencies = lookup<Currency>({
  path: "/3.0/currencies",
  id: "id",
  code: "name",
  kind: "currency",
  read: (session, path) => allOf<Currency>(session, path),
});
export const withCurrency = currencies.at("currency_id", "currency");
export const currencyAs = currencies.as("currency_id");
export const currencyOf = ({ currency }: { readonly currency?: Currency }) => currencyCode(currency?.name);

const countries = lookup<Country>({
  path: "/2.0/country",
  id: "id",
  code: "iso_3166_alpha2",
  kind: "country code",
  read: (session, path) => allOf<Country>(session, path),
});
export const withCountry = countries.at("country_id", "country");
export const countryAs = countries.as("country_id");

const accounts = lookup<Account>({
  path: "/2.0/accounts",
  id: "id",
  code: "account_no",
  kind: "account",
  read: (session, path) => allOf<Account>(session, path),
});
export const withDebitAccount = accounts.at("debit_account_id", "debit");
export const withCreditAccount = accounts.at("credit_account_id", "credit");

const taxes = lookup<Tax>({
  path: "/3.0/taxes",
  id: "id",
  code: "display_name",
  kind: "tax",
  read: (session, path) => allOf<Tax>(session, path),
});
export const withTax = taxes.at("tax_id", "tax");
