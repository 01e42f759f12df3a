/** What doctor looks at on this machine: the data folder, the port, and the way out. */
import { access, constants, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import type { Config } from "../config.ts";
import { makeAddressRule } from "../core/outbound/addressRule.ts";
import { openHttpClient } from "../core/outbound/client.ts";
import { OutboundFault } from "../core/outbound/exchange.ts";
import { readServiceFile, type ServiceSettings } from "../store/serviceFile.ts";
import { reasonOf } from "./faults.ts";
import { bad, doubtful, type Finding, good } from "./finding.ts";
import { tryPort } from "./service.ts";

export async function checkDataFolder({ dataFolder }: Config): Promise<Finding> {
  const probe = join(dataFolder, `.doctor.${process.pid}`);
  try {
    await writeFile(probe, "");
    await rm(probe);
    return good("data folder", `${dataFolder} can be written.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && (await canBeMade(dataFolder)))
      return doubtful("data folder", `${dataFolder} is not there yet.`, "The first start makes it: npm start");
    return bad(
      "data folder",
      `cannot be written (${reasonOf(error)}).`,
      "Correct its owner and mode, or set DATA_DIR.",
    );
  }
}

async function canBeMade(folder: string): Promise<boolean> {
  const parent = dirname(folder);
  return access(parent, constants.W_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT" && parent !== folder && canBeMade(parent),
  );
}

export async function checkPort(config: Config): Promise<Finding> {
  const note = await readServiceFile(config.dataFolder);
  if (note !== undefined && (await answersHealth(note.localUrl))) return good("port", `Kontor answers at ${note.url}.`);
  if (config.port === 0) return good("port", "any free one is taken at the start (PORT=0).");
  try {
    await tryPort(config);
    return good("port", `${config.port} on ${config.host} is free; Kontor is not running.`);
  } catch (error) {
    return bad("port", "cannot be listened on.", reasonOf(error));
  }
}

async function answersHealth(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}

export interface RunningService {
  readonly settings: ServiceSettings | undefined;
  /** As it says itself; undefined when it is too old to. */
  readonly health: { readonly status: string; readonly version: string } | undefined;
}

/** The service of this data folder, if it answers. */
export async function findService({ dataFolder }: Pick<Config, "dataFolder">): Promise<RunningService | undefined> {
  const note = await readServiceFile(dataFolder);
  if (note === undefined || !(await answersHealth(note.localUrl))) return undefined;
  const answer = await fetch(`${note.localUrl}/health/details`, { signal: AbortSignal.timeout(3000) }).catch(
    () => undefined,
  );
  const health = answer?.ok === true ? ((await answer.json()) as RunningService["health"]) : undefined;
  return { settings: note.settings, health };
}

/** What the service says of itself. */
export function healthFinding({ health }: RunningService): Finding {
  if (health === undefined) return doubtful("service", "does not say how it is.", "Look into its log.");
  const text = `Kontor ${health.version} says that it is ${health.status}.`;
  if (health.status === "ok") return good("service", text);
  return doubtful("service", text, "GET /health/details says what is missing.");
}

/** The rule is tried on a server of our own, so that a wall which does not hold is found here. */
export async function checkOutbound({
  allowPrivateNetwork: allowed,
}: Pick<Config, "allowPrivateNetwork">): Promise<Finding> {
  const subject = "outbound rules";
  const isReached = await reachesLoopback(allowed);
  if (isReached !== makeAddressRule(allowed)("127.0.0.1"))
    return bad(
      subject,
      `127.0.0.1 was ${isReached ? "reached" : "refused"}, against ALLOW_PRIVATE_NETWORK.`,
      "This is a fault of Kontor: please report it, and keep the service behind a firewall until then.",
    );
  if (allowed === false)
    return good(subject, "addresses from callers cannot lead into private networks (tried on 127.0.0.1: refused).");
  const proven = `(tried on 127.0.0.1: ${isReached ? "reached" : "refused"})`;
  if (allowed !== true)
    return good(
      subject,
      `addresses from callers may lead into ${allowed.join(", ")}, else only to public ones ${proven}.`,
    );
  return doubtful(
    subject,
    `addresses from callers may lead into every private network ${proven}.`,
    "Right for tests. Else set ALLOW_PRIVATE_NETWORK to the networks you need, such as 10.1.2.0/24.",
  );
}

async function reachesLoopback(allowPrivate: Config["allowPrivateNetwork"]): Promise<boolean> {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const outbound = openHttpClient({ allowPrivate });
  const { port } = server.address() as AddressInfo;
  const request = { method: "GET", deadlineMs: 3000, maxBytes: 1000, purpose: "supplied" } as const;
  try {
    await outbound.fetchBytes({ ...request, url: `http://127.0.0.1:${port}/` });
    return true;
  } catch (error) {
    if (error instanceof OutboundFault && error.reason === "refused") return false;
    throw error;
  } finally {
    await outbound.close();
    server.close();
  }
}
