/** Sends a request to a running service and returns the complete response. */
import type { Service } from "./service.ts";

export interface ErrorEntry {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly targetSystem?: string;
  readonly targetStatus?: number;
  readonly targetMessage?: string;
  readonly next?: string;
}

export interface Body {
  readonly meta?: {
    readonly requestId?: string;
    readonly warnings?: readonly string[];
    readonly differences?: readonly unknown[];
    readonly pagination?: Readonly<Record<string, number>>;
  };
  readonly data?: unknown;
  readonly rawData?: unknown;
  readonly errors?: readonly ErrorEntry[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

/** Uses the demo's keys by default. Empty headers are omitted. */
export async function call({ url, fetch, keys }: Service, path: string, more: RequestInit = {}): Promise<Answer> {
  const allHeaders = {
    "x-api-key": keys.apiKey,
    "x-account-key": keys.accountKey,
    ...(more.headers as Record<string, string> | undefined),
  };
  const headers = Object.fromEntries(Object.entries(allHeaders).filter(([, value]) => value !== ""));
  const answer = await fetch(url + path, { ...more, headers });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return { status: answer.status, headers: answer.headers, text, body: isJson ? (JSON.parse(text) as Body) : {} };
}

export const codesOf = ({ body }: Pick<Answer, "body">): (string | undefined)[] =>
  (body.errors ?? []).map(({ code }) => code);
export const fieldsOf = ({ body }: Pick<Answer, "body">): (string | undefined)[] =>
  (body.errors ?? []).map(({ field }) => field);
