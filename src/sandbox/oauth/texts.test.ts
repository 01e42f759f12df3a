import { expect, test } from "vitest";
import { textsIn } from "./texts.ts";

const english = textsIn("en", undefined);
const german = textsIn("de", undefined);
const placeholdersIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

test("both languages have the same placeholders", () => {
  expect([english.lang, german.lang]).toEqual(["en", "de"]);
  const names = Object.keys(english) as (keyof typeof english)[];
  for (const name of names) expect(placeholdersIn(german[name]), name).toEqual(placeholdersIn(english[name]));
});

test("prefers the client's language to the browser's, and falls back to English", () => {
  expect(textsIn("xx de-AT", "en").lang).toBe("de");
  expect(textsIn(undefined, "xx;q=1, de-CH, en").lang).toBe("de");
  expect(textsIn("sv", "fr-FR, nb").lang).toBe("en");
});
