/** The shape of answers: the envelope around the records, and the body that every error has. */
import type { TSchema } from "typebox";
import { Meta, PagedMeta, Pagination, warnings } from "../../contract/envelope.ts";
import { type FailureCode, failures, type Next } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { anything, listOf, oneOf, record, text } from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";

const anyObject = Type.Unsafe<object>({ type: "object" });
const count = Type.Integer({ minimum: 0 });

/** Of a task's result: paged where it is many records. */
const TaskMeta = record("TaskMeta", {}, { pagination: Pagination, warnings });

export const isPaged = (operation: Operation): boolean => operation.kind === "list" && "page" in operation.query;

const isPagedResult = ({ kind, query }: Operation): boolean => kind === "get" && "page" in query;

/** `{ meta, data, rawData }` around what the operation returns. */
export function answerSchema(operation: Operation): TSchema {
  const data = operation.many ? listOf(operation.record) : operation.record;
  const meta = isPaged(operation) ? PagedMeta : Type.Optional(isPagedResult(operation) ? TaskMeta : Meta);
  return Type.Object({ meta, data, ...(operation.kind !== "write" && { rawData: rawDataOf(operation) }) });
}

const Problem = record("DryRunProblem", { message: text }, { code: text, field: text });
const SentFile = record("DryRunFile", { fileName: text, contentType: text, size: count }, { name: text });
const SentRequest = record(
  "DryRunRequest",
  { method: text, path: text },
  {
    query: anyObject,
    body: anything,
    form: record("DryRunForm", { parts: anyObject, files: listOf(SentFile) }, {}),
    file: SentFile,
  },
);
const DryRun = record("DryRun", { valid: Type.Boolean(), problems: listOf(Problem) }, { request: SentRequest });

/** What `dryRun=true` is answered with, whatever the write. */
export const DryRunAnswer = Type.Object(
  { meta: Type.Optional(Meta), data: DryRun },
  { title: "DryRunAnswer", description: "Of `dryRun=true`: what would be sent, and what would be wrong with it." },
);

function rawDataOf(operation: Operation): TSchema {
  const description = "The target system's own records, in the order of `data`. Only with `rawData=true`.";
  return Type.Optional(
    operation.many
      ? Type.Object({ records: Type.Array(anything) }, { description })
      : Type.Unsafe<object>({ type: "object", description }),
  );
}

const codes = Object.keys(failures) as FailureCode[];
const nexts: readonly Next[] = ["fix", "wait", "reconnect", "report"];

const FailureEntry = record(
  "Failure",
  {
    code: Type.Unsafe<FailureCode>({ type: "string", enum: codes, description: "Stable: made to be compared with." }),
    message: Type.String({ description: "What to do about it." }),
  },
  {
    field: Type.String({ description: "The parameter, header or body field that is wrong." }),
    targetSystem: text,
    targetStatus: Type.Integer({ description: "The status that the target system answered with." }),
    targetMessage: Type.String({ description: "What the target system itself said." }),
    operationId: Type.String({ description: "Of a write whose outcome is not known: settles it." }),
    next: oneOf(...nexts),
  },
);

export const FailureBody = record(
  "FailureBody",
  { errors: listOf(FailureEntry), meta: Type.Object({ requestId: text }) },
  {},
);
