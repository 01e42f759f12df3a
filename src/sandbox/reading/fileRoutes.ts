/** The files of records: their descriptions and their bytes. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type pg from "pg";
import { notFound } from "../server/errors.ts";
import { parametersOf, queryOf } from "../server/http.ts";
import type { Collection } from "./collections.ts";
import { shortList } from "./list.ts";
import { contentOf, type FileRow, findFiles, mustFind } from "./records.ts";

export const documentExtensions = [".pdf", ".png", ".jpg", ".xml"];
export const documentTypes = [
  { name: "Ausgangsrechnung", category: "outgoing" },
  { name: "Eingangsrechnung", category: "incoming" },
  { name: "Kassenbeleg", category: "cash" },
  { name: "Vertrag", category: "other" },
];

export function addFileRoutes(app: FastifyInstance, pool: pg.Pool, collection: Collection): void {
  const path = `/${collection.name}/:id`;
  const find = async (request: FastifyRequest) => {
    const { company = "", id } = parametersOf(request);
    const ids = filesOf(JSON.parse(await mustFind(pool, { collection, ids: [company] }, id)) as Owner);
    return { ids, read: (fileIds: readonly string[]) => findFiles(pool, company, fileIds) };
  };
  if (collection.name === "files") {
    app.get(`${path}/content`, async (request, reply) => {
      const { read } = await find(request);
      return sendFile(pool, reply, await read([parametersOf(request)["id"] ?? ""]));
    });
  }
  for (const word of collection.files ?? []) {
    app.get(`${path}/${word}`, async (request, reply) => {
      const { ids, read } = await find(request);
      if (word === "document") return sendFile(pool, reply, await read(ids.slice(0, 1)));
      const { client_reference: marker, ...query } = queryOf(request);
      const files = (await read(ids)).filter((file) => marker === undefined || file.client_reference === marker);
      return shortList(reply, files.map(description), query);
    });
    if (word !== "attachments") continue;
    app.get(`${path}/attachments/:file`, async (request, reply) => {
      const { ids, read } = await find(request);
      return sendFile(pool, reply, await read(ids.filter((id) => id === parametersOf(request)["file"])));
    });
  }
}

interface Owner {
  readonly file_id?: string | null;
  readonly files?: readonly string[] | null;
}
const filesOf = ({ file_id, files }: Owner): string[] => [...(file_id ? [file_id] : []), ...(files ?? [])];

const description = ({ id, file_name, content_type, size }: FileRow) => ({ id, file_name, content_type, size });

function sendFile(pool: pg.Pool, reply: FastifyReply, [file]: readonly FileRow[]) {
  if (file === undefined) throw notFound("file");
  // Headers are ASCII only; filename* has the real name.
  const ascii = file.file_name.replaceAll(/[^ -~]|["\\]/g, "_");
  const disposition = `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.file_name)}`;
  reply.header("content-disposition", disposition).header("content-length", file.size);
  return reply.type(file.content_type).send(Readable.from(contentOf(pool, file), { objectMode: false }));
}
