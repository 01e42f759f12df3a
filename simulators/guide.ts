/** What somebody reads who has just started the simulators: the settings for the service, and what to do then. */
import type { Connector } from "../src/contract/connector.ts";
import { portalKey, settingsFor, slugsOf } from "./settings.ts";
import type { Simulator } from "./start.ts";

export interface GuideFacts {
  /** Where the service is going to be. */
  readonly service: string;
  readonly connectors: readonly Pick<Connector, "id" | "signIn">[];
}

/** Everything in it can be pasted into a shell. */
export function guide(running: readonly Simulator[], facts: GuideFacts): string {
  const all = running.flatMap((simulator) => editionsOf(simulator, facts));
  const { service } = facts;
  return `# 1. Paste these settings into another shell in this folder, and start the service there: npm start
set -a
ALLOW_PRIVATE_NETWORK=true
${all.map(({ connector, simulator }) => settings(connector, simulator)).join("\n")}
set +a

# 2. Paste this into a third shell in this folder.
API_KEY=$(node -p 'require("./data/demo.json").apiKey')
kontor() { curl -s "${service}$1" -H "X-API-KEY: $API_KEY" -H "X-ACCOUNT-KEY: $ACCOUNT_KEY" "\${@:2}"; echo; }
connect() { kontor "/auth/$1?callbackUrl=$2&environmentSelection=true" -H "Accept: text/plain"; }

# 3. Open the address that one of these prints in a browser. The page at its end shows the account key.
${all.map(connecting).join("\n")}

# 4. Take that key, and read or write as docs/reading.md and docs/writing.md say:
ACCOUNT_KEY=…
kontor "/accounting/invoices?limit=5"

# 5. Ask for changes (docs/events.md). Some seconds later, save an invoice by its id at the vendor's page, and read the log:
kontor /webhooks -H "Content-Type: application/json" -d '{ "callbackUrl": "http://127.0.0.1:4000", "resource": "INVOICE" }'
${running.map((simulator) => screens(simulator, service)).join("\n")}
kontor /events

# Ctrl-C ends the simulators.`;
}

interface Edition {
  readonly connector: GuideFacts["connectors"][number];
  readonly simulator: Simulator;
}

function editionsOf(simulator: Simulator, { connectors }: GuideFacts): Edition[] {
  const ids = slugsOf(
    simulator.slug,
    connectors.map(({ id }) => id),
  );
  return connectors.filter(({ id }) => ids.includes(id)).map((connector) => ({ connector, simulator }));
}

const settings = (connector: Edition["connector"], simulator: Simulator): string =>
  Object.entries(settingsFor(connector, simulator))
    .map((pair) => pair.join("="))
    .join("\n");

function connecting({ connector: { id, signIn }, simulator: { url, vendor } }: Edition): string {
  const { credentials, oauthClient } = vendor.access;
  const asks = signIn.asks.filter(({ belongsToApp }) => belongsToApp !== true || oauthClient === undefined);
  const asked = asks.flatMap(({ name }) => credentials?.[name] ?? []);
  return `connect ${id} ${url}${asked.length === 0 ? "" : `   # asks for ${asked.join(", then ")}`}`;
}

/** Vendors with a developer portal have to be told where to post. */
function screens({ slug, url, vendor }: Simulator, service: string): string {
  const portal = `curl ${url}/-/portal -d url=${service}/events/${slug} -d key=${portalKey(slug)}`;
  return `#    ${slug}: ${url}${vendor.portal ? `, once its developer portal knows where to post:\n${portal}` : ""}`;
}
