/** Offers and sales orders: priced like any document, but not booked. */
import { zero } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { documentTotals, nativeTotals, type Trade } from "../books/documents/lines.ts";
import type { WriteContext } from "./context.ts";
import { documentDiscountIn, tradeTotals } from "./documentDiscount.ts";
import { readLine, showTradeLine, stampLines } from "./lines.ts";
import { currencyIn } from "./lookups.ts";
import { type Input, listIn } from "./shapes/fields.ts";

const nothing = { net: zero, tax: zero, gross: zero, discount: zero };

export async function makeOrder(context: WriteContext, input: NativeRecord): Promise<NativeRecord> {
  const currency = currencyIn(input);
  const trade: Trade = { isSale: true, currency, rate: "1", isTaxed: true };
  const priced = [];
  const shown: Input[] = [];
  for (const [index, line] of listIn(input, "line_items").entries()) {
    if (line["type"] === "comment") {
      shown.push({ ...line, quantity: "0", ...nativeTotals(nothing, currency) });
      continue;
    }
    const read = await readLine(context, line, trade, `line_items[${index}].`);
    priced.push(read);
    const { item_name, ...amounts } = showTradeLine(read, currency) as Input;
    shown.push({ ...line, ...amounts, [Object.hasOwn(line, "name") ? "name" : "item_name"]: item_name });
  }
  const discount = documentDiscountIn(input, priced, currency);
  return {
    ...input,
    currency,
    line_items: stampLines(input, shown, { before: [], now: context.now }),
    ...tradeTotals(input, documentTotals(priced, discount, currency), currency),
  };
}
