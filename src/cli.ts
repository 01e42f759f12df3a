/** The command line: finds the command, parses its options, runs it and reports errors. */
import cluster from "node:cluster";
import { parseArgs } from "node:util";
import { type Command, exitCodes, type Terminal, WrongUsage } from "./cli/command.ts";
import { complaintAbout } from "./cli/faults.ts";
import { explain, overview, usageOf } from "./cli/help.ts";
import { serviceCommands } from "./cli/service.ts";
import { readConfig } from "./config.ts";
import { nearest } from "./contract/nearest.ts";

export async function main(): Promise<void> {
  // A closed pipe, as with `head`, is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    terminal: openTerminal(),
    environment: process.env,
  });
  // The channel to the parent process would keep this one alive.
  if (cluster.isWorker) process.exit();
}

export interface Outside {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

function openTerminal(): Terminal {
  return {
    live: process.stdout.isTTY,
    print: (text) => void process.stdout.write(`${text}\n`),
    rewrite: (text) => void process.stdout.write(`\r\u001B[K${text}`),
    complain: (text) => void process.stderr.write(`${text}\n`),
  };
}

export async function runCommandLine(parameters: readonly string[], outside: Outside): Promise<number> {
  try {
    return await dispatch(parameters, outside);
  } catch (error) {
    const { exitCode, text } = complaintAbout(error);
    outside.terminal.complain(text);
    return exitCode;
  }
}

async function dispatch(parameters: readonly string[], outside: Outside): Promise<number> {
  const { terminal, environment } = outside;
  const [first, ...rest] = parameters;
  if (first === "help" && rest.length > 0) return dispatch([...rest, "--help"], outside);
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    const { chapters } = await import("./cli/commands.ts");
    terminal.print(overview(chapters));
    return exitCodes.done;
  }
  if (first === "--version" || first === "-v") return dispatch(["version"], outside);
  const wantsHelp = parameters.includes("--help") || parameters.includes("-h");
  const found = find(parameters, await commandsFor(first));
  if (wantsHelp) {
    terminal.print(explain(found.commands));
    return exitCodes.done;
  }
  const [command] = found.commands;
  if (found.isGroup || command === undefined) throw unknownIn(first, found.commands);
  const call = readCall(command, parameters.slice(command.name.split(" ").length));
  return command.run({ ...call, terminal, readConfig: () => readConfig(environment, new Date()) });
}

/** The service commands start without loading the other commands. */
const commandsFor = async (first: string): Promise<readonly Command[]> =>
  serviceCommands.some(({ name }) => name === first) ? serviceCommands : (await import("./cli/commands.ts")).commands;

/** Finds a command by its one or two words, or all commands of a group by the first word. */
function find(
  parameters: readonly string[],
  commands: readonly Command[],
): { commands: readonly Command[]; isGroup: boolean } {
  const [first = "", second = ""] = parameters;
  const exact = commands.find(({ name }) => name === first || name === `${first} ${second}`);
  if (exact !== undefined) return { commands: [exact], isGroup: false };
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length === 0) {
    const words = [...new Set([...commands.map(({ name }) => firstWord(name)), "help"])];
    throw new WrongUsage(`Unknown command "${first}".${suggestion(first, words)}\nRun "kontor help" for all commands.`);
  }
  if (second !== "" && !second.startsWith("-")) throw unknownIn(first, group, second);
  return { commands: group, isGroup: true };
}

function unknownIn(first: string, group: readonly Command[], second?: string): WrongUsage {
  const words = group.map(({ name }) => name.slice(first.length + 1));
  const choice = `"kontor ${first}" requires one of: ${words.join(", ")}.`;
  if (second === undefined) return new WrongUsage(`${choice}\nRun "kontor help ${first}" for details.`);
  return new WrongUsage(`Unknown command "${first} ${second}".${suggestion(second, words, first)}\n${choice}`);
}

function suggestion(word: string, words: readonly string[], before?: string): string {
  const known = nearest(word, words);
  return known === undefined ? "" : ` Did you mean "${before === undefined ? known : `${before} ${known}`}"?`;
}

const firstWord = (name: string): string => name.split(" ", 1)[0] ?? name;

function readCall(command: Command, parameters: readonly string[]) {
  const { takes = [], options = {} } = command;
  const more = `Usage: kontor ${usageOf(command)}\nRun "kontor help ${command.name}" for details.`;
  const types = Object.entries(options).map(
    ([name, { takes }]) => [name, { type: takes === undefined ? "boolean" : "string" }] as const,
  );
  const { values, positionals } = parse([...parameters], Object.fromEntries(types), more);
  const missing = takes[positionals.length];
  if (missing !== undefined) throw new WrongUsage(`"kontor ${command.name}" requires <${missing}>.\n${more}`);
  const extra = positionals[takes.length];
  if (extra !== undefined)
    throw new WrongUsage(`Unexpected argument "${extra}" for "kontor ${command.name}".\n${more}`);
  return { arguments: positionals, options: values };
}

type OptionTypes = Record<string, { type: "boolean" | "string" }>;

function parse(args: string[], options: OptionTypes, more: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Only the first sentence of the message is specific.
    const [sentence] = (error as Error).message.split(/(?<=\.)\s/, 1);
    throw new WrongUsage(`${sentence}\n${more}`, { cause: error });
  }
}
