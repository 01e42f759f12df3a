/** The input of every console page: session, scope, time range and language. */
import type { Connector } from "../../contract/connector.ts";
import type { ConsoleSession } from "../../core/accounts/consoleAccess.ts";
import type { Execute } from "../../core/calling/execute.ts";
import type { IdentityProvider } from "../../core/people/identityProvider.ts";
import type { ReconcileDeps } from "../../core/writing/reconcile.ts";
import type { Serialise } from "../../http/data/serialise.ts";
import type { AuthOptions } from "../../http/endpoints/authRoutes.ts";
import type { HealthReport } from "../../http/endpoints/serviceRoutes.ts";
import type { Operator } from "../../pages/look.ts";
import type { Scope } from "../../store/console/query.ts";
import type { CountOnce } from "../../store/console/replays.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import type { Words } from "../texts/phrases.ts";
import type { Range } from "./time.ts";

export interface Finding {
  readonly state: "ok" | "warn" | "fail";
  readonly subject: string;
  readonly text: string;
  /** The remedy. */
  readonly advice?: string;
  readonly german: { readonly text: string; readonly advice?: string };
}

export interface ConsoleDeps {
  readonly auth: AuthOptions;
  readonly reconciling: ReconcileDeps;
  readonly connectors: readonly Connector[];
  readonly version: string;
  readonly requestLogDays: number;
  readonly health: () => Promise<HealthReport>;
  /** The checks of `kontor doctor`. */
  readonly checks: () => Promise<readonly Finding[]>;
  readonly isBehindTls: boolean;
  readonly operator: Operator;
  /** Runs an operation like an API request, for the explorer. */
  readonly execute: Execute;
  readonly serialise: Serialise;
  readonly countReplay: CountOnce;
  /** How long bodies are kept; 0 means never. */
  readonly requestBodyHours: number;
  readonly signIn: SignInWays;
}

/** How people sign in. */
export interface SignInWays {
  /** The operator's OpenID Connect provider. */
  readonly provider: IdentityProvider | undefined;
  /** Whether links that work once sign in, too. */
  readonly links: boolean;
}

export interface View extends Words {
  readonly deps: ConsoleDeps;
  readonly session: ConsoleSession;
  readonly now: number;
  readonly range: Range;
  /** The selected tenant, or null for all. Members of a tenant always have their own. */
  readonly scope: Scope;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Read-only and with a time limit. */
  readonly client: Queryable;
  /** Shown at the top after an action. */
  readonly notice?: string | undefined;
}

type Changes = Readonly<Record<string, string | undefined>>;

/** A link to another page that keeps the time range and the tenant. */
export function linkTo({ query }: Pick<View, "query">, path: string, changes: Changes = {}): string {
  const { range, tenant } = query;
  return addressOf(path, { range, tenant, ...changes });
}

/** A link to the same page with some parameters changed, back on its first page. */
export const sameWith = ({ path, query }: Pick<View, "path" | "query">, changes: Changes): string =>
  addressOf(path, { ...query, after: undefined, notice: undefined, ...changes });

function addressOf(path: string, query: Changes): string {
  const present = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "",
  );
  return present.length === 0 ? path : `${path}?${new URLSearchParams(present).toString()}`;
}

export const nameOfSystem = ({ deps }: Pick<View, "deps">, slug: string | null): string =>
  deps.connectors.find(({ id }) => id === slug)?.name ?? slug ?? "–";
