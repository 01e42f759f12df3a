/** Every text of the console, in both of its languages side by side: English, German. */
import { fill } from "../../pages/look.ts";
import { detailPhrases } from "./phrasesOfDetails.ts";
import { listPhrases } from "./phrasesOfLists.ts";
import { setUpPhrases } from "./phrasesOfSetUp.ts";

const frame = {
  console: ["Kontor console", "Kontor-Konsole"],
  skip: ["Skip to content", "Zum Inhalt"],
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
  audit: ["Audit", "Protokoll"],
  system: ["System", "System"],
  find: ["Find", "Suchen"],
  findHelp: ["Any id, key, record, company", "ID, Schlüssel, Datensatz, Firma"],
  signOut: ["Sign out", "Abmelden"],
  signedInAs: ["{person} ({role})", "{person} ({role})"],
  counters: ["What needs somebody", "Was jemanden braucht"],
  "role.operator": ["operator", "Betreiber"],
  "role.member": ["member", "Mitglied"],
  "role.viewer": ["read only", "nur lesen"],
  failedRequests: ["Failed requests", "Fehlgeschlagene Anfragen"],
  unknownWrites: ["Unknown writes", "Ungeklärte Schreibvorgänge"],
  signInsNeeded: ["Sign-ins needed", "Anmeldung nötig"],
  failedDeliveries: ["Failed deliveries", "Fehlgeschlagene Zustellungen"],
  oldestWaiting: ["Oldest waiting", "Älteste wartende"],
  noneWaiting: ["none", "keine"],
  range: ["Time", "Zeitraum"],
  tenant: ["Tenant", "Mandant"],
  allTenants: ["All tenants", "Alle Mandanten"],
  apply: ["Apply", "Anwenden"],
  filters: ["Filters", "Filter"],
  clear: ["Clear {name}", "{name} entfernen"],
  any: ["any", "alle"],
  next: ["Older", "Ältere"],
  first: ["Newest", "Neueste"],
  copy: ["Copy", "Kopieren"],
  copied: ["Copied", "Kopiert"],
  live: ["Live", "Live"],
  paused: ["Paused", "Angehalten"],
  notLive: ["Not live since {time}", "Nicht live seit {time}"],
  ago: ["{time} ago", "vor {time}"],
  ahead: ["in {time}", "in {time}"],
  never: ["never", "nie"],
  noMatch: ["Nothing matches {filters}.", "Nichts passt zu {filters}."],
  wider: ["Look at {range}", "{range} ansehen"],
  kept: ["Kept for {days} days.", "{days} Tage aufbewahrt."],
  tookTooLong: [
    "This took too long. Look at a shorter time.",
    "Das hat zu lange gedauert. Einen kürzeren Zeitraum wählen.",
  ],
  failedToLoad: ["This could not be loaded.", "Das konnte nicht geladen werden."],
  tryAgain: ["Try again", "Erneut versuchen"],
  requestId: ["Request id", "Anfrage-ID"],
  notFound: [
    "There is nothing here, or it is not for you to see.",
    "Hier ist nichts, oder es ist nicht für Sie bestimmt.",
  ],
  back: ["Back to the overview", "Zurück zur Übersicht"],
  signIn: ["Sign in to the console", "In der Konsole anmelden"],
  signInOperators: [
    "Operators run this on the machine; it prints a link that works once:",
    "Betreiber führen dies auf dem Rechner aus; es zeigt einen Link, der einmal gilt:",
  ],
  signInPeople: [
    "People of a tenant get a link from their operator, or from their own platform.",
    "Wer zu einem Mandanten gehört, bekommt einen Link vom Betreiber oder von der eigenen Plattform.",
  ],
  signInAs: ["You will be signed in as {person} ({role}).", "Sie werden als {person} ({role}) angemeldet."],
  signInNow: ["Sign in", "Anmelden"],
  linkUsed: [
    "This link was used already, or is too old. Ask for a new one.",
    "Dieser Link wurde schon benutzt oder ist zu alt. Lassen Sie sich einen neuen geben.",
  ],
  sessionEnded: ["You are signed out.", "Sie sind abgemeldet."],
  sure: ["Are you sure?", "Sind Sie sicher?"],
  cannotUndo: ["This cannot be undone.", "Das kann nicht rückgängig gemacht werden."],
  typeName: ["Type {name} to go on", "Zum Bestätigen {name} eingeben"],
  goOn: ["Go on", "Fortfahren"],
  notYourRole: ["Your role may only look.", "Ihre Rolle darf nur lesen."],
  onceOnly: ["Copy it now: it is shown this once.", "Jetzt kopieren: Es wird nur dieses eine Mal gezeigt."],
  stored: ["I have stored it", "Ich habe es gesichert"],
  done: ["Done.", "Erledigt."],
  keysTitle: ["Keys", "Tasten"],
  keysOn: ["Keys are on in this browser", "Tasten sind in diesem Browser an"],
  close: ["Close", "Schließen"],
  "press./": ["Find anything", "Suchen"],
  "press.j": ["Next row; in what was opened from a list, the next one", "Nächste Zeile; in Geöffnetem das nächste"],
  "press.k": ["Row before; in what was opened from a list, the one before", "Zeile davor; in Geöffnetem das davor"],
  "press.Enter": ["Open the row", "Zeile öffnen"],
  "press.Esc": [
    "Leave the field; from what was opened back to the list",
    "Feld verlassen; aus Geöffnetem zurück zur Liste",
  ],
  "press.l": ["Live on and off", "Live an und aus"],
  "press.?": ["This list", "Diese Liste"],
  "actor.caller": ["The caller", "Der Aufrufer"],
  "actor.end_user": ["The end user", "Der Endnutzer"],
  "actor.target": ["The target system", "Das Zielsystem"],
  "actor.receiver": ["The receiver", "Der Empfänger"],
  "actor.us": ["Kontor's operator", "Der Betreiber von Kontor"],
  mustAct: ["{actor} must act.", "{actor} ist am Zug."],
} as const satisfies Record<string, readonly [english: string, german: string]>;

const phrases = { ...frame, ...listPhrases, ...detailPhrases, ...setUpPhrases };

export type Phrase = keyof typeof phrases;
export type Say = (phrase: Phrase, names?: Readonly<Record<string, string | number>>) => string;

export interface Words {
  readonly language: "en" | "de";
  readonly say: Say;
}

/** A word that stands for a state, a role or a code has its own phrase; what has none is said as it is. */
export const sayWord = (say: Say, kind: string, word: string): string => {
  const name = `${kind}.${word}`;
  return name in phrases ? say(name as Phrase) : word;
};

/** In the language that the browser asks for first, of the two. */
export function wordsFor(accepted: string | undefined): Words {
  const wanted = (accepted ?? "").toLowerCase().match(/\b(?:en|de)\b/)?.[0];
  const language = wanted === "de" ? "de" : "en";
  const place = language === "de" ? 1 : 0;
  const say: Say = (phrase, names = {}) =>
    fill(
      phrases[phrase][place],
      Object.fromEntries(Object.entries(names).map(([name, value]) => [name, String(value)])),
    );
  return { language, say };
}
