/** A sandbox with seed data, called through Fastify's inject, for tests of the sandbox itself. */
import Fastify, { type InjectOptions } from "fastify";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import type { SendPost } from "../../src/sandbox/webhooks/post.ts";
import type { Database } from "../../src/store/postgres/database.ts";
import { freshDatabase } from "./database.ts";

export type Native = Readonly<Record<string, unknown>> & { readonly id: string };

export const textOf = (record: Native | undefined, field: string): string => {
  const value = record?.[field];
  return typeof value === "string" ? value : "";
};
export const listOf = (record: Native | undefined, field: string): Native[] => (record?.[field] ?? []) as Native[];

export interface TestSandbox {
  readonly token: string;
  readonly pool: Database;
  readonly close: () => Promise<void>;
  readonly issueToken: (name: string) => Promise<string>;
  /** Listens on a port and returns the URL, for tests that cannot use inject. */
  readonly listen: () => Promise<string>;
  /** The `count` that a statement returns. */
  readonly count: (statement: string) => Promise<number>;
  /** The path is below /sandbox/v1. */
  readonly ask: (path: string, more?: InjectOptions) => Promise<Answer>;
  /** Writes to the main company. */
  readonly write: (method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: object) => Promise<Answer>;
  /** Every record of a list of the main company, page by page. */
  readonly walk: (list: string) => Promise<Native[]>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  readonly text: string;
  readonly json: () => unknown;
  readonly page: () => Page;
}

interface Page {
  readonly items: Native[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
}

export const mainCompany = "/environments/production/companies/bergblick";
const testDay = "2026-06-15";

export const testMoment = () => new Date(`${testDay}T10:00:00Z`);

export async function openTestSandbox(entries = 2000, send?: SendPost): Promise<TestSandbox> {
  const books = { day: testDay, entries };
  const fresh = await freshDatabase({ name: `sandbox${entries}`, fill: (pool) => openSandbox({ pool, ...books }) });
  const pool = fresh.database;
  const sandbox = await openSandbox({ pool, ...books, now: testMoment, ...(send && { send }) });
  const app = Fastify();
  await app.register(sandbox.routes, { prefix: "/sandbox" });
  const token = await sandbox.issueToken("test");
  const ask = async (path: string, more: InjectOptions = {}): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ headers, ...more, url: `/sandbox/v1${path}` });
    const { statusCode: status, headers: received, rawPayload: bytes, body: text } = answer;
    return { status, headers: received, bytes, text, json: () => JSON.parse(text), page: () => JSON.parse(text) };
  };
  const write: TestSandbox["write"] = (method, path, body) =>
    ask(`${mainCompany}/${path}`, { method, ...(body && { payload: body }) });
  const walk = async (list: string) => {
    const found: Native[] = [];
    for (let page = 1; ; page++) {
      const answer = await ask(`${mainCompany}/${list}${list.includes("?") ? "&" : "?"}page=${page}&page_size=100`);
      if (answer.status !== 200) throw new Error(answer.text);
      const { items, total } = answer.page();
      found.push(...items);
      if (items.length === 0 || found.length >= total) return found;
    }
  };
  const close = async () => {
    await app.close();
    await fresh.drop();
  };
  const listen = () => app.listen({ host: "127.0.0.1", port: 0 });
  const count = async (statement: string) =>
    (await fresh.database.query<{ count: number }>(statement)).rows[0]?.count ?? 0;
  return { token, pool, close, listen, count, issueToken: (name) => sandbox.issueToken(name), ask, write, walk };
}
