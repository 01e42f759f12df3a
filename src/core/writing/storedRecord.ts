/** The number, id and total of the record that a write has stored. The journal keeps them so that people recognise the write. */
import type { OperationRow } from "../../store/operations.ts";
import type { Vault } from "../secrets/vault.ts";

export interface StoredRecord {
  readonly id?: string;
  readonly number?: string;
  readonly total?: number;
  readonly currency?: string;
}

const idFields = ["id", "invoiceId"];
const numberFields = [
  "invoiceNumber",
  "creditNoteNumber",
  "offerNumber",
  "billNumber",
  "vendorCreditNumber",
  "documentNumber",
  "itemNumber",
];
const totalFields = ["totalAmount", "totalGrossAmount", "amount"];

function storedRecordOf(record: unknown): StoredRecord {
  const fields = (record ?? {}) as Readonly<Record<string, unknown>>;
  const textIn = (names: readonly string[]): string | undefined =>
    names.map((name) => fields[name]).find((value) => typeof value === "string" && value !== "") as string | undefined;
  const id = textIn(idFields);
  const number = textIn(numberFields);
  const total = totalFields.map((name) => fields[name]).find((value) => typeof value === "number");
  const currency = textIn(["currency"]);
  return {
    ...(id !== undefined && { id }),
    ...(number !== undefined && { number }),
    ...(total !== undefined && { total }),
    ...(total !== undefined && currency !== undefined && { currency }),
  };
}

const storedColumn = (row: string) => ({ table: "operations", row, column: "stored" });

/** Undefined if the record has none of them, such as the task that a write has started. */
export function sealStored(vault: Vault, id: string, record: unknown): Buffer | undefined {
  const stored = storedRecordOf(record);
  return Object.keys(stored).length === 0 ? undefined : vault.seal(storedColumn(id), JSON.stringify(stored));
}

/** Empty for writes that have stored nothing, or are from before this value was kept. */
export const openStored = (vault: Vault, { id, stored }: Pick<OperationRow, "id" | "stored">): StoredRecord =>
  stored === null ? {} : (JSON.parse(vault.open(storedColumn(id), stored)) as StoredRecord);
