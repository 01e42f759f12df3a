import { scrubText } from "../../core/secrets/scrubText.ts";
import type { Wording } from "./finding.ts";

/** Why something failed, without secrets and without a stack. */
export const reasonOf = (error: unknown): string => reasonIn(error).en;

/** In German, messages of programs are in quotes: they have no translation. */
export function reasonIn(error: unknown): Wording {
  const known = databaseReasons[String((error as { code?: unknown }).code)];
  if (known !== undefined) {
    const { en, de } = known(error as Refused);
    return { en: scrubText(en), de: scrubText(de) };
  }
  // Node tries several addresses and reports their errors in one error without a message of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonIn(error.errors[0]);
  const message = scrubText(error instanceof Error ? error.message || error.name : String(error));
  return { en: message, de: `„${message}“` };
}

interface Refused {
  readonly message: string;
  readonly address?: string;
  readonly port?: number;
  readonly syscall?: string;
}

const checkUrl = {
  en: "Check DATABASE_URL, and that the database is running.",
  de: "Prüfen Sie DATABASE_URL, und ob die Datenbank läuft.",
};

const databaseReasons: Readonly<Record<string, (error: Refused) => Wording>> = {
  ECONNREFUSED: ({ address, port }) => ({
    en: `Nothing is listening on ${address ?? "the host"}:${port ?? ""}. ${checkUrl.en}`,
    de: `Auf ${address ?? "dem Host"}:${port ?? ""} antwortet nichts. ${checkUrl.de}`,
  }),
  ENOTFOUND: ({ message }) => ({
    en: `The host is unknown (${message}). ${checkUrl.en}`,
    de: `Der Host ist unbekannt („${message}“). ${checkUrl.de}`,
  }),
  EAI_AGAIN: ({ message }) => ({
    en: `The host could not be looked up (${message}). ${checkUrl.en}`,
    de: `Der Host konnte nicht aufgelöst werden („${message}“). ${checkUrl.de}`,
  }),
  "28P01": ({ message }) => ({
    en: `The database refused the password (${message}). ${checkUrl.en}`,
    de: `Die Datenbank hat das Passwort abgelehnt („${message}“). ${checkUrl.de}`,
  }),
  "28000": ({ message }) => ({
    en: `The database refused the connection (${message}). ${checkUrl.en}`,
    de: `Die Datenbank hat die Verbindung abgelehnt („${message}“). ${checkUrl.de}`,
  }),
  "3D000": ({ message }) => ({
    en: `${message}. Create it with createdb, or correct DATABASE_URL.`,
    de: `„${message}“. Legen Sie sie mit createdb an, oder berichtigen Sie DATABASE_URL.`,
  }),
  "55P03": () => ({
    en: "Other work kept the tables locked for too long. Start again when the database is less busy.",
    de: "Andere Arbeit hat die Tabellen zu lange gesperrt. Starten Sie erneut, wenn die Datenbank weniger zu tun hat.",
  }),
  "42501": ({ message }) => ({
    en: `The database user lacks a permission (${message}). It must own its database.`,
    de: `Dem Benutzer der Datenbank fehlt ein Recht („${message}“). Die Datenbank muss ihm gehören.`,
  }),
};
