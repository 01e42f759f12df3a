/** A client that signs in to the simulated vendor and sends requests, for tests. */
import type { Simulator } from "../../simulators/start.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body. */
  readonly json: Record<string, unknown> & { readonly value: readonly Record<string, unknown>[] };
  readonly bytes: Buffer;
}

interface RequestOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const vendorHost = "https://api.businesscentral.dynamics.com";
export const scope = `${vendorHost}/.default offline_access`;
const redirect = "http://127.0.0.1:1/back";

export const refusalOf = ({ status, json }: Pick<Reply, "status" | "json">) => [
  status,
  (json["error"] as { code: string } | undefined)?.code,
];
export const idsOf = (reply: Reply) => reply.json.value.map((row) => String(row["id"]));

export async function visit(simulator: Simulator) {
  const login = `${simulator.url}/login.microsoftonline.com/common/oauth2/v2.0`;
  const { clientId, clientSecret } = simulator.vendor.access.oauthClient ?? { clientId: "", clientSecret: "" };
  const company = simulator.vendor.companies[0]?.id ?? "";

  const exchange = async (form: Record<string, string>) => {
    const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret });
    const answer = await fetch(`${login}/token`, { method: "POST", body });
    return (await answer.json()) as Record<string, string>;
  };
  const signIn = async (scopes: string) => {
    const body = new URLSearchParams({ client_id: clientId, redirect_uri: redirect, state: "s", scope: scopes });
    const answer = await fetch(`${login}/authorize`, { method: "POST", redirect: "manual", body });
    const code = new URL(answer.headers.get("location") ?? redirect).searchParams.get("code") ?? "";
    return exchange({ grant_type: "authorization_code", code, redirect_uri: redirect });
  };
  const { access_token = "", refresh_token = "" } = await signIn(scope);
  let token = access_token;

  /** Takes a path within the first company, a path within the environment (with a leading slash), or a full link. */
  const ask = async (path: string, { method = "GET", body, headers = {} }: RequestOptions = {}): Promise<Reply> => {
    const root = `${vendorHost}/v2.0/production/api/v2.0`;
    const ownUrl = path.startsWith("/") ? `${root}${path}` : `${root}/companies(${company})/${path}`;
    const url = path.startsWith("https:") ? path : ownUrl;
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const answer = await fetch(url.replace("https://", `${simulator.url}/`), {
      method,
      headers: { authorization: `Bearer ${token}`, ...type, ...headers },
      ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const json = bytes.toString().startsWith("{") ? (JSON.parse(bytes.toString()) as Reply["json"]) : { value: [] };
    return { status: answer.status, headers: answer.headers, json, bytes };
  };
  const renew = async () => {
    const tokens = await exchange({ grant_type: "refresh_token", refresh_token });
    token = tokens["access_token"] ?? "";
  };
  return { ask, renew, signIn, company, login, clientId, refreshToken: refresh_token };
}
