/** Users who signed in with a browser. The browser holds a cookie, the database its hash. */
import type { Queryable } from "../server/database.ts";
import { hashOf } from "../server/tokens.ts";
import { newSecret } from "./secrets.ts";

const cookieName = "sandbox_session";

/** The cookie's value; a browser that is not signed in yet has one too, so that its login form can be bound to it. */
export function cookieOf(header: string | undefined): string | undefined {
  const values = (header ?? "")
    .split(";")
    .map((pair) => pair.trim().split("="))
    .filter(([name]) => name === cookieName);
  return values.map(([, value = ""]) => value).find((value) => /^sandbox_session_[\w-]{43}$/.test(value));
}

/** For all of the sandbox. Lax, because the way to the first page leads through another site. */
export function cookieHeader(value: string, issuer: string): string {
  const { pathname, protocol } = new URL(".", issuer);
  const facts = [`${cookieName}=${value}`, `Path=${pathname}`, "HttpOnly", "SameSite=Lax"];
  return [...facts, ...(protocol === "https:" ? ["Secure"] : [])].join("; ");
}

/** Always a new cookie: one from before the login could be known to somebody else. */
export async function openSession(database: Queryable, user: string): Promise<string> {
  const value = newSecret("session");
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
