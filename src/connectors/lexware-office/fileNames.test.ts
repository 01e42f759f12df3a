/** Names of downloaded files. */

import { expect, test } from "vitest";

import { fileNameOf } from "../../core/outbound/contentDisposition.ts";

test("a file name has no quotes and a semicolon after it (lexoffice-ruby@6fe30db)", () => {
  expect(fileNameOf("inline; filename=Rechnung_RE0009.pdf;")).toBe("Rechnung_RE0009.pdf");
});
