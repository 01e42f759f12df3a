/** The applications that may ask a user for access, and the URLs that the browser may return to. */
import { timingSafeEqual } from "node:crypto";
import type { ClientCredentials } from "../engine/clientCredentials.ts";
import { hashOf } from "../engine/secrets.ts";
import type { Queryable } from "../server/database.ts";
import { PageError } from "./pageErrors.ts";

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export interface NewClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Exact URLs. One that ends in `/*` matches one more path segment. */
  readonly redirectUris: readonly string[];
  /** Shown to the user. */
  readonly name?: string;
}

const idForm = /^[\w.-]{1,200}$/;

export async function registerClient(database: Queryable, client: NewClient): Promise<void> {
  if (!idForm.test(client.clientId))
    throw new Error("A client id may contain letters, digits, dots, dashes and underscores only.");
  const bad = client.redirectUris.find((uri) => !isPlainUrl(uri));
  if (bad !== undefined) throw new Error(`${bad} is not a plain http(s) URL.`);
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

export async function knownClient(database: Queryable, id: string | undefined): Promise<Client> {
  const client = id === undefined ? undefined : await findClient(database, id);
  if (client === undefined) throw new PageError("The application that sent you here is unknown.");
  return client;
}

export async function isClient(database: Queryable, { id, secret }: ClientCredentials): Promise<boolean> {
  const client = await findClient(database, id);
  return client !== undefined && timingSafeEqual(client.secretHash, hashOf(secret));
}

/** Written as the URL standard writes it, so that the compared text is the URL that a browser opens. */
function isPlainUrl(uri: string): boolean {
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
  if (!isPlainUrl(uri)) return false;
  return redirectUris.some((registered) => {
    if (!registered.endsWith("/*")) return registered === uri;
    const start = registered.slice(0, -1);
    return uri.startsWith(start) && /^[\w-]+$/.test(uri.slice(start.length));
  });
}
