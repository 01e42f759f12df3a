/** Groups of fields that many of Exact Online's records share. */

import type { Dimension } from "../../contract/records/ledger.ts";
import { columns, values } from "../../kit/columns.ts";
import { termOf as daysApart, microsoftDay, microsoftInstant } from "../../kit/dates.ts";
import { elsewhere, encoder, invalid, nested, placed } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, type Decimal, decimal, portion, unsigned } from "../../kit/money.ts";
import { statusOf as settled } from "../../kit/settled.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import type { Assigned, Identified, Owed, Stamped, Text, Whole } from "./types.ts";

export const identity = { id: ({ ID }: Identified) => ID };

/** Its moments have no zone; taken as UTC, none is ever earlier than it was. */
export const stamps = {
  createdDate: ({ Created }: Stamped) => microsoftInstant(Created),
  updatedDate: ({ Created, Modified }: Stamped) => microsoftInstant(Modified ?? Created),
};

/** Codes are filled up with spaces, before or behind. */
export const trimmed = (code: Text): string | undefined => code?.trim();
export const numberOf = (number: Whole): string | undefined => (number ? String(number) : undefined);

export const currencyOf = ({ Currency }: { readonly Currency?: Text }) => currencyCode(trimmed(Currency));

/** Percentages are fractions: 0.21 is 21 %. */
export const percent = (fraction: Decimal): number | undefined =>
  amount(fraction) === undefined ? undefined : portion(fraction, 100, 1);
export const fractionAs = (...place: readonly string[]) =>
  Object.assign((value: number): object => placed(place, Number(decimal(value / 100))), { place });

export const codes = columns(trimmed);
export const days = columns(microsoftDay);
export const numbers = columns(numberOf);

export const termOf = (date: Text, due: Text) => daysApart(microsoftDay(date), microsoftDay(due));

interface Payable {
  readonly AmountFC?: Decimal;
  readonly DueDate?: Text;
  readonly also?: Owed;
}

/** Of what is booked. */
export const statusOf = ({ AmountFC, DueDate, also }: Payable) =>
  also?.open === undefined
    ? "PAID"
    : settled({ open: Math.abs(also.open), total: unsigned(AmountFC), due: microsoftDay(DueDate) });

const paymentStates = {
  DRAFT: undefined,
  VOIDED: "CANCELED",
  PAID: "PAID",
  PARTIALLY_OVERDUE: "PARTLY_PAID",
  PARTIALLY_PAID: "PARTLY_PAID",
  OPEN: "PENDING",
  OVERDUE: "PENDING",
} as const;
export type DocumentStatus = keyof typeof paymentStates;
export const paymentStatusOf = (status: DocumentStatus) => paymentStates[status];

/** Whether a status is one of those that a caller asked for. */
export const isAmong = (status: string | undefined, wanted: string | undefined): boolean =>
  wanted === undefined || (status !== undefined && wanted.split(",").includes(status));

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
  const { CostCenter, CostUnit, Project } = line;
  if (!CostCenter && !CostUnit && !Project) return undefined;
  const one = (kind: "center" | "unit", code: Text, name: Text): Assignment[] =>
    code ? [{ id: costId(kind, code), categoryName: categories[kind], code: trimmed(code), name }] : [];
  return [
    ...one("center", CostCenter, line.CostCenterDescription),
    ...one("unit", CostUnit, line.CostUnitDescription),
    ...(Project
      ? [
          {
            ...{ id: Project, categoryName: categories.project, code: trimmed(line.ProjectCode) },
            name: line.ProjectDescription,
          },
        ]
      : []),
  ];
}

const assigned = values({ id: "id", categoryName: "categoryName", name: "name" });
export const lineDimension = mapping<Omit<Dimension, "code">, Assignment>(assigned);
export const dimension = mapping<Dimension, Assignment>({ ...assigned, code: ({ code }) => code });

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

export const assignedFields =
  "CostCenter,CostCenterDescription,CostUnit,CostUnitDescription,Project,ProjectDescription";
