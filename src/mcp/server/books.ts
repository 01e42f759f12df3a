/** The books of one caller, as the tools see them: every call is a data request through `execute`. */
import { Readable } from "node:stream";
import { timestampOf } from "../../contract/clocks.ts";
import type { Connector } from "../../contract/connector.ts";
import { listOfResource } from "../../contract/event.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { allowsResourceOf, checkScope, type Scopes } from "../../contract/scopes.ts";
import type { Caller } from "../../core/accounts/callers.ts";
import type { Execute } from "../../core/calling/execute.ts";
import type { Envelope, OperationRequest, OperationResult } from "../../core/calling/request.ts";
import { readEvents } from "../../core/events/eventLog.ts";
import type { Observe } from "../../core/session/observer.ts";
import type { Database } from "../../store/postgres/database.ts";
import type { Fields } from "./answer.ts";
import type { Seal } from "./proposals.ts";

/** The person's answer to exactly this question, or the page on which they can answer it. */
export type AskOnPage = (question: {
  readonly subject: string;
  readonly message: string;
}) => Promise<{ readonly answer: "confirmed" | "declined" } | { readonly url: string }>;

export interface BookRequest {
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly files?: OperationRequest["files"];
  readonly idempotencyKey?: string;
}

export interface Books {
  readonly connector: Connector;
  readonly scopes: Scopes;
  readonly hiddenFields: readonly string[];
  readonly company: string | undefined;
  /** The owner of proposals. */
  readonly owner: string;
  readonly seal: Seal;
  readonly now: () => number;
  /** Asks the person on a hosted page. Only for access that a person gave: behind a key there is no known person. */
  readonly askOnPage?: AskOnPage | undefined;
  call(id: OperationId, request?: BookRequest): Promise<OperationResult>;
  events(
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly events: readonly Fields[]; readonly cursor: string }>;
}

export interface BooksDeps {
  readonly execute: Execute;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly database: Database;
  readonly seal: Seal;
  readonly now: () => number;
}

const timeoutMs = 30_000;

export function openBooks(
  { execute, connectors, database, seal, now }: BooksDeps,
  {
    caller,
    requestId,
    observe,
    askOnPage,
  }: {
    readonly caller: Caller;
    readonly requestId: string;
    readonly observe: Observe;
    readonly askOnPage: AskOnPage | undefined;
  },
): Books | undefined {
  const { connection, scopes, hiddenFields } = caller;
  const connector = connectors.get(connection.targetSystem);
  if (connector === undefined) return undefined;
  return {
    connector,
    scopes,
    hiddenFields,
    company: connection.company ?? undefined,
    owner: `${caller.tenantId} ${connection.id}`,
    seal,
    now,
    askOnPage,
    call: (id, { ids = {}, query = {}, body, files = [], idempotencyKey } = {}) =>
      execute({
        id,
        operation: operations[id],
        caller,
        keys: { api: undefined, account: undefined },
        ids,
        query,
        body,
        files,
        idempotencyKey,
        requestId,
        signal: AbortSignal.timeout(timeoutMs),
        observe,
      }),
    events: async (after, limit) => {
      checkScope(scopes, { access: "read", resource: "events", targetSystems: [connection.targetSystem] });
      const page = await readEvents(database, { connectionId: connection.id, after, limit });
      const seen = page.events.filter(({ resource }) => {
        const list = (listOfResource as Partial<Record<string, OperationId>>)[resource];
        return list === undefined || allowsResourceOf(scopes, list);
      });
      const events = seen.map(({ eventType, resource, resourceId, changedAt }) => ({
        eventType,
        resource,
        resourceId,
        changedAt: timestampOf(changedAt),
      }));
      return { events, cursor: page.cursor };
    },
  };
}

export const recordsOf = ({ data }: Envelope): readonly Fields[] => (Array.isArray(data) ? (data as Fields[]) : []);

export const fileOf = (
  { fileName, contentType, bytes }: { readonly fileName: string; readonly contentType: string; readonly bytes: Buffer },
  digest: string,
): OperationRequest["files"][number] => ({
  fileName,
  contentType,
  size: bytes.length,
  digest,
  open: () => Readable.from([bytes]),
});

const perPage = 100;
/** Pages that one tool call reads. */
const mostPages = 20;

export interface WholeList {
  readonly records: readonly Fields[];
  /** Whether these are all records. */
  readonly isComplete: boolean;
  readonly warnings: readonly string[];
}

/** A complete list, up to 2,000 records. */
export async function readAll(
  books: Books,
  id: OperationId,
  query: Readonly<Record<string, string>>,
): Promise<WholeList> {
  const records: Fields[] = [];
  const warnings = new Set<string>();
  for (let page = 1; page <= mostPages; page++) {
    const { envelope } = await books.call(id, { query: { ...query, page: String(page), limit: String(perPage) } });
    for (const warning of envelope.meta?.warnings ?? []) warnings.add(warning);
    const found = recordsOf(envelope);
    records.push(...found);
    if (found.length < perPage) return { records, isComplete: true, warnings: [...warnings] };
  }
  return { records, isComplete: false, warnings: [...warnings] };
}
