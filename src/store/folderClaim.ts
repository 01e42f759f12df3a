/** One Kontor a data folder: a lock that the database itself holds, so that it cannot outlive the process. */
import pg from "pg";

export interface Claim {
  release(): Promise<void>;
}

const claimLock = 7_201_003;

/** Nothing when another process has the folder. */
export async function claimFolder(databaseUrl: string): Promise<Claim | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "kontor claim", keepAlive: true });
  // Lost with the database; whoever then starts first has the folder.
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [claimLock]);
  if (rows[0]?.mine === true) return { release: () => client.end() };
  await client.end();
  return undefined;
}
