import { expect, test } from "vitest";
import { reasonIn } from "./reason.ts";

test("Kontor's sentences are translated, and messages of programs are quoted in German", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), {
    code: "ECONNREFUSED",
    address: "127.0.0.1",
    port: 5432,
  });
  expect(reasonIn(new AggregateError([refused]))).toEqual({
    en: "Nothing is listening on 127.0.0.1:5432. Check DATABASE_URL, and that the database is running.",
    de: "Auf 127.0.0.1:5432 antwortet nichts. Prüfen Sie DATABASE_URL, und ob die Datenbank läuft.",
  });
  const missing = Object.assign(new Error('database "k" does not exist'), { code: "3D000" });
  expect(reasonIn(missing).de).toBe(
    '„database "k" does not exist“. Legen Sie sie mit createdb an, oder berichtigen Sie DATABASE_URL.',
  );
  expect(reasonIn(new Error("no space left"))).toEqual({ en: "no space left", de: "„no space left“" });
});
