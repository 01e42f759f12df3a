/**
 * Messages of failures in German, for people who read the console. Callers get and log them in English.
 *
 * `$1`, `$2` and `$3` stand for any text, and `$f` for the name of a field, which has no space. A message that is not listed
 * stays English and is quoted.
 */
const forms: readonly (readonly [english: string, german: string])[] = [
  ["$f is required, for example $2", "$f fehlt (zum Beispiel $2)"],
  ["$f is required", "$f fehlt"],
  ["$f is required by $2", "$2 verlangt $f"],
  ["$f is not a known field. Did you mean $2?", "Das Feld $f ist unbekannt. Ist $2 gemeint?"],
  ["$f is not a known field", "Das Feld $f ist unbekannt"],
  ["$f must be given only once", "$f darf nur einmal vorkommen"],
  ["$f must be one of $2", "$f muss einer dieser Werte sein: $2"],
  ["$f must not be empty", "$f darf nicht leer sein"],
  ["$f must have at most $2 characters", "$f darf höchstens $2 Zeichen haben"],
  ["$f must not contain control characters", "$f darf keine Steuerzeichen enthalten"],
  ["$f must be a string in quotes", "$f muss ein Text in Anführungszeichen sein"],
  ["$f must be a number, without quotes", "$f muss eine Zahl ohne Anführungszeichen sein"],
  ["$f must be a whole number, without quotes", "$f muss eine ganze Zahl ohne Anführungszeichen sein"],
  ["$f must be a whole number, 1 or more", "$f muss eine ganze Zahl ab 1 sein"],
  ["$f must be true or false", "$f muss true oder false sein"],
  ["$f must be true or false, without quotes", "$f muss true oder false sein"],
  ["$f must be a JSON array, such as [ … ]", "$f muss ein JSON-Array sein, etwa [ … ]"],
  ["$f must be a JSON object, such as { … }", "$f muss ein JSON-Objekt sein, etwa { … }"],
  ["$f must be at most $2", "$f darf höchstens $2 sein"],
  ["$f must be <= $2", "$f darf höchstens $2 sein"],
  ["$f must be >= $2", "$f muss mindestens $2 sein"],
  ["$f must be > $2", "$f muss größer als $2 sein"],
  ["$f must be a day or a timestamp, such as $2 or $3", "$f muss ein Tag oder Zeitpunkt sein, etwa $2 oder $3"],
  ["$f must be a date such as $2", "$f muss ein Datum sein, etwa $2"],
  ["$f must be a valid date, for example $2", "$f muss ein gültiges Datum sein, etwa $2"],
  [
    "$f must be Unix seconds or ISO 8601, for example $2",
    "$f muss ein Zeitpunkt in Unix-Sekunden oder nach ISO 8601 sein, etwa $2",
  ],
  [
    "$f must be a whole day for $2: use the form $3, without milliseconds",
    "$f muss bei $2 ein ganzer Tag sein, in der Form $3 ohne Millisekunden",
  ],
  ["$f must be a URL such as $2", "$f muss eine URL sein, etwa $2"],
  ["$f must be an id: 1 to $2 printable characters", "$f muss eine ID aus 1 bis $2 druckbaren Zeichen sein"],
  [
    "The body must be a JSON object, such as { … }. Send it with Content-Type: application/json",
    "Der Inhalt der Anfrage muss JSON sein und mit Content-Type: application/json gesendet werden",
  ],
  [
    "The body must be a JSON array, such as [ … ]. Send it with Content-Type: application/json",
    "Der Inhalt der Anfrage muss JSON sein und mit Content-Type: application/json gesendet werden",
  ],
  ["The body is not valid JSON", "Der Inhalt der Anfrage ist kein gültiges JSON"],
  ["The body is not valid JSON$1", "Der Inhalt der Anfrage ist kein gültiges JSON"],
  ["The body must not be empty", "Der Inhalt der Anfrage darf nicht leer sein"],
  [
    "There is no OAuth client for $1. Register yours with $2, or ask the operator to set $3",
    "Für $1 ist kein OAuth-Client eingetragen. Tragen Sie Ihren mit $2 ein, oder lassen Sie den Betreiber $3 setzen",
  ],
  [
    "This Idempotency-Key was used with another request. Use a new key",
    "Dieser Idempotency-Key wurde schon für eine andere Anfrage verwendet. Verwenden Sie einen neuen",
  ],
  ["`$f` must be a colour: $2 or a CSS colour name", "`$f` muss eine Farbe sein: $2 oder der Name einer CSS-Farbe"],
  ["`$f` must be plain text of at most $2 characters", "`$f` muss reiner Text mit höchstens $2 Zeichen sein"],
  ["The logo is larger than $1", "Das Logo ist größer als $1"],
  ["The logo is not a PNG file", "Das Logo ist keine PNG-Datei"],
  ["The PNG must be 1 to $1 pixels wide and high", "Das PNG muss 1 bis $1 Pixel breit und hoch sein"],
  ["The PNG is damaged", "Die PNG-Datei ist beschädigt"],
  ["The PNG is truncated", "Die PNG-Datei ist beschädigt"],
  [
    "$f is not a field of a record. $1",
    "$f ist kein Feld eines Datensatzes. Möglich sind bankData, personalData, der Name eines Feldes wie iban oder eines Feldes einer Ressource wie contacts.website",
  ],
  ["$f identifies $2 and cannot be hidden", "$f kennzeichnet Datensätze von $2 und lässt sich nicht verbergen"],
  ["The $1 key is not valid. Check $2", "Der $1-Schlüssel ist unbekannt oder widerrufen. Prüfen Sie $2"],
  [
    "$f contains an account key. Check whether the two keys are swapped",
    "In $f steht ein Account-Schlüssel. Sind die beiden Schlüssel vertauscht?",
  ],
  ["Send your API key in the $f header", "Der API-Schlüssel im Header $f fehlt"],
  ["Send the end user's account key in the $f header", "Der Account-Schlüssel des Endnutzers im Header $f fehlt"],
  [
    "$1 does not exist. See the reference at $2",
    "Den Endpunkt $1 gibt es nicht. Alle Endpunkte stehen in der Referenz unter $2",
  ],
  ["$f is not allowed on $2. Use $3", "$f ist bei $2 nicht möglich. Möglich ist: $3"],
  ["This API key lacks the scope $f", "Dem API-Schlüssel fehlt die Berechtigung $f"],
  [
    "$1 no longer accepts the credentials. The end user has to connect again",
    "$1 nimmt die Zugangsdaten nicht mehr an. Der Endnutzer muss sich neu verbinden",
  ],
  ["The end user has to authorise $1 again", "Der Endnutzer muss $1 neu verbinden"],
  [
    "This connection to $1 has ended. Connect the end user again",
    "Diese Verbindung zu $1 ist beendet. Der Endnutzer muss sich neu verbinden",
  ],
  [
    "This connection to $1 was disabled. Connect the end user again",
    "Diese Verbindung zu $1 ist beendet. Der Endnutzer muss sich neu verbinden",
  ],
  [
    "$1 does not allow this with the end user's permissions or subscription",
    "$1 erlaubt das mit den Rechten oder dem Tarif des Endnutzers nicht",
  ],
  ["$1 has no such record", "Diesen Datensatz gibt es bei $1 nicht"],
  ["$1 has a record that conflicts with this request", "Ein Datensatz bei $1 steht der Anfrage entgegen"],
  ["$1 refused the request", "$1 hat die Anfrage abgelehnt"],
  [
    "The rate limit of $1 is reached. Try again later",
    "Die Ratenbegrenzung von $1 ist erreicht. Versuchen Sie es später erneut",
  ],
  [
    "$1 is unreachable or has an outage. Try again later",
    "$1 ist nicht erreichbar oder gestört. Versuchen Sie es später erneut",
  ],
  [
    "$1 did not respond in time. Try again later",
    "$1 hat nicht rechtzeitig geantwortet. Versuchen Sie es später erneut",
  ],
  ["$1 sent a response that Kontor could not read", "Kontor konnte die Antwort von $1 nicht lesen"],
  ["$1 does not offer $2", "$1 bietet $2 nicht an"],
  [
    "Internal error. Report it to the operator with the request id",
    "Interner Fehler. Melden Sie ihn mit der Anfrage-ID dem Betreiber",
  ],
  ["There is no operation with this id. Check operationId", "Unter dieser ID gibt es nichts"],
  ["There is no task with this id. Check taskId", "Unter dieser ID gibt es nichts"],
];

/** Without a full stop at the end, as sentences put it after a colon. Undefined if the message is not listed. */
export function germanMessage(message: string): string | undefined {
  const text = message.replace(/\.$/, "");
  for (const [english, german] of forms) {
    const values = valuesIn(text, english);
    if (values !== undefined) return german.replaceAll(/\$[f123]/g, (name) => values.get(name) ?? "");
  }
  return undefined;
}

/** What the message has in the places of the form. Searches step by step, because messages of vendors may be long. */
function valuesIn(text: string, form: string): Map<string, string> | undefined {
  const values = new Map<string, string>();
  const [start = "", ...parts] = form.split(/(\$[f123])/);
  if (!text.startsWith(start)) return undefined;
  let at = start.length;
  for (let index = 0; index < parts.length; index += 2) {
    const name = parts[index] ?? "";
    const next = parts[index + 1] ?? "";
    const end = next === "" ? text.length : text.indexOf(next, at);
    const value = text.slice(at, end);
    if (end <= at || (name === "$f" && value.includes(" "))) return undefined;
    values.set(name, value);
    at = end + next.length;
  }
  return at === text.length ? values : undefined;
}
