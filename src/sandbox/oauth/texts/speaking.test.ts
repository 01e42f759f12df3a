import { expect, test } from "vitest";
import { languages } from "../../../pages/texts/languages.ts";
import { speaking } from "./speaking.ts";

const english = speaking("en", undefined);
const placesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

test("every language of the hosted pages is spoken, with the same places for names", () => {
  const wrong = [...languages.keys()].flatMap((tag) => {
    const texts = speaking(tag, undefined);
    const missing = tag !== "en" && texts === english ? [tag] : [];
    const names = Object.keys(english) as (keyof typeof english)[];
    const others = names.filter((name) => placesIn(texts[name]).join() !== placesIn(english[name]).join());
    return [...missing, ...others.map((name) => `${tag} ${name}`)];
  });
  expect(wrong).toEqual([]);
});

test("the client's wish counts before the browser's, and what nobody speaks is English", () => {
  expect(speaking("xx sv-SE", "de").lang).toBe("sv");
  expect(speaking(undefined, "xx;q=1, nn-NO, de").lang).toBe("nb");
  expect(speaking("xx", "yy").lang).toBe("en");
});
