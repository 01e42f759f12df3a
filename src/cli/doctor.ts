/** The `doctor` command: checks the installation without changing it, and gives advice. */

import type { Config } from "../config.ts";
import { hasCluster } from "../store/postgres/embedded.ts";
import type { ServiceSettings } from "../store/serviceFile.ts";
import {
  checkClock,
  checkDatabase,
  checkMasterKey,
  checkRestore,
  checkSessions,
  checkTables,
} from "../wiring/checks/databaseChecks.ts";
import { bad, doubtful, type Finding, good, inBoth } from "../wiring/checks/finding.ts";
import { checkDataFolder, checkOutbound } from "../wiring/checks/hostChecks.ts";
import { reasonIn } from "../wiring/checks/reason.ts";
import { checkSignIn } from "../wiring/checks/signInCheck.ts";
import { databaseFolder, openDatabaseHandle } from "../wiring/storage.ts";
import { type Command, exitCodes, jsonOption } from "./command.ts";
import { openLog } from "./service.ts";
import { checkPort, findService, healthFinding } from "./serviceChecks.ts";

export const doctor: Command = {
  name: "doctor",
  summary: "Check the installation and give advice",
  details: `Checks settings, data folder, port, database, master key, clock and outbound rules.
If the service is running, its settings are used instead of those of this shell. Exits with 1 if a check fails.`,
  options: jsonOption,
  run: async ({ options, terminal, readConfig }) => {
    const findings = await examine(readConfig());
    if (options["json"] === true) terminal.print(JSON.stringify(findings.map(inEnglish), null, 2));
    else terminal.print(findings.map(isGerman() ? formatInGerman : format).join("\n"));
    return findings.some(({ state }) => state === "fail") ? exitCodes.failed : exitCodes.done;
  },
};

async function examine(config: Config): Promise<Finding[]> {
  const service = await findService(config);
  const { settings } = service ?? {};
  return [
    ...config.warnings.map((warning) =>
      doubtful("settings", inBoth(warning), {
        en: "See docs/operate/configuration.md.",
        de: "Siehe docs/operate/configuration.md.",
      }),
    ),
    await checkDataFolder(config),
    await checkPort(config),
    ...(service === undefined ? [] : [healthFinding(service)]),
    ...(isSameDatabase(config, settings) ? await examineDatabase(config, settings) : []),
    await checkOutbound({ ...config, ...settings }),
    ...present(await checkSignIn({ ...config, ...settings })),
  ];
}

const present = (finding: Finding | undefined): Finding[] => (finding === undefined ? [] : [finding]);

/** This shell may lack settings of the running service. Then only the service can check its database. */
const isSameDatabase = ({ databaseUrl }: Config, settings: ServiceSettings | undefined): boolean =>
  settings === undefined || settings.ownDatabase === (databaseUrl === undefined);

async function examineDatabase(config: Config, settings: ServiceSettings | undefined): Promise<Finding[]> {
  if (config.databaseUrl === undefined && !hasCluster(databaseFolder(config)))
    return [
      doubtful(
        "database",
        { en: "is not set up yet.", de: "ist noch nicht eingerichtet." },
        { en: "The first start sets it up: npm start", de: "Der erste Start richtet sie ein: npm start" },
      ),
    ];
  try {
    const handle = await openDatabaseHandle({ config, log: openLog("silent"), exclusive: false });
    try {
      const { database } = handle;
      const version = await checkDatabase(database, config);
      const sessions = await checkSessions(config);
      const tables = await checkTables(database);
      const clock = await checkClock(database, Date.now);
      if (tables.state === "fail") return [version, sessions, tables, clock];
      const isKnown = settings === undefined || settings.ownMasterKey === (config.masterKeys === undefined);
      const key = isKnown
        ? await checkMasterKey(database, config)
        : good("master key", {
            en: "from KONTOR_MASTER_KEYS of the running service.",
            de: "aus KONTOR_MASTER_KEYS des laufenden Dienstes.",
          });
      return [version, sessions, tables, key, await checkRestore(database), clock];
    } finally {
      await handle.close();
    }
  } catch (error) {
    return [bad("database", { en: "cannot be used.", de: "kann nicht benutzt werden." }, reasonIn(error))];
  }
}

/** Programs read the English texts. */
const inEnglish = ({ state, subject, text, advice }: Finding): object => ({ state, subject, text, advice });

/** The language of the shell. */
const isGerman = (): boolean => /^de\b|^de_/.test(process.env["LC_ALL"] || process.env["LANG"] || "");

const subjectsInGerman: Readonly<Record<string, string>> = {
  clock: "Uhr",
  "data folder": "Datenordner",
  database: "Datenbank",
  "master key": "Hauptschlüssel",
  "outbound rules": "Regeln für ausgehende Verbindungen",
  port: "Port",
  restore: "Wiederherstellung",
  service: "Dienst",
  sessions: "Sitzungen der Datenbank",
  settings: "Einstellungen",
  "sign-in": "Anmeldung an der Konsole",
  tables: "Tabellen",
};

const formatInGerman = ({ state, subject, german }: Finding): string =>
  format({ state, subject: subjectsInGerman[subject] ?? subject, ...german });

const marks = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

function format({ state, subject, text, advice }: Omit<Finding, "german">): string {
  const line = `${marks[state]}  ${subject}: ${text}`;
  return advice === undefined ? line : `${line}\n      ${advice}`;
}
