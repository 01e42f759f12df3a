/** The lines of documents. */

import type { WriteCall } from "../../contract/connector.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { decimalAs, type Encoded, encoder, fieldAs, invalidField, nested } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference } from "../../kit/money.ts";
import { decimal, plainValue, twoWay } from "../../kit/twoWay.ts";
import { identity, longText, stamps } from "./fields.ts";
import type { BusinessDocument, CostCenterShare, Entity, Item, Lines, List } from "./types.ts";

export const costCenterCategory = "Cost center";

/** A document's lines, then its shipping costs: the total includes both. */
export const linesIn =
  (name: Lines) =>
  (document: BusinessDocument): readonly Item[] => {
    const { [name]: ordinary, references, shippingCostItems } = document;
    const items = [...(ordinary ?? []), ...(shippingCostItems ?? [])];
    return references === undefined ? items : items.map((item) => ({ ...item, references }));
  };

/** The lines of a credit, with a sign relative to the document: a fee that is kept is negative, whatever sign the vendor gives to credits. */
export const creditLinesIn =
  (name: Lines) =>
  (document: BusinessDocument): readonly Item[] => {
    const factor = (amount(document.netAmount) ?? 0) < 0 ? -1 : 1;
    const times = (value: Item["netAmount"], sign: number) => {
      const number = amount(value);
      return number === undefined ? value : String(number * sign);
    };
    return linesIn(name)(document).map((item) => {
      const isKept = (amount(item.netAmount) ?? 0) * factor < 0;
      const size = (value: Item["netAmount"]) => times(value, (amount(value) ?? 0) < 0 ? -1 : 1);
      return {
        ...item,
        netAmount: times(item.netAmount, factor),
        grossAmount: times(item.grossAmount, factor),
        quantity: size(item.quantity),
        unitPrice: isKept ? times(size(item.unitPrice), -1) : size(item.unitPrice),
      };
    });
  };

/** Optional lines and alternatives are in no total. */
const isUncounted = ({ optional, alternative }: Item): boolean => optional === true || alternative === true;
export const netOf = (item: Item) => (isUncounted(item) ? undefined : amount(item.netAmount));
export const grossOf = (item: Item) => (isUncounted(item) ? undefined : amount(item.grossAmount));

const lineFields = twoWay({
  description: longText("description"),
  itemId: plainValue("articleId"),
  taxCode: plainValue("taxId"),
  unitAmount: decimal("unitPrice"),
});
/** Most of our documents have these names for the discount and the title. */
export const discountFields = twoWay({ totalDiscountPercentage: decimal("discountPercentage") });
export const itemNameFields = twoWay({ itemName: plainValue("title") });

export const line = {
  ...stamps,
  ...lineFields.reads,
  // Shipping costs have no quantity: they are charged once.
  quantity: (item: Item) => amount(item.quantity ?? (item.itemType ? undefined : "1")),
  taxRatePercentage: (item: Item) => item.references?.percentage(item.taxId),
};

/** The fields of most lines. */
export const tradeLine = {
  ...identity,
  ...line,
  ...discountFields.reads,
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
  totalTaxAmount: (item: Item) => (isUncounted(item) ? undefined : difference(item.grossAmount, item.netAmount)),
  unitName: (item: Item) => item.references?.name("unit", item.unitId),
};
export const namedLine = { ...tradeLine, ...itemNameFields.reads };

const share = mapping<LineDimension, CostCenterShare>({
  ...values({ id: "costCenterId" }),
  categoryName: () => costCenterCategory,
});
export const lineDimensions = { dimensions: nestedList(share, ({ costCenterItems }: Item) => costCenterItems) };

/** A line has one cost center at most, which carries all of it. */
export const costCenterAs = nested(
  encoder<LineDimension>({ id: fieldAs("costCenterId") }),
  ([first, ...others]: readonly LineDimension[], _input: unknown, field) => {
    if (others.length > 0) throw invalidField("This target system takes one cost center for each line here.", field);
    return { costCenterItems: first ? [{ costCenterId: first.id, distributionPercentage: "100" }] : [] };
  },
);

const lineEncoders = {
  ...lineFields.writes,
  quantity: decimalAs("quantity"),
  unitName: fieldAs("unitId"),
};

type Encoders<Line extends object> = Parameters<typeof encoder<Line>>[0];

/** `more` are the fields that differ between documents. Without `manualUnitPrice` the article's price would replace ours. */
export const lineEncoder = <Line extends { readonly unitAmount?: number }>(more: Encoders<Line>) =>
  encoder<Line>({ ...(lineEncoders as Encoders<Line>), ...more }, ({ unitAmount }) =>
    unitAmount === undefined ? {} : { manualUnitPrice: true },
  );

/** A change replaces the whole list of lines, so the other lines are sent along by their ids. */
const stubOf = ({ id, version }: Entity) => ({ id, version });

/** The document's lines with one of them changed, or with a new line if the call names no line. */
export function withLine(lines: List<Item>, changed: Encoded, { ids: { lineItemId } }: WriteCall<unknown>): object[] {
  const current = lines ?? [];
  if (lineItemId === undefined) return [...current.map(stubOf), changed];
  if (!current.some(({ id }) => id === lineItemId))
    throw invalidField(`The document has no line "${lineItemId}".`, "lineItemId");
  return current.map((item) => (item.id === lineItemId ? { ...stubOf(item), ...changed } : stubOf(item)));
}

/** The line that was written. Ids grow, so a new line has the highest. */
export const writtenLine = (lines: List<Item>, { ids: { lineItemId } }: WriteCall<unknown>): Item | undefined =>
  lineItemId === undefined
    ? lines?.toSorted((a, b) => Number(a.id) - Number(b.id)).at(-1)
    : lines?.find(({ id }) => id === lineItemId);
