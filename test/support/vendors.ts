/** The service with every simulator opposite, and what an end user and a platform do with each vendor. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import { settingsFor, simulated, simulationOf, slugsOf } from "../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../simulators/start.ts";
import { connectors } from "../../src/connectors/index.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { serveHttp } from "./loopback.ts";
import { type Service, startService } from "./service.ts";

/** The target systems that a simulator stands in for, with its slug. */
export const vendors: readonly (readonly [targetSystem: string, simulator: string])[] = simulated().flatMap((slug) =>
  slugsOf(
    slug,
    connectors.map(({ id }) => id),
  ).map((id) => [id, slug] as const),
);

export function connectorOf(id: string): Connector {
  const found = connectors.find((connector) => connector.id === id);
  if (found === undefined) throw new Error(`There is no connector ${id}.`);
  return found;
}

export interface VendorPark {
  readonly service: Service;
  simulatorOf(slug: string): Simulator;
  close(): Promise<void>;
}

export async function openVendors(): Promise<VendorPark> {
  const simulators = new Map<string, Simulator>();
  for (const slug of simulated()) simulators.set(slug, await startSimulator(await simulationOf(slug)));
  const simulatorOf = (slug: string): Simulator => {
    const found = simulators.get(slug);
    if (found === undefined) throw new Error(`There is no simulator ${slug}.`);
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

/** Through the key page or the vendor's consent page, and through the choices, as far as the platform's own page. */
export async function joinInBrowser(
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
  const { companyParameter: companyParameter, companyScopes } =
    connector.signIn.kind === "oauth2" ? connector.signIn : {};
  // Some let one choose on their own page.
  if (connector.needs.includes("company") && companyParameter === undefined) await pick(first?.id);
  // Once more, for the company that was chosen.
  if (companyScopes !== undefined) await allow.click();
}

export interface ReceivedWebhook {
  readonly eventType: string;
  readonly resource: string;
  readonly resourceId: string;
}

/** A platform's receiver, which believes only what Standard Webhooks' own library does. */
export interface Ear {
  readonly url: string;
  /** What came, each with whether it was part of a list. */
  readonly heard: readonly (ReceivedWebhook & { readonly listed: boolean })[];
  readonly doubtful: readonly string[];
  believe(secret: string): void;
  close(): Promise<void>;
}

export async function openEar(): Promise<Ear> {
  const heard: (ReceivedWebhook & { listed: boolean })[] = [];
  const doubtful: string[] = [];
  let webhook: Webhook | undefined;
  const server = await serveHttp(async (request, response) => {
    const body = await bytesOf(request);
    try {
      const events = webhook?.verify(body, request.headers as Record<string, string>) as
        | ReceivedWebhook
        | ReceivedWebhook[];
      heard.push(...[events].flat().map((one) => ({ ...one, listed: Array.isArray(events) })));
    } catch (error) {
      doubtful.push((error as Error).message);
    }
    response.end();
  });
  return {
    url: server.url,
    heard,
    doubtful,
    believe: (secret) => {
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

/** Waits until changes at the vendor are events or looked for: what happened before is no news. */
export async function listensTo(service: Service, connectionId: string, how: "webhook" | "polled"): Promise<void> {
  const ready = async () => {
    const table = how === "webhook" ? "vendor_subscriptions" : "polls";
    const condition = how === "webhook" ? "facts IS NOT NULL" : "polled_until IS NOT NULL";
    const statement = `SELECT FROM ${table} WHERE connection_id = $1 AND ${condition}`;
    return (await service.storage.database.query(statement, [connectionId])).rowCount;
  };
  await expect.poll(ready, { timeout: 20_000, interval: 50 }).toBeGreaterThan(0);
}
