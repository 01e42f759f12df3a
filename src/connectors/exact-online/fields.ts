/** Groups of fields that many of Exact Online's records share. */
import type { Dimension } from "../../contract/records/ledger.ts";
import { columns, values } from "../../kit/columns.ts";
import { termOf as daysApart, microsoftDay, microsoftInstant } from "../../kit/dates.ts";
import { elsewhere, encoder, invalid, nested, placedBy } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, type Decimal, decimal, portion, unsigned } from "../../kit/money.ts";
import { statusOf as settled, paymentStates as settledStates } from "../../kit/settled.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import type { Assigned, Integer, Payable, Stamped, Text } from "./types.ts";

export const identity = values({ id: "ID" });

/** Its moments have no zone; taken as UTC, none is ever earlier than it was. */
export const stamps = {
  ...columns(microsoftInstant)({ createdDate: "Created" }),
  updatedDate: ({ Created, Modified }: Stamped) => microsoftInstant(Modified ?? Created),
};

/** Codes are filled up with spaces, before or behind. */
export const trimmed = (code: Text): string | undefined => code?.trim();
export const numberOf = (number: Integer): string | undefined => (number ? String(number) : undefined);
export const numbers = columns(numberOf);
export const currencies = columns((code: Text) => currencyCode(trimmed(code)));

/** Percentages are fractions: 0.21 is 21 %. */
export const percent = (fraction: Decimal): number | undefined =>
  amount(fraction) === undefined ? undefined : portion(fraction, 100, 1);
export const fractionAs = placedBy((value: number) => Number(decimal(value / 100)));

export const percents = columns(percent);
export const codes = columns(trimmed);
export const days = columns(microsoftDay);

export const termOf = (date: Text, due: Text) => daysApart(microsoftDay(date), microsoftDay(due));

/** Of what is booked. */
export const statusOf = ({ AmountFC, DueDate, also }: Payable) =>
  also?.open === undefined
    ? "PAID"
    : settled({ open: Math.abs(also.open), total: unsigned(AmountFC), due: microsoftDay(DueDate) });

const paymentStates = { ...settledStates, DRAFT: undefined, VOIDED: "CANCELED" } as const;
export type DocumentStatus = keyof typeof paymentStates;
export const paymentStatusOf = (status: DocumentStatus) => paymentStates[status];

export const categories = { center: "Cost centre", unit: "Cost unit", project: "Project" } as const;

/** Cost centres and units are named by code wherever they are used; the kind tells two of the same code apart. */
export const costId = (kind: "center" | "unit", code: Text): string | undefined =>
  code ? `${kind}-${code.trim()}` : undefined;

interface Assignment {
  readonly id: string | undefined;
  readonly categoryName: string;
  readonly code?: Text;
  readonly name: Text;
}
export function assignments(line: Assigned & { readonly ProjectCode?: Text }): readonly Assignment[] | undefined {
  const { CostCenter: center, CostUnit: unit, Project: id } = line;
  if (!center && !unit && !id) return undefined;
  const one = (kind: keyof typeof categories, code: Text, about: Pick<Assignment, "id" | "name">): Assignment => ({
    categoryName: categories[kind],
    code: trimmed(code),
    ...about,
  });
  return [
    ...(center ? [one("center", center, { id: costId("center", center), name: line.CostCenterDescription })] : []),
    ...(unit ? [one("unit", unit, { id: costId("unit", unit), name: line.CostUnitDescription })] : []),
    ...(id ? [one("project", line.ProjectCode, { id, name: line.ProjectDescription })] : []),
  ];
}

const named = values({ id: "id", categoryName: "categoryName", name: "name" });
export const lineDimension = mapping<Omit<Dimension, "code">, Assignment>(named);
export const dimension = mapping<Dimension, Assignment>({ ...named, ...values({ code: "code" }) });

/** What is no cost centre or unit is a project. */
export const dimensionsAs = nested(
  encoder<Dimension>({ id: elsewhere, categoryName: elsewhere }),
  (dimensions: readonly Dimension[], _input: unknown, field: string) =>
    Object.fromEntries(
      dimensions.map(({ id }) => {
        if (id === undefined) throw invalid("A dimension is named by its id.", `${field}.id`);
        if (id.startsWith("center-")) return ["CostCenter", id.slice("center-".length)];
        return id.startsWith("unit-") ? ["CostUnit", id.slice("unit-".length)] : ["Project", id];
      }),
    ),
);
