/** The sandbox's OAuth server on a real port, with a simple browser. */
import { createHash, randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { openSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Database } from "../../src/store/postgres/database.ts";
import { freshDatabase } from "./database.ts";

export interface OAuthServer {
  readonly url: string;
  readonly issuer: string;
  readonly sandbox: Sandbox;
  readonly database: Database;
  close(): Promise<void>;
}

export async function startOAuthServer(): Promise<OAuthServer> {
  const books = { day: "2026-06-15", entries: 500 };
  const { database, drop } = await freshDatabase({ name: "oauth", fill: (pool) => openSandbox({ pool, ...books }) });
  const sandbox = await openSandbox({ pool: database, ...books });
  // After an aborted fetch, the client opens a spare connection. Without this option, closing would wait for it.
  const app = Fastify({ forceCloseConnections: true });
  await app.register(sandbox.routes, { prefix: "/sandbox" });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const close = async () => {
    await app.close();
    await drop();
  };
  return { url, issuer: `${url}/sandbox/oauth`, sandbox, database, close };
}

export const newVerifier = () => randomBytes(32).toString("base64url");
export const challengeFor = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly location: URL | undefined;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  open(address: string): Promise<Page>;
  /** Sends the page's form; `fields` are added to its hidden ones. */
  submit(page: Page, fields: Record<string, string>): Promise<Page>;
}

/** Keeps cookies, but does not follow redirects. */
export function openBrowser(base: string): Browser {
  const cookies = new Map<string, string>();
  const go = async (address: string, init: RequestInit = {}): Promise<Page> => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(new URL(address, `${base}/`), { ...init, redirect: "manual", headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const to = answer.headers.get("location");
    const location = to === null ? undefined : new URL(to, answer.url);
    const { url, status, headers } = answer;
    return { url, status, headers, text: await answer.text(), location };
  };
  return {
    cookies,
    open: (address) => go(address),
    submit: (page, fields) => {
      const { action, hidden } = formOn(page);
      return go(new URL(action, page.url).href, {
        method: "POST",
        body: new URLSearchParams({ ...hidden, ...fields }),
      });
    },
  };
}

export function formOn({ text }: Pick<Page, "text">): { action: string; hidden: Record<string, string> } {
  const [, action] = /<form [^>]*\bmethod="post" action="([^"]*)"/.exec(text) ?? [];
  if (action === undefined) throw new Error(`The page has no form: ${text}`);
  const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: plain(action),
    hidden: Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, plain(value)])),
  };
}

const plain = (text: string): string =>
  text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
