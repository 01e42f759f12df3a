/** The endpoints that a client calls: one exchanges a code or a refresh token for tokens, one revokes tokens. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ClientAuth, type ClientCredentials, readClientCredentials } from "./clientCredentials.ts";
import { formOf, type Parameters } from "./forms.ts";
import type { Issued, Presented } from "./redemption.ts";
import { TokenError } from "./tokenError.ts";

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface TokenServer {
  readonly tokenPath: string;
  readonly revokePath?: string | undefined;
  readonly clientAuth: ClientAuth;
  /** Whether a code is only redeemed with a verifier. */
  readonly requiresPkce: boolean;
  /** Whether a refresh may name this scope. */
  allowsScope?(scope: string): boolean;
  isClient(credentials: ClientCredentials): boolean | Promise<boolean>;
  /** Returns what is sent, or `undefined` if the reply was sent or cut off already. */
  redeem(client: string, presented: Presented, exchange: Exchange): Promise<object | undefined>;
  revoke(client: string, token: string): Promise<void>;
  errorBody(error: TokenError): object;
}

/** In a scope of its own, because of its error handler. */
export function addTokenRoutes(app: FastifyInstance, server: TokenServer): void {
  app.setErrorHandler(errorHandler(server));
  app.addHook("onRequest", async (_, reply) => {
    reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
  });
  app.post(server.tokenPath, async (request, reply) => {
    const form = formOf(request);
    const client = await authenticate(server, request, form);
    return (await server.redeem(client, readPresented(server, form), { request, reply })) ?? reply;
  });
  if (server.revokePath === undefined) return;
  app.post(server.revokePath, async (request, reply) => {
    const form = formOf(request);
    const client = await authenticate(server, request, form);
    await server.revoke(client, required(form, "token"));
    return reply.code(200).send();
  });
}

async function authenticate(server: TokenServer, { headers }: FastifyRequest, form: Parameters): Promise<string> {
  const credentials = readClientCredentials(headers.authorization, form, server.clientAuth);
  if (await server.isClient(credentials)) return credentials.id;
  throw new TokenError("invalid_client", "The client is unknown, or its secret is wrong.");
}

function required(form: Parameters, name: string): string {
  const value = form[name];
  if (value === undefined) throw new TokenError("invalid_request", `${name} is missing.`);
  return value;
}

function readPresented({ requiresPkce, allowsScope }: TokenServer, form: Parameters): Presented {
  const type = required(form, "grant_type");
  if (type === "refresh_token") {
    const { scope } = form;
    if (scope !== undefined && allowsScope?.(scope) === false)
      throw new TokenError("invalid_scope", "The scope exceeds the one that the user allowed.");
    return { kind: "refresh", secret: required(form, "refresh_token") };
  }
  if (type !== "authorization_code")
    throw new TokenError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
  return {
    kind: "code",
    secret: required(form, "code"),
    redirectUri: required(form, "redirect_uri"),
    verifier: requiresPkce ? required(form, "code_verifier") : (form["code_verifier"] ?? ""),
  };
}

export const tokenResponse = ({ accessToken, refreshToken, seconds, scope }: Issued) => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: seconds,
  ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  ...(scope !== undefined && { scope }),
});

const errorHandler =
  ({ errorBody }: TokenServer) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const isOurs = !(error instanceof TokenError) && (error.statusCode ?? 500) >= 500;
    if (isOurs) request.log.error({ err: error }, "the token endpoint failed");
    const refusal = isOurs ? new TokenError("server_error", "Something went wrong.") : asTokenError(error);
    if (refusal.error === "invalid_client") reply.header("www-authenticate", 'Basic realm="token"');
    return reply.code(refusal.status).send(errorBody(refusal));
  };

/** Fastify's own refusals, such as a body that is no form. */
const asTokenError = (error: Error): TokenError =>
  error instanceof TokenError ? error : new TokenError("invalid_request", error.message);
