import { expect, test } from "vitest";
import { languageAskedFor } from "./acceptLanguage.ts";

test("takes the language that the browser likes best among those that the pages speak", () => {
  expect(languageAskedFor("de-CH, de;q=0.9, en;q=0.8")).toBe("de-CH");
  expect(languageAskedFor("en;q=0.3, fr;q=0.7")).toBe("fr");
  expect(languageAskedFor("ja, zh;q=0.9, nl;q=0.1")).toBe("nl");
});

test("takes none where the browser asks for none of them, or for nothing that can be read", () => {
  for (const header of [undefined, "", "*", "ja", "de;q=0", ";;;,,", `${"x".repeat(5000)};q=1`])
    expect(languageAskedFor(header)).toBeUndefined();
});
