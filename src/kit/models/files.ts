/** Files of records, for vendors that keep files as a separate model. Our marker in the description identifies a file that was already uploaded. */

import { buffer } from "node:stream/consumers";
import type { Call, FoundRecord, GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import type { Session, UploadedFile } from "../../contract/session.ts";
import { invalidField } from "../encode.ts";
import type { Mapping } from "../mapping.ts";
import { listing, noRecord, recordResult } from "../reading.ts";
import { type Domain, idOf, type Mapped, type Numbered } from "./reading.ts";
import { type Creation, markerText } from "./writing.ts";

/** A list is held in memory. */
export const largestFile = 5 * 1024 * 1024;

export type FileInput = InputOf<"files.create">;

interface Owner {
  readonly model: string;
}

export interface FileModel<Source extends Owner, File extends Numbered> {
  readonly source: Source;
  readonly map: Mapping<Document, File>;
  readonly rawOf: (native: unknown) => unknown;
  /** Whether the record that owns the files exists. */
  readonly has: (session: Session, owner: Source, id: number) => Promise<boolean>;
  readonly select: (session: Session, domain: Domain) => Promise<readonly File[]>;
  readonly belongsTo: (model: string, id: number) => Domain;
  /** The file with its content, which is read one file at a time. */
  readonly withContent: (session: Session, file: File) => Promise<File>;
  /** The values of a new file. The content is in base64. */
  readonly values: (model: string, id: number, content: string) => object;
  readonly add: (session: Session, values: object) => Promise<void>;
  readonly createOf: <Input extends object>(
    kind: Source & Mapped<Document, File>,
    about: Creation<Input, Document, File, object>,
  ) => WriteHandler<Input, Document>;
}

const byReference = (reference: string): Domain => [["description", "=", reference]];

export function modelFiles<Source extends Owner, File extends Numbered>(files: FileModel<Source, File>) {
  const { source, map, rawOf, select } = files;

  const ownerId = async (owner: Source, { ids }: Pick<Call, "ids">, session: Session): Promise<number> => {
    const id = idOf(Object.values(ids)[0]);
    if (!(await files.has(session, owner, id))) throw noRecord();
    return id;
  };

  const attached = async (owner: Source, call: Call, session: Session, more: Domain = []): Promise<readonly File[]> =>
    select(session, [...files.belongsTo(owner.model, await ownerId(owner, call, session)), ...more]);

  const shown = async (session: Session, file: File | undefined): Promise<FoundRecord<Document>> => {
    if (file === undefined) throw new Failure("not_found", "This record has no such document.");
    return { ...recordResult(map, await files.withContent(session, file)), raw: rawOf(file) };
  };

  const valuesFor = async ({ model }: Owner, id: number, file: UploadedFile | undefined, reference: string) => {
    if (file === undefined) throw invalidField("Send exactly one file.", "file");
    if (file.size > largestFile) throw invalidField("The file is larger than 5 MiB. Send a smaller one.", "file");
    const content = (await buffer(file.open())).toString("base64");
    return { name: file.fileName, ...files.values(model, id, content), description: reference };
  };

  return {
    attached,
    shown,

    filesOf: (owner: Source): ListHandler<Document> => ({
      fields: map.fields,
      filters: [],
      orders: [],
      requires: [],
      rules: ["Files include their content up to 5 MiB. For a link, content is its URL."],
      list: async (call, session) => {
        const all = await attached(owner, call, session);
        const read: File[] = [];
        for (const file of all) read.push(await files.withContent(session, file));
        return { ...listing(map, read), raw: all.map(rawOf), total: all.length };
      },
    }),

    /** The file in the path, or the first one attached. */
    fileOf: (owner: Source): GetHandler<Document> => ({
      fields: map.fields,
      get: async (call, session) => {
        const { attachmentId } = call.ids;
        const all = await attached(owner, call, session);
        return shown(
          session,
          all.find(({ id }) => attachmentId === undefined || String(id) === attachmentId),
        );
      },
    }),

    /** Adds the uploaded files to a new record, except those that an earlier attempt has added. */
    attachTo: async (owner: Owner, id: number, call: WriteCall<unknown>, session: Session): Promise<void> => {
      for (const [at, file] of call.files.entries()) {
        const reference = markerText(`${call.marker}/${at}`);
        if ((await select(session, byReference(reference))).length > 0) continue;
        await files.add(session, await valuesFor(owner, id, file, reference));
      }
    },

    /** Adds one file to the record of the call. */
    upload: (
      ownerOf: (call: WriteCall<FileInput>) => { readonly owner: Source; readonly ids: Call["ids"] },
      about: Pick<Creation<FileInput, Document, File, object>, "encoder" | "requires" | "rules">,
    ): WriteHandler<FileInput, Document> =>
      files.createOf<FileInput>(
        { ...source, map },
        {
          ...about,
          prepare: async (call, session) => {
            const { owner, ids } = ownerOf(call);
            return valuesFor(owner, await ownerId(owner, { ids }, session), call.files[0], markerText(call.marker));
          },
          marked: byReference,
          values: (_encoded, filled) => filled,
        },
      ),
  };
}
