/** For vendors that keep countries as people write them: mostly in English, sometimes as a code. */
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
/** Codes of former countries lead to what became of them. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code;
const regions = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCurrent);
const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

const codes: ReadonlyMap<string, string> = new Map([
  ...regions.flatMap((code): [string, string][] => {
    const name = names.of(code)?.toLowerCase();
    return name === undefined ? [] : [[name, code]];
  }),
  ...Object.entries({ uk: "GB", "great britain": "GB", england: "GB", usa: "US", "united states of america": "US" }),
]);

export function countryCode(country: string | null | undefined): string | undefined {
  const written = country?.trim() ?? "";
  return codes.get(written.toLowerCase()) ?? (/^[a-z]{2}$/i.test(written) ? written.toUpperCase() : undefined);
}
