/** Records that a vendor always wraps in a list under the collection's name: `{ "Invoices": [{ … }] }`. */

export interface Wrapping<Native> {
  /** For paging: all records. Undefined if the list is missing. */
  readonly records: (body: unknown) => readonly Native[] | undefined;
  /** For `get` and `write`: the only record. */
  readonly record: (body: unknown) => Native | undefined;
  /** For `write`: wraps the body. */
  readonly within: (body: object) => object;
}

/** `const invoices = wrappedIn<Invoice>("Invoices")`, then `get({ ...invoices, path, map })`, `write({ ...invoices, … })`. */
export function wrappedIn<Native>(name: string): Wrapping<Native> {
  const records = (body: unknown) => (body as { readonly [name: string]: readonly Native[] } | undefined)?.[name];
  return { records, record: (body) => records(body)?.[0], within: (body) => ({ [name]: [body] }) };
}
