/** The vendor's shapes, with only the fields that the connector reads or writes. */

type Text = string | null | undefined;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface Refusal {
  readonly error?: { readonly message?: Text } | null;
}

export interface Contact {
  readonly id: string;
  readonly name?: Text;
  readonly number?: Text;
  readonly email?: Text;
  readonly updated_at?: Text;
}
