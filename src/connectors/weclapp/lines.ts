/** Documents with lines: how these are read and written. */

import type { WriteCall } from "../../contract/connector.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { as, decimalAs, type Encoded, encoder, invalid, nested } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, difference } from "../../kit/money.ts";
import { decimal, same, twoWay } from "../../kit/twoWay.ts";
import { identity, longText, stamps } from "./fields.ts";
import type { BusinessDocument, CostCenterShare, Entity, Item, Lines, List } from "./types.ts";

export const costCenterCategory = "Cost center";

/** A document's lines, then what shipping costs: both are in its total. */
export const linesIn =
  (name: Lines) =>
  (document: BusinessDocument): readonly Item[] => {
    const { [name]: own, references, shippingCostItems } = document;
    const all = [...(own ?? []), ...(shippingCostItems ?? [])];
    return references === undefined ? all : all.map((item) => ({ ...item, references }));
  };

/** What is offered besides is in no total. */
const isBeside = ({ optional, alternative }: Item): boolean => optional === true || alternative === true;
export const netOf = (item: Item) => (isBeside(item) ? undefined : amount(item.netAmount));
export const grossOf = (item: Item) => (isBeside(item) ? undefined : amount(item.grossAmount));

const lineFields = twoWay({
  description: longText("description"),
  itemId: same("articleId"),
  taxCode: same("taxId"),
  unitAmount: decimal("unitPrice"),
});
/** Most documents call the discount and the title so; the others have fields of their own for them. */
export const discountFields = twoWay({ totalDiscountPercentage: decimal("discountPercentage") });
export const itemNameFields = twoWay({ itemName: same("title") });

export const line = {
  ...stamps,
  ...lineFields.reads,
  // Costs of shipping are charged once.
  quantity: (item: Item) => amount(item.quantity ?? (item.itemType ? undefined : "1")),
  taxRatePercentage: (item: Item) => item.references?.percentage(item.taxId),
};

/** What most lines tell. */
export const tradeLine = {
  ...identity,
  ...line,
  ...discountFields.reads,
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
  totalTaxAmount: (item: Item) => (isBeside(item) ? undefined : difference(item.grossAmount, item.netAmount)),
  unitName: (item: Item) => item.references?.name("unit", item.unitId),
};
export const namedLine = { ...tradeLine, ...itemNameFields.reads };

const share = mapping<LineDimension, CostCenterShare>({
  ...values({ id: "costCenterId" }),
  categoryName: () => costCenterCategory,
});
export const lineDimensions = { dimensions: each(share, ({ costCenterItems }: Item) => costCenterItems) };

/** One cost center carries the whole line. */
export const costCenterAs = nested(
  encoder<LineDimension>({ id: as("costCenterId") }),
  ([first, ...others]: readonly LineDimension[], _input: unknown, field) => {
    if (others.length > 0) throw invalid("This target system takes one cost center for a line here.", field);
    return { costCenterItems: first ? [{ costCenterId: first.id, distributionPercentage: "100" }] : [] };
  },
);

const lineEncoders = {
  ...lineFields.writes,
  quantity: decimalAs("quantity"),
  unitName: as("unitId"),
};

type Encoders<Line extends object> = Parameters<typeof encoder<Line>>[0];

/** With what each kind of document calls otherwise. An article's own price would take the place of ours. */
export const lineEncoder = <Line extends { readonly unitAmount?: number }>(more: Encoders<Line>) =>
  encoder<Line>({ ...(lineEncoders as Encoders<Line>), ...more }, ({ unitAmount }) =>
    unitAmount === undefined ? {} : { manualUnitPrice: true },
  );

/** A list of lines is replaced as a whole: those that stay are named. */
const stubOf = ({ id, version }: Entity) => ({ id, version });

/** The document's lines with one of them changed, or added where no id names one. */
export function withLine(lines: List<Item>, changed: Encoded, { ids: { lineItemId } }: WriteCall<unknown>): object[] {
  const all = lines ?? [];
  if (lineItemId === undefined) return [...all.map(stubOf), changed];
  if (!all.some(({ id }) => id === lineItemId)) throw invalid("There is no line with this id.", "lineItemId");
  return all.map((item) => (item.id === lineItemId ? { ...stubOf(item), ...changed } : stubOf(item)));
}

/** The line that was written: ids grow. */
export const writtenLine = (lines: List<Item>, { ids: { lineItemId } }: WriteCall<unknown>): Item | undefined =>
  lineItemId === undefined
    ? lines?.toSorted((one, other) => Number(one.id) - Number(other.id)).at(-1)
    : lines?.find(({ id }) => id === lineItemId);
