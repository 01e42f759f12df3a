/** Lines of documents: goods and services that are sold, or goods and accounts that money is spent on. */
import { Big } from "big.js";
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { as, type Encoded, type Encoder, elsewhere, invalid, numberAs } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { amount, portion } from "../../kit/money.ts";
import { noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { percentagesOf } from "./catalogue.ts";
import { once, readOne, sparse, version } from "./conventions.ts";
import { dimensions, dimensionsAs, refAs, refOf } from "./fields.ts";
import type { Line, LineDetail, Transaction } from "./types.ts";

const sums = ["SubTotalLineDetail", "DiscountLineDetail"];

/** Sums and discounts are lines too, but not of goods; of a bundle, its parts are. */
export const linesOf = ({ Line }: Pick<Transaction, "Line">): readonly Line[] | undefined =>
  Line?.flatMap((line) => (line.DetailType === "GroupLineDetail" ? (line.GroupLineDetail?.Line ?? []) : [line])).filter(
    ({ DetailType }) => !sums.includes(DetailType ?? ""),
  );

export const detailOf = (line: Line): LineDetail =>
  line.SalesItemLineDetail ??
  line.ItemBasedExpenseLineDetail ??
  line.AccountBasedExpenseLineDetail ??
  line.JournalEntryLineDetail ??
  {};

/** Only told of documents whose prices were typed with tax; some have a zero where there is none. */
const grossOf = (line: Line) => amount(detailOf(line).TaxInclusiveAmt) || undefined;

const described = {
  ...values({ description: "Description" }),
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
  ...values({ id: "Id" }),
  ...amounts({ totalNetAmount: "Amount" }),
  totalGrossAmount: grossOf,
};

export const costLine = {
  ...tradeLine,
  accountId: (line: Line) => refOf(detailOf(line).AccountRef),
  dimensions: dimensions(detailOf),
  itemName,
};

const encodersFor = (detail: string) => ({
  description: as("Description"),
  itemId: refAs(detail, "ItemRef"),
  quantity: numberAs(detail, "Qty"),
  taxCode: refAs(detail, "TaxCodeRef"),
  unitAmount: numberAs(detail, "UnitPrice"),
});

const sold = "SalesItemLineDetail";
export const saleEncoders = encodersFor(sold);
export const saleDimensionsAs = dimensionsAs(sold, ["Class"]);

/** Which kind a line of costs is shows when all of it is known: `settled` makes it one of goods or one of an account. */
const cost = "Cost";
export const costEncoders = {
  ...encodersFor(cost),
  accountId: refAs(cost, "AccountRef"),
  dimensions: dimensionsAs(cost, ["Class"]),
  totalNetAmount: numberAs("Amount"),
};

/** A line on its way to QuickBooks. */
interface Sent extends Line {
  readonly Cost?: LineDetail;
}

const detailNames: readonly string[] = [sold, "ItemBasedExpenseLineDetail", "AccountBasedExpenseLineDetail"];

/** With what was known of it before, its kind, and its amount, which has to be what price and quantity make. */
export function settled({ Cost, ...line }: Sent, before: Line = {}): Line {
  const { Description = before.Description } = line;
  if (before.DetailType && !detailNames.includes(before.DetailType)) return { ...before, Description };
  const said = { ...detailOf(line), ...Cost };
  const { ItemRef, AccountRef, Qty, UnitPrice, TaxInclusiveAmt: _past, ...rest } = { ...detailOf(before), ...said };
  const isSale = line.SalesItemLineDetail !== undefined || before.SalesItemLineDetail !== undefined;
  const isGoods = isSale || ItemRef !== undefined;
  const name = isSale ? sold : isGoods ? "ItemBasedExpenseLineDetail" : "AccountBasedExpenseLineDetail";
  const isPriced = UnitPrice !== undefined && (said.Qty !== undefined || said.UnitPrice !== undefined);
  return {
    ...(before.Id && { Id: before.Id }),
    ...(Description && { Description }),
    DetailType: name,
    Amount: isPriced ? portion(UnitPrice, Number(Qty ?? 1), 1) : (line.Amount ?? before.Amount ?? 0),
    [name]: isGoods ? { ...rest, ItemRef, Qty, UnitPrice } : { ...rest, AccountRef },
  };
}

const saleLine = (line: Sent): Sent => ({ [sold]: {}, ...line });

/** All lines as they are to be: those with an id as they were but for what is said of them, others new. */
function replaced(before: Transaction, lines: readonly Sent[]): readonly Line[] {
  const known = (line: Sent) => linesOf(before)?.find(({ Id }) => Id === line.Id);
  return [...lines.map((line) => settled(line, line.Id ? known(line) : {})), ...kept(before)];
}

/** What no line of ours stands for stays: a discount on the whole. */
const kept = ({ Line }: Transaction): readonly Line[] => Line?.filter(isDiscount) ?? [];
const isDiscount = ({ DetailType }: Line): boolean => DetailType === "DiscountLineDetail";

export const withLines =
  (isSale: boolean) =>
  ({ Line, ...document }: { readonly Line?: readonly Sent[] }, before: unknown): object =>
    Line === undefined
      ? document
      : { ...document, Line: replaced((before ?? { Id: "" }) as Transaction, isSale ? Line.map(saleLine) : Line) };

// Prices with tax in them: QuickBooks takes them without it, and what each line comes to with it beside.

/** How prices are typed, in the words of invoices and in those of bills. */
export const typedAs = vocabulary({ TaxExcluded: "EXCLUSIVE", TaxInclusive: "INCLUSIVE", NotApplicable: "NOTAX" });
export const taxRules = vocabulary({ TaxExcluded: "NET", TaxInclusive: "GROSS", NotApplicable: "TAXFREE" });
export const inclusiveRule =
  "Prices with tax (lineAmountTypes INCLUSIVE, taxRule GROSS) need tax codes whose percentage QuickBooks tells; what is read is net.";

type Percentages = ReadonlyMap<string, number | undefined>;

/** The price is what makes the amount, to seven decimals, as QuickBooks' own screens keep it. */
const perPiece = (net: number, quantity: number): number => new Big(net).div(quantity).round(7).toNumber();

function withoutTax(line: Line, percentages: Percentages): Line {
  const { TaxCodeRef, Qty, UnitPrice, ...detail } = detailOf(line);
  const code = TaxCodeRef?.value;
  const percentage = code == null ? 0 : percentages.get(code);
  if (percentage === undefined)
    throw invalid(`QuickBooks does not tell how much ${code} is: give prices without tax.`, "lineItems.taxCode");
  const net = portion(line.Amount, 100, 100 + percentage);
  const price = UnitPrice == null ? {} : { Qty, UnitPrice: perPiece(net, Number(Qty ?? 1)) };
  const made = { ...detail, ...(TaxCodeRef && { TaxCodeRef }), ...price, TaxInclusiveAmt: line.Amount };
  return { ...line, Amount: net, [line.DetailType ?? ""]: made };
}

type Totals = Pick<BillLineItemInput, "totalGrossAmount" | "totalNetAmount" | "unitAmount">;

/** A line of an account has its total, whose name says whether tax is in it. */
function totalIn({ totalGrossAmount, totalNetAmount, unitAmount }: Totals, isGross: boolean): object {
  const [total, unfit] = isGross ? [totalGrossAmount, totalNetAmount] : [totalNetAmount, totalGrossAmount];
  if (unitAmount === undefined && total === undefined && unfit !== undefined)
    throw invalid("taxRule GROSS goes with totalGrossAmount, any other with totalNetAmount.", "lineItems");
  return isGross && total !== undefined ? numberAs("Amount")(total) : {};
}

interface Typed {
  readonly lineAmountTypes?: string;
  readonly taxRule?: string;
  readonly lineItems?: readonly Totals[];
}

const isInclusive = ({ lineAmountTypes, taxRule }: Typed): boolean =>
  lineAmountTypes === "INCLUSIVE" || taxRule === "GROSS";

/** For lines of costs that may be totals with tax: see `totalIn`. */
export const grossTotal = { totalGrossAmount: elsewhere };

/** How documents are made whose lines may be either. */
export const eitherWay = <Input extends object>(isSale: boolean) => ({
  prepare: async ({ body }: WriteCall<Input>, session: Session): Promise<Percentages | undefined> =>
    isInclusive(body) ? percentagesOf(session, isSale ? "SalesTaxRateList" : "PurchaseTaxRateList") : undefined,
  body: (encoded: Encoded, percentages: unknown, { body }: WriteCall<Input>): object => {
    const { lineItems = [] } = body as Typed;
    const given = (encoded["Line"] ?? []) as readonly Sent[];
    const totalled = given.map((line, index) => ({ ...line, ...totalIn(lineItems[index] ?? {}, isInclusive(body)) }));
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

/** QuickBooks only takes all lines of a document together: what is not meant goes as it came, bundles and words too. */
function withLine(before: Transaction, line: Sent, id: string | undefined): object {
  const own = before.Line?.filter(({ DetailType }) => DetailType !== "SubTotalLineDetail") ?? [];
  if (id === undefined)
    return { ...sparse(before), Line: [...own.filter((one) => !isDiscount(one)), settled(line), ...kept(before)] };
  if (!own.some(({ Id }) => Id === id)) throw noRecord();
  return { ...sparse(before), Line: own.map((one) => (one.Id === id ? settled(line, one) : one)) };
}

/** The same with writes. A new one that is sent again is answered with the first answer, whatever lines there are by then. */
export function lineItems<Input extends object, Record>(
  owner: "Bill" | "Invoice",
  { encoder, ...reads }: LineReads<Record> & { readonly encoder: Encoder<Input> },
) {
  const written = (isNew: boolean): WriteHandler<Input, Record> =>
    write<Input, Record, Line>({
      method: "POST",
      path: `/${owner.toLowerCase()}`,
      encoder,
      map: reads.map,
      repeatable: true,
      query: isNew ? once : () => version,
      prepare: ({ ids }, session) => readOne(session, owner, ids[reads.id]),
      body: (encoded, before, { ids }) => {
        const line: Sent = owner === "Invoice" ? saleLine(encoded) : encoded;
        return withLine(before as Transaction, line, isNew ? undefined : (ids["lineItemId"] ?? ""));
      },
      record: (reply: Reply, { ids }: WriteCall<Input>) => {
        const lines = linesOf(reply[owner] ?? {});
        return isNew ? lines?.at(-1) : lines?.find(({ Id }) => Id === ids["lineItemId"]);
      },
    });
  return { ...lineReads(owner, reads), create: written(true), change: written(false) };
}
