/** The type of a command: a row of the table in commands.ts. */
import type { Config } from "../config.ts";

export interface Command {
  /** One word or two: `doctor`, `tenants create`. */
  readonly name: string;
  /** Required arguments, in order: `tenant-id`. */
  readonly takes?: readonly string[];
  readonly summary: string;
  /** More lines for `kontor help <command>`. */
  readonly details?: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Returns the exit code. */
  run(call: Call): Promise<number>;
}

export interface CommandOption {
  readonly about: string;
  /** The name of its value. Absent for a flag. */
  readonly takes?: string;
}

export interface Call {
  /** As many as the command takes. */
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly terminal: Terminal;
  readonly readConfig: () => Config;
}

export interface Terminal {
  /** Whether it is interactive, so that lines can be rewritten. */
  readonly live: boolean;
  /** Prints a line to stdout. */
  readonly print: (text: string) => void;
  /** Replaces the last line. Only if the terminal is interactive. */
  readonly rewrite: (text: string) => void;
  /** Prints a line to stderr. */
  readonly complain: (text: string) => void;
}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** The command line is invalid. */
export class WrongUsage extends Error {}

/** The command cannot be carried out. The message says why and what to do. */
export class CannotDo extends Error {}

/** An exit code with an error message. */
export interface Complaint {
  readonly exitCode: number;
  readonly text: string;
}

export const jsonOption = { json: { about: "Print JSON, for scripts" } } as const;
