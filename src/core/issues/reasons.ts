/** The codes of failures as sentences, for people who read a page and not a program. */
import type { FailureCode } from "../../contract/failure.ts";

export type Language = "en" | "de";

/** Background work also fails if the target system has dropped a subscription. */
type ReasonCode = FailureCode | "subscription_lost";

const reasons: Readonly<Record<ReasonCode, readonly [english: string, german: string]>> = {
  account_key_invalid: [
    "The account key is unknown or revoked.",
    "Der Account-Schlüssel ist unbekannt oder widerrufen.",
  ],
  account_key_missing: ["The account key is missing.", "Der Account-Schlüssel fehlt."],
  api_key_invalid: ["The API key is unknown or revoked.", "Der API-Schlüssel ist unbekannt oder widerrufen."],
  api_key_missing: ["The API key is missing.", "Der API-Schlüssel fehlt."],
  body_too_large: ["The request is too large.", "Die Anfrage ist zu groß."],
  cannot_store: ["The target system cannot store a field.", "Das Zielsystem kann ein Feld nicht speichern."],
  company_required: ["No company is selected.", "Es ist keine Firma ausgewählt."],
  connection_inactive: ["The connection has ended.", "Die Verbindung ist beendet."],
  connection_needs_reauth: [
    "The target system no longer accepts the sign-in.",
    "Das Zielsystem nimmt die Anmeldung nicht mehr an.",
  ],
  document_locked: [
    "The document is paid, voided or in a closed period.",
    "Der Beleg ist bezahlt, storniert oder in einer abgeschlossenen Periode.",
  ],
  environment_required: ["No environment is selected.", "Es ist keine Umgebung ausgewählt."],
  fiscal_year_required: ["No fiscal year is selected.", "Es ist kein Geschäftsjahr ausgewählt."],
  idempotency_in_progress: [
    "A request with the same Idempotency-Key is still running.",
    "Eine Anfrage mit demselben Idempotency-Key läuft noch.",
  ],
  idempotency_key_reused: [
    "The Idempotency-Key was already used for a different request.",
    "Der Idempotency-Key wurde schon für eine andere Anfrage verwendet.",
  ],
  internal: ["An error in Kontor.", "Ein Fehler in Kontor."],
  invalid_request: ["The request is invalid.", "Die Anfrage ist ungültig."],
  method_not_allowed: ["The endpoint does not support the method.", "Der Endpunkt unterstützt die Methode nicht."],
  not_found: [
    "The record, company or environment does not exist.",
    "Den Datensatz, die Firma oder die Umgebung gibt es nicht.",
  ],
  operation_not_supported: [
    "The target system does not support the operation.",
    "Das Zielsystem unterstützt die Operation nicht.",
  ],
  outcome_unknown: [
    "It is unknown whether the target system stored the record.",
    "Es ist unklar, ob das Zielsystem den Datensatz gespeichert hat.",
  ],
  rate_limited: ["The API key has reached its rate limit.", "Der API-Schlüssel hat seine Ratenbegrenzung erreicht."],
  route_not_found: ["The endpoint does not exist.", "Den Endpunkt gibt es nicht."],
  scope_missing: ["The API key lacks a scope.", "Dem API-Schlüssel fehlt eine Berechtigung."],
  signing_secret_missing: ["The tenant has no signing secret.", "Der Mandant hat kein Signaturgeheimnis."],
  stored_differs: [
    "The target system stored other values than requested.",
    "Das Zielsystem hat andere Werte gespeichert als verlangt.",
  ],
  subscription_lost: ["The target system has dropped the webhook.", "Das Zielsystem hat den Webhook verworfen."],
  target_bad_response: [
    "Kontor could not read the target system's response.",
    "Kontor konnte die Antwort des Zielsystems nicht lesen.",
  ],
  target_conflict: [
    "The record has changed at the target system, or already exists.",
    "Der Datensatz wurde im Zielsystem geändert oder ist schon vorhanden.",
  ],
  target_forbidden: [
    "The connected user lacks a permission or plan at the target system.",
    "Dem verbundenen Benutzer fehlt im Zielsystem ein Recht oder ein Tarif.",
  ],
  target_rate_limited: [
    "The target system's rate limit is reached.",
    "Die Ratenbegrenzung des Zielsystems ist erreicht.",
  ],
  target_rejected: ["The target system rejected the request.", "Das Zielsystem hat die Anfrage abgelehnt."],
  target_system_unknown: ["The target system is unknown.", "Das Zielsystem ist unbekannt."],
  target_timeout: ["The target system did not respond in time.", "Das Zielsystem hat nicht rechtzeitig geantwortet."],
  target_unavailable: [
    "The target system is unreachable or returned a server error.",
    "Das Zielsystem ist nicht erreichbar oder meldet einen Serverfehler.",
  ],
  unavailable: ["Kontor was temporarily unavailable.", "Kontor war vorübergehend nicht erreichbar."],
  unknown_locale: ["The language tag is invalid.", "Die Sprachangabe ist ungültig."],
  unsupported_media_type: [
    "The content type of the request is not supported.",
    "Der Inhaltstyp der Anfrage wird nicht unterstützt.",
  ],
};

const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(reasons, code);

/** The code itself if an older version stored one that no longer exists. */
export function reasonOf(code: string, language: Language): string {
  if (!isReasonCode(code)) return code;
  const [english, german] = reasons[code];
  return language === "de" ? german : english;
}
