/** Records that a vendor wraps in a list under the collection's name, one or many: `{ "Invoices": [{ … }] }`. */

export interface Wrapping<Native> {
  /** For paging: all of them. Undefined where there is no such list. */
  readonly records: (body: unknown) => readonly Native[] | undefined;
  /** For `get` and `write`: the only one. */
  readonly record: (body: unknown) => Native | undefined;
  /** For `write`: the list around the body. */
  readonly within: (body: object) => object;
}

/** `const invoices = wrappedIn<Invoice>("Invoices")`, then `get({ ...invoices, path, map })`, `write({ ...invoices, … })`. */
export function wrappedIn<Native>(name: string): Wrapping<Native> {
  const records = (body: unknown) => (body as { readonly [name: string]: readonly Native[] } | undefined)?.[name];
  return { records, record: (body) => records(body)?.[0], within: (body) => ({ [name]: [body] }) };
}
