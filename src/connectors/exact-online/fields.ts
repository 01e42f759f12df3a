/** Groups of fields that many of Exact Online's records share. */
import type { Dimension } from "../../contract/records/ledger.ts";
import { columns, values } from "../../kit/columns.ts";
import { termOf as daysApart, microsoftDay, microsoftInstant, todayIn } from "../../kit/dates.ts";
import { documentStatusOf as settled, paymentStates as settledStates } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot } from "../../kit/documents/unclear.ts";
import { dayAs, encodedBy, encoder, fieldAs, invalidField, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, type Decimal, decimal, portion, unsigned } from "../../kit/money.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import type { Assigned, Integer, Payable, Stamped, Text } from "./types.ts";

export const identity = values({ id: "ID" });

/** The vendor's timestamps have no time zone. Read as UTC they are never too early. */
export const stamps = {
  ...columns(microsoftInstant)({ createdDate: "Created" }),
  updatedDate: ({ Created, Modified }: Stamped) => microsoftInstant(Modified ?? Created),
};

/** The vendor pads codes with spaces, in front or at the end. */
export const trimmed = (code: Text): string | undefined => code?.trim();
export const numberOf = (number: Integer): string | undefined => (number ? String(number) : undefined);
export const numbers = columns(numberOf);
export const currencies = columns((code: Text) => currencyCode(trimmed(code)));

/** Percentages are fractions: 0.21 is 21 %. */
export const percent = (fraction: Decimal): number | undefined =>
  amount(fraction) === undefined ? undefined : portion(fraction, 100, 1);
const fractionAs = encodedBy((value: number) => Number(decimal(value / 100)));

const percents = columns(percent);
export const codes = columns(trimmed);
export const days = columns(microsoftDay);

/** Two-way fields: a padded code, a calendar day, a percentage. */
export const code = <const Path extends string>(path: Path) => ({
  reads: codes({ value: path }).value,
  writes: fieldAs(...path.split(".")),
});
export const day = <const Path extends string>(path: Path) => ({
  reads: days({ value: path }).value,
  writes: dayAs(...path.split(".")),
});
export const fraction = <const Path extends string>(path: Path) => ({
  reads: percents({ value: path }).value,
  writes: fractionAs(...path.split(".")),
});

export const termOf = (date: Text, due: Text) => daysApart(microsoftDay(date), microsoftDay(due));

export const isNegative = ({ AmountFC }: Pick<Payable, "AmountFC">): boolean => (amount(AmountFC) ?? 0) < 0;

/** The open amount of a booked document. Less than 0 if more was paid than it charges. */
export function openOf(native: Payable): number {
  const { open = 0 } = native.also ?? {};
  return isNegative(native) ? -open : open;
}

/** The status of a booked document. */
/** No reply names the company's time zone. All sites but those of the United Kingdom and the United States share this one. */
export const today = (): string => todayIn("Europe/Amsterdam");

export const statusOf = (native: Payable) =>
  settled({ open: openOf(native), total: unsigned(native.AmountFC), due: microsoftDay(native.DueDate) }, today());

/** The lists of receivables and payables have what is open only. */
export const unclearSettlement = paidOrNot(
  "Exact Online does not say what settled a document: a document that a credit note settled or that was written off reads PAID.",
);

const paymentStates = { ...settledStates, DRAFT: undefined, VOIDED: "CANCELED" } as const;
export type DocumentStatus = keyof typeof paymentStates;
export const paymentStatusOf = (status: DocumentStatus) => paymentStates[status];

export const categories = { center: "Cost centre", unit: "Cost unit", project: "Project" } as const;

/** Lines name cost centres and cost units by code; the prefix keeps a centre and a unit with the same code apart. */
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
  const found: Assignment[] = [];
  if (center)
    found.push({
      categoryName: categories.center,
      code: trimmed(center),
      id: costId("center", center),
      name: line.CostCenterDescription,
    });
  if (unit)
    found.push({
      categoryName: categories.unit,
      code: trimmed(unit),
      id: costId("unit", unit),
      name: line.CostUnitDescription,
    });
  if (id)
    found.push({
      categoryName: categories.project,
      code: trimmed(line.ProjectCode),
      id,
      name: line.ProjectDescription,
    });
  return found;
}

const dimensionColumns = values({ id: "id", categoryName: "categoryName", name: "name" });
export const lineDimension = mapping<Omit<Dimension, "code">, Assignment>(dimensionColumns);
export const dimension = mapping<Dimension, Assignment>({ ...dimensionColumns, ...values({ code: "code" }) });

/** An id without the prefix of a cost centre or cost unit is a project. */
export const dimensionsAs = nested(
  encoder<Dimension>({ id: sentSeparately, categoryName: sentSeparately }),
  (dimensions: readonly Dimension[], _input: unknown, field: string) =>
    Object.fromEntries(
      dimensions.map(({ id }) => {
        if (id === undefined) throw invalidField("Each dimension needs an id.", `${field}.id`);
        if (id.startsWith("center-")) return ["CostCenter", id.slice("center-".length)];
        return id.startsWith("unit-") ? ["CostUnit", id.slice("unit-".length)] : ["Project", id];
      }),
    ),
);
