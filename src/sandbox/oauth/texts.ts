/** The texts of the sandbox's pages, in English and German. `{names}` are replaced. */

const english = {
  lang: "en",
  signIn: "Sign in",
  toContinue: "to continue to {client}",
  yourKeys: "your API keys",
  user: "User name",
  password: "Password",
  wrongLogin: "User name or password is wrong.",
  demoWith: "This is a demo. Sign in as {user} with the password {password}.",
  demoHidden: "This is a demo. Its password is in the service's data folder, in {file}.",
  wants: "{client} wants to read and write your books",
  signedInAs: "Signed in as {user}",
  see: "See your companies",
  read: "Read documents and the ledger",
  write: "Write documents and journal entries",
  keep: "Keep access until you revoke it",
  deny: "Deny",
  allow: "Allow access",
  returnTo: "You will return to {address}",
  keysTitle: "API keys",
  keyMade: "Here is your key. Copy it now: it is shown only once.",
  createKey: "Create a key",
  createAnother: "Create another key",
  whoHasKey: "Anyone with a key can read and write your books.",
  problemTitle: "Not possible",
  didNotWork: "This did not work",
  nothingShared: "Nothing was shared. Close this page, go back to the application that you came from, and try again.",
  outOfDate: "This form has expired or did not come from this page.",
  ourFault: "Something went wrong on our side.",
  about: "An invented accounting system for trying things out",
};

export type Texts = Readonly<Record<keyof typeof english, string>>;

const german: Texts = {
  lang: "de",
  signIn: "Anmelden",
  toContinue: "um mit {client} fortzufahren",
  yourKeys: "Ihren API-Schlüsseln",
  user: "Benutzername",
  password: "Passwort",
  wrongLogin: "Benutzername oder Passwort ist falsch.",
  demoWith: "Dies ist eine Demo. Melden Sie sich als {user} mit dem Passwort {password} an.",
  demoHidden: "Dies ist eine Demo. Das Passwort steht im Datenordner des Dienstes, in {file}.",
  wants: "{client} möchte Ihre Bücher lesen und schreiben",
  signedInAs: "Angemeldet als {user}",
  see: "Ihre Firmen sehen",
  read: "Belege und Buchungen lesen",
  write: "Belege und Buchungen anlegen",
  keep: "Zugriff behalten, bis Sie ihn widerrufen",
  deny: "Ablehnen",
  allow: "Zugriff erlauben",
  returnTo: "Sie kehren zurück zu {address}",
  keysTitle: "API-Schlüssel",
  keyMade: "Hier ist Ihr Schlüssel. Kopieren Sie ihn jetzt: Er wird nur einmal angezeigt.",
  createKey: "Schlüssel erstellen",
  createAnother: "Weiteren Schlüssel erstellen",
  whoHasKey: "Wer einen Schlüssel hat, kann Ihre Bücher lesen und schreiben.",
  problemTitle: "Nicht möglich",
  didNotWork: "Das hat nicht geklappt",
  nothingShared:
    "Es wurde nichts weitergegeben. Schließen Sie diese Seite, gehen Sie zurück zur Anwendung und versuchen Sie es erneut.",
  outOfDate: "Dieses Formular ist abgelaufen oder kam nicht von dieser Seite.",
  ourFault: "Bei uns ist etwas schiefgegangen.",
  about: "Ein erfundenes Buchhaltungssystem zum Ausprobieren",
};

const languages: ReadonlyMap<string, Texts> = new Map([english, german].map((texts) => [texts.lang, texts]));

/** The texts of the first language tag that is known. */
function firstKnown(tags: readonly string[]): Texts | undefined {
  const known = tags.map((tag) => languages.get(tag.trim().toLowerCase().split(/[-_;]/)[0] ?? ""));
  return known.find((texts) => texts !== undefined);
}

/**
 * In the language that the client asks for in `ui_locales` (OpenID Connect: tags separated by spaces, in order of
 * preference), else in the browser's, else in English.
 */
export const textsIn = (uiLocales: string | undefined, acceptLanguage: string | undefined): Texts =>
  firstKnown((uiLocales ?? "").split(" ")) ?? firstKnown((acceptLanguage ?? "").split(",")) ?? english;
