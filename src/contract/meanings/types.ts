/** Descriptions by field. */
export type Meanings = Readonly<Record<string, string>>;
/** Descriptions by record, then by field. */
export type MeaningsOf = Readonly<Record<string, Meanings>>;
