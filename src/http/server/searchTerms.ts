/**
 * The values by which people look for a request: numbers, ids, names and amounts of its record. Only keyed hashes of them
 * are stored, so that the log shows nothing of the books.
 */

/** The purpose of the keyed hashes. */
export const searchPurpose = "search term";

/** More would not help anybody to find the request. */
const mostTerms = 24;
const longestText = 200;

const isNumberField = (name: string): boolean => /number$/i.test(name);
const isIdField = (name: string): boolean => name === "id" || name.endsWith("Id");
const isNameField = (name: string): boolean => /name$/i.test(name);
const isAmountField = (name: string): boolean =>
  /(?:^amount|totalAmount|grossAmount|netAmount|paidAmount)$/i.test(name);

/** The terms of a body or a record, from its own fields and not from its lines. */
export function termsIn(record: unknown): string[] {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return [];
  const terms = Object.entries(record).flatMap(([name, value]) => termsOf(name, value));
  return [...new Set(terms)].slice(0, mostTerms);
}

function termsOf(name: string, value: unknown): string[] {
  if (typeof value === "number") return isAmountField(name) ? [amountTerm(value)] : [];
  if (typeof value !== "string" || value === "" || value.length > longestText) return [];
  if (isNumberField(name) || isIdField(name)) return [textTerm(value)];
  return isNameField(name) ? nameTerms(value) : [];
}

/** Shorter words are found too often. */
const shortestWord = 4;

const nameTerms = (name: string): string[] => {
  const words = name.split(/\s+/).filter((word) => word.length >= shortestWord);
  return [name, ...words].map(textTerm);
};

/** Upper and lower case, and the number of spaces, make no difference. */
const textTerm = (text: string): string => `text ${text.normalize("NFKC").trim().toLowerCase().split(/\s+/).join(" ")}`;

const amountTerm = (amount: number): string => `amount ${Math.abs(amount).toFixed(2)}`;

/** The terms of a request: of the ids in its path, its body and its answer. */
export function termsOfRequest(params: unknown, body: unknown, record: readonly string[]): string[] {
  const ids = Object.values((params ?? {}) as Record<string, unknown>).filter((id) => typeof id === "string");
  return [...new Set([...ids.map(textTerm), ...termsIn(body), ...record])];
}

/** The terms that a search text may mean: a text, and an amount in either notation. */
export function termsOfSearch(text: string): string[] {
  const amounts = [text.replaceAll(",", ""), text.replaceAll(".", "").replace(",", ".")]
    .filter((written) => /^-?\d+(?:\.\d{1,2})?$/.test(written))
    .map((written) => amountTerm(Number(written)));
  return [...new Set([textTerm(text), ...amounts])];
}
