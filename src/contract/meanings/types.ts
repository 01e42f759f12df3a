/** By field. */
export type Meanings = Readonly<Record<string, string>>;
/** By record, then by field. */
export type MeaningsOf = Readonly<Record<string, Meanings>>;
