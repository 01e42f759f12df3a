/** Reads a vendor's file as one record, with its bytes in base64. */
import type { Call, GetHandler } from "../contract/connector.ts";
import type { Document } from "../contract/records/documents.ts";

export interface FileDescription {
  readonly path: (call: Call) => string;
  /** Files come as bare bytes: who asked knows what they are called. */
  readonly id: (call: Call) => string | undefined;
}

const fields = { id: true, base64Encoded: true, content: true, contentType: true, fileName: true } as const;

export function file(description: FileDescription): GetHandler<Document> {
  return {
    fields,
    get: async (call, session) => {
      const { bytes, contentType, fileName } = await session.download(description.path(call));
      const about = { id: description.id(call) ?? "", contentType, ...(fileName !== undefined && { fileName }) };
      return { record: { ...about, base64Encoded: true, content: bytes.toString("base64") }, raw: about };
    },
  };
}
