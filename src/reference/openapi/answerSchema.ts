/** Response schemas: the envelope around records, and the error body. */
import type { TSchema } from "typebox";
import { Meta, PagedMeta, TaskMeta } from "../../contract/envelope.ts";
import { type FailureCode, failures, type Remedy } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { anything, listOf, oneOf, record, text } from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";

const anyObject = Type.Unsafe<object>({ type: "object" });
const count = Type.Integer({ minimum: 0 });

export const isPaged = (operation: Operation): boolean => operation.kind === "list" && "page" in operation.query;

const isPagedResult = ({ kind, query }: Operation): boolean => kind === "get" && "page" in query;

/** The response of an operation: `{ meta, data, rawData }`. */
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

/** The response to `dryRun=true`, the same for every write. */
export const DryRunAnswer = Type.Object(
  { meta: Type.Optional(Meta), data: DryRun },
  {
    title: "DryRunAnswer",
    description: "The response to `dryRun=true`: the request that would be sent, and its problems.",
  },
);

function rawDataOf(operation: Operation): TSchema {
  const description = "The target system's original records, in the order of `data`. Only with `rawData=true`.";
  return Type.Optional(
    operation.many
      ? Type.Object({ records: Type.Array(anything) }, { description })
      : Type.Unsafe<object>({ type: "object", description }),
  );
}

const codes = Object.keys(failures) as FailureCode[];
const nexts: readonly Remedy[] = ["fix", "wait", "reconnect", "report"];

const FailureEntry = record(
  "Failure",
  {
    code: Type.Unsafe<FailureCode>({
      type: "string",
      enum: codes,
      description: "A stable code. Use it in your program.",
    }),
    message: Type.String({ description: "What is wrong and what to do, for people. The wording may change." }),
  },
  {
    field: Type.String({ description: "The invalid parameter, header or body field." }),
    targetSystem: text,
    targetStatus: Type.Integer({ description: "The HTTP status of the target system's response." }),
    targetMessage: Type.String({ description: "The target system's error message, with secrets removed." }),
    operationId: Type.String({
      description: "The write whose outcome is unknown. Resolve it with `/operations/{operationId}/reconcile`.",
    }),
    next: oneOf(...nexts),
  },
);

export const FailureBody = record(
  "FailureBody",
  { errors: listOf(FailureEntry), meta: Type.Object({ requestId: text }) },
  {},
);
