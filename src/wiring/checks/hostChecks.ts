/** doctor's checks of this machine: the data folder and the outbound rules. */
import { access, constants, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import type { Config } from "../../config.ts";
import { makeAddressRule } from "../../core/outbound/addressRule.ts";
import { openHttpClient } from "../../core/outbound/client.ts";
import { OutboundFault } from "../../core/outbound/exchange.ts";
import { createServer } from "../../web/createServer.ts";
import { bad, doubtful, type Finding, good } from "./finding.ts";
import { reasonOf } from "./reason.ts";

export async function checkDataFolder({ dataFolder }: Config): Promise<Finding> {
  const probe = join(dataFolder, `.doctor.${process.pid}`);
  try {
    await writeFile(probe, "");
    await rm(probe);
    return good("data folder", `${dataFolder} is writable.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && (await canBeMade(dataFolder)))
      return doubtful("data folder", `${dataFolder} does not exist yet.`, "The first start creates it: npm start");
    return bad("data folder", `is not writable (${reasonOf(error)}).`, "Correct its owner and mode, or set DATA_DIR.");
  }
}

async function canBeMade(folder: string): Promise<boolean> {
  const parent = dirname(folder);
  return access(parent, constants.W_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT" && parent !== folder && canBeMade(parent),
  );
}

/** Tests the rule with a real server on loopback, so that a rule without effect is found. */
export async function checkOutbound({
  allowPrivateNetwork: allowed,
}: Pick<Config, "allowPrivateNetwork">): Promise<Finding> {
  const subject = "outbound rules";
  const isReached = await reachesLoopback(allowed);
  if (isReached !== makeAddressRule(allowed)("127.0.0.1"))
    return bad(
      subject,
      isReached
        ? "127.0.0.1 was reached, although ALLOW_PRIVATE_NETWORK forbids it."
        : "127.0.0.1 was refused, although ALLOW_PRIVATE_NETWORK allows it.",
      "This is a fault of Kontor: please report it, and keep the service behind a firewall until then.",
    );
  if (allowed === false)
    return good(subject, "callers' URLs cannot reach private networks (tested with 127.0.0.1: refused).");
  const proof = `(tested with 127.0.0.1: ${isReached ? "reached" : "refused"})`;
  if (allowed !== true)
    return good(subject, `callers' URLs can reach ${allowed.join(", ")} and public addresses ${proof}.`);
  return doubtful(
    subject,
    `callers' URLs can reach every private network ${proof}.`,
    "Use this only for tests. Otherwise set ALLOW_PRIVATE_NETWORK to the networks you need, such as 10.1.2.0/24.",
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
