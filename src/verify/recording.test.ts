import { expect, test } from "vitest";
import { replay } from "./recording.ts";

const path = "/accounting/units";
const answered = (name: string) => ({ status: 200, body: { data: [{ name }] } });

test("a response recorded with rawData serves requests without it", async () => {
  const ask = replay([{ path, query: { limit: "5", rawData: "true" }, reply: answered("full") }]);
  expect(await ask(path, { limit: "5" })).toEqual(answered("full"));
  expect(await ask(path, { rawData: "true", limit: "5" })).toEqual(answered("full"));
  expect(await ask(path, { limit: "20" })).toMatchObject({ status: 404 });
});

test("a request with rawData never gets a response without it", async () => {
  const ask = replay([
    { path, query: { rawData: "true" }, reply: answered("full") },
    { path, query: {}, reply: answered("plain") },
  ]);
  expect(await ask(path, { rawData: "true" })).toEqual(answered("full"));
});
