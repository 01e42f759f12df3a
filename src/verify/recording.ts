/** Records requests and responses without personal data, and replays them. */

import type { Operation } from "../contract/operation.ts";
import { operationTable } from "../contract/operations.ts";
import type { Query, Reply, SendRequest } from "./asking.ts";
import type { Redaction } from "./redact.ts";

export interface RecordedCall {
  readonly path: string;
  readonly query: Query;
  readonly reply: Reply;
}

export interface Recording {
  readonly ask: SendRequest;
  readonly recorded: readonly RecordedCall[];
}

export function record(ask: SendRequest, redaction: Redaction): Recording {
  const recorded: RecordedCall[] = [];
  return {
    recorded,
    ask: async (path, query) => {
      const reply = await ask(path, query);
      recorded.push(redacted({ path, query, reply }, redaction));
      return reply;
    },
  };
}

function redacted({ path, query, reply }: RecordedCall, redaction: Redaction): RecordedCall {
  const found = forms.find(({ form }) => form.test(path));
  const names = [...(found?.operation.path.matchAll(/\{(\w+)\}/g) ?? [])].map(([, name = ""]) => name);
  const ids = [...(found?.form.exec(path) ?? [])].slice(1);
  const idsAt = new Map(ids.map((id, index) => [id, redaction.text(names[index] ?? "", decodeURIComponent(id))]));
  const { body, status, retryAfter } = reply;
  const { data, rawData, errors, meta } = body;
  const isFact = found === undefined;
  return {
    path: path
      .split("/")
      .map((part) => (idsAt.has(part) ? encodeURIComponent(idsAt.get(part) ?? "") : part))
      .join("/"),
    query: Object.fromEntries(
      Object.entries(query).map(([name, text]) => [
        name,
        plainParameters.has(name) ? text : redaction.text(name, text),
      ]),
    ),
    reply: {
      status,
      retryAfter,
      body: {
        // Descriptions of target systems contain no personal data.
        data: isFact ? factsOf(path, data) : redaction.value(data, dataSchema(found.operation)),
        ...(rawData !== undefined && { rawData: redaction.value(rawData) }),
        ...(meta?.pagination && { meta: { pagination: meta.pagination } }),
        ...(errors && { errors: errors.map(({ code }) => ({ code })) }),
      },
    },
  };
}

/** Parameters without record data. */
const plainParameters = new Set(["page", "limit", "rawData", "orderField", "orderDir", "isActive"]);

/** Keeps only the target system of a connection. */
const factsOf = (path: string, data: unknown): unknown =>
  path.startsWith("/targetSystems/") ? data : { targetSystem: (data as { targetSystem?: string }).targetSystem };

const forms = operationTable.map(([, operation]) => ({
  operation,
  form: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`),
}));

const dataSchema = ({ record, many }: Operation) => (many ? ({ type: "array", items: record } as never) : record);

/** Requests that were not recorded get 404. A response recorded with `rawData` also serves requests without it. */
export function replay(recorded: readonly RecordedCall[]): SendRequest {
  const { full = [], plain = [] } = Object.groupBy(recorded, ({ query }) => ("rawData" in query ? "full" : "plain"));
  const replies = new Map([...plain, ...full].map(({ path, query, reply }) => [keyOf(path, query), reply]));
  const missing: Reply = { status: 404, body: { errors: [{ code: "not_recorded", message: "was not recorded" }] } };
  return async (path, query) => replies.get(keyOf(path, query)) ?? missing;
}

const keyOf = (path: string, query: Query): string => {
  const parameters = Object.entries(query).filter(([name]) => name !== "rawData");
  return JSON.stringify([path, parameters.sort(([left], [right]) => (left < right ? -1 : 1))]);
};
