/** An end user who lets an assistant in, and a program of an assistant, over plain HTTP. */
import { type Browser, challengeFor, newVerifier, openBrowser, type Page } from "../support/oauth.ts";
import type { Service } from "../support/service.ts";

/** Never opened: tests read the redirect and do not follow it. */
export const returnUrl = "http://127.0.0.1:9/back";

type Fields = Readonly<Record<string, string | undefined>>;

const present = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
}

export interface LinkOptions {
  readonly accountKey?: string;
  /** Null: the page offers no assistants. */
  readonly assistants?: "read" | "write" | null;
  readonly apiKey?: string;
}

/** The platform's link to the end user's page, and the connection's id. */
export async function linkFor(
  { url, keys }: Pick<Service, "url" | "keys">,
  { accountKey = keys.accountKey, assistants = "write", apiKey = keys.apiKey }: LinkOptions = {},
): Promise<{ readonly link: string; readonly connectionId: string }> {
  const headers = { "x-api-key": apiKey, "x-account-key": accountKey, "content-type": "application/json" };
  const read = await answerOf(
    await fetch(`${url}/auth/connection`, { headers: { ...headers, "x-api-key": keys.apiKey } }),
  );
  const { id } = read.body["data"] as { id: string };
  const body = JSON.stringify({ ids: [id], ...(assistants !== null && { assistants }) });
  const made = await answerOf(await fetch(`${url}/tenants/end-user-pages`, { method: "POST", headers, body }));
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return { link: (made.body["data"] as { url: string }).url, connectionId: id };
}

/** Sends one of the forms of the end user's page. */
export async function actOnPage(
  browser: Browser,
  { page, connectionId }: { readonly page: Page; readonly connectionId: string },
  action: string,
  more: Record<string, string> = {},
): Promise<Page> {
  const token = new URL(page.url).searchParams.get("page") ?? "";
  const form = { text: `<form method="post" action="/auth/assistants/${action}">${hiddenIn(page.text)}` };
  return browser.submit({ ...page, ...form }, { page: token, connection: connectionId, ...more });
}

const hiddenIn = (text: string): string => /<input type="hidden" name="check" value="[^"]*">/.exec(text)?.[0] ?? "";

const codeOn = ({ text }: Page): string => /<code class="code">([^<]*)</.exec(text)?.[1] ?? "";

export async function newCode(service: Service, options: LinkOptions = {}, browser = openBrowser(service.url)) {
  const { link, connectionId } = await linkFor(service, options);
  const page = await browser.open(link);
  const code = codeOn(await actOnPage(browser, { page, connectionId }, "code"));
  if (code === "") throw new Error("There is no code.");
  return { code, link, connectionId, browser };
}

export async function register(url: string, metadata: object = {}): Promise<Answer> {
  const body = JSON.stringify({ client_name: "Ledger Helper", redirect_uris: [returnUrl], ...metadata });
  const headers = { "content-type": "application/json" };
  return answerOf(await fetch(`${url}/auth/assistants/register`, { method: "POST", headers, body }));
}

export interface Program {
  readonly clientId: string;
  readonly verifier: string;
  /** The address that the program opens in a browser. */
  authorizeUrl(changes?: Fields): string;
  token(fields: Fields): Promise<Answer>;
  exchange(code: string, changes?: Fields): Promise<Answer>;
  refresh(token: string, changes?: Fields): Promise<Answer>;
  revoke(token: string): Promise<Answer>;
}

export async function openProgram(url: string, metadata: object = {}): Promise<Program> {
  const { body } = await register(url, metadata);
  return programOf(url, String(body["client_id"]));
}

export function programOf(url: string, clientId: string): Program {
  const verifier = newVerifier();
  const resource = `${url}/mcp`;
  const post = async (path: string, fields: Fields): Promise<Answer> =>
    answerOf(
      await fetch(`${url}/auth/assistants/${path}`, { method: "POST", body: new URLSearchParams(present(fields)) }),
    );
  const token = (fields: Fields) => post("token", fields);
  return {
    clientId,
    verifier,
    authorizeUrl: (changes = {}) => {
      const query = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: returnUrl,
        code_challenge: challengeFor(verifier),
        code_challenge_method: "S256",
        state: "state-1",
        scope: "read write",
        resource,
        ...changes,
      };
      return `${url}/auth/assistants/authorize?${new URLSearchParams(present(query)).toString()}`;
    },
    token,
    exchange: (code, changes = {}) =>
      token({
        grant_type: "authorization_code",
        client_id: clientId,
        code,
        redirect_uri: returnUrl,
        code_verifier: verifier,
        resource,
        ...changes,
      }),
    refresh: (refreshToken, changes = {}) =>
      token({ grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken, resource, ...changes }),
    revoke: (text) => post("revoke", { token: text, client_id: clientId }),
  };
}

export interface ConsentOptions extends LinkOptions {
  readonly access?: "read" | "write";
  readonly decision?: "allow" | "refuse";
  readonly changes?: Fields;
  readonly browser?: Browser;
}

/** The page that asks for consent, after the code was entered. */
export async function toConsent(
  service: Service,
  program: Program,
  { changes = {}, browser = openBrowser(service.url), ...options }: ConsentOptions = {},
): Promise<{ readonly page: Page; readonly browser: Browser }> {
  const { code } = await newCode(service, options);
  const asking = await browser.open(program.authorizeUrl(changes));
  const entered = await browser.submit(asking, { code, decision: "continue" });
  if (entered.location === undefined) throw new Error(`${entered.status}: ${entered.text}`);
  return { page: await browser.open(entered.location.href), browser };
}

/** Returns the URL with which the browser returns to the program. */
export async function consent(service: Service, program: Program, options: ConsentOptions = {}): Promise<URL> {
  const { page, browser } = await toConsent(service, program, options);
  const { access = "write", decision = "allow" } = options;
  const answered = await browser.submit(page, { decision, access });
  if (answered.location === undefined) throw new Error(`${answered.status}: ${answered.text}`);
  return answered.location;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

export const tokensIn = ({ body }: Answer): Tokens => ({
  access: String(body["access_token"]),
  refresh: String(body["refresh_token"]),
});

/** The complete sign-in. */
export async function signIn(service: Service, program: Program, options: ConsentOptions = {}): Promise<Tokens> {
  const back = await consent(service, program, options);
  const answer = await program.exchange(back.searchParams.get("code") ?? "");
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return tokensIn(answer);
}
