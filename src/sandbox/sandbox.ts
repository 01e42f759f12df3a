/** The built-in demo accounting system, with its own data and its own HTTP API. */
import type { FastifyPluginAsync } from "fastify";
import type pg from "pg";
import type { CompanyRow, EnvironmentRow } from "./books/basics/types.ts";
import { type NewClient, registerClient } from "./oauth/clients.ts";
import { changeGrants, type GrantChange, type GrantChoice } from "./oauth/grants.ts";
import { type IssuedGrant, issueGrant, type OAuthClient, oauthRoutes, prepareOAuth, readOAuth } from "./oauth/oauth.ts";
import { type Login, loginOf } from "./oauth/server.ts";
import { sandboxRoutes } from "./routes.ts";
import { type SeedOptions, seedDatabase } from "./seedData.ts";
import { type RunningTask, startPeriodicTask } from "./server/periodicTask.ts";
import { noteSize, openRoom } from "./server/room.ts";
import { updateTables } from "./server/tables.ts";
import { issueToken } from "./server/tokens.ts";
import { isActivityDue, simulateActivity } from "./simulatedActivity.ts";
import { deliverDue } from "./webhooks/delivery.ts";
import type { SendPost } from "./webhooks/post.ts";
import { addTriggers } from "./webhooks/triggers.ts";

export interface SandboxOptions extends SeedOptions {
  readonly pool: pg.Pool;
  /** The URL at which browsers reach the service that runs the sandbox. By default, each request's. */
  readonly publicUrl?: () => string;
  /** The clock for writes. */
  readonly now?: () => Date;
  /** Posts webhooks. Without it, there are none. */
  readonly send?: SendPost;
  /** Whether other machines can reach it. Its password is then random and not shown on its pages. */
  readonly isPublic?: boolean;
  /** The maximum size of its data, in addition to the seeded books. */
  readonly megabytes?: number;
}

export interface Sandbox {
  /** Paths start with /v1 and /oauth; /keys is a page. */
  readonly routes: FastifyPluginAsync;
  /** The login of its one user. */
  readonly login: Login;
  /** The client of the service that runs the sandbox. */
  readonly oauthClient: OAuthClient;
  /** Creates an API key. */
  readonly issueToken: (name: string) => Promise<string>;
  /** Issues the tokens of a user who allowed the built-in client, without a browser. */
  readonly issueGrant: (name: string, options?: { accessSeconds?: number }) => Promise<IssuedGrant>;
  readonly registerClient: (client: NewClient) => Promise<void>;
  /** For tests: expires access tokens, revokes grants or sets a behaviour, regardless of who holds the tokens. */
  readonly changeGrants: (change: GrantChange, choice?: GrantChoice) => Promise<number>;
  /** Simulates activity and delivers webhooks until it is stopped. Several processes may do so. */
  readonly work: (onFault: (error: unknown) => void) => { stop(): Promise<void> };
}

/** Existing books are not changed: `day` and `entries` apply only to new ones. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { pool, now = () => new Date() } = options;
  const updated = await updateTables(pool, async (client) => {
    const isNew = (await client.query("SELECT FROM sandbox.filling")).rowCount === 0;
    if (isNew) await seedDatabase(client, options);
    await addTriggers(client);
    await noteSize(client);
    await prepareOAuth(client);
    return { isNew };
  });
  // Without statistics and a visibility map, counting filtered lists is many times slower.
  if (updated?.isNew === true) await pool.query("VACUUM (ANALYZE) sandbox.records, sandbox.entries, sandbox.balances");
  const environments = await bodies<EnvironmentRow>(pool, "environments");
  const companies = await bodies<CompanyRow>(pool, "companies");
  const { seed, client: oauthClient } = await readOAuth(pool);
  const { send, publicUrl, isPublic = false, megabytes = 256 } = options;
  const hasRoom = openRoom(pool, megabytes);
  const login = loginOf(seed, isPublic);
  const deliveries = new Set<RunningTask>();
  const committed = () => {
    for (const delivery of deliveries) delivery.wake();
  };
  return {
    routes: async (app) => {
      const facts = { pool, environments, companies, now, committed, webhooks: { pool, seed, send }, hasRoom };
      await app.register(sandboxRoutes(facts));
      await app.register(oauthRoutes({ pool, seed, publicUrl, login, hasRoom }));
    },
    oauthClient,
    login,
    issueToken: (name) => issueToken(pool, name),
    issueGrant: (name, grantOptions = {}) => issueGrant(pool, name, grantOptions),
    registerClient: (client) => registerClient(pool, client),
    changeGrants: (change, choice = {}) => changeGrants(pool, change, choice),
    work: (onFault) => {
      const deliver = send && (() => deliverDue({ pool, seed, send, random: Math.random }));
      const delivery = deliver && startPeriodicTask({ every: 1000, run: deliver }, onFault);
      if (delivery) deliveries.add(delivery);
      const activity = startPeriodicTask(
        {
          every: 1000,
          run: async () =>
            (await isActivityDue(pool)) && (await hasRoom()) ? simulateActivity({ pool, now, committed }) : 0,
        },
        onFault,
      );
      return {
        stop: async () => {
          if (delivery) deliveries.delete(delivery);
          await Promise.all([delivery?.stop(), activity.stop()]);
        },
      };
    },
  };
}

async function bodies<Row>(pool: pg.Pool, table: "environments" | "companies"): Promise<Row[]> {
  const { rows } = await pool.query<{ body: Row }>(`SELECT body FROM sandbox.${table} ORDER BY position`);
  return rows.map(({ body }) => body);
}
