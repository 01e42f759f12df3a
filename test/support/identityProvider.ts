/** A real OpenID Connect provider on loopback, from npm's `oidc-provider`. Its ID tokens can be altered, to attack the console. */
import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Configuration, Provider } from "oidc-provider";

export interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

export interface TestProvider {
  readonly issuer: string;
  /** The settings of the service. */
  readonly settings: Readonly<Record<string, string>>;
  /** By the login that people type. Tests change them. */
  readonly accounts: Map<string, Account>;
  /** What happens to the next ID tokens, which are signed again with the provider's key. */
  alter: ((claims: Claims) => Claims) | undefined;
  /** Signs ID tokens with a key that the provider does not publish. */
  hasForeignKey: boolean;
  /** The service is known only after it has started. */
  serve(serviceUrl: string, configuration?: Configuration): void;
  close(): Promise<void>;
}

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

export async function openTestProvider(): Promise<TestProvider> {
  const key = newKey();
  const foreignKey = newKey();
  let handle: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined;
  const server = createServer((request, response) => {
    if (handle === undefined) response.writeHead(503).end();
    else handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, Account>();

  const sign = (claims: Claims): string => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const content = `${part({ alg: "RS256", kid: "test" })}.${part(claims)}`;
    const signingKey = fake.hasForeignKey ? foreignKey : key;
    return `${content}.${createSign("sha256").update(content).sign(signingKey, "base64url")}`;
  };

  const fake: TestProvider = {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: "kontor",
      OIDC_CLIENT_SECRET: "client-secret-of-kontor",
      OIDC_NAME: "Beispiel Login",
      OIDC_SCOPES: "openid profile email groups",
    },
    accounts,
    alter: undefined,
    hasForeignKey: false,
    serve: (serviceUrl, configuration = {}) => {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: "kontor",
            client_secret: "client-secret-of-kontor",
            redirect_uris: [`${serviceUrl}/console/sign-in/callback`],
            post_logout_redirect_uris: [`${serviceUrl}/console/sign-in`],
          },
        ],
        jwks: { keys: [{ ...key.export({ format: "jwk" }), kid: "test", use: "sig", alg: "RS256" }] },
        cookies: { keys: ["only-for-tests"] },
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
        scopes: ["openid", "profile", "email", "groups"],
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource } },
        renderError: (context, { error }) => {
          context.body = error;
        },
        ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
        findAccount: (_context, id) => ({
          accountId: id,
          claims: () => ({ sub: id, ...accounts.get(id), groups: [...(accounts.get(id)?.groups ?? [])] }),
        }),
        ...configuration,
      });
      provider.use(async (context, next) => {
        await next();
        const body = context.body as { id_token?: string } | undefined;
        if (typeof body?.id_token !== "string" || (fake.alter === undefined && !fake.hasForeignKey)) return;
        const claims = JSON.parse(Buffer.from(body.id_token.split(".")[1] ?? "", "base64url").toString()) as Claims;
        context.body = { ...body, id_token: sign(fake.alter?.(claims) ?? claims) };
      });
      const answer = provider.callback();
      handle = (request, response) =>
        request.url?.startsWith("/interaction/") === true
          ? void interact(provider, request, response)
          : answer(request, response);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

/** The pages of oidc-provider load fonts from elsewhere. */
const logoutSource = (context: { body: unknown }, form: string): void => {
  context.body = `<!doctype html><title>Beispiel Login</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out of Beispiel Login</button>`;
};

/** Asks for a login, and consents to everything. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET") {
    const page = `<!doctype html><title>Beispiel Login</title><form method="post"><label>Login <input name="login"></label><button>Continue</button><button name="cancel" value="yes">Cancel</button></form>`;
    response.writeHead(200, { "content-type": "text/html" }).end(page);
    return;
  }
  const form = new URLSearchParams(await text(request));
  if (form.has("cancel")) {
    await provider.interactionFinished(request, response, { error: "access_denied" });
    return;
  }
  const { params } = await provider.interactionDetails(request, response);
  const accountId = form.get("login") ?? "";
  const grant = new provider.Grant({ accountId, clientId: String(params["client_id"]) });
  grant.addOIDCScope(String(params["scope"]));
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId }, consent });
}

/** A browser without pages: it keeps cookies for each origin, and follows redirects. */
export interface CookieBrowser {
  readonly cookies: Map<string, string>;
  open(url: string, init?: RequestInit): Promise<Response>;
  /** Signs in at the provider, up to the URL to which it sends the browser back. */
  authorize(url: string, login: string): Promise<string>;
}

export function openCookieBrowser(userAgent = "Firefox"): CookieBrowser {
  /** By origin and name. */
  const cookies = new Map<string, string>();
  const open: CookieBrowser["open"] = async (url, init = {}) => {
    const { origin } = new URL(url);
    const cookie = [...cookies]
      .filter(([name]) => name.startsWith(`${origin} `))
      .map(([name, value]) => `${name.slice(origin.length + 1)}=${value}`)
      .join("; ");
    const headers = { "user-agent": userAgent, cookie, ...(init.headers as Record<string, string>) };
    const answer = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      const name = `${origin} ${pair.slice(0, at)}`;
      if (pair.length === at + 1) cookies.delete(name);
      else cookies.set(name, pair.slice(at + 1));
    }
    return answer;
  };
  return {
    cookies,
    open,
    authorize: async (url, login) => {
      const { origin } = new URL(url);
      let address = url;
      for (let steps = 0; steps < 10; steps++) {
        const isForm = new URL(address).pathname.startsWith("/interaction/");
        const answer = isForm
          ? await open(address, { method: "POST", body: new URLSearchParams({ login }) })
          : await open(address);
        const location = answer.headers.get("location");
        if (location === null) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
        address = new URL(location, address).href;
        if (new URL(address).origin !== origin) return address;
      }
      throw new Error("Too many redirects.");
    },
  };
}
