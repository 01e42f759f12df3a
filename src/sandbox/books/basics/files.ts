/** The descriptions of documents' files. Their bytes are stored separately. */
import type { Calendar } from "./calendar.ts";
import type { NativeRecord } from "./types.ts";

/** A record has at most one file, which is named after it. */
export const fileId = (recordId: string): string => `file-${recordId}`;

export function fileRecord(time: Calendar, recordId: string, title: string, date: string): NativeRecord {
  const at = time.instant(date, fileId(recordId));
  return {
    id: fileId(recordId),
    file_name: `${title}.pdf`,
    content_type: "application/pdf",
    created_at: at,
    updated_at: at,
  };
}
