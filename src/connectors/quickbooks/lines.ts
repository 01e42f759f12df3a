/** Lines of documents: items that are sold, and items or accounts that money is spent on. */
import { Big } from "big.js";
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { type Encoded, type Encoder, invalidField, numberAs, sentSeparately } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { amount, portion } from "../../kit/money.ts";
import { noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { percentagesOf } from "./catalogue.ts";
import { once, readOne, sparse, version } from "./conventions.ts";
import { dimensions, dimensionsAs, refAs, refOf } from "./fields.ts";
import type { Line, LineDetail, Transaction } from "./types.ts";

const summaryTypes = ["SubTotalLineDetail", "DiscountLineDetail"];

/** Without QuickBooks' subtotal and discount lines, and with the parts of a bundle instead of the bundle. */
export const linesOf = ({ Line }: Pick<Transaction, "Line">): readonly Line[] | undefined =>
  Line?.flatMap((line) => (line.DetailType === "GroupLineDetail" ? (line.GroupLineDetail?.Line ?? []) : [line])).filter(
    ({ DetailType }) => !summaryTypes.includes(DetailType ?? ""),
  );

export const detailOf = (line: Line): LineDetail =>
  line.SalesItemLineDetail ??
  line.ItemBasedExpenseLineDetail ??
  line.AccountBasedExpenseLineDetail ??
  line.JournalEntryLineDetail ??
  {};

/** Only documents whose prices were entered with tax have it; some have 0 instead of nothing. */
const grossOf = (line: Line) => amount(detailOf(line).TaxInclusiveAmt) || undefined;

const lineFields = twoWay({
  description: plainValue("Description"),
});
const costFields = twoWay({
  totalNetAmount: number("Amount"),
});

const described = {
  ...lineFields.reads,
  itemId: (line: Line) => refOf(detailOf(line).ItemRef),
  quantity: (line: Line) => amount(detailOf(line).Qty),
  taxCode: (line: Line) => refOf(detailOf(line).TaxCodeRef),
  unitAmount: (line: Line) => amount(detailOf(line).UnitPrice),
};
export const itemName = (line: Line) => detailOf(line).ItemRef?.name;

export const invoiceLineFields = {
  ...described,
  ...values({ lineItemId: "Id" }),
  ...amounts({ itemsAmount: "Amount" }),
  accountId: (line: Line) => refOf(detailOf(line).ItemAccountRef),
  dimensions: dimensions(detailOf),
  grossAmount: grossOf,
  name: itemName,
};

export const tradeLine = {
  ...described,
  ...costFields.reads,
  ...values({ id: "Id" }),
  totalGrossAmount: grossOf,
};

export const costLine = {
  ...tradeLine,
  accountId: (line: Line) => refOf(detailOf(line).AccountRef),
  dimensions: dimensions(detailOf),
  itemName,
};

const encodersFor = (detail: string) => ({
  ...lineFields.writes,
  itemId: refAs(detail, "ItemRef"),
  quantity: numberAs(detail, "Qty"),
  taxCode: refAs(detail, "TaxCodeRef"),
  unitAmount: numberAs(detail, "UnitPrice"),
});

const saleDetail = "SalesItemLineDetail";
export const saleEncoders = encodersFor(saleDetail);
export const saleDimensionsAs = dimensionsAs(saleDetail, ["Class"]);

/** A placeholder for the detail of a cost line: `completed` decides whether the line is of an item or of an account. */
const costDetail = "Cost";
export const costEncoders = {
  ...encodersFor(costDetail),
  ...costFields.writes,
  accountId: refAs(costDetail, "AccountRef"),
  dimensions: dimensionsAs(costDetail, ["Class"]),
};

/** An encoded line. */
interface EncodedLine extends Line {
  readonly Cost?: LineDetail;
}

const detailNames: readonly string[] = [saleDetail, "ItemBasedExpenseLineDetail", "AccountBasedExpenseLineDetail"];

/**
 * The line as QuickBooks takes it: what it was `before` with the changes on top, its detail type, and its amount, which has
 * to equal quantity times price.
 */
export function completed({ Cost, ...line }: EncodedLine, before: Line = {}): Line {
  const { Description = before.Description } = line;
  if (before.DetailType && !detailNames.includes(before.DetailType)) return { ...before, Description };
  const changes = { ...detailOf(line), ...Cost };
  const { ItemRef, AccountRef, Qty, UnitPrice, TaxInclusiveAmt: _stale, ...rest } = { ...detailOf(before), ...changes };
  const isSale = line.SalesItemLineDetail !== undefined || before.SalesItemLineDetail !== undefined;
  const isItem = isSale || ItemRef !== undefined;
  const name = isSale ? saleDetail : isItem ? "ItemBasedExpenseLineDetail" : "AccountBasedExpenseLineDetail";
  const isPriced = UnitPrice !== undefined && (changes.Qty !== undefined || changes.UnitPrice !== undefined);
  return {
    ...(before.Id && { Id: before.Id }),
    ...(Description && { Description }),
    DetailType: name,
    Amount: isPriced ? portion(UnitPrice, Number(Qty ?? 1), 1) : (line.Amount ?? before.Amount ?? 0),
    [name]: isItem ? { ...rest, ItemRef, Qty, UnitPrice } : { ...rest, AccountRef },
  };
}

const saleLine = (line: EncodedLine): EncodedLine => ({ [saleDetail]: {}, ...line });

/** All lines of the document: lines with an id changed, the others added. */
function replaced(before: Transaction, lines: readonly EncodedLine[]): readonly Line[] {
  const earlier = (line: EncodedLine) => linesOf(before)?.find(({ Id }) => Id === line.Id);
  return [...lines.map((line) => completed(line, line.Id ? earlier(line) : {})), ...discountsOf(before)];
}

/** The discount on the whole document is no line of ours, so a change keeps it. */
const discountsOf = ({ Line }: Transaction): readonly Line[] => Line?.filter(isDiscount) ?? [];
const isDiscount = ({ DetailType }: Line): boolean => DetailType === "DiscountLineDetail";

export const withLines =
  (isSale: boolean) =>
  ({ Line, ...document }: { readonly Line?: readonly EncodedLine[] }, before: unknown): object => {
    if (Line === undefined) return document;
    const lines = isSale ? Line.map(saleLine) : Line;
    return { ...document, Line: replaced((before ?? { Id: "" }) as Transaction, lines) };
  };

// Prices with tax: QuickBooks takes net prices, and each line's amount with tax besides.

/** How prices are entered, in the contract's words for invoices and for bills. */
export const amountTypes = vocabulary({ TaxExcluded: "EXCLUSIVE", TaxInclusive: "INCLUSIVE", NotApplicable: "NOTAX" });
export const taxRules = vocabulary({ TaxExcluded: "NET", TaxInclusive: "GROSS", NotApplicable: "TAXFREE" });
export const inclusiveRule =
  "Prices with tax (lineAmountTypes INCLUSIVE, taxRule GROSS) need tax codes with a known percentage. The record that is returned has net prices.";

type Percentages = ReadonlyMap<string, number | undefined>;

/** Seven decimals, like QuickBooks' own screens, so that price times quantity gives the amount. */
const perPiece = (net: number, quantity: number): number => new Big(net).div(quantity).round(7).toNumber();

function withoutTax(line: Line, percentages: Percentages): Line {
  const { TaxCodeRef, Qty, UnitPrice, ...detail } = detailOf(line);
  const code = TaxCodeRef?.value;
  const percentage = code == null ? 0 : percentages.get(code);
  if (percentage === undefined)
    throw invalidField(
      `The percentage of tax code ${code} is not known. Send prices without tax.`,
      "lineItems.taxCode",
    );
  const net = portion(line.Amount, 100, 100 + percentage);
  const price = UnitPrice == null ? {} : { Qty, UnitPrice: perPiece(net, Number(Qty ?? 1)) };
  const netDetail = { ...detail, ...(TaxCodeRef && { TaxCodeRef }), ...price, TaxInclusiveAmt: line.Amount };
  return { ...line, Amount: net, [line.DetailType ?? ""]: netDetail };
}

type Totals = Pick<BillLineItemInput, "totalGrossAmount" | "totalNetAmount" | "unitAmount">;

/** Lines without a price have a total, which has to be gross or net as the document's prices are. */
function totalIn({ totalGrossAmount, totalNetAmount, unitAmount }: Totals, isGross: boolean): object {
  const total = isGross ? totalGrossAmount : totalNetAmount;
  const mismatched = isGross ? totalNetAmount : totalGrossAmount;
  if (unitAmount === undefined && total === undefined && mismatched !== undefined)
    throw invalidField("Use totalGrossAmount if taxRule is GROSS, otherwise totalNetAmount.", "lineItems");
  return isGross && total !== undefined ? numberAs("Amount")(total) : {};
}

interface PricedInput {
  readonly lineAmountTypes?: string;
  readonly taxRule?: string;
  readonly lineItems?: readonly Totals[];
}

const isInclusive = ({ lineAmountTypes, taxRule }: PricedInput): boolean =>
  lineAmountTypes === "INCLUSIVE" || taxRule === "GROSS";

/** Sent by `totalIn`. */
export const grossTotal = { totalGrossAmount: sentSeparately };

/** Creates documents whose prices may be net or gross. */
export const netOrGross = <Input extends object>(isSale: boolean) => ({
  prepare: async ({ body }: WriteCall<Input>, session: Session): Promise<Percentages | undefined> =>
    isInclusive(body) ? percentagesOf(session, isSale ? "SalesTaxRateList" : "PurchaseTaxRateList") : undefined,
  body: (encoded: Encoded, percentages: unknown, { body }: WriteCall<Input>): object => {
    const { lineItems = [] } = body as PricedInput;
    const lines = (encoded["Line"] ?? []) as readonly EncodedLine[];
    const totalled = lines.map((line, index) => ({ ...line, ...totalIn(lineItems[index] ?? {}, isInclusive(body)) }));
    const document = withLines(isSale)({ ...encoded, Line: totalled }, undefined) as { readonly Line: readonly Line[] };
    if (percentages === undefined) return document;
    return { ...document, Line: document.Line.map((line) => withoutTax(line, percentages as Percentages)) };
  },
});

type Owner = "Bill" | "Estimate" | "Invoice" | "PurchaseOrder";
type Reply = { readonly [Name in Owner]?: Transaction };

interface LineReads<Record> {
  /** The document's id in our path. */
  readonly id: string;
  readonly map: Mapping<Record, Line>;
}

export function lineReads<Record>(owner: Owner, { id, map }: LineReads<Record>) {
  const path = `/${owner.toLowerCase()}/{${id}}`;
  const parts = { path, query: version, map, parts: (body: Reply) => linesOf(body[owner] ?? {}) };
  return { list: partsOf(parts), get: partOf({ ...parts, id: ({ Id }: Line) => Id ?? "" }) };
}

/** QuickBooks only takes all lines of a document together. The others, bundles and comments included, are sent unchanged. */
function withLine(before: Transaction, line: EncodedLine, id: string | undefined): object {
  const lines = before.Line?.filter(({ DetailType }) => DetailType !== "SubTotalLineDetail") ?? [];
  if (id === undefined) {
    const earlier = lines.filter((candidate) => !isDiscount(candidate));
    return { ...sparse(before), Line: [...earlier, completed(line), ...discountsOf(before)] };
  }
  if (!lines.some(({ Id }) => Id === id)) throw noRecord();
  return { ...sparse(before), Line: lines.map((earlier) => (earlier.Id === id ? completed(line, earlier) : earlier)) };
}

/**
 * Reads and writes of single lines. QuickBooks answers a repeated create with its first reply, even if the document has
 * changed since.
 */
export function lineItems<Input extends object, Record>(
  owner: "Bill" | "Invoice",
  { encoder, ...reads }: LineReads<Record> & { readonly encoder: Encoder<Input> },
) {
  const writing = (isNew: boolean): WriteHandler<Input, Record> =>
    write<Input, Record, Line>({
      method: "POST",
      path: `/${owner.toLowerCase()}`,
      encoder,
      map: reads.map,
      repeatable: true,
      query: isNew ? once : () => version,
      prepare: ({ ids }, session) => readOne(session, owner, ids[reads.id]),
      body: (encoded, before, { ids }) => {
        const line: EncodedLine = owner === "Invoice" ? saleLine(encoded) : encoded;
        return withLine(before as Transaction, line, isNew ? undefined : (ids["lineItemId"] ?? ""));
      },
      record: (reply: Reply, { ids }: WriteCall<Input>) => {
        const lines = linesOf(reply[owner] ?? {});
        return isNew ? lines?.at(-1) : lines?.find(({ Id }) => Id === ids["lineItemId"]);
      },
    });
  return { ...lineReads(owner, reads), create: writing(true), change: writing(false) };
}
