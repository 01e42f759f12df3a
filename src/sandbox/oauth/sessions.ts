/** Users who are signed in with a browser. The browser has a cookie, the database its hash. */
import { hashOf, randomSecret } from "../engine/secrets.ts";
import type { Queryable } from "../server/database.ts";

const cookieName = "sandbox_session";

export const newCookie = (): string => `${cookieName}_${randomSecret()}`;

/** Browsers have a cookie before they sign in as well, so that the login form can be bound to it. */
export function cookieOf(header: string | undefined): string | undefined {
  const values = (header ?? "")
    .split(";")
    .map((pair) => pair.trim().split("="))
    .filter(([name]) => name === cookieName);
  return values.map(([, value = ""]) => value).find((value) => /^sandbox_session_[\w-]{43}$/.test(value));
}

/** Valid for the whole sandbox. Lax, because another site links to the first page. */
export function cookieHeader(value: string, issuer: string): string {
  const { pathname, protocol } = new URL(".", issuer);
  const parts = [`${cookieName}=${value}`, `Path=${pathname}`, "HttpOnly", "SameSite=Lax"];
  if (protocol === "https:") parts.push("Secure");
  return parts.join("; ");
}

/** Always issues a new cookie: somebody else could know the one from before the login. */
export async function openSession(database: Queryable, user: string): Promise<string> {
  const value = newCookie();
  await database.query("DELETE FROM sandbox.sessions WHERE expires_at < now()");
  await database.query(
    "INSERT INTO sandbox.sessions (hash, user_name, expires_at) VALUES ($1, $2, now() + interval '1 hour')",
    [hashOf(value), user],
  );
  return value;
}

export async function userOf(database: Queryable, cookie: string | undefined): Promise<string | undefined> {
  if (cookie === undefined) return undefined;
  const { rows } = await database.query<{ user: string }>(
    `SELECT user_name AS "user" FROM sandbox.sessions WHERE hash = $1 AND expires_at > now()`,
    [hashOf(cookie)],
  );
  return rows[0]?.user;
}
