/** `npm run simulators -- [slug …] [--port 4100]`: starts the simulators, and says how to start the service with them. */
import { globSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Simulation } from "./simulation.ts";
import { type Simulator, startSimulator } from "./start.ts";

/** They may run for days. */
const keep = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: "string", default: "4100" } },
});
const found = globSync("*/simulation.ts", { cwd: import.meta.dirname }).map((file) => file.split(/[/\\]/)[0] ?? "");
const unknown = positionals.filter((slug) => !found.includes(slug));
const wanted = found.toSorted().filter((slug) => positionals.length === 0 || positionals.includes(slug));

if (unknown.length > 0)
  fail(`There is no simulator of ${unknown.join(", ")}. There are: ${found.toSorted().join(", ")}`);
else if (!/^\d+$/.test(values.port)) fail(`--port must be a number, not "${values.port}".`);
else await start(Number(values.port));

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}

/** A simulator keeps its port whichever others run. */
async function start(firstPort: number): Promise<void> {
  const running: Simulator[] = [];
  const stop = async (): Promise<void> => {
    for (const simulator of running.splice(0)) await simulator.close();
  };
  try {
    for (const slug of wanted) {
      const { simulation } = (await import(join(import.meta.dirname, slug, "simulation.ts"))) as {
        simulation: Simulation;
      };
      const port = firstPort + found.toSorted().indexOf(slug);
      running.push(await startSimulator(simulation, { port, keep }));
    }
  } catch (error) {
    await stop();
    return fail((error as Error).message);
  }
  console.log(running.map(described).join("\n"));
  console.log(
    "# for all of them\nALLOW_PRIVATE_NETWORK=true\n\nStart the service with these settings. Ctrl-C ends the simulators.",
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
}

function described({ slug, url, vendor: { access, companies, portal } }: Simulator): string {
  const name = slug.toUpperCase().replaceAll("-", "_");
  const { oauthClient, credentials } = access;
  const chosen = companies.map(({ id, environment }) => (environment === undefined ? id : `${environment}/${id}`));
  return [
    `# ${slug}: ${url} has its controls; companies: ${chosen.join(", ")}`,
    ...(credentials ? [`# sign in with ${JSON.stringify(credentials)}`] : []),
    ...(portal ? [`# set the portal's webhook address: curl -d url=… -d key=… ${url}/-/portal`] : []),
    `TARGET_SITE_${name}=${url}`,
    ...(oauthClient
      ? [`OAUTH_CLIENT_ID_${name}=${oauthClient.clientId}`, `OAUTH_CLIENT_SECRET_${name}=${oauthClient.clientSecret}`]
      : []),
    "",
  ].join("\n");
}
