/** Every text of the console in English and German. */
import { fill } from "../../pages/look.ts";
import { detailPhrases } from "./details.ts";
import { listPhrases } from "./lists.ts";
import { peoplePhrases } from "./people.ts";
import { setUpPhrases } from "./setUp.ts";

export const layoutPhrases = {
  console: ["Kontor console", "Kontor-Konsole"],
  skip: ["Skip to content", "Zum Inhalt springen"],
  menu: ["Pages", "Seiten"],
  overview: ["Overview", "Übersicht"],
  issues: ["Issues", "Störungen"],
  connections: ["Connections", "Verbindungen"],
  requests: ["Requests", "Anfragen"],
  writes: ["Writes", "Schreibvorgänge"],
  events: ["Events", "Ereignisse"],
  subscriptions: ["Subscriptions", "Abonnements"],
  deliveries: ["Deliveries", "Zustellungen"],
  tasks: ["Tasks", "Aufgaben"],
  targets: ["Target systems", "Zielsysteme"],
  tenants: ["Tenants", "Mandanten"],
  usage: ["Usage", "Nutzung"],
  audit: ["Audit log", "Audit-Protokoll"],
  system: ["System", "System"],
  search: ["Search", "Suchen"],
  searchHint: ["Number, name, amount, ID or key", "Nummer, Name, Betrag, ID"],
  guides: ["Guides", "Anleitungen"],
  apiReference: ["API reference", "API-Referenz"],
  signOut: ["Sign out", "Abmelden"],
  signedInAs: ["{person} ({role})", "{person} ({role})"],
  counters: ["Needs attention", "Handlungsbedarf"],
  failedRequests: ["Failed requests", "Fehlgeschlagene Anfragen"],
  unknownWrites: ["Unknown outcomes", "Ungeklärte Schreibvorgänge"],
  signInsNeeded: ["Sign-ins needed", "Anmeldung nötig"],
  failedDeliveries: ["Failed deliveries", "Fehlgeschlagene Zustellungen"],
  oldestWaiting: ["Oldest pending delivery", "Älteste ausstehende Zustellung"],
  noneWaiting: ["none", "keine"],
  range: ["Time range", "Zeitraum"],
  resetRange: ["Reset time range", "Zeitraum zurücksetzen"],
  tenant: ["Tenant", "Mandant"],
  allTenants: ["All tenants", "Alle Mandanten"],
  apply: ["Apply", "Anwenden"],
  filters: ["Filters", "Filter"],
  removeFilter: ["Remove filter {name}", "Filter {name} entfernen"],
  resetFilters: ["Reset filters", "Filter zurücksetzen"],
  any: ["any", "alle"],
  nextPage: ["Next page", "Nächste Seite"],
  firstPage: ["First page", "Erste Seite"],
  copy: ["Copy", "Kopieren"],
  live: ["Live", "Live"],
  paused: ["Paused", "Angehalten"],
  notLive: ["Not live since {time}", "Nicht live seit {time}"],
  ago: ["{time} ago", "vor {time}"],
  ahead: ["in {time}", "in {time}"],
  never: ["never", "nie"],
  noMatch: ["No results for {filters}.", "Keine Treffer für {filters}."],
  showRange: ["Show the last {range}", "Zeitraum auf {range} setzen"],
  "range.15m": ["15 minutes", "15 Minuten"],
  "range.1h": ["1 hour", "1 Stunde"],
  "range.6h": ["6 hours", "6 Stunden"],
  "range.24h": ["24 hours", "24 Stunden"],
  "range.7d": ["7 days", "7 Tage"],
  "range.30d": ["30 days", "30 Tage"],
  requestsKept: ["Requests are kept for {days} days.", "Anfragen werden {days} Tage aufbewahrt."],
  tookTooLong: [
    "The query took too long. Choose a shorter time range.",
    "Die Abfrage hat zu lange gedauert. Wählen Sie einen kürzeren Zeitraum.",
  ],
  tooManyPages: [
    "Too many console pages are being opened at the moment. Try again in a few seconds.",
    "Gerade werden zu viele Seiten der Konsole geöffnet. Versuchen Sie es in einigen Sekunden erneut.",
  ],
  failedToLoad: ["This page could not be loaded.", "Die Seite konnte nicht geladen werden."],
  tryAgain: ["Try again", "Erneut versuchen"],
  requestId: ["Request ID", "Anfrage-ID"],
  notFound: [
    "This page does not exist, or you do not have access to it.",
    "Diese Seite gibt es nicht, oder Sie haben keinen Zugriff darauf.",
  ],
  back: ["Back to the overview", "Zurück zur Übersicht"],
  cannotUndo: ["This cannot be undone.", "Das lässt sich nicht rückgängig machen."],
  typeName: ["Type {name} to confirm", "Zum Bestätigen {name} eingeben"],
  shownOnce: ["Copy it now. It will not be shown again.", "Jetzt kopieren: Der Wert wird nicht noch einmal angezeigt."],
  stored: ["I have saved it", "Ich habe den Wert gespeichert"],
  done: ["Done.", "Erledigt."],
  shortcuts: ["Keyboard shortcuts", "Tastenkürzel"],
  shortcutsOn: ["Use shortcuts in this browser", "Tastenkürzel in diesem Browser verwenden"],
  close: ["Close", "Schließen"],
  "press./": ["Search", "Suchen"],
  "press.j": ["Next row, or next entry of the list", "Nächste Zeile oder nächster Eintrag der Liste"],
  "press.k": ["Previous row, or previous entry of the list", "Vorige Zeile oder voriger Eintrag der Liste"],
  "press.Enter": ["Open the row", "Zeile öffnen"],
  "press.Esc": ["Leave the field, or go back to the list", "Feld verlassen oder zurück zur Liste"],
  "press.l": ["Turn live updates on or off", "Live-Aktualisierung ein- oder ausschalten"],
  "press.?": ["Show this list", "Diese Liste anzeigen"],
  "actor.platform": ["Platform", "Plattform"],
  "actor.end_user": ["End user", "Endnutzer"],
  "actor.vendor": ["Target system", "Zielsystem"],
  "actor.operator": ["Kontor's operator", "Betreiber von Kontor"],
  "next.fix": ["correct the request and send it again", "Anfrage korrigieren und erneut senden"],
  "next.wait": ["wait, then send the request again", "warten, dann die Anfrage erneut senden"],
  "next.reconnect": ["the end user signs in again", "Endnutzer meldet sich neu an"],
  "next.permit": [
    "the end user needs a permission or plan at the target system",
    "Endnutzer braucht ein Recht oder einen Tarif beim Zielsystem",
  ],
  "next.signIn": [
    "send the end user a link to sign in again, from the page of the connection",
    "dem Endnutzer auf der Seite der Verbindung einen Link zum Neuverbinden erstellen",
  ],
  "next.reconcile": ["reconcile the write", "Schreibvorgang abgleichen"],
  "next.compare": [
    "correct the record, then mark the issue as resolved",
    "Datensatz korrigieren, dann die Störung als behoben markieren",
  ],
  "next.repair": [
    "repair the endpoint; Kontor repeats the deliveries",
    "Endpunkt reparieren; Kontor wiederholt die Zustellungen",
  ],
  "next.replay": ["replay the deliveries, or dismiss them", "Zustellungen erneut senden, oder nicht mehr senden"],
  "next.retries": ["wait; Kontor tries again by itself", "abwarten; Kontor versucht es von selbst erneut"],
  "next.report": ["report it to the operator of Kontor", "dem Betreiber von Kontor melden"],
  "mustAct.platform": ["The platform needs to act.", "Die Plattform muss handeln."],
  "mustAct.end_user": ["The end user needs to act.", "Der Endnutzer muss handeln."],
  "mustAct.vendor": ["The problem is in the target system.", "Das Problem liegt beim Zielsystem."],
  "mustAct.operator": ["Kontor's operator needs to act.", "Der Betreiber von Kontor muss handeln."],
} as const satisfies Record<string, readonly [english: string, german: string]>;

const phrases = { ...layoutPhrases, ...listPhrases, ...detailPhrases, ...setUpPhrases, ...peoplePhrases };

export type Phrase = keyof typeof phrases;
export type Say = (phrase: Phrase, values?: Readonly<Record<string, string | number>>) => string;

export interface Words {
  readonly language: "en" | "de";
  readonly say: Say;
}

/** The text for a state, role or code, or the word itself if it has no text. */
export const sayWord = (say: Say, kind: string, word: string): string => {
  const name = `${kind}.${word}`;
  return name in phrases ? say(name as Phrase) : word;
};

/** A sliding range by its name, or a fixed range as its two ends. */
export const sayRange = (say: Say, name: string): string => sayWord(say, "range", name.replace("..", " … "));

/** German if the browser prefers it to English, otherwise English. */
export function wordsFor(accepted: string | undefined): Words {
  const preferred = (accepted ?? "").toLowerCase().match(/\b(?:en|de)\b/)?.[0];
  const language = preferred === "de" ? "de" : "en";
  const column = language === "de" ? 1 : 0;
  const say: Say = (phrase, values = {}) =>
    fill(
      phrases[phrase][column],
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    );
  return { language, say };
}
