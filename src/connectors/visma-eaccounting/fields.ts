/** Fields that several of Visma eAccounting's records share. */
import { cannotStore } from "../../contract/failure.ts";
import type { Dimension } from "../../contract/records/ledger.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { encoder, type FieldEncoder, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, type Decimal } from "../../kit/money.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import type { Text } from "./types.ts";

export const currencyOf = ({ CurrencyCode }: { readonly CurrencyCode?: Text }) => currencyCode(CurrencyCode);

/** A fraction as a percentage. No country has a rate between 0 and 1 percent, so one that is a percentage already stays. */
export function percentageOf(fraction: Decimal): number | undefined {
  const read = amount(fraction);
  if (read === undefined) return undefined;
  return read > 1 ? read : Number((read * 100).toFixed(4));
}

/** `25%` */
export function percentageIn(written: Text): number | undefined {
  const [, digits] = /^\s*(\d+(?:[.,]\d+)?)\s*%\s*$/.exec(written ?? "") ?? [];
  return digits === undefined ? undefined : Number(digits.replace(",", "."));
}

export const categories = { project: "Project", costCenter: "Cost center" } as const;

interface Assigned {
  readonly CostCenterItemId1?: Text;
  readonly CostCenterItemId2?: Text;
  readonly CostCenterItemId3?: Text;
  readonly ProjectId?: Text;
}

interface Tag {
  readonly id: string;
  /** A row does not say what its company calls the cost center. */
  readonly categoryName?: string;
}

/** Which of the three cost centers an item belongs to is in its id, because a body has to name the field. */
const costCenterId = /^costcenter-([123])-(.+)$/;
export const idOfCostCenter = (number: number, id: string): string => `costcenter-${number}-${id}`;

export const tagsOf = (row: Assigned): readonly Tag[] => {
  const { CostCenterItemId1, CostCenterItemId2, CostCenterItemId3, ProjectId } = row;
  const items = [CostCenterItemId1, CostCenterItemId2, CostCenterItemId3].flatMap((id, index) =>
    id ? [{ id: idOfCostCenter(index + 1, id) }] : [],
  );
  return ProjectId ? [...items, { id: ProjectId, categoryName: categories.project }] : items;
};

export const tag = mapping<Tag, Tag>({ id: ({ id }) => id, categoryName: ({ categoryName }) => categoryName });

/** A row has one project, and one item of each of up to three cost centers. */
export const dimensionsAs: FieldEncoder<readonly (Dimension | LineDimension)[]> = nested(
  encoder<Dimension>({ id: sentSeparately, categoryName: sentSeparately }),
  (dimensions: readonly (Dimension | LineDimension)[], _input: unknown, field) => {
    const assigned: { [name: string]: string } = {};
    for (const { id } of dimensions) {
      if (id === undefined) continue;
      const [, number, item] = costCenterId.exec(id) ?? [];
      const name = number === undefined ? "ProjectId" : `CostCenterItemId${number}`;
      if (assigned[name] !== undefined)
        throw cannotStore(
          "Visma eAccounting stores one project and one item of each cost center for a row. Send fewer dimensions.",
          field,
        );
      assigned[name] = item ?? id;
    }
    return assigned;
  },
);
