/** Which language a page speaks: the one that the client names, else the first that the browser asks for. */
import { dutch, english, german, polish } from "./central.ts";
import { danish, finnish, norwegian, swedish } from "./northern.ts";
import { french, italian, portuguese, spanish } from "./southern.ts";
import type { Texts } from "./texts.ts";

const languages: ReadonlyMap<string, Texts> = new Map([
  ...[danish, german, english, spanish, finnish, french, italian, norwegian, dutch, polish, portuguese, swedish].map(
    (texts): [string, Texts] => [texts.lang, texts],
  ),
  // Norwegian answers to its other names as well.
  ["nn", norwegian],
  ["no", norwegian],
]);

const known = (tags: readonly string[]): Texts | undefined => {
  for (const tag of tags) {
    const texts = languages.get(tag.trim().toLowerCase().split(/[-_;]/)[0] ?? "");
    if (texts !== undefined) return texts;
  }
  return undefined;
};

/** OpenID Connect calls it `ui_locales`: tags with spaces between, the dearest first. */
export const speaking = (locales: string | undefined, accepted: string | undefined): Texts =>
  known((locales ?? "").split(" ")) ?? known((accepted ?? "").split(",")) ?? english;
