/** The text that `npm run simulators` prints: the settings for the service, and the next steps. */
import type { Connector } from "../src/contract/connector.ts";
import { portalKey, settingsFor, slugsOf } from "./settings.ts";
import type { Simulator } from "./start.ts";

export interface GuideFacts {
  /** The URL at which the service will run. */
  readonly service: string;
  readonly connectors: readonly Pick<Connector, "id" | "signIn">[];
}

/** The whole text can be pasted into a shell. */
export function guide(running: readonly Simulator[], facts: GuideFacts): string {
  const editions = running.flatMap((simulator) => editionsOf(simulator, facts));
  const { service } = facts;
  return `# 1. Paste these settings into another shell in this folder, and start the service there: npm start
set -a
ALLOW_PRIVATE_NETWORK=true
${editions.map(({ connector, simulator }) => settings(connector, simulator)).join("\n")}
set +a

# 2. Paste this into a third shell in this folder.
API_KEY=$(node -p 'require("./data/demo.json").apiKey')
kontor() { curl -s "${service}$1" -H "X-API-KEY: $API_KEY" -H "X-ACCOUNT-KEY: $ACCOUNT_KEY" "\${@:2}"; echo; }
connect() { kontor "/auth/$1?callbackUrl=$2&environmentSelection=true" -H "Accept: text/plain"; }

# 3. Run one of these and open the URL that it prints in a browser. The last page shows the account key.
${editions.map(connecting).join("\n")}

# 4. Set that key, then read or write as described in docs/guides/reading.md and docs/guides/writing.md:
ACCOUNT_KEY=…
kontor "/accounting/invoices?limit=5"

# 5. Subscribe to changes (docs/guides/events.md). After some seconds, save an invoice by its id on the vendor's page, and read the events:
kontor /webhooks -H "Content-Type: application/json" -d '{ "callbackUrl": "http://127.0.0.1:4000", "resource": "INVOICE" }'
${running.map((simulator) => controlsOf(simulator, service)).join("\n")}
kontor /events

# Ctrl-C stops the simulators.`;
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
  const values = asks.flatMap(({ name }) => credentials?.[name] ?? []);
  return `connect ${id} ${url}${values.length === 0 ? "" : `   # asks for ${values.join(", then ")}`}`;
}

/** Vendors with a developer portal need the webhook URL. */
function controlsOf({ slug, url, vendor }: Simulator, service: string): string {
  const portal = `curl ${url}/-/portal -d url=${service}/events/${slug} -d key=${portalKey(slug)}`;
  return `#    ${slug}: ${url}${vendor.portal ? `, after setting the webhook URL in its developer portal:\n${portal}` : ""}`;
}
