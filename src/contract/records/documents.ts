/** Files and asynchronous tasks. */
import type { Static } from "typebox";
import { anything, flag, listOf, oneOf, record, text } from "../schema.ts";

export type Document = Static<typeof Document>;
export const Document = record(
  "Document",
  { id: text },
  { base64Encoded: flag, content: text, contentType: text, fileName: text },
);

export type DocumentType = Static<typeof DocumentType>;
export const DocumentType = record("DocumentType", { name: text }, { category: text });

export type DocumentExtensions = Static<typeof DocumentExtensions>;
export const DocumentExtensions = record("DocumentExtensions", {}, { allowed_file_extensions: listOf(text) });

export type AsyncTaskInformation = Static<typeof AsyncTaskInformation>;
export const AsyncTaskInformation = record(
  "AsyncTaskInformation",
  {},
  { filename: text, message: text, timestamp: text, type: text },
);

export type AsyncTask = Static<typeof AsyncTask>;
export const AsyncTask = record(
  "AsyncTask",
  {},
  {
    information: listOf(AsyncTaskInformation),
    responseData: anything,
    status: oneOf(
      "OPEN",
      "IN_PROGRESS",
      "FINISHED",
      "SUCCESS",
      "FAILED",
      "PARTIAL_SUCCESS",
      "CANCELLED_SUCCESSFULLY",
      "CANCEL_FAILED",
      "DELETED",
    ),
  },
);
