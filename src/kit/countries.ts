/** Country codes for vendors that store countries as free text: mostly in one language, sometimes as a code. */

/** Builds the tables on first use: reading all country names is slow, and few connectors need them. */
function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
/** Codes of former countries resolve to their successors. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code;
const regions = once(() => letters.flatMap((first) => letters.map((second) => first + second)).filter(isCurrent));

/** Codes by the lower-case names that countries have in a language: `codesIn("da")`. */
export const codesIn = (language: string): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  return new Map(
    regions().flatMap((code): [string, string][] => {
      const name = names.of(code)?.toLowerCase();
      return name === undefined ? [] : [[name, code]];
    }),
  );
};

const english = once(
  (): ReadonlyMap<string, string> =>
    new Map([
      ...codesIn("en"),
      ...Object.entries({
        uk: "GB",
        "great britain": "GB",
        england: "GB",
        usa: "US",
        "united states of america": "US",
      }),
    ]),
);

export function countryCode(country: string | null | undefined): string | undefined {
  const written = country?.trim() ?? "";
  return english().get(written.toLowerCase()) ?? (/^[a-z]{2}$/i.test(written) ? written.toUpperCase() : undefined);
}
