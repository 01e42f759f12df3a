/** Reads a vendor's file as one record, with its bytes in base64. */

import type { Call, GetHandler } from "../contract/connector.ts";
import type { Document } from "../contract/records/documents.ts";
import { type Session } from "../contract/session.ts";

/** Files come as bare bytes: which one is meant has to be known before. */
export interface FileAddress {
  readonly id: string;
  readonly path: string;
  /** For vendors that give the file only to who asks for its type. */
  readonly accept?: string | undefined;
  /** For vendors that say elsewhere what it is called. */
  readonly fileName?: string | undefined;
}

const fields = { id: true, base64Encoded: true, content: true, contentType: true, fileName: true } as const;

export function file(find: (call: Call, session: Session) => Promise<FileAddress> | FileAddress): GetHandler<Document> {
  return {
    fields,
    get: async (call, session) => {
      const { id, path, accept, ...known } = await find(call, session);
      const { bytes, contentType, fileName = known.fileName } = await session.download(path, accept);
      const about = { id, contentType, ...(fileName !== undefined && { fileName }) };
      return { record: { ...about, base64Encoded: true, content: bytes.toString("base64") }, raw: about };
    },
  };
}
