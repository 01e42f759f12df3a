/** Uploads: single files, files of a journal entry, and files sent together with their record. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { NativeEntry, NativeRecord } from "../books/basics/types.ts";
import { documentTypes } from "../reading/fileRoutes.ts";
import { invalidField, notFound, rejected } from "../server/errors.ts";
import { parametersOf } from "../server/http.ts";
import { type WriteContext, type WriteDeps, withContext } from "./context.ts";
import { mustBeUnique, putRecord } from "./records.ts";
import { clientReference, type Input, readShape, shape } from "./shapes/fields.ts";
import { fileRecord, type Upload, withForm } from "./uploads.ts";
import { create } from "./write.ts";

const about = shape({ text: "document_type note", day: "document_date" }, { client_reference: clientReference });

export function addUploadRoutes(app: FastifyInstance, deps: WriteDeps): void {
  app.post("/files", (request, reply) => upload(deps, [request, reply], async () => {}));
  app.post("/journal-entries/:id/attachments", (request, reply) =>
    upload(deps, [request, reply], (context, file) => attach(context, parametersOf(request)["id"] ?? "", file)),
  );
}

type Follow = (context: WriteContext, file: NativeRecord) => Promise<void>;

async function upload(deps: WriteDeps, [request, reply]: [FastifyRequest, FastifyReply], follow: Follow) {
  const record = await withForm(deps.pool, request, async ({ parts, files: [file, ...others] }) => {
    if (file === undefined || others.length > 0) throw invalidField("file", "must be one file");
    const input = readShape(about, parts);
    if (input["document_type"] !== undefined && !documentTypes.some(({ name }) => name === input["document_type"]))
      throw rejected("document_type", `must be one of ${documentTypes.map(({ name }) => name).join(", ")}`);
    return withContext(deps, request, async (context) => {
      const made = await keep(context, file, input);
      await follow(context, made);
      return made;
    });
  });
  return reply.code(201).send(record);
}

async function keep(context: WriteContext, file: Upload, input: Input): Promise<NativeRecord> {
  const location = { collections: "files", field: "client_reference" };
  await mustBeUnique(context, location, [input["client_reference"], file.id]);
  return putRecord(context, "files", fileRecord(context, file, input));
}

async function attach({ client, company, now }: WriteContext, id: string, file: NativeRecord): Promise<void> {
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

/** The record is in the part `record`. The files are added to its `files`. */
export async function createWithFiles(deps: WriteDeps, request: FastifyRequest, collection: string) {
  return withForm(deps.pool, request, ({ parts, files }) => {
    const body = parsed(parts["record"]);
    return withContext(deps, request, async (context) => {
      for (const file of files) await putRecord(context, "files", fileRecord(context, file));
      const named = Array.isArray(body["files"]) ? (body["files"] as unknown[]) : [];
      return create(context, collection, { ...body, files: [...named, ...files.map(({ id }) => id)] });
    });
  });
}

function parsed(text: string | undefined): Input {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Input;
  } catch {
    // Refused below.
  }
  throw invalidField("record", "must be a part with the record as JSON");
}
