/**
 * Messages of failures in German, for people who read the console. Callers get and log them in English.
 *
 * `$1` is what the English message has there. A message that is not listed stays English and is quoted.
 */
const forms: readonly (readonly [english: RegExp, german: string])[] = [
  // Parameters and fields.
  [/^(\S+) is required, for example (.+)$/, "$1 fehlt (zum Beispiel $2)"],
  [/^(\S+) is required$/, "$1 fehlt"],
  [/^(\S+) is required by (.+)$/, "$2 verlangt $1"],
  [/^(\S+) is not a known field\. Did you mean (.+)\?$/, "Das Feld $1 ist unbekannt. Ist $2 gemeint?"],
  [/^(\S+) is not a known field$/, "Das Feld $1 ist unbekannt"],
  [/^(\S+) must be given only once$/, "$1 darf nur einmal vorkommen"],
  [/^(\S+) must be one of (.+)$/, "$1 muss einer dieser Werte sein: $2"],
  [/^(\S+) must not be empty$/, "$1 darf nicht leer sein"],
  [/^(\S+) must have at most (\d+) characters$/, "$1 darf höchstens $2 Zeichen haben"],
  [/^(\S+) must not contain control characters$/, "$1 darf keine Steuerzeichen enthalten"],
  [/^(\S+) must be a string in quotes$/, "$1 muss ein Text in Anführungszeichen sein"],
  [/^(\S+) must be a number, without quotes$/, "$1 muss eine Zahl ohne Anführungszeichen sein"],
  [/^(\S+) must be a whole number, without quotes$/, "$1 muss eine ganze Zahl ohne Anführungszeichen sein"],
  [/^(\S+) must be a whole number, 1 or more$/, "$1 muss eine ganze Zahl ab 1 sein"],
  [/^(\S+) must be true or false(?:, without quotes)?$/, "$1 muss true oder false sein"],
  [/^(\S+) must be a JSON array, such as \[ … \]$/, "$1 muss ein JSON-Array sein, etwa [ … ]"],
  [/^(\S+) must be a JSON object, such as \{ … \}$/, "$1 muss ein JSON-Objekt sein, etwa { … }"],
  [/^(\S+) must be at most (\S+)$/, "$1 darf höchstens $2 sein"],
  [/^(\S+) must be <= (\S+)$/, "$1 darf höchstens $2 sein"],
  [/^(\S+) must be >= (\S+)$/, "$1 muss mindestens $2 sein"],
  [/^(\S+) must be > (\S+)$/, "$1 muss größer als $2 sein"],
  [
    /^(\S+) must be a day or a timestamp, such as (\S+) or (\S+)$/,
    "$1 muss ein Tag oder Zeitpunkt sein, etwa $2 oder $3",
  ],
  [/^(\S+) must be a date such as (\S+)$/, "$1 muss ein Datum sein, etwa $2"],
  [/^(\S+) must be a valid date, for example (\S+)$/, "$1 muss ein gültiges Datum sein, etwa $2"],
  [
    /^(\S+) must be Unix seconds or ISO 8601, for example (\S+)$/,
    "$1 muss ein Zeitpunkt in Unix-Sekunden oder nach ISO 8601 sein, etwa $2",
  ],
  [
    /^(\S+) must be a whole day for (.+): use the form (\S+), without milliseconds$/,
    "$1 muss bei $2 ein ganzer Tag sein, in der Form $3 ohne Millisekunden",
  ],
  [/^(\S+) must be a URL such as (\S+)$/, "$1 muss eine URL sein, etwa $2"],
  [/^(\S+) must be an id: 1 to (\d+) printable characters$/, "$1 muss eine ID aus 1 bis $2 druckbaren Zeichen sein"],
  [
    /^The body must be (?:a JSON object, such as \{ … \}|a JSON array, such as \[ … \])\. Send it with Content-Type: application\/json$/,
    "Der Inhalt der Anfrage muss JSON sein und mit Content-Type: application/json gesendet werden",
  ],
  [/^The body is not valid JSON(?:.*)$/, "Der Inhalt der Anfrage ist kein gültiges JSON"],
  [/^The body must not be empty$/, "Der Inhalt der Anfrage darf nicht leer sein"],
  [
    /^There is no OAuth client for (.+)\. Register yours with (.+), or ask the operator to set (\S+)$/,
    "Für $1 ist kein OAuth-Client eingetragen. Tragen Sie Ihren mit $2 ein, oder lassen Sie den Betreiber $3 setzen",
  ],
  [
    /^This Idempotency-Key was used with another request\. Use a new key$/,
    "Dieser Idempotency-Key wurde schon für eine andere Anfrage verwendet. Verwenden Sie einen neuen",
  ],
  // Page design and hidden fields.
  [
    /^`(\S+)` must be a colour: (.+) or a CSS colour name$/,
    "`$1` muss eine Farbe sein: $2 oder der Name einer CSS-Farbe",
  ],
  [/^`(\S+)` must be plain text of at most (\d+) characters$/, "`$1` muss reiner Text mit höchstens $2 Zeichen sein"],
  [/^The logo is larger than (.+)$/, "Das Logo ist größer als $1"],
  [/^The logo is not a PNG file$/, "Das Logo ist keine PNG-Datei"],
  [/^The PNG must be 1 to (\d+) pixels wide and high$/, "Das PNG muss 1 bis $1 Pixel breit und hoch sein"],
  [/^The PNG is (?:damaged|truncated)$/, "Die PNG-Datei ist beschädigt"],
  [
    /^(\S+) is not a field of a record\. .+$/,
    "$1 ist kein Feld eines Datensatzes. Möglich sind bankData, personalData, der Name eines Feldes wie iban oder eines Feldes einer Ressource wie contacts.website",
  ],
  [/^(\S+) identifies (\S+) and cannot be hidden$/, "$1 kennzeichnet Datensätze von $2 und lässt sich nicht verbergen"],
  // Keys and paths.
  [
    /^The (API|account) key is not valid\. Check (\S+)$/,
    "Der $1-Schlüssel ist unbekannt oder widerrufen. Prüfen Sie $2",
  ],
  [
    /^(\S+) contains an account key\. Check whether the two keys are swapped$/,
    "In $1 steht ein Account-Schlüssel. Sind die beiden Schlüssel vertauscht?",
  ],
  [/^Send your API key in the (\S+) header$/, "Der API-Schlüssel im Header $1 fehlt"],
  [/^Send the end user's account key in the (\S+) header$/, "Der Account-Schlüssel des Endnutzers im Header $1 fehlt"],
  [
    /^(\S+ \S+) does not exist\. See the reference at (\S+)$/,
    "Den Endpunkt $1 gibt es nicht. Alle Endpunkte stehen in der Referenz unter $2",
  ],
  [/^(\S+) is not allowed on (\S+)\. Use (.+)$/, "$1 ist bei $2 nicht möglich. Möglich ist: $3"],
  [/^This API key lacks the scope (\S+)$/, "Dem API-Schlüssel fehlt die Berechtigung $1"],
  // Target systems.
  [
    /^(.+) no longer accepts the credentials\. The end user has to connect again$/,
    "$1 nimmt die Zugangsdaten nicht mehr an. Der Endnutzer muss sich neu verbinden",
  ],
  [/^The end user has to authorise (.+) again$/, "Der Endnutzer muss $1 neu verbinden"],
  [
    /^This connection to (.+) (?:has ended|was disabled)\. Connect the end user again$/,
    "Diese Verbindung zu $1 ist beendet. Der Endnutzer muss sich neu verbinden",
  ],
  [
    /^(.+) does not allow this with the end user's permissions or subscription$/,
    "$1 erlaubt das mit den Rechten oder dem Tarif des Endnutzers nicht",
  ],
  [/^(.+) has no such record$/, "Diesen Datensatz gibt es bei $1 nicht"],
  [/^(.+) has a record that conflicts with this request$/, "Ein Datensatz bei $1 steht der Anfrage entgegen"],
  [/^(.+) refused the request$/, "$1 hat die Anfrage abgelehnt"],
  [
    /^The rate limit of (.+) is reached\. Try again later$/,
    "Die Ratenbegrenzung von $1 ist erreicht. Versuchen Sie es später erneut",
  ],
  [
    /^(.+) is unreachable or has an outage\. Try again later$/,
    "$1 ist nicht erreichbar oder gestört. Versuchen Sie es später erneut",
  ],
  [
    /^(.+) did not respond in time\. Try again later$/,
    "$1 hat nicht rechtzeitig geantwortet. Versuchen Sie es später erneut",
  ],
  [/^(.+) sent a response that Kontor could not read$/, "Kontor konnte die Antwort von $1 nicht lesen"],
  [/^(.+) does not offer (\S+)$/, "$1 bietet $2 nicht an"],
  [
    /^Internal error\. Report it to the operator with the request id$/,
    "Interner Fehler. Melden Sie ihn mit der Anfrage-ID dem Betreiber",
  ],
  [/^There is no (?:operation|task|import|file) with this id(?:\. Check \S+)?$/, "Unter dieser ID gibt es nichts"],
];

/** Without a full stop at the end, as sentences put it after a colon. Undefined if the message is not listed. */
export function germanMessage(message: string): string | undefined {
  const text = message.replace(/\.$/, "");
  const form = forms.find(([english]) => english.test(text));
  return form && text.replace(form[0], form[1]);
}
