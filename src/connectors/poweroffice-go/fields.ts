/** Fields that several of PowerOffice Go's records share. */
import { columns, instants } from "../../kit/columns.ts";
import { atPath, invalidField } from "../../kit/encode.ts";
import { amount, type Decimal, difference, portion } from "../../kit/money.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import type { Identified, Line, Text } from "./types.ts";

const asText = (value: number | string | null | undefined): string | undefined =>
  value === null || value === undefined || value === "" ? undefined : String(value);

/** Numbers that we keep as text, such as ids. */
export const texts = columns(asText);

export const idOf = ({ Id }: Identified): string => asText(Id) ?? "";
export const identity = { id: idOf };

export const stamps = instants({
  createdDate: "CreatedDateTimeOffset",
  updatedDate: "LastChangedDateTimeOffset",
});

export const currencyOf = ({ CurrencyCode }: { readonly CurrencyCode?: Text }) => currencyCode(CurrencyCode);

/** `0.25` is 25 percent. */
export const percentageOf = (fraction: Decimal): number | undefined => {
  const read = amount(fraction);
  return read === undefined ? undefined : portion(100, read, 1);
};

/** The ids of master data are whole numbers. */
export function numericId(id: string, field: string): number {
  if (!/^\d{1,15}$/.test(id)) throw invalidField("This target system's ids are whole numbers.", field);
  return Number(id);
}

const numericIdAs = (...path: readonly string[]) =>
  Object.assign((id: string, _input: unknown, field: string) => atPath(path, numericId(id, field)), { path });

/** A number that we keep as text, for two-way tables: `contactId: numberedBy("CustomerId")`. */
export const numberedBy = <const Name extends string>(name: Name) => ({
  reads: texts({ value: name }).value,
  writes: numericIdAs(name),
});

export const taxOf = ({
  NetAmount,
  TotalAmount,
}: {
  readonly NetAmount?: Decimal;
  readonly TotalAmount?: Decimal;
}): number | undefined => difference(TotalAmount, NetAmount);

/** Lines that sum up the lines above them. They are shown to the reader and booked nowhere. */
const summaries = ["Summary", "TotalHours"];
const lineTypes = vocabulary({ Normal: "BOOKED", Text: "BOOKED", InvoiceFee: "BOOKED" });
const unknownLineType = lineTypes.read(({ LineType }: Line) => LineType, summaries).unread;

export const withoutSummaries = (lines: readonly Line[] | null | undefined): readonly Line[] | undefined =>
  lines?.filter(({ LineType }) => !summaries.includes(LineType ?? ""));

/** The net amount of a line. A line of an unknown type may be one that must not count. */
export const netOfLine = Object.assign(({ NetAmount }: Line) => amount(NetAmount), { unread: unknownLineType });

export const percentageOfLine = ({ VatRate }: Line) => percentageOf(VatRate);
