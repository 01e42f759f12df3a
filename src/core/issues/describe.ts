/** An issue as people read it: one sentence, who has to act, and what to do next. */
import { type Actor, actorOf, nextOf } from "../../contract/actors.ts";
import type { Remedy } from "../../contract/failure.ts";
import { mostCounted } from "../../store/deliveryHistory.ts";
import type { IssueKind, IssueRow } from "../../store/issues/issues.ts";
import { germanMessage } from "./germanMessages.ts";
import { type Language, reasonOf } from "./reasons.ts";

/** The facts that sentences contain. */
interface Facts {
  /** The name of the target system. */
  readonly system: string;
  /** The end user, the company or else the connection. */
  readonly who: string;
  readonly count: number;
  /** The records of the operation, such as "invoices". */
  readonly records: string;
  /** The failure's message, or a sentence about its code. */
  readonly reason: string;
}

type Sentence = (facts: Facts) => string;
type Sentences = Readonly<Record<Exclude<IssueKind, "requests_failing"> | RequestProblem, Sentence>>;

/** Failed requests differ by who refused them and by what they were to do. */
type RequestProblem = "refused" | "invalid" | "limited" | "notRead" | "notWritten";

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);
const mal = (count: number): string => (count === 1 ? "einmal" : `${count}-mal`);

const because = (reason: string): string => (reason === "" ? "" : `: ${reason}`);

/** Requests that are not about records, such as the start of a sign-in, are only counted. */
const requests = (count: number, records: string): string => {
  const counted = count === 1 ? "1 request" : `${count} requests`;
  return records === otherRecords.en.plural ? counted : `${counted} for ${records}`;
};
const germanRequests = (count: number, records: string): string => {
  const counted = count === 1 ? "1 Anfrage" : `${count} Anfragen`;
  return records === otherRecords.de.plural ? counted : `${counted} zu ${records}`;
};

/** Kontor does not count more than that. */
const deliveries = (count: number): string =>
  count > mostCounted ? `More than ${mostCounted.toLocaleString("en")} deliveries` : `${count} deliveries`;
const germanDeliveries = (count: number): string =>
  count > mostCounted ? `Mehr als ${mostCounted.toLocaleString("de")} Zustellungen` : `${count} Zustellungen`;

const sentences: Readonly<Record<Language, Sentences>> = {
  en: {
    sign_in_needed: ({ system, who }) => `${system} no longer accepts the sign-in of ${who}`,
    outcome_unknown: ({ system, count, records }) => `It is unknown whether ${system} stored ${count} ${records}`,
    stored_differently: ({ system, count, records }) =>
      `${system} stored ${count} ${records} differently than requested`,
    endpoint_failing: ({ reason, count }) => `The webhook endpoint ${reason} has failed ${times(count)} in a row`,
    deliveries_given_up: ({ reason, count }) =>
      count === 1 ? `1 delivery to ${reason} was given up` : `${deliveries(count)} to ${reason} were given up`,
    subscription_failing: ({ system, who, reason }) =>
      `${system} does not report the changes of ${who}, so Kontor polls: ${reason}`,
    poll_failing: ({ system, who, reason }) => `Kontor cannot read the changes of ${who} from ${system}: ${reason}`,
    check_failing: ({ system, who, reason }) => `The daily check of ${who} at ${system} fails: ${reason}`,
    consent_needed: ({ system, who }) => `${who} has not granted all permissions that Kontor requests from ${system}`,
    access_expiring: ({ system, who }) => `The access of ${who} to ${system} expires soon and could not be renewed`,
    refused: ({ system, count, records, reason }) => `${system} refused ${count} ${records}${because(reason)}`,
    invalid: ({ count, records, reason }) => `Kontor refused ${requests(count, records)}${because(reason)}`,
    limited: ({ system, count, records }) =>
      `${system} refused ${requests(count, records)} because its rate limit is reached`,
    notRead: ({ system, count, records, reason }) =>
      `Reading ${records} from ${system} failed ${times(count)}: ${reason}`,
    notWritten: ({ system, count, records, reason }) =>
      `Writing ${records} to ${system} failed ${times(count)}: ${reason}`,
  },
  de: {
    sign_in_needed: ({ system, who }) => `${system} nimmt die Anmeldung von ${who} nicht mehr an`,
    outcome_unknown: ({ system, count, records }) => `Unklar, ob ${system} gespeichert hat: ${count} ${records}`,
    stored_differently: ({ system, count, records }) =>
      `${system} hat anders gespeichert als verlangt: ${count} ${records}`,
    endpoint_failing: ({ reason, count }) => `Der Webhook-Endpunkt ${reason} ist ${mal(count)} in Folge fehlgeschlagen`,
    deliveries_given_up: ({ reason, count }) =>
      count === 1
        ? `1 Zustellung an ${reason} wurde aufgegeben`
        : `${germanDeliveries(count)} an ${reason} wurden aufgegeben`,
    subscription_failing: ({ system, who, reason }) =>
      `${system} meldet die Änderungen von ${who} nicht, deshalb fragt Kontor sie ab: ${reason}`,
    poll_failing: ({ system, who, reason }) =>
      `Kontor kann die Änderungen von ${who} bei ${system} nicht lesen: ${reason}`,
    check_failing: ({ system, who, reason }) => `Die tägliche Prüfung von ${who} bei ${system} schlägt fehl: ${reason}`,
    consent_needed: ({ system, who }) => `${who} hat nicht alle Rechte erteilt, die Kontor bei ${system} anfordert`,
    access_expiring: ({ system, who }) =>
      `Der Zugriff von ${who} auf ${system} läuft bald ab und konnte nicht erneuert werden`,
    refused: ({ system, count, records, reason }) => `${system} hat abgelehnt: ${count} ${records}${because(reason)}`,
    invalid: ({ count, records, reason }) => `Kontor hat ${germanRequests(count, records)} abgelehnt${because(reason)}`,
    limited: ({ system, count, records }) =>
      `${system} hat ${germanRequests(count, records)} abgelehnt, weil die Ratenbegrenzung erreicht ist`,
    notRead: ({ system, count, records, reason }) =>
      `Lesen bei ${system} ${mal(count)} fehlgeschlagen (${records}): ${reason}`,
    notWritten: ({ system, count, records, reason }) =>
      `Schreiben bei ${system} ${mal(count)} fehlgeschlagen (${records}): ${reason}`,
  },
};

/** Codes with which a target system refuses a record. */
const refusals = new Set(["target_rejected", "target_conflict", "stored_differs", "document_locked", "cannot_store"]);

function problemOf({ kind, code, operation }: IssueRow): keyof Sentences {
  if (kind !== "requests_failing") return kind;
  if (code === "target_rate_limited") return "limited";
  const isRead = /\.(?:list|get|search)$/.test(operation ?? "");
  if (!isRead && refusals.has(code ?? "")) return "refused";
  if (actorOf(code) === "platform") return "invalid";
  return isRead ? "notRead" : "notWritten";
}

const germanRecords: Readonly<Record<string, { readonly singular: string; readonly plural: string }>> = {
  accounts: { singular: "Konto", plural: "Konten" },
  bankAccounts: { singular: "Bankkonto", plural: "Bankkonten" },
  bills: { singular: "Eingangsrechnung", plural: "Eingangsrechnungen" },
  bookingProposals: { singular: "Buchungsvorschlag", plural: "Buchungsvorschläge" },
  contacts: { singular: "Kontakt", plural: "Kontakte" },
  creditNotes: { singular: "Gutschrift", plural: "Gutschriften" },
  customers: { singular: "Kunde", plural: "Kunden" },
  dimensions: { singular: "Dimension", plural: "Dimensionen" },
  expenses: { singular: "Ausgabe", plural: "Ausgaben" },
  files: { singular: "Datei", plural: "Dateien" },
  fiscalYears: { singular: "Geschäftsjahr", plural: "Geschäftsjahre" },
  goodsReceipts: { singular: "Wareneingang", plural: "Wareneingänge" },
  invoices: { singular: "Ausgangsrechnung", plural: "Ausgangsrechnungen" },
  items: { singular: "Artikel", plural: "Artikel" },
  journalEntries: { singular: "Buchung", plural: "Buchungen" },
  journals: { singular: "Journal", plural: "Journale" },
  offers: { singular: "Angebot", plural: "Angebote" },
  openItems: { singular: "offener Posten", plural: "offene Posten" },
  paymentTerms: { singular: "Zahlungsbedingung", plural: "Zahlungsbedingungen" },
  payments: { singular: "Zahlung", plural: "Zahlungen" },
  projects: { singular: "Projekt", plural: "Projekte" },
  purchaseOrders: { singular: "Bestellung", plural: "Bestellungen" },
  salesOrders: { singular: "Auftrag", plural: "Aufträge" },
  suppliers: { singular: "Lieferant", plural: "Lieferanten" },
  taxRates: { singular: "Steuersatz", plural: "Steuersätze" },
  transactions: { singular: "Umsatz", plural: "Umsätze" },
  trialBalance: { singular: "Saldo", plural: "Salden" },
  units: { singular: "Einheit", plural: "Einheiten" },
  vendorCredits: { singular: "Lieferantengutschrift", plural: "Lieferantengutschriften" },
};

const otherRecords = {
  en: { singular: "request", plural: "requests" },
  de: { singular: "Anfrage", plural: "Anfragen" },
} as const;

/** `journalEntries.create` is about "journal entries". */
function recordsOf(operation: string | null, isSingle: boolean, language: Language): string {
  const [resource = ""] = (operation ?? "").split(".");
  const german = germanRecords[resource];
  const form = isSingle ? "singular" : "plural";
  if (german === undefined) return otherRecords[language][form];
  if (language === "de") return german[form];
  const words = resource.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return isSingle ? singularOf(words) : words;
}

const singularOf = (words: string): string => words.replace(/ies$/, "y").replace(/([^s])s$/, "$1");

/** Sentences that count attempts instead of records. */
const aboutAllRecords: ReadonlySet<string> = new Set(["invalid", "limited", "notRead", "notWritten"]);

export interface IssueDescription {
  readonly title: string;
  readonly actor: Actor;
  readonly next: Remedy;
}

export interface Names {
  readonly nameOfSystem: (targetSystem: string | null) => string;
  readonly language: Language;
}

export function describeIssue(issue: IssueRow, { nameOfSystem, language }: Names): IssueDescription {
  const { kind, code, count, operation } = issue;
  const problem = problemOf(issue);
  // "Reading invoices failed once", but "refused 1 invoice".
  const isSingle = count === 1 && !aboutAllRecords.has(problem);
  const system = nameOfSystem(issue.targetSystem);
  const title = sentences[language][problem]({
    system,
    who: issue.endUserName ?? issue.company ?? issue.endUserId ?? issue.connectionId ?? "",
    count,
    records: recordsOf(operation, isSingle, language),
    reason: reasonFor(issue, { system, language }),
  });
  return { title, actor: responsibleFor(kind, code), next: remedyFor(kind, code) };
}

/** Empty if the target system gave no reason: that it refused the request is in the sentence already. */
function reasonFor(issue: IssueRow, { system, language }: { system: string; language: Language }): string {
  const { kind, code } = issue;
  const sayCode = (inLanguage: Language): string => (code === null ? "" : withoutFullStop(reasonOf(code, inLanguage)));
  if (issue.message === null) return sayCode(language);
  const message = withoutFullStop(issue.message);
  if (message === `${system} refused the request`) return "";
  // The message is the URL of the endpoint, or in English. Messages of vendors are in any language.
  if (language === "en" || endpointKinds.has(kind)) return message;
  if (message === sayCode("en")) return sayCode("de");
  const german = germanMessage(message);
  if (german !== undefined) return german;
  const isByVendor = code === null || code.startsWith("target_");
  return isByVendor ? `„${message}“` : `${sayCode("de")} („${message}“)`;
}

const withoutFullStop = (text: string): string => text.replace(/\.$/, "");

const signInKinds: ReadonlySet<IssueKind> = new Set(["sign_in_needed", "consent_needed", "access_expiring"]);
const endpointKinds: ReadonlySet<IssueKind> = new Set(["endpoint_failing", "deliveries_given_up"]);

function responsibleFor(kind: IssueKind, code: string | null): Actor {
  if (signInKinds.has(kind)) return "end_user";
  return endpointKinds.has(kind) ? "platform" : actorOf(code);
}

function remedyFor(kind: IssueKind, code: string | null): Remedy {
  if (signInKinds.has(kind)) return "reconnect";
  return endpointKinds.has(kind) ? "fix" : nextOf(code);
}
