import { expect, test } from "vitest";
import { encodingFor } from "./compress.ts";

test.each([
  [undefined, undefined],
  ["gzip", "gzip"],
  ["gzip, deflate, br", "br"],
  ["gzip;q=1, br;q=0.2", "gzip"],
  ["gzip;q=0", undefined],
  ["br;q=0, *;q=0.5", "gzip"],
  ["*", "br"],
  ["identity", undefined],
  ["gzip;q=nonsense", undefined],
  [";,;;q=", undefined],
])("Accept-Encoding %j selects %j", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
