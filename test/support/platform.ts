/** A platform that connects its end users, and their browsers, over real HTTP. */
import { createHmac } from "node:crypto";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { openSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Database } from "../../src/store/postgres/database.ts";
import { openCheckedFetch } from "../openapi/checkedFetch.ts";
import { type Browser, openBrowser, type Page } from "./oauth.ts";
import { day, type Service } from "./service.ts";

export type Fields = Readonly<Record<string, string>>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Fields;
  /** The data of a response, as one record and as a list. */
  readonly data: Fields;
  readonly rows: readonly Fields[];
  readonly meta: { readonly warnings?: string[]; readonly pagination?: Readonly<Record<string, number>> };
}

export interface Request {
  readonly query?: Fields;
  readonly body?: unknown;
  readonly apiKey?: string;
  readonly accountKey?: string;
  readonly headers?: Fields;
}

export type Call = (method: string, path: string, request?: Request) => Promise<Reply>;

export interface Platform {
  readonly url: string;
  readonly database: Database;
  /** Direct access to the books and the OAuth server of the service's sandbox. */
  readonly sandbox: Sandbox;
  /** Uses the demo tenant's API key by default. */
  readonly call: Call;
  /** Creates a tenant without settings and returns its API key. */
  newTenant(): Promise<string>;
  /** Starts a flow and returns the URL for the end user. The callback URL is `callback` by default. */
  begin(targetSystem: string, query?: Fields): Promise<string>;
  browser(): Browser;
  /** Logs in and answers the consent page. Returns the vendor's redirect to our callback, not opened yet. */
  signIn(browser: Browser, address: string, answer?: "allow" | "deny"): Promise<URL>;
  /** Runs the complete redirect flow and returns the browser's last URL. */
  join(query?: Fields, browser?: Browser): Promise<URL>;
  count(table: string): Promise<number>;
}

/** Never opened: tests read the redirect and do not follow it. */
export const callback = "http://127.0.0.1:9/back?kept=1";
const login = { user: "demo", password: "demo" };

export function makeCall(url: string, defaultKey: string): Call {
  const fetch = openCheckedFetch(url);
  return async (method, path, { query = {}, body, apiKey = defaultKey, accountKey, headers = {} } = {}) => {
    const answer = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        "x-api-key": apiKey,
        ...(accountKey !== undefined && { "x-account-key": accountKey }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
    const read = (isJson ? JSON.parse(text) : {}) as Record<"body" | "data" | "meta", unknown>;
    const { data, meta = {} } = read as { data: Fields & Fields[]; meta?: Reply["meta"] };
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: read as unknown as Fields,
      data,
      rows: data,
      meta,
    };
  };
}

export async function openPlatform({ url, storage: { database }, keys }: Service): Promise<Platform> {
  const sandbox = await openSandbox({ pool: database, day, entries: 1000 });
  const call = makeCall(url, keys.apiKey);

  const begin: Platform["begin"] = async (targetSystem, query = {}) => {
    const { status, data, text } = await call("GET", `/auth/${targetSystem}`, {
      query: { callbackUrl: callback, ...query },
    });
    if (status !== 200) throw new Error(`GET /auth/${targetSystem} returned ${status}: ${text}`);
    return data["url"] ?? "";
  };

  const signIn: Platform["signIn"] = async (browser, address, answer = "allow") => {
    const away = await browser.open(address);
    let page = await browser.open(hrefOf(away));
    // A browser that is already signed in sees the consent page immediately.
    if (page.text.includes('name="password"')) page = await browser.open(hrefOf(await browser.submit(page, login)));
    return new URL(hrefOf(await browser.submit(page, { answer })));
  };

  const join: Platform["join"] = async (query = {}, browser = openBrowser(url)) => {
    const back = await signIn(browser, await begin("sandbox", query));
    return new URL(hrefOf(await browser.open(back.href)));
  };

  return {
    url,
    database,
    sandbox,
    call,
    begin,
    signIn,
    join,
    browser: () => openBrowser(url),
    newTenant: async () => (await createApiKey(database, await createTenant(database, "Neuland"))).apiKey,
    count: async (table) => {
      const { rows } = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
      return rows[0]?.count ?? 0;
    },
  };
}

export function hrefOf({ location, status, text }: Page): string {
  if (location === undefined) throw new Error(`Expected a redirect, but got ${status}: ${text}`);
  return location.href;
}

export const accountKeyIn = (address: URL | string): string =>
  new URL(address).searchParams.get("accountKey") ?? "no account key";

/** The signature that platforms compute. */
export const hmac = (secret: string, message: string | Buffer): string =>
  createHmac("sha256", Buffer.from(secret, "hex")).update(message).digest("hex");

/** The status and first error of a failed call. */
export function problem({ status, body }: Reply): object {
  const { errors } = body as unknown as { errors?: object[] };
  return { status, ...errors?.[0] };
}
