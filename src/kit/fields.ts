/**
 * The fields of a vendor's record, said once: what is asked for, and the type of what comes. A field that is no text says
 * what it is: `"name number:amount flag:active"`.
 */
type Words<Fields extends string> = Fields extends `${infer First} ${infer Others}` ? First | Words<Others> : Fields;
type Name<Word extends string> = Word extends `${string}:${infer Own}` ? Own : Word;
type Value<
  Word extends string,
  Kinds extends { readonly text: unknown },
> = Word extends `${infer Kind extends keyof Kinds & string}:${string}` ? Kinds[Kind] : Kinds["text"];

/** A record of these fields, each of which may be missing; `Kinds` are what a vendor's texts, numbers… look like. */
export type Shaped<Fields extends string, Kinds extends { readonly text: unknown }> = {
  readonly [Word in Words<Fields> as Name<Word>]?: Value<Word, Kinds>;
};

/** Their names, to be asked for. */
export const namesOf = (...fields: readonly string[]): readonly string[] =>
  fields
    .join(" ")
    .split(" ")
    .map((word) => word.slice(word.indexOf(":") + 1));
