import { expect, test } from "vitest";
import { readsOf, replying } from "../../../test/support/vendorSession.ts";
import { dolibarr } from "./connector.ts";
import { plainText } from "./plainText.ts";

test.each([
  ["Two lines<br />\nof a description", "Two lines\nof a description"],
  ["<p>Caf&eacute; &amp; <strong>cr&egrave;me</strong></p>\n<p>10 &euro;</p>", "Café & crème\n10 €"],
  ["<ul><li>One</li><li>Two &#39;2&#39;</li></ul>", "One\nTwo '2'"],
  ["3 < 4 and 5 > 4\nsecond line", "3 < 4 and 5 > 4\nsecond line"],
  ["Tools & more", "Tools & more"],
])("%j is %j", (stored, text) => {
  expect(plainText(stored)).toBe(text);
});

test("the description of a line is plain text with its line breaks", async () => {
  const order = { id: "1", lines: [{ id: "2", desc: "Desk<br>\n<b>oak</b>" }] };
  const { record } = await readsOf(dolibarr).get("salesOrders.get", replying({}, order), {
    ids: { salesOrderId: "1" },
  });
  expect(record).toMatchObject({ lineItems: [{ description: "Desk\noak" }] });
});
