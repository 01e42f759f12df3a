/** The settings that make the service use a simulator instead of the vendor. */
import { globSync } from "node:fs";
import { join } from "node:path";
import type { Connector } from "../src/contract/connector.ts";
import type { Simulation } from "./simulation.ts";
import type { Simulator } from "./start.ts";

/** The slugs of all simulators, in alphabetical order. */
export const simulatorSlugs = (): string[] =>
  globSync("*/simulation.ts", { cwd: import.meta.dirname })
    .map((file) => file.split(/[/\\]/)[0] ?? "")
    .toSorted();

export async function simulationOf(slug: string): Promise<Simulation> {
  const file = join(import.meta.dirname, slug, "simulation.ts");
  return ((await import(file)) as { simulation: Simulation }).simulation;
}

/** The target systems that a simulator replaces, including editions such as `<slug>-token`. */
export const slugsOf = (simulator: string, targetSystems: readonly string[]): string[] =>
  targetSystems.filter((slug) => slug === simulator || slug.startsWith(`${simulator}-`));

/** The webhook key that the vendor's developer portal would issue. */
export const portalKey = (slug: string): string => `simulated-webhook-key-of-${slug}`;

export function settingsFor(
  { id, signIn }: Pick<Connector, "id" | "signIn">,
  { url, vendor }: Simulator,
): Record<string, string> {
  const name = id.toUpperCase().replaceAll("-", "_");
  const hasApp = signIn.kind === "oauth2" || (signIn.kind === "apiKey" && signIn.grantPage !== undefined);
  const oauthClient = hasApp ? vendor.access.oauthClient : undefined;
  return {
    [`TARGET_SITE_${name}`]: url,
    ...(oauthClient && {
      [`OAUTH_CLIENT_ID_${name}`]: oauthClient.clientId,
      [`OAUTH_CLIENT_SECRET_${name}`]: oauthClient.clientSecret,
      ...(oauthClient.appKey !== undefined && { [`OAUTH_APP_KEY_${name}`]: oauthClient.appKey }),
    }),
    ...(vendor.webhookKey && { [`WEBHOOK_SECRET_${name}`]: vendor.webhookKey }),
    ...(vendor.portal && { [`WEBHOOK_SECRET_${name}`]: portalKey(id) }),
  };
}
