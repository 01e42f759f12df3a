/** What Moneybird is told of documents with lines. */

import type { Call, WriteCall } from "../../contract/connector.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { type VendorRequest } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { as, decimalAs, type Encoder, encoder, invalid } from "../../kit/encode.ts";

export const refuse = (message: string, field: string): never => {
  throw invalid(message, field);
};

/** For lists of ours where the vendor has one place. */
export function onlyOne<Item>(values: readonly Item[], field: string): Item | undefined {
  if (values.length > 1) refuse(`This target system takes one of ${field}.`, field);
  return values[0];
}

const dimension = encoder<LineDimension>({ id: as("project_id") });
const projectAs = Object.assign(
  (values: readonly LineDimension[]) => {
    const only = onlyOne(values, "dimensions");
    return only === undefined ? {} : dimension(only);
  },
  { writableFields: dimension.writableFields },
);

export const toldLine = {
  accountId: as("ledger_account_id"),
  description: as("description"),
  dimensions: projectAs,
  itemId: as("product_id"),
  quantity: decimalAs("amount"),
  taxCode: as("tax_rate_id"),
  unitAmount: decimalAs("price"),
};

const day = 86_400_000;

/** Sales documents are due some days after their own date. */
export const dueAfter =
  (dateField: string) =>
  (dueDate: string, input: object): object => {
    const date = Reflect.get(input, dateField) as string | undefined;
    if (date === undefined) return refuse(`With dueDate, ${dateField} is needed as well.`, dateField);
    const days = (Date.parse(calendarDay(dueDate)) - Date.parse(calendarDay(date))) / day;
    return { first_due_interval: days };
  };

/** Whether prices include tax, as one word for the whole document. */
export function inclusiveAs(types: string): object {
  if (types !== "INCLUSIVE" && types !== "EXCLUSIVE")
    return refuse("This target system takes INCLUSIVE or EXCLUSIVE.", "lineAmountTypes");
  return { prices_are_incl_tax: types === "INCLUSIVE" };
}

/** Said of every new document: the vendor's own default is a setting of the workflow. */
export const netPrices = { prices_are_incl_tax: false } as const;

/** A new document is a draft; it can be put in the books at once. */
export const statusAs = (possible: readonly string[]) => (status: string) =>
  possible.includes(status) ? {} : refuse(`This target system takes ${possible.join(" or ")} here.`, "status");

interface LineChange<Input extends object> {
  readonly path: (call: Call) => string;
  readonly within: string;
  readonly encoder: Encoder<Input>;
}

/** A line of a document is changed, or added where no id names one, by a change of the document. */
export function lineChange<Input extends object>({ path, within, encoder: tell }: LineChange<Input>) {
  return {
    writableFields: tell.writableFields,
    requires: [],
    request: (call: WriteCall<Input>): VendorRequest => {
      const { lineItemId: id } = call.ids;
      const line = { ...(id !== undefined && { id }), ...tell(call.body) };
      return { method: "PATCH", path: path(call), body: { [within]: { details_attributes: [line] } } };
    },
  };
}

/** Ids grow. */
export const newestOf = <One extends { readonly id: string }>(
  all: readonly One[] | null | undefined,
): One | undefined => all?.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1)).at(-1);
