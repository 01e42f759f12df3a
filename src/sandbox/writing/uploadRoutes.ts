/** Uploads: files by themselves, files of a journal entry, and files that travel with their record. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { NativeEntry, NativeRecord } from "../books/basics/types.ts";
import { documentTypes } from "../reading/fileRoutes.ts";
import { invalidField, notFound, rejected } from "../server/errors.ts";
import { parametersOf } from "../server/http.ts";
import { atDesk, type Desk, type Office } from "./context.ts";
import { mustBeFree, putRecord } from "./records.ts";
import { clientReference, type Input, readShape, shape } from "./shapes/fields.ts";
import { fileRecord, type Upload, withForm } from "./uploads.ts";
import { create } from "./write.ts";

const about = shape({ text: "document_type note", day: "document_date" }, { client_reference: clientReference });

export function addUploads(app: FastifyInstance, office: Office): void {
  app.post("/files", (request, reply) => upload(office, [request, reply], async () => {}));
  app.post("/journal-entries/:id/attachments", (request, reply) =>
    upload(office, [request, reply], (desk, file) => attach(desk, parametersOf(request)["id"] ?? "", file)),
  );
}

type Follow = (desk: Desk, file: NativeRecord) => Promise<void>;

async function upload(office: Office, [request, reply]: [FastifyRequest, FastifyReply], follow: Follow) {
  const record = await withForm(office.pool, request, async ({ parts, files: [file, ...others] }) => {
    if (file === undefined || others.length > 0) throw invalidField("file", "must be one file");
    const said = readShape(about, parts);
    if (said["document_type"] !== undefined && !documentTypes.some(({ name }) => name === said["document_type"]))
      throw rejected("document_type", `must be one of ${documentTypes.map(({ name }) => name).join(", ")}`);
    return atDesk(office, request, async (desk) => {
      const made = await keep(desk, file, said);
      await follow(desk, made);
      return made;
    });
  });
  return reply.code(201).send(record);
}

async function keep(desk: Desk, file: Upload, said: Input): Promise<NativeRecord> {
  const place = { collections: "files", field: "client_reference" };
  await mustBeFree(desk, place, [said["client_reference"], file.id]);
  const record = fileRecord(desk, file, said);
  await putRecord(desk, "files", record);
  return record;
}

async function attach({ client, company, now }: Desk, id: string, file: NativeRecord): Promise<void> {
  const { rows } = await client.query<{ body: NativeEntry }>(
    "SELECT body FROM sandbox.entries WHERE company = $1 AND id = $2",
    [company, id.replaceAll("\0", "")],
  );
  const entry = rows[0]?.body;
  if (entry === undefined) throw notFound("record in journal-entries");
  const changed = { ...entry, files: [...entry.files, file.id], updated_at: now };
  await client.query("UPDATE sandbox.entries SET body = $3, updated_at = $4 WHERE company = $1 AND id = $2", [
    company,
    id,
    JSON.stringify(changed),
    now,
  ]);
}

/** The record is the part `record`; the files become its `files`, behind those that it names. */
export async function createWithFiles(office: Office, request: FastifyRequest, collection: string) {
  return withForm(office.pool, request, ({ parts, files }) => {
    const body = parsed(parts["record"]);
    return atDesk(office, request, async (desk) => {
      for (const file of files) await putRecord(desk, "files", fileRecord(desk, file));
      const named = Array.isArray(body["files"]) ? (body["files"] as unknown[]) : [];
      return create(desk, collection, { ...body, files: [...named, ...files.map(({ id }) => id)] });
    });
  });
}

function parsed(text: string | undefined): Input {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Input;
  } catch {
    // Refused below, like any other text that is no record.
  }
  throw invalidField("record", "must be a part with the record as JSON");
}
