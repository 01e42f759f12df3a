/** What a command of the command line is: a row of the table in commands.ts. */
import type { Config } from "../config.ts";

export interface Command {
  /** One word or two: `doctor`, `tenants create`. */
  readonly name: string;
  /** What has to follow, in order: `tenant-id`. */
  readonly takes?: readonly string[];
  readonly summary: string;
  /** What the summary leaves out, in whole lines. */
  readonly details?: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Gives the exit code. */
  run(call: Call): Promise<number>;
}

export interface CommandOption {
  readonly about: string;
  /** The name of its value. Absent for a switch. */
  readonly takes?: string;
}

export interface Call {
  /** As many as the command takes. */
  readonly given: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly terminal: Terminal;
  readonly readConfig: () => Config;
}

export interface Terminal {
  /** Whether a person looks at it, so that a line may change. */
  readonly live: boolean;
  /** A line for people or scripts. */
  readonly print: (text: string) => void;
  /** Replaces the line that it wrote before. Only where the terminal is live. */
  readonly rewrite: (text: string) => void;
  /** A line about what went wrong. */
  readonly complain: (text: string) => void;
}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** The command cannot be understood. */
export class WrongUsage extends Error {}

/** The command was understood, but cannot be done; the text says why and what to do. */
export class CannotDo extends Error {}

/** What the command line says of what went wrong. */
export interface Complaint {
  readonly exitCode: number;
  readonly text: string;
}

export const jsonOption = { json: { about: "Print JSON, for scripts" } } as const;
