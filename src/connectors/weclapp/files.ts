/** Files of records: weclapp's PDFs, and uploads. */

import type { Call } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { file, files, type ListedFile } from "../../kit/download.ts";
import { path, pathOf } from "../../kit/path.ts";
import { allOf } from "./references.ts";
import type { StoredFile } from "./types.ts";

const filesOf = (session: Session, entityName: string, entityId: string) =>
  allOf<StoredFile>(session, "/document", { entityName, entityId });

const download = (id: string): string => path`/document/id/${id}/download`;

function listed(raw: StoredFile): ListedFile {
  const { id, name, documentSize: size, mediaType: contentType } = raw;
  return { id, path: download(id), link: download(id), fileName: name ?? undefined, size, contentType, raw };
}

const idIn = ({ ids }: Call, name: string): string => ids[name] ?? "";

/** The latest PDF of a document, if weclapp has created one. */
export const latestPdf = (entity: string, id: string, action: string) =>
  file((call) => ({
    id: idIn(call, id),
    path: pathOf(`/${entity}/id/{${id}}/${action}`, call),
    accept: "application/pdf",
  }));

/** All files of a record. */
export const filesIn = (entity: string, id: string) =>
  files(async (call, session) => (await filesOf(session, entity, idIn(call, id))).map(listed));

/** The first file of this type, or else the first file. */
export const firstFileIn = (entity: string, id: string, type: string) =>
  file(async (call, session) => {
    const stored = await filesOf(session, entity, idIn(call, id));
    const main = stored.find(({ documentType }) => documentType === type) ?? stored[0];
    if (main === undefined) throw new Failure("not_found", "This record has no document.");
    return listed(main);
  });
