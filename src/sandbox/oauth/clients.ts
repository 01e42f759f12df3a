/** Who may ask for a user's leave, and where the browser may be sent afterwards. */
import { timingSafeEqual } from "node:crypto";
import type { Queryable } from "../server/database.ts";
import { hashOf } from "../server/tokens.ts";
import { PageError, TokenError } from "./errors.ts";
import type { Parameters } from "./parameters.ts";

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export interface NewClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Exact addresses; one that ends in `/*` stands for one more segment. */
  readonly redirectUris: readonly string[];
  /** Shown to the user. */
  readonly name?: string;
}

const idForm = /^[\w.-]{1,200}$/;

export async function registerClient(database: Queryable, client: NewClient): Promise<void> {
  if (!idForm.test(client.clientId)) throw new Error("A client's id has letters, digits, dots, dashes, underscores.");
  const bad = client.redirectUris.find((uri) => !isPlainAddress(uri));
  if (bad !== undefined) throw new Error(`${bad} is not a plain http(s) address.`);
  await database.query(
    `INSERT INTO sandbox.clients (id, name, secret_hash, redirect_uris) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET
       name = excluded.name, secret_hash = excluded.secret_hash, redirect_uris = excluded.redirect_uris`,
    [client.clientId, client.name ?? client.clientId, hashOf(client.clientSecret), client.redirectUris],
  );
}

type ClientRow = Client & { readonly secretHash: Buffer };

async function findClient(database: Queryable, id: string): Promise<ClientRow | undefined> {
  if (!idForm.test(id)) return undefined;
  const { rows } = await database.query<ClientRow>(
    `SELECT id, name, secret_hash AS "secretHash", redirect_uris AS "redirectUris" FROM sandbox.clients WHERE id = $1`,
    [id],
  );
  return rows[0];
}

export async function mustKnowClient(database: Queryable, id: string | undefined): Promise<Client> {
  const client = id === undefined ? undefined : await findClient(database, id);
  if (client === undefined) throw new PageError("The application that sent you here is not known.");
  return client;
}

/** Written as the URL standard writes it, so that what is compared here is what a browser goes to. */
function isPlainAddress(uri: string): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  return (
    url?.href === uri &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    !uri.includes("#")
  );
}

export function mayReturnTo(redirectUris: readonly string[], uri: string): boolean {
  if (!isPlainAddress(uri)) return false;
  return redirectUris.some((registered) => {
    if (!registered.endsWith("/*")) return registered === uri;
    const start = registered.slice(0, -1);
    return uri.startsWith(start) && /^[\w-]+$/.test(uri.slice(start.length));
  });
}

/** RFC 6749, 2.3.1: in the Authorization header or in the body, never both. */
export async function authenticateClient(
  database: Queryable,
  authorization: string | undefined,
  form: Parameters,
): Promise<Client> {
  const inHeader = authorization === undefined ? undefined : readBasic(authorization);
  if (inHeader !== undefined && form["client_secret"] !== undefined)
    throw new TokenError("invalid_request", "The client authenticates in two ways at once.");
  if (inHeader !== undefined && form["client_id"] !== undefined && form["client_id"] !== inHeader.id)
    throw new TokenError("invalid_request", "The client has two ids.");
  const { id, secret } = inHeader ?? { id: form["client_id"] ?? "", secret: form["client_secret"] ?? "" };
  const client = await findClient(database, id);
  if (client === undefined || !timingSafeEqual(client.secretHash, hashOf(secret)))
    throw new TokenError("invalid_client", "The client is not known, or its secret is wrong.");
  return client;
}

function readBasic(header: string): { id: string; secret: string } {
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(header) ?? [];
  const text = Buffer.from(encoded ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  const fault = new TokenError("invalid_client", "The Authorization header cannot be read.");
  if (colon < 0) throw fault;
  try {
    return { id: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) };
  } catch {
    throw fault;
  }
}

/** Both halves are written as in a form before they are put together. */
const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll("+", " "));
