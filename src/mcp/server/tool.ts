/** The type of a tool, and the parts that their schemas share. */
import type { OperationId } from "../../contract/operations.ts";
import { operationTable } from "../../contract/operations.ts";
import type { Access } from "../../contract/scopes.ts";
import type { Answer, Fields } from "./answer.ts";
import type { Books } from "./books.ts";

export type Schema = Readonly<Record<string, unknown>>;

/** A question to the person behind the client. */
export interface Confirmation {
  readonly message: string;
  /** What is confirmed: an answer to another question does not count. */
  readonly subject: string;
}

/** The tools that need write access. */
export const writingToolNames = ["propose_write", "commit_write", "attach_document"] as const;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Schema;
  readonly output: Schema;
  readonly needs: Access;
  /** Whether it can change or delete what exists. */
  readonly isDestructive?: boolean;
  /** Checks the input of a write and says what a person has to confirm. Absent: nothing. */
  readonly confirm?: (books: Books, args: Fields) => Promise<Confirmation> | Confirmation;
  readonly run: (books: Books, args: Fields) => Promise<Answer>;
}

export const text = (description: string): Schema => ({ type: "string", description });
const texts = (description: string): Schema => ({
  type: "array",
  items: { type: "string" },
  maxItems: 50,
  description,
});
export const flag = (description: string): Schema => ({ type: "boolean", description });
export const textMap = (description: string): Schema => ({
  type: "object",
  additionalProperties: { type: "string" },
  description,
});
const anyObject: Schema = { type: "object", additionalProperties: true };

/** No other properties, so that a misspelt argument is noticed. */
export const input = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** `notice` marks the values as data. */
export const output = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: "object",
  properties: { notice: { type: "string" }, warnings: { type: "array", items: { type: "string" } }, ...properties },
  required,
});

export const listOutput = output(
  {
    records: { type: "array", items: anyObject },
    total: { type: "integer", description: "Of the whole list, if the target system reports it." },
    nextCursor: { type: "string", description: "For the next part. Absent at the end." },
  },
  ["notice", "records"],
);
export const recordOutput = output({ record: anyObject }, ["notice", "record"]);

export const columns = texts(
  "Only these fields, such as invoiceNumber or lineItems.description. Choose few: it saves tokens. Default: all.",
);
export const cursor = text("nextCursor of the previous answer.");

const listIds = operationTable
  .filter(([id, { path }]) => id.endsWith(".list") && !path.includes("{"))
  .map(([id]) => id);
export const listResources = listIds.map((id) => id.slice(0, -".list".length));
export const getIds = operationTable
  .filter(([id]) => /^\w+\.get$/.test(id) && id !== "asyncTask.get")
  .map(([id]) => id);
export const writeIds: readonly OperationId[] = operationTable
  .filter(([id, { kind, multipart }]) => kind === "write" && id !== "passThrough.create" && multipart !== "file")
  .map(([id]) => id);

export const textIn = (args: Fields, name: string): string | undefined =>
  typeof args[name] === "string" ? args[name] : undefined;
export const textsIn = (args: Fields, name: string): readonly string[] | undefined =>
  Array.isArray(args[name]) ? (args[name] as string[]) : undefined;
export const recordIn = (args: Fields, name: string): Readonly<Record<string, string>> =>
  (args[name] ?? {}) as Readonly<Record<string, string>>;
