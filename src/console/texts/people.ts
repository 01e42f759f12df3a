/** Texts about signing in, roles and sessions, in English and German. */
export const peoplePhrases = {
  people: ["People", "Personen"],
  "role.owner": ["owner", "Inhaber"],
  "role.operator": ["operator", "Betrieb"],
  "role.support": ["support", "Support"],
  "role.read-only": ["read-only", "nur Lesezugriff"],
  "role.member": ["member", "Mitglied"],
  "role.viewer": ["read-only", "nur Lesezugriff"],
  "role.api": ["API key", "API-Schlüssel"],
  "role.endUser": ["end user", "Endnutzer"],
  "role.visitor": ["no role", "ohne Rolle"],
  "role.shell": ["shell", "Kommandozeile"],
  "role.service": ["Kontor", "Kontor"],
  "roleHelp.owner": [
    "Everything, including tenants, keys, OAuth clients and other people's sessions.",
    "Alles, auch Mandanten, Schlüssel, OAuth-Clients und die Sitzungen anderer.",
  ],
  "roleHelp.operator": [
    "Daily work: also ends connections, renews subscriptions, resolves issues and changes the hosted pages.",
    "Täglicher Betrieb: beendet auch Verbindungen, verlängert Abonnements, schließt Störungen und gestaltet die Seiten für Endnutzer.",
  ],
  "roleHelp.support": [
    "Looks at everything, checks connections, creates reconnect links, reconciles writes and replays deliveries. Makes no keys and deletes nothing.",
    "Sieht alles, prüft Verbindungen, erstellt Links zum Neuverbinden, gleicht Schreibvorgänge ab und sendet Zustellungen erneut. Erstellt keine Schlüssel und löscht nichts.",
  ],
  "roleHelp.read-only": [
    "Looks at everything except bodies, and changes nothing.",
    "Sieht alles außer den Inhalten und ändert nichts.",
  ],
  roles: ["Roles", "Rollen"],
  rolesFromProvider: [
    "{name} decides who has which role; the settings of this installation map its groups and e-mail addresses. A change takes effect at the next sign-in.",
    "Wer welche Rolle hat, bestimmt {name}; die Einstellungen dieser Installation ordnen Gruppen und E-Mail-Adressen zu. Eine Änderung gilt ab der nächsten Anmeldung.",
  ],
  rolesFromLinks: ["Sign-in links give a role, too.", "Auch Anmeldelinks geben eine Rolle."],
  roleNeeded: [
    "Your role is {role}. This requires the role {needed}.",
    "Ihre Rolle: {role}. Dafür ist die Rolle {needed} nötig.",
  ],
  "question.people": ["Who is signed in, and from where?", "Wer ist angemeldet, und von wo?"],
  nobodySignedIn: ["Nobody is signed in.", "Niemand ist angemeldet."],
  thisSession: ["this session", "diese Sitzung"],
  endSession: ["End session", "Sitzung beenden"],
  endAllSessions: ["End all sessions", "Alle Sitzungen beenden"],
  sessionsEnded: ["Ended sessions: {count}.", "Beendete Sitzungen: {count}."],
  unusedLink: ["link, not used yet", "Link, noch nicht benutzt"],
  createLink: ["Create sign-in link", "Anmeldelink erstellen"],
  newLink: ["Sign-in link, works once within 15 minutes", "Anmeldelink, gilt einmal und 15 Minuten lang"],
  linksOff: [
    "Sign-in links are turned off in this installation.",
    "Anmeldelinks sind in dieser Installation abgeschaltet.",
  ],
  signIn: ["Sign in to the console", "In der Konsole anmelden"],
  signInWith: ["Sign in with {name}", "Mit {name} anmelden"],
  orLink: ["or with a link", "oder mit einem Link"],
  signInOperators: [
    "Operators: run this command on the server. It prints a link that works once.",
    "Betreiber führen diesen Befehl auf dem Server aus. Er gibt einen Link aus, der einmal gilt.",
  ],
  signInPeople: [
    "Members of a tenant get a link from the operator or from their own platform.",
    "Mitglieder eines Mandanten erhalten einen Link vom Betreiber oder von ihrer Plattform.",
  ],
  signInAs: ["You are signing in as {person} ({role}).", "Sie melden sich als {person} ({role}) an."],
  signInNow: ["Sign in", "Anmelden"],
  linkUsed: [
    "This link has already been used or has expired. Ask for a new one.",
    "Dieser Link wurde bereits verwendet oder ist abgelaufen. Bitte fordern Sie einen neuen an.",
  ],
  sessionEnded: ["You are signed out.", "Sie sind abgemeldet."],
  signOutAt: ["Sign out of {name}, too", "Auch bei {name} abmelden"],
  notSignedIn: ["You are not signed in", "Sie sind nicht angemeldet"],
  "fault.cancelled": [
    "{name} reports that the sign-in was cancelled or is not allowed for you.",
    "{name} meldet, dass die Anmeldung abgebrochen wurde oder Ihnen nicht erlaubt ist.",
  ],
  "fault.unreachable": [
    "{name} cannot be reached at the moment. Try again in a few minutes. If it does not help, ask the operator of this installation, who finds the cause in the log.",
    "{name} ist gerade nicht erreichbar. Versuchen Sie es in einigen Minuten erneut. Hilft das nicht, findet der Betreiber dieser Installation die Ursache im Protokoll.",
  ],
  "fault.invalid": [
    "The response of {name} is not valid, was used before, or came too late. Sign in again. If it does not help, ask the operator of this installation, who finds the cause in the log.",
    "Die Antwort von {name} ist ungültig, wurde schon einmal verwendet oder kam zu spät. Melden Sie sich erneut an. Hilft das nicht, findet der Betreiber dieser Installation die Ursache im Protokoll.",
  ],
  "denial.noRole": [
    "You are signed in to {name} as {person}, but you have no role in this console. Ask its operator to give you one.",
    "Sie sind bei {name} als {person} angemeldet, haben in dieser Konsole aber keine Rolle. Bitten Sie ihren Betreiber um eine.",
  ],
  "denial.emailNotVerified": [
    "You are signed in to {name} as {person}, but {name} has not verified your e-mail address, so it gives you no role. Verify it there, or ask the operator of this console to map one of your groups.",
    "Sie sind bei {name} als {person} angemeldet, aber {name} hat Ihre E-Mail-Adresse nicht bestätigt, und so gibt sie Ihnen keine Rolle. Bestätigen Sie sie dort, oder bitten Sie den Betreiber dieser Konsole, eine Ihrer Gruppen zuzuordnen.",
  ],
  "denial.severalTenants": [
    "You are signed in to {name} as {person}, who belongs to several tenants. The console shows only one. Ask its operator to choose it.",
    "Sie sind bei {name} als {person} angemeldet und gehören zu mehreren Mandanten. Die Konsole zeigt nur einen. Bitten Sie ihren Betreiber, ihn festzulegen.",
  ],
  "denial.noTenant": [
    "You are signed in to {name} as {person}, but your tenant does not exist or is disabled. Ask the operator of this console.",
    "Sie sind bei {name} als {person} angemeldet, aber Ihren Mandanten gibt es nicht, oder er ist gesperrt. Fragen Sie den Betreiber dieser Konsole.",
  ],
} as const satisfies Record<string, readonly [english: string, german: string]>;
