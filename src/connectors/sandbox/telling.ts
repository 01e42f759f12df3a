/** How the sandbox wants to be told things: the mirror image of habits and fields. */
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { Address as AddressRecord } from "../../contract/records/contacts.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { as, dayAs, decimalAs, encoder, listAs } from "../../kit/encode.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
import { spell } from "./conventions.ts";
import { bulkJob } from "./jobs.ts";
import type { Page } from "./types.ts";

export const wordAs = (name: string) => (ours: string) => ({ [name]: spell(ours) });

export const toldAddressLines = {
  addressLine1: as("address_line1"),
  addressLine2: as("address_line2"),
  city: as("city"),
  countryCode: as("country_code"),
  postalCode: as("postal_code"),
  type: wordAs("type"),
};
export const toldAddresses = { addresses: listAs("addresses", encoder<AddressRecord>(toldAddressLines)) };

export const toldTotals = {
  totalDiscountAmount: decimalAs("total_discount_amount"),
  totalDiscountPercentage: decimalAs("total_discount_percentage"),
  totalGrossAmount: decimalAs("total_gross_amount"),
  totalNetAmount: decimalAs("total_net_amount"),
  totalTaxAmount: decimalAs("total_tax_amount"),
};

export const toldTradeLine = {
  ...toldTotals,
  description: as("description"),
  itemId: as("item_id"),
  quantity: decimalAs("quantity"),
  taxCode: as("tax_code"),
  taxRatePercentage: decimalAs("tax_rate_percentage"),
  unitAmount: decimalAs("unit_amount"),
  unitDiscountAmount: decimalAs("unit_discount_amount"),
  unitDiscountPercentage: decimalAs("unit_discount_percentage"),
  unitName: wordAs("unit_name"),
};

const dimension = encoder<LineDimension>({ id: as("id"), categoryName: as("category_name"), name: as("name") });
export const toldDimensions = { dimensions: listAs("dimensions", dimension) };

interface Description<Input extends object, Record, Native>
  extends Omit<WriteDescription<Input, Record, Native>, "method" | "path" | "find" | "repeatable"> {
  readonly path: string | ((call: WriteCall<Input>) => string);
}

/** A new record carries the marker of its write, and is found by it. */
export function create<Input extends object, Record, Native>(
  description: Description<Input, Record, Native>,
): WriteHandler<Input, Record> {
  const { path, also } = description;
  return write({
    ...description,
    method: "POST",
    also: (call) => ({ ...also?.(call), client_reference: call.marker }),
    find: async (call, session) => {
      const list = typeof path === "string" ? path : path(call);
      const { items } = (await session.read(list, { client_reference: call.marker })) as Page;
      return Array.isArray(items) ? (items[0] as Native | undefined) : undefined;
    },
  });
}

/** Replaces a record as a whole. */
export const replace = <Input extends object, Record, Native>(description: Description<Input, Record, Native>) =>
  write({ ...description, method: "PUT", repeatable: true });

/** Changes what is sent. */
export const change = <Input extends object, Record, Native>(description: Description<Input, Record, Native>) =>
  write({ ...description, method: "PATCH", repeatable: true });

/** What a bulk tells besides its entries. */
export const toldBulkFields = {
  accountNumberLength: as("account_number_length"),
  chartOfAccount: as("chart_of_account"),
  fiscalYearStartDate: dayAs("fiscal_year_start"),
};

/**
 * Begins a job: the answer is the job, its records come later. Every entry carries a marker of its own, so that a job
 * that was begun twice writes each of them once.
 */
export function startJob<Input extends object, Record, Native>(
  description: Description<Input, Record, Native>,
): WriteHandler<Input, readonly Record[]> {
  const start = create(description);
  return {
    ...start,
    request: (call) => {
      const { body: told, ...request } = start.request(call);
      const { entries, ...others } = told as { readonly entries: readonly object[] };
      const reference = (index: number) => ({ client_reference: `${call.marker}-${index + 1}` });
      return { ...request, body: { ...others, entries: entries.map((entry, at) => ({ ...entry, ...reference(at) })) } };
    },
    answer: (job) => ({ record: [], raw: job }),
    job: bulkJob(description.map),
  };
}

/** Files travel with their record, which is then one part of a form. */
export const withFiles = (record: object, { files }: Pick<WriteCall<unknown>, "files">) =>
  files.length === 0
    ? undefined
    : { parts: { record: JSON.stringify(record) }, files: files.map((file) => ({ name: "files", file })) };
