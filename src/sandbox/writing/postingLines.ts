/** Reads the lines of journal entries and expenses. */
import { Big } from "big.js";
import { percentOf, rounded, toCents, zero } from "../books/basics/amounts.ts";
import { credit, debit, type PostingLine } from "../books/ledger/posting.ts";
import { type TaxRate, taxRates } from "../books/masterdata/chart.ts";
import { rejected } from "../server/errors.ts";
import type { WriteContext } from "./context.ts";
import { accountIn, dimensionsIn } from "./lookups.ts";
import { findBy } from "./records.ts";
import { type Input, textIn } from "./shapes/fields.ts";

/** The tax of a line: its rate by id or code, and its amount, which has to fit the gross amount. */
function taxIn(input: Input, net: Big, path: string): { rate: TaxRate; tax: Big } | undefined {
  const named = (input["tax_rate"] ?? {}) as Input;
  const rates = Object.values(taxRates);
  const percentage = textIn(named, "percentage");
  const rate: TaxRate | undefined =
    rates.find(({ id, code }) => id === named["id"] || code === named["code"]) ??
    rates.find((rate) => rate.usage === "bill" && percentage !== undefined && new Big(percentage).eq(rate.percentage));
  const amount = textIn(input, "tax_amount");
  const gross = textIn(input, "gross_amount");
  if (rate === undefined && amount === undefined && (gross === undefined || new Big(gross).eq(net))) return undefined;
  if (rate === undefined) throw rejected(`${path}tax_rate`, "is required if there is a tax amount");
  const tax = amount === undefined ? rounded(percentOf(net, rate.percentage), "EUR") : new Big(amount);
  if (gross !== undefined && !net.plus(tax).eq(gross))
    throw rejected(`${path}gross_amount`, `must be net plus tax: ${net.plus(tax).toFixed(2)}`);
  // Rounding by item may cause a difference of a cent.
  if (percentOf(net, rate.percentage).minus(tax).abs().gt("0.02"))
    throw rejected(`${path}tax_amount`, `is not ${rate.percentage} % of the net amount`);
  return { rate, tax };
}

export const isCents = (amount: Big) => rounded(amount, "EUR").eq(amount);

async function partyOn(context: WriteContext, input: Input) {
  const of = async (collection: "customers" | "suppliers", field: string) => {
    const id = textIn(input, field);
    const party = id === undefined ? undefined : await findBy(context, collection, "id", id);
    return party && { id: party.id, account: Number(party["account_number"]) };
  };
  const customer = await of("customers", "customer_id");
  const supplier = await of("suppliers", "supplier_id");
  return { ...(customer && { customer }), ...(supplier && { supplier }) };
}

/** An amount on one side of one account. `rate` converts it to the company's currency. */
export async function postingLine(
  context: WriteContext,
  input: Input,
  path: string,
  rate: string,
): Promise<PostingLine & { net: Big; taxed: Big }> {
  const account = await accountIn(context, input, path);
  if (account === undefined) throw rejected(`${path}account_id`, "is required");
  const onDebit = textIn(input, "debit");
  const onCredit = textIn(input, "credit");
  if ((onDebit === undefined) === (onCredit === undefined))
    throw rejected(`${path}debit`, "or credit is required, but not both");
  const net = new Big(onDebit ?? onCredit ?? 0);
  if (!isCents(net))
    throw rejected(`${path}${onDebit === undefined ? "credit" : "debit"}`, "must have at most two decimals");
  const tax = taxIn(input, net, path);
  const discount = textIn(input, "discount_amount");
  const documentNumber = textIn(input, "document_number");
  const itemId = textIn(input, "item_id");
  const description = textIn(input, "description");
  const line = (onDebit === undefined ? credit : debit)(account, toCents(net, rate), {
    ...(description !== undefined && { description }),
    ...(await partyOn(context, input)),
    ...(itemId !== undefined && { itemId }),
    ...(discount !== undefined && { discount: toCents(new Big(discount), rate) }),
    ...(tax && { tax: { rate: tax.rate, cents: toCents(tax.tax, rate) } }),
    ...(documentNumber !== undefined && { documentNumber }),
    dimensions: await dimensionsIn(context, input),
  });
  return { ...line, net, taxed: tax?.tax ?? zero };
}
