/** A visitor of the console over HTTP: signs in with a link and sends forms with the session's CSRF token. */
import { type ConsoleLink, makeConsoleLink } from "../../src/core/accounts/consoleAccess.ts";
import type { ConsoleRole } from "../../src/store/log/consoleSessions.ts";
import type { Service } from "./service.ts";

export interface Shown {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
  readonly headers: Headers;
}

export interface Visitor {
  open(path: string): Promise<Shown>;
  /** Sends a form with the session's CSRF token. */
  send(path: string, fields?: Record<string, string>): Promise<Shown>;
  readonly cookie: string;
}

export interface BrowserTraits {
  readonly agent?: string;
  readonly language?: string;
}

export interface ConsoleClient {
  linkFor(role: ConsoleRole, tenantId: string | null, person?: string): Promise<string>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  signIn(link: string, browser?: BrowserTraits): Promise<Visitor>;
}

const shownOf = async (answer: Response): Promise<Shown> => ({
  status: answer.status,
  text: await answer.text(),
  location: answer.headers.get("location"),
  headers: answer.headers,
});

export function openConsole({ url, storage }: Pick<Service, "url" | "storage">): ConsoleClient {
  const post: ConsoleClient["post"] = (path, fields, headers = {}) =>
    fetch(url + path, { method: "POST", redirect: "manual", headers, body: new URLSearchParams(fields) });
  return {
    post,
    linkFor: async (role, tenantId, person = "Ada") => {
      const link: ConsoleLink = await makeConsoleLink(storage.database, url, { role, tenantId, person });
      return link.url;
    },
    signIn: async (link, { agent = "Firefox", language = "en" } = {}) => {
      const token = new URL(link).searchParams.get("link") ?? "";
      const page = await fetch(link, { headers: { "user-agent": agent } });
      const [, formCheck = ""] = /name="check" value="(\w+)"/.exec(await page.text()) ?? [];
      const formCookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      const answer = await post(
        "/console/sign-in",
        { link: token, check: formCheck },
        { "user-agent": agent, cookie: formCookie },
      );
      if (answer.status !== 303) throw new Error(`Signing in returned ${answer.status}.`);
      const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      const headers = { cookie, "user-agent": agent, "accept-language": language };
      const open = async (path: string) => shownOf(await fetch(url + path, { headers, redirect: "manual" }));
      return {
        cookie,
        open,
        send: async (path, fields = {}) => {
          const [, check = ""] = /name="check" value="(\w+)"/.exec((await open("/console/audit")).text) ?? [];
          return shownOf(await post(path, { check, ...fields }, headers));
        },
      };
    },
  };
}
