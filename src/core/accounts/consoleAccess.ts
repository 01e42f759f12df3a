/** Signs people in to the console: with a link that works once, which starts a short session for one browser. */
import {
  addLink,
  beginSession,
  type ConsolePerson,
  findLink,
  findSession,
  type SignedInPerson,
} from "../../store/log/consoleSessions.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import { hashToken, newToken } from "../secrets/ids.ts";

const linkLifetime = 15 * 60_000;
export const sessionLifetime = 8 * 3_600_000;

export interface ConsoleLink {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: Date;
}

export async function makeConsoleLink(database: Queryable, baseUrl: string, who: ConsolePerson): Promise<ConsoleLink> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + linkLifetime);
  const id = await addLink(database, { ...who, hash: hashToken(token), expiresAt });
  return { id, url: `${baseUrl}/console/sign-in?link=${token}`, expiresAt };
}

export const personOfLink = (database: Queryable, link: string): Promise<ConsolePerson | undefined> =>
  findLink(database, hashToken(link));

export interface Browser {
  readonly userAgent: string;
}

export interface ConsoleSession extends SignedInPerson {
  readonly token: string;
}

/** Undefined if the link was already used or has expired. */
export async function signIn(
  database: Queryable,
  link: string,
  { userAgent }: Browser,
): Promise<ConsoleSession | undefined> {
  const token = newToken();
  const person = await beginSession(database, {
    link: hashToken(link),
    hash: hashToken(token),
    browser: hashToken(userAgent),
    expiresAt: new Date(Date.now() + sessionLifetime),
  });
  return person && { ...person, token };
}

export async function sessionOf(
  database: Queryable,
  token: string,
  { userAgent }: Browser,
): Promise<ConsoleSession | undefined> {
  const person = await findSession(database, { hash: hashToken(token), browser: hashToken(userAgent) });
  return person && { ...person, token };
}
