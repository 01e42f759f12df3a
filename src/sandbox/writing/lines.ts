/** Turns written lines into priced lines: looks up items, accounts and tax rates, and computes the amounts. */
import { Big } from "big.js";
import { money } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { resultAccount } from "../books/documents/documentPosting.ts";
import { invoiceLine } from "../books/documents/invoices.ts";
import {
  type Line,
  nativeLine,
  priced,
  type Totals,
  type Trade,
  type Traded,
  untaxedRate,
} from "../books/documents/lines.ts";
import { accountId, type TaxRate } from "../books/masterdata/chart.ts";
import { rejected } from "../server/errors.ts";
import type { WriteContext } from "./context.ts";
import { accountIn, described, dimensionsIn, ratesFor, taxRateIn } from "./lookups.ts";
import { findBy } from "./records.ts";
import { type Input, listIn, textIn } from "./shapes/fields.ts";

const numberOf = (id: unknown): string | undefined => (typeof id === "string" ? id.replace(/^acc-/, "") : undefined);

/** Lines without an account are booked on the usual account for their rate. */
function traded(item: NativeRecord | undefined, input: Input, { percentage }: TaxRate): Traded {
  const isReduced = percentage === "7";
  return {
    id: item?.id ?? null,
    name: textIn(input, "item_name") ?? textIn(input, "name") ?? (item && textIn(item, "name")) ?? null,
    unit: textIn(input, "unit_name") ?? (item && textIn(item, "unit_name")) ?? null,
    isService: item?.["type"] === "service",
    expenseAccount: numberOf(item?.["expense_account_id"]) ?? (isReduced ? "3300" : "3400"),
    incomeAccount: numberOf(item?.["income_account_id"]) ?? (isReduced ? "8300" : "8400"),
  };
}

/** The tax rate of the input, else that of the item, else none if the document is not taxed. */
function rateFor(input: Input, item: NativeRecord | undefined, trade: Trade, path: string): TaxRate {
  const { isSale, isTaxed } = trade;
  const requested = taxRateIn(input, isSale, path);
  if (!isTaxed && requested && requested.percentage !== "0")
    throw rejected(`${path}tax_rate_percentage`, "must be 0 or absent with this tax rule");
  // A rate of 0 without a code has the code of the tax rule.
  if (!isTaxed && textIn(input, "tax_code") === undefined) return untaxedRate(trade);
  const ofItem = item && taxRateIn({ tax_rate_percentage: item["tax_rate_percentage"] }, isSale, path);
  const rate = requested ?? (isTaxed ? ofItem : untaxedRate(trade));
  if (rate === undefined)
    throw rejected(
      `${path}tax_rate_percentage`,
      `is required if the item does not define it. Use one of ${ratesFor(isSale).map(described).join(", ")}`,
    );
  return rate;
}

export async function readLine(context: WriteContext, input: Input, trade: Trade, path: string): Promise<Line> {
  const itemId = textIn(input, "item_id");
  const item = itemId === undefined ? undefined : await findBy(context, "items", "id", itemId);
  const account = await accountIn(context, input, path);
  const quantity = new Big(textIn(input, "quantity") ?? 1);
  const price = item?.[trade.isSale ? "unit_sales_price" : "unit_purchase_price"];
  const unitAmount =
    textIn(input, "unit_amount") ?? price ?? (quantity.eq(1) ? textIn(input, "total_net_amount") : undefined);
  if (typeof unitAmount !== "string")
    throw rejected(`${path}unit_amount`, "is required if the item does not define it");
  const percentages = ["discount_item_percentage", "total_discount_percentage", "unit_discount_percentage"];
  const field = percentages.find((name) => textIn(input, name) !== undefined) ?? "";
  const discount = new Big(textIn(input, field) ?? 0);
  if (discount.lt(0) || discount.gt(100)) throw rejected(`${path}${field}`, "must be from 0 to 100");
  const rate = rateFor(input, item, trade, path);
  const line = {
    item: traded(item, input, rate),
    ...(account !== undefined && { account }),
    description: textIn(input, "description") ?? null,
    quantity,
    unitPrice: new Big(unitAmount),
    discount,
    rate,
    dimensions: await dimensionsIn(context, input),
  };
  return { ...line, ...priced(line, trade) };
}

export async function readLines(context: WriteContext, input: Input, trade: Trade, field: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [index, line] of listIn(input, field).entries())
    lines.push(await readLine(context, line, trade, `${field}[${index}].`));
  return lines;
}

type Show = (line: Line, currency: string) => object;

export const showInvoiceLine: Show = (line, currency) =>
  invoiceLine(line, currency, resultAccount({ party: { role: "customer", id: "", name: "", account: 0 } }, line));

export const showTradeLine: Show = (line, currency) => {
  const { id: _id, ...shown } = nativeLine(line, currency, "", { created_at: "", updated_at: "" });
  return shown;
};

export const showSupplierLine: Show = (line, currency) => {
  const account = line.account ?? line.item.expenseAccount;
  return {
    ...showTradeLine(line, currency),
    account_id: accountId(account),
    account_number: account,
    dimensions: line.dimensions,
  };
};

/** The totals under the names that invoices use. */
export const invoiceTotals = ({ net, tax, gross, discount }: Totals, currency: string) => ({
  discount_amount: money(discount, currency),
  sum_net_amount: money(net, currency),
  total_amount: money(gross, currency),
  total_tax_amount: money(tax, currency),
});

/** Lines keep their ids and their timestamps. New lines get the next numbers. */
export function stampLines(
  record: { id: string },
  lines: readonly Input[],
  { before, now, field = "line_items" }: { before: readonly Input[]; now: string; field?: string },
): Input[] {
  const ordinal = ({ id }: Input) => Number(/-(\d+)$/.exec(String(id))?.[1] ?? 0);
  let last = Math.max(0, ...before.map(ordinal));
  return lines.map((line, index) => {
    const known = before.find(({ id }) => id === line["id"]);
    if ((line["id"] ?? null) !== null && known === undefined)
      throw rejected(`${field}[${index}].id`, "is not a line of this record");
    const { updated_at, created_at, ...old } = known ?? {};
    const id = known?.["id"] ?? `${record.id}-${++last}`;
    const same = known !== undefined && isSame({ ...line, id }, old);
    return { ...line, id, created_at: created_at ?? now, updated_at: same ? updated_at : now };
  });
}

function isSame(left: Input, right: Input): boolean {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => JSON.stringify(left[name] ?? null) === JSON.stringify(right[name] ?? null));
}
