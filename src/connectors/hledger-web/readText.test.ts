import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { readText } from "./readText.ts";

const read = (reply: string) =>
  readText(
    sessionWith({ download: async () => ({ bytes: Buffer.from(reply), contentType: "text/plain" }) }),
    "/version",
  );

test.each([
  ["a JSON string", '"1.25"', "1.25"],
  ["plain text", "1.25\n", "1.25"],
  ["a number", "7", "7"],
])("reads %s as text", async (_kind, reply, expected) => {
  expect(await read(reply)).toBe(expected);
});

test.each(["", "<html>sign in</html>", '{"a":1}', "[]"])("refuses %j", async (reply) => {
  await expect(read(reply)).rejects.toMatchObject({ code: "target_bad_response" });
});
