/** Papers hang on vouchers, which have a number within a year. */
import { type Session } from "../../contract/session.ts";
import type { ListedFile } from "../../kit/download.ts";
import { all, allItems, allOf, at, condition, where } from "./conventions.ts";
import type { AccountingYear, AttachedDocument, BookedEntry, Integer, Text } from "./types.ts";

const documents = at("documents", "/AttachedDocuments");

/** The year that a day is in. */
export async function yearOf(session: Session, day: Text): Promise<AccountingYear | undefined> {
  const wanted = day?.slice(0, 10) ?? "";
  const years = await allOf<AccountingYear>(session, "/accounting-years", where("toDate", "gte", wanted));
  return years.find(({ fromDate, toDate }) => fromDate <= wanted && wanted <= toDate);
}

interface Voucher {
  readonly voucherNumber: Integer;
  readonly year: string;
}

export async function documentsOf(session: Session, { voucherNumber, year }: Voucher): Promise<readonly ListedFile[]> {
  const query = all(condition("voucherNumber", "eq", voucherNumber ?? ""), condition("accountingYear", "eq", year));
  const found = await allItems<AttachedDocument>(session, documents, query);
  return found.map((raw) => ({
    id: String(raw.number),
    path: `${documents}/${raw.number}/pdf`,
    accept: "application/pdf",
    raw,
    fileName: raw.note ?? `${raw.number}.pdf`,
  }));
}

/** Of the voucher that an entry is of. */
export async function attachmentsOf(session: Session, entry: BookedEntry): Promise<readonly ListedFile[]> {
  const year = await yearOf(session, entry.date);
  return year === undefined ? [] : documentsOf(session, { voucherNumber: entry.voucherNumber, year: year.year });
}
