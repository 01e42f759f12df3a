/** Help texts, generated from the command table. */
import manifest from "../../package.json" with { type: "json" };
import type { Command } from "./command.ts";
import { formatTable } from "./table.ts";

export type Chapters = Readonly<Record<string, readonly Command[]>>;

const settings = [
  ["HOST, PORT", "The address and port to listen on (127.0.0.1, 3000)"],
  ["BASE_URL", "The public URL for callers and browsers, if different"],
  ["PROCESSES", "The number of processes, or auto for one per core, up to four (1)"],
  ["DATA_DIR", "The data folder (./data)"],
  ["DATABASE_URL", "Your PostgreSQL (15 or newer) instead of the embedded one"],
  ["KONTOR_MASTER_KEYS", "Keys that encrypt secrets, instead of the one in the data folder"],
  ["ALLOW_PRIVATE_NETWORK", "Whether callers' URLs may reach private networks: false, true or networks"],
  ["LOG_LEVEL", "trace, debug, info, warn, error, fatal or silent (info)"],
  ["SANDBOX", "The built-in demo accounting system: on or off"],
  ["SANDBOX_ENTRIES", "Ledger entries of the demo company, created at the first start (2000)"],
];

const footer = `Settings are environment variables:
${formatTable(settings, "  ")}

Exit codes: 0 success, 1 failure, 2 invalid usage or settings.
Logs go to stderr as JSON, everything else to stdout.

Run "kontor help <command>" for details of a command.`;

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
    footer,
  ].join("\n\n");
}

/** One command, or all of a group such as `tenants`. */
export function explain(commands: readonly Command[]): string {
  const [only] = commands;
  if (commands.length === 1 && only) return explainOne(only);
  return `${formatTable(commands.map(usageRow).map(([usage, summary]) => [`kontor ${usage}`, summary]))}

Run "kontor help ${commands[0]?.name}" for details of a command.`;
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
