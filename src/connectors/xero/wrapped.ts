/** Xero wraps records in a list under the collection's name, even a single one: `{ "Invoices": [{ … }] }`. */

export interface Wrapping<Native> {
  /** All records, for paging. Undefined if the list is missing. */
  readonly records: (body: unknown) => readonly Native[] | undefined;
  /** The only record, for `get` and `write`. */
  readonly record: (body: unknown) => Native | undefined;
  /** The list around a body, for `write`. */
  readonly within: (body: object) => object;
}

/** `const invoices = wrappedIn<Invoice>("Invoices")`, then `get({ ...invoices, path, map })`, `write({ ...invoices, … })`. */
export function wrappedIn<Native>(name: string): Wrapping<Native> {
  const records = (body: unknown) => (body as { readonly [name: string]: readonly Native[] } | undefined)?.[name];
  return {
    records,
    record: (body) => records(body)?.[0],
    within: (body) => ({ [name]: [body] }),
  };
}
