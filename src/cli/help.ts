/** Help texts, read from the table of commands. */
import manifest from "../../package.json" with { type: "json" };
import type { Command } from "./command.ts";
import { formatTable } from "./table.ts";

export type Chapters = Readonly<Record<string, readonly Command[]>>;

const settings = [
  ["HOST, PORT", "Where to listen (127.0.0.1, 3000)"],
  ["BASE_URL", "Where callers and browsers reach it, if that is another address"],
  ["PROCESSES", "How many processes answer, or auto for as many as there are cores (1)"],
  ["DATA_DIR", "Where everything is kept (./data)"],
  ["DATABASE_URL", "A PostgreSQL of yours (15 or newer) instead of our own"],
  ["KONTOR_MASTER_KEYS", "Keys that encrypt secrets instead of the one in the data folder"],
  ["ALLOW_PRIVATE_NETWORK", "Whether addresses from callers may lead inside: false, true or networks"],
  ["LOG_LEVEL", "trace, debug, info, warn, error, fatal or silent (info)"],
  ["SANDBOX", "The built-in demo accounting system: on or off"],
  ["SANDBOX_ENTRIES", "Ledger entries that the demo company gets at the first start (2000)"],
];

const ending = `Settings come from the environment:
${formatTable(settings, "  ")}

Exit codes: 0 done, 1 failed, 2 wrong usage or wrong settings.
Logs go to stderr as JSON, everything else to stdout.

"kontor help <command>" says more about a command.`;

export function overview(chapters: Chapters): string {
  const width = Math.max(...Object.values(chapters).flatMap((commands) => commands.map(usageOf).map(lengthOf)));
  const parts = Object.entries(chapters).map(([title, commands]) => {
    const rows = commands.map(usageRow).map(([usage, summary]) => [usage.padEnd(width), summary]);
    return `${title}\n${formatTable(rows, "  ")}`;
  });
  return [
    `Kontor ${manifest.version}: one accounting API for every accounting system.`,
    "Usage: kontor <command> [options]",
    ...parts,
    ending,
  ].join("\n\n");
}

/** One command, or all of a group such as `tenants`. */
export function explain(commands: readonly Command[]): string {
  const [only] = commands;
  if (commands.length === 1 && only) return explainOne(only);
  return `${formatTable(commands.map(usageRow).map(([usage, summary]) => [`kontor ${usage}`, summary]))}

"kontor help ${commands[0]?.name}" says more, and so on for the others.`;
}

function explainOne({ details, options = {}, ...command }: Command): string {
  const optionRows = Object.entries({ ...options, help: { about: "Show this text" } }).map(
    ([name, option]: [string, { about: string; takes?: string }]) => [
      `--${name}${option.takes === undefined ? "" : ` <${option.takes}>`}`,
      option.about,
    ],
  );
  const usage = ["Usage: kontor", usageOf(command), ...(Object.keys(options).length > 0 ? ["[options]"] : [])];
  return [
    usage.join(" "),
    `${command.summary}.${details === undefined ? "" : `\n${details}`}`,
    `Options:\n${formatTable(optionRows, "  ")}`,
  ].join("\n\n");
}

export const usageOf = ({ name, takes = [] }: Pick<Command, "name" | "takes">): string =>
  [name, ...takes.map((value) => `<${value}>`)].join(" ");

const usageRow = (command: Command): [string, string] => [usageOf(command), command.summary];

const lengthOf = (text: string): number => text.length;
