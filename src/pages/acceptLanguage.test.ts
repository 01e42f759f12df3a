import { expect, test } from "vitest";
import { preferredLanguage } from "./acceptLanguage.ts";

test("picks the supported language that the browser prefers", () => {
  expect(preferredLanguage("de-CH, de;q=0.9, en;q=0.8")).toBe("de-CH");
  expect(preferredLanguage("en;q=0.3, fr;q=0.7")).toBe("fr");
  expect(preferredLanguage("ja, zh;q=0.9, nl;q=0.1")).toBe("nl");
});

test("picks none if the header is missing, unreadable or names no supported language", () => {
  for (const header of [undefined, "", "*", "ja", "de;q=0", ";;;,,", `${"x".repeat(5000)};q=1`])
    expect(preferredLanguage(header)).toBeUndefined();
});
