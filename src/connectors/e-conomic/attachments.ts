/** Documents are attached to vouchers, whose numbers are unique within an accounting year. */
import { type Session } from "../../contract/session.ts";
import type { ListedFile } from "../../kit/download.ts";
import { allItems, allOf, at, condition, where, whereAll } from "./conventions.ts";
import type { AccountingYear, AttachedDocument, BookedEntry, Integer, Text } from "./types.ts";

const documents = at("documents", "/AttachedDocuments");

/** The accounting year that contains a day. */
export async function yearOf(session: Session, timestamp: Text): Promise<AccountingYear | undefined> {
  const day = timestamp?.slice(0, 10) ?? "";
  const years = await allOf<AccountingYear>(session, "/accounting-years", where("toDate", "gte", day));
  return years.find(({ fromDate, toDate }) => fromDate <= day && day <= toDate);
}

interface Voucher {
  readonly voucherNumber: Integer;
  readonly year: string;
}

export async function documentsOf(session: Session, { voucherNumber, year }: Voucher): Promise<readonly ListedFile[]> {
  const query = whereAll(
    condition("voucherNumber", "eq", voucherNumber ?? ""),
    condition("accountingYear", "eq", year),
  );
  const found = await allItems<AttachedDocument>(session, documents, query);
  return found.map((raw) => ({
    id: String(raw.number),
    path: `${documents}/${raw.number}/pdf`,
    accept: "application/pdf",
    raw,
    fileName: raw.note ?? `${raw.number}.pdf`,
  }));
}

/** The documents of the voucher that an entry belongs to. */
export async function attachmentsOf(session: Session, entry: BookedEntry): Promise<readonly ListedFile[]> {
  const year = await yearOf(session, entry.date);
  return year === undefined ? [] : documentsOf(session, { voucherNumber: entry.voucherNumber, year: year.year });
}
