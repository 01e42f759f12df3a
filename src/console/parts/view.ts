/** What every page of the console is drawn from: who looks, at what, since when, in which language. */
import type { Connector } from "../../contract/connector.ts";
import type { ConsoleSession } from "../../core/accounts/consoleAccess.ts";
import type { Execute } from "../../core/calling/execute.ts";
import type { ReconcileDeps } from "../../core/writing/reconcile.ts";
import type { Serialise } from "../../http/data/serialise.ts";
import type { AuthOptions } from "../../http/endpoints/authRoutes.ts";
import type { HealthReport } from "../../http/endpoints/serviceRoutes.ts";
import type { Operator } from "../../pages/look.ts";
import type { Scope } from "../../store/console/query.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import type { Words } from "../texts/phrases.ts";
import type { Range } from "./time.ts";

export interface Finding {
  readonly state: "ok" | "warn" | "fail";
  readonly subject: string;
  readonly text: string;
  /** What to do about it. */
  readonly advice?: string;
}

export interface ConsoleDeps {
  readonly auth: AuthOptions;
  readonly reconciling: ReconcileDeps;
  readonly connectors: readonly Connector[];
  readonly version: string;
  readonly requestLogDays: number;
  readonly health: () => Promise<HealthReport>;
  /** As `doctor` finds them. */
  readonly checks: () => Promise<readonly Finding[]>;
  readonly isBehindTls: boolean;
  readonly operator: Operator;
  /** The way of every data request, for the explorer. */
  readonly execute: Execute;
  readonly serialise: Serialise;
  /** For how long bodies are kept; 0: not at all. */
  readonly requestBodyHours: number;
}

export interface View extends Words {
  readonly deps: ConsoleDeps;
  readonly session: ConsoleSession;
  readonly now: number;
  readonly range: Range;
  /** The tenant that is looked at; for people of a tenant always their own. Null: all. */
  readonly scope: Scope;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Reads within a time, and changes nothing. */
  readonly client: Queryable;
  /** Said on top, after something was done. */
  readonly notice?: string | undefined;
}

type Changes = Readonly<Record<string, string | undefined>>;

/** Addresses hold everything: what is not changed stays. The place in a list is left when anything else changes. */
export function linkTo({ query }: Pick<View, "query">, path: string, changes: Changes = {}): string {
  const { range, tenant } = query;
  return addressOf(path, { range, tenant, ...changes });
}

export const sameWith = ({ path, query }: Pick<View, "path" | "query">, changes: Changes): string =>
  addressOf(path, { ...query, after: undefined, notice: undefined, ...changes });

function addressOf(path: string, query: Changes): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "",
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export const mayChange = ({ session }: Pick<View, "session">): boolean => session.role !== "viewer";

export const nameOfSystem = ({ deps }: Pick<View, "deps">, slug: string | null): string =>
  deps.connectors.find(({ id }) => id === slug)?.name ?? slug ?? "–";
