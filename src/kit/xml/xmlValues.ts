/** Reads values of XML elements, whose form depends on whether they have attributes and how many there are. */

/** What mappings declare for an element with text: the same element may come with attributes or without. */
export type XmlText = string | { readonly "#text"?: string } | null | undefined;

/** The text of an element. Undefined if it is missing or empty. */
export function textIn(value: XmlText): string | undefined {
  const text = typeof value === "object" && value !== null ? value["#text"] : value;
  return text?.trim() || undefined;
}

/** What mappings declare for an element that occurs any number of times. */
export type XmlList<Entry> = Entry | readonly Entry[] | null | undefined;

/** The elements of one name: none, one or many. */
export function entriesIn<Entry>(value: XmlList<Entry>): readonly Entry[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly Entry[]) : [value as Entry];
}
