/** The vendor keeps countries as people write them: mostly in Danish, sometimes in English or as a code. */
import { codesIn, countryCode as englishCountryCode } from "../../kit/countries.ts";

/** Made when it is first needed, because listing the names of all countries takes a while. */
function lazily<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

const danish = lazily(() => codesIn("da"));

export const countryCode = (country: string | null | undefined): string | undefined =>
  danish().get(country?.trim().toLowerCase() ?? "") ?? englishCountryCode(country);
