/** `npm run simulators -- [slug …] [--port 4100]`: starts the simulators and prints how to try the service with them. */
import { parseArgs } from "node:util";
import { connectors } from "../src/connectors/index.ts";
import { guide } from "./guide.ts";
import { simulationOf, simulatorSlugs } from "./settings.ts";
import { type Simulator, startSimulator } from "./start.ts";

/** How many exchanges a simulator keeps: it may run for days. */
const keep = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: "string", default: "4100" }, service: { type: "string", default: "http://127.0.0.1:3000" } },
});
const available = simulatorSlugs();
const unknown = positionals.filter((slug) => !available.includes(slug));
const chosen = available.filter((slug) => positionals.length === 0 || positionals.includes(slug));

if (unknown.length > 0) fail(`There is no simulator for ${unknown.join(", ")}. Available: ${available.join(", ")}.`);
else if (!/^\d+$/.test(values.port)) fail(`--port must be a number, not "${values.port}".`);
else await start(Number(values.port));

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}

/** Each simulator has its fixed port, whichever others run. With 0, each gets a free one. */
async function start(firstPort: number): Promise<void> {
  const portOf = (slug: string): number => (firstPort === 0 ? 0 : firstPort + available.indexOf(slug));
  const running: Simulator[] = [];
  const stop = async (): Promise<void> => {
    for (const simulator of running.splice(0)) await simulator.close();
  };
  try {
    for (const slug of chosen)
      running.push(await startSimulator(await simulationOf(slug), { port: portOf(slug), keep }));
  } catch (error) {
    await stop();
    return fail((error as Error).message);
  }
  console.log(guide(running, { service: values.service.replace(/\/+$/, ""), connectors }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
}
