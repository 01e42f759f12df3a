/** The service with all simulators, and the steps of an end user and a platform with each vendor. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import { settingsFor, simulationOf, simulatorSlugs, slugsOf } from "../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../simulators/start.ts";
import { connectors } from "../../src/connectors/index.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { serveHttp } from "./loopback.ts";
import { type Service, startService } from "./service.ts";

/** The target systems that a simulator stands in for, with its slug. */
export const vendors: readonly (readonly [targetSystem: string, simulator: string])[] = simulatorSlugs().flatMap(
  (slug) =>
    slugsOf(
      slug,
      connectors.map(({ id }) => id),
    ).map((id) => [id, slug] as const),
);

export function connectorOf(id: string): Connector {
  const found = connectors.find((connector) => connector.id === id);
  if (found === undefined) throw new Error(`Connector ${id} does not exist.`);
  return found;
}

export interface VendorRig {
  readonly service: Service;
  simulatorOf(slug: string): Simulator;
  close(): Promise<void>;
}

export async function openVendors(): Promise<VendorRig> {
  const simulators = new Map<string, Simulator>();
  for (const slug of simulatorSlugs()) simulators.set(slug, await startSimulator(await simulationOf(slug)));
  const simulatorOf = (slug: string): Simulator => {
    const found = simulators.get(slug);
    if (found === undefined) throw new Error(`Simulator ${slug} does not exist.`);
    return found;
  };
  const settings = vendors.map(([targetSystem, slug]) => settingsFor(connectorOf(targetSystem), simulatorOf(slug)));
  const service = await startService(Object.assign({ POLL_SECONDS: "1", TARGET_LIMITS: "off" }, ...settings), {
    worker: true,
  });
  return {
    service,
    simulatorOf,
    close: async () => {
      await service.stop();
      for (const simulator of simulators.values()) await simulator.close();
    },
  };
}

/** Goes through the key page or the vendor's consent page and through the choices, until the platform's page opens. */
export async function connectInBrowser(
  page: Page,
  connector: Connector,
  { vendor }: Simulator,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const [first] = vendor.companies;
  const pick = async (id: string | undefined) => {
    await page.locator(`input[name="choice"][value="${id}"]`).check();
    await look(page);
    await page.click(".submit");
  };
  const allow = page.getByRole("button", { name: "Allow access" });
  if (connector.signIn.kind === "apiKey" && connector.signIn.grantPage !== undefined) {
    await look(page);
    await page.click("a.submit");
    await allow.click();
  } else if (connector.signIn.kind !== "oauth2") {
    for (const { name } of connector.signIn.asks)
      await page.fill(`#field-${name}`, vendor.access.credentials?.[name] ?? "");
    await look(page);
    await page.click(".submit");
  } else {
    await allow.waitFor();
    await look(page);
    await allow.click();
  }
  if (connector.needs.includes("environment")) await pick(first?.environment);
  const { companyParameter, companyScopes } = connector.signIn.kind === "oauth2" ? connector.signIn : {};
  // Some vendors have the choice of company on their own page.
  if (connector.needs.includes("company") && companyParameter === undefined) await pick(first?.id);
  // Some ask for consent again, for the chosen company.
  if (companyScopes !== undefined) await allow.click();
}

export interface ReceivedWebhook {
  readonly eventType: string;
  readonly resource: string;
  readonly resourceId: string;
}

/** A platform's webhook receiver that verifies signatures with the Standard Webhooks library. */
export interface WebhookReceiver {
  readonly url: string;
  /** The verified events, and whether each was part of a list. */
  readonly received: readonly (ReceivedWebhook & { readonly listed: boolean })[];
  readonly rejected: readonly string[];
  trust(secret: string): void;
  close(): Promise<void>;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: (ReceivedWebhook & { listed: boolean })[] = [];
  const rejected: string[] = [];
  let webhook: Webhook | undefined;
  const server = await serveHttp(async (request, response) => {
    const body = await bytesOf(request);
    try {
      const events = webhook?.verify(body, request.headers as Record<string, string>) as
        | ReceivedWebhook
        | ReceivedWebhook[];
      received.push(...[events].flat().map((event) => ({ ...event, listed: Array.isArray(events) })));
    } catch (error) {
      rejected.push((error as Error).message);
    }
    response.end();
  });
  return {
    url: server.url,
    received,
    rejected,
    trust: (secret) => {
      webhook = new Webhook(Buffer.from(secret, "hex").toString("base64"));
    },
    close: () => server.close(),
  };
}

async function bytesOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(request, "end");
  return Buffer.concat(chunks).toString();
}

/** Waits until the service has subscribed or polled once. Earlier changes do not become events. */
export async function waitUntilListening(
  service: Service,
  connectionId: string,
  source: "webhook" | "polled",
): Promise<void> {
  const ready = async () => {
    const table = source === "webhook" ? "vendor_subscriptions" : "polls";
    const condition = source === "webhook" ? "facts IS NOT NULL" : "polled_until IS NOT NULL";
    const statement = `SELECT FROM ${table} WHERE connection_id = $1 AND ${condition}`;
    return (await service.storage.database.query(statement, [connectionId])).rowCount;
  };
  await expect.poll(ready, { timeout: 20_000, interval: 50 }).toBeGreaterThan(0);
}

/** Waits until everything that vendors reported, and that has to be looked up, was looked up. */
export async function waitUntilResolved({ storage: { database } }: Service): Promise<void> {
  const open = async () => (await database.query("SELECT FROM ambiguous_notices")).rowCount;
  await expect.poll(open, { interval: 50 }).toBe(0);
}
