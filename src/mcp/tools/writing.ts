/** Tools that write: a proposal (a dry run), its commit, and the attachment of a document. A person confirms each write. */
import { createHash } from "node:crypto";
import { Failure } from "../../contract/failure.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { resourceOfOperation } from "../../contract/scopes.ts";
import { dataNotice, type Fields, shortened } from "../server/answer.ts";
import { type Books, fileOf } from "../server/books.ts";
import { checkProposal, newProposal } from "../server/proposals.ts";
import {
  type Confirmation,
  input,
  output,
  recordIn,
  recordOutput,
  type Tool,
  text,
  textIn,
  textMap,
  writeIds,
  type writingToolNames,
} from "../server/tool.ts";

const operationArgument = {
  type: "string",
  enum: writeIds,
  description: "Such as invoices.create. describe_system lists those that the system offers.",
};
const idsArgument = textMap('The ids in the path, such as {"invoiceId": "17"}. Not for creates.');
const bodyArgument = {
  type: "object",
  additionalProperties: true,
  description: "The record to write. describe_system with a resource has its schema.",
};

interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const writeIn = (books: Books, args: Fields) => ({
  owner: books.owner,
  operation: operationIn(args),
  ids: recordIn(args, "ids"),
  body: args["body"] ?? {},
});

function operationIn(args: Fields): OperationId {
  const id = textIn(args, "operation") as OperationId;
  if (writeIds.includes(id)) return id;
  throw new Failure("invalid_request", `${id} is not a write. Use ${writeIds.join(", ")}.`, { field: "operation" });
}

type WritingTool = Tool & { readonly name: (typeof writingToolNames)[number] };

const bodyFor = (id: OperationId, args: Fields): unknown =>
  "body" in operations[id] ? (args["body"] ?? {}) : undefined;

const proposeWrite: WritingTool = {
  name: "propose_write",
  title: "Propose a write",
  description:
    "Check a write without making it: its problems, and what would change. Then call commit_write with the proposalId and the same operation, ids and body. Nothing is written before a person confirms.",
  input: input({ operation: operationArgument, ids: idsArgument, body: bodyArgument }, ["operation"]),
  output: output(
    {
      proposalId: { type: "string", description: "Absent if the write is not valid." },
      valid: { type: "boolean" },
      problems: { type: "array", items: { type: "object", additionalProperties: true } },
      changes: { type: "array", items: { type: "object", additionalProperties: true } },
    },
    ["notice", "valid", "problems", "changes"],
  ),
  needs: "write",
  run: async (books, args) => {
    const write = writeIn(books, args);
    const { operation: id, ids } = write;
    const body = bodyFor(id, args);
    const { envelope } = await books.call(id, { ids, body, query: { dryRun: "true" } });
    const { valid, problems } = envelope.data as { readonly valid: boolean; readonly problems: readonly Fields[] };
    const warnings = envelope.meta?.warnings ?? [];
    return {
      structured: {
        notice: dataNotice,
        valid,
        problems,
        changes: await changesOf(books, args),
        ...(valid && { proposalId: newProposal(books.seal, write, books.now()) }),
        ...(warnings.length > 0 && { warnings }),
      },
    };
  },
};

/** The fields that a write would set, with the values that the record has now. */
async function changesOf(books: Books, args: Fields): Promise<readonly Change[]> {
  const { operation: id, ids } = writeIn(books, args);
  const before = Object.keys(ids).length === 0 ? {} : await recordBefore(books, id, ids);
  if (operations[id].method === "DELETE") return [{ field: "", before: shortened(before), after: null }];
  const body = (args["body"] ?? {}) as Fields;
  return Object.entries(body)
    .filter(([field, after]) => JSON.stringify(before[field]) !== JSON.stringify(after))
    .map(([field, after]) => ({ field, before: before[field] ?? null, after }));
}

async function recordBefore(books: Books, id: OperationId, ids: Readonly<Record<string, string>>): Promise<Fields> {
  const getId = `${resourceOfOperation(id)}.get`;
  if (!Object.hasOwn(operations, getId)) return {};
  try {
    const { envelope } = await books.call(getId as OperationId, { ids });
    return envelope.data as Fields;
  } catch (error) {
    if (error instanceof Failure) return {};
    throw error;
  }
}

const commitWrite: WritingTool = {
  name: "commit_write",
  title: "Commit a proposed write",
  description:
    "Make a write that was proposed. Your client asks a person to confirm it first. Calling it again with the same proposalId returns the first outcome and does not write twice.",
  input: input(
    {
      proposalId: text("From propose_write."),
      operation: operationArgument,
      ids: idsArgument,
      body: bodyArgument,
    },
    ["proposalId", "operation"],
  ),
  output: recordOutput,
  needs: "write",
  isDestructive: true,
  confirm: async (books, args): Promise<Confirmation> => {
    const write = writeIn(books, args);
    const proposalId = textIn(args, "proposalId") ?? "";
    checkProposal(books.seal, proposalId, write, books.now());
    const changes = await changesOf(books, args);
    const lines = changes.slice(0, mostLines).map(changeText);
    const more = changes.length > mostLines ? [`… and ${changes.length - mostLines} more fields`] : [];
    const target = Object.values(write.ids).join(" / ");
    return {
      subject: proposalId,
      message: [
        `Write to ${books.connector.name}: ${write.operation}${target === "" ? "" : ` of ${target}`}?`,
        ...lines,
        ...more,
      ].join("\n"),
    };
  },
  run: async (books, args) => {
    const write = writeIn(books, args);
    const idempotencyKey = checkProposal(books.seal, textIn(args, "proposalId") ?? "", write, books.now());
    const { operation: id, ids } = write;
    const { envelope, operationId } = await books.call(id, { ids, body: bodyFor(id, args), idempotencyKey });
    const warnings = envelope.meta?.warnings ?? [];
    return {
      structured: {
        notice: dataNotice,
        record: {
          ...shortened((envelope.data ?? {}) as Fields),
          ...(operationId !== undefined && { operationId }),
        },
        ...(warnings.length > 0 && { warnings }),
      },
    };
  },
};

const mostLines = 30;
const longestValue = 200;

/** In one line, so that a value cannot look like a part of the question. */
function changeText({ field, before, after }: Change): string {
  const shown = (value: unknown): string => {
    const json = JSON.stringify(value) ?? "";
    return json.length > longestValue ? `${json.slice(0, longestValue)}…` : json;
  };
  return before === null ? `${field}: ${shown(after)}` : `${field}: ${shown(before)} → ${shown(after)}`;
}

const attachIds = ["files.create", "journalEntries.attachments.create"] as const;
/** Larger files belong to the API: a model would have to repeat them. */
const mostBytes = 512 * 1024;

const attachDocument: WritingTool = {
  name: "attach_document",
  title: "Attach a document",
  description: `Upload a file of at most ${mostBytes / 1024} KiB to the books, or attach it to a journal entry. Your client asks a person to confirm it first.`,
  input: input(
    {
      operation: { type: "string", enum: attachIds },
      ids: textMap('{"journalEntryId": "…"} for an attachment.'),
      fileName: text("Such as receipt.pdf."),
      contentType: text("Such as application/pdf."),
      contentBase64: text("The file."),
      fields: textMap("More fields, such as documentType, documentDate, note, contactId."),
    },
    ["operation", "fileName", "contentType", "contentBase64"],
  ),
  output: recordOutput,
  needs: "write",
  confirm: (books, args): Confirmation => {
    const { digest, bytes, fileName, operation } = fileIn(args);
    const target = Object.values(recordIn(args, "ids")).join(" / ");
    return {
      subject: digest,
      message: `Upload ${JSON.stringify(fileName)} (${bytes.length} bytes) to ${books.connector.name}${target === "" ? "" : ` for ${target}`} (${operation})?`,
    };
  },
  run: async (books, args) => {
    const { digest, bytes, fileName, contentType, operation, fileDigest } = fileIn(args);
    const { envelope } = await books.call(operation, {
      ids: recordIn(args, "ids"),
      body: recordIn(args, "fields"),
      files: [fileOf({ fileName, contentType, bytes }, fileDigest)],
      // The same file for the same record is attached once.
      idempotencyKey: `mcp-${digest.slice(0, 40)}`,
    });
    return { structured: { notice: dataNotice, record: shortened((envelope.data ?? {}) as Fields) } };
  },
};

function fileIn(args: Fields) {
  const content = textIn(args, "contentBase64") ?? "";
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content))
    throw new Failure("invalid_request", "contentBase64 must be base64.", { field: "contentBase64" });
  const bytes = Buffer.from(content, "base64");
  if (bytes.length > mostBytes)
    throw new Failure("body_too_large", `The file exceeds ${mostBytes / 1024} KiB. Upload it through the API.`, {
      field: "contentBase64",
    });
  const operation = attachIds.find((id) => id === args["operation"]) ?? attachIds[0];
  const { contentBase64: _, ...rest } = args;
  const fileDigest = createHash("sha256").update(bytes).digest("hex");
  const digest = createHash("sha256").update(JSON.stringify(rest)).update(bytes).digest("hex");
  return {
    bytes,
    fileDigest,
    digest,
    operation,
    fileName: textIn(args, "fileName") ?? "file",
    contentType: textIn(args, "contentType") ?? "application/octet-stream",
  };
}

export const writingTools: readonly WritingTool[] = [proposeWrite, commitWrite, attachDocument];
