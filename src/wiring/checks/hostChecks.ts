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
import { reasonIn } from "./reason.ts";

export async function checkDataFolder({ dataFolder }: Config): Promise<Finding> {
  const probe = join(dataFolder, `.doctor.${process.pid}`);
  try {
    await writeFile(probe, "");
    await rm(probe);
    return good("data folder", { en: `${dataFolder} is writable.`, de: `${dataFolder} ist beschreibbar.` });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && (await canBeMade(dataFolder)))
      return doubtful(
        "data folder",
        { en: `${dataFolder} does not exist yet.`, de: `${dataFolder} gibt es noch nicht.` },
        { en: "The first start creates it: npm start", de: "Der erste Start legt ihn an: npm start" },
      );
    const reason = reasonIn(error);
    return bad(
      "data folder",
      { en: `is not writable (${reason.en}).`, de: `ist nicht beschreibbar (${reason.de}).` },
      {
        en: "Correct its owner and mode, or set DATA_DIR.",
        de: "Berichtigen Sie Besitzer und Modus, oder setzen Sie DATA_DIR.",
      },
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
        ? {
            en: "127.0.0.1 was reached, although ALLOW_PRIVATE_NETWORK forbids it.",
            de: "127.0.0.1 wurde erreicht, obwohl ALLOW_PRIVATE_NETWORK es verbietet.",
          }
        : {
            en: "127.0.0.1 was refused, although ALLOW_PRIVATE_NETWORK allows it.",
            de: "127.0.0.1 wurde abgelehnt, obwohl ALLOW_PRIVATE_NETWORK es erlaubt.",
          },
      {
        en: "This is a fault of Kontor: please report it, and keep the service behind a firewall until then.",
        de: "Das ist ein Fehler von Kontor: Bitte melden Sie ihn, und betreiben Sie den Dienst bis dahin hinter einer Firewall.",
      },
    );
  if (allowed === false)
    return good(subject, {
      en: "callers' URLs cannot reach private networks (tested with 127.0.0.1: refused).",
      de: "URLs von Aufrufern erreichen keine privaten Netze (mit 127.0.0.1 geprüft: abgelehnt).",
    });
  const proof = {
    en: `(tested with 127.0.0.1: ${isReached ? "reached" : "refused"})`,
    de: `(mit 127.0.0.1 geprüft: ${isReached ? "erreicht" : "abgelehnt"})`,
  };
  if (allowed !== true) {
    const networks = allowed.join(", ");
    return good(subject, {
      en: `callers' URLs can reach ${networks} and public addresses ${proof.en}.`,
      de: `URLs von Aufrufern erreichen ${networks} und öffentliche Adressen ${proof.de}.`,
    });
  }
  return doubtful(
    subject,
    {
      en: `callers' URLs can reach every private network ${proof.en}.`,
      de: `URLs von Aufrufern erreichen jedes private Netz ${proof.de}.`,
    },
    {
      en: "Use this only for tests. Otherwise set ALLOW_PRIVATE_NETWORK to the networks you need, such as 10.1.2.0/24.",
      de: "Nur für Tests geeignet. Setzen Sie ALLOW_PRIVATE_NETWORK sonst auf die nötigen Netze, zum Beispiel 10.1.2.0/24.",
    },
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
