/** Printed documents, which sevdesk returns as text in JSON. */
import type { GetHandler } from "../../contract/connector.ts";
import type { Document } from "../../contract/records/documents.ts";
import { path } from "../../kit/path.ts";
import { noRecord } from "../../kit/reading.ts";
import { readRecord, recordIn } from "./conventions.ts";
import type { Printed, Reply, SalesDocument } from "./types.ts";

/** Without `preventSendBy`, printing a draft would open it. */
const withoutSending = { preventSendBy: true } as const;

export const printed = (folder: "Invoice" | "Order", name: "invoiceId" | "offerId"): GetHandler<Document> => ({
  fields: { id: true, base64Encoded: true, content: true, contentType: true, fileName: true },
  rules: ["Printing a draft does not change it."],
  get: async ({ ids }, session) => {
    const id = ids[name] ?? "";
    const document = await readRecord<SalesDocument>(session, path`/${folder}/${id}`);
    if (document === undefined) throw noRecord();
    const paper = recordIn((await session.read(path`/${folder}/${id}/getPdf`, withoutSending)) as Reply<Printed>);
    const { content, ...raw } = paper ?? {};
    if (!content) throw noRecord();
    return {
      record: {
        id,
        base64Encoded: true,
        content,
        contentType: "application/pdf",
        fileName: paper?.filename || `${id}.pdf`,
      },
      raw,
    };
  },
});
