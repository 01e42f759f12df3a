/** Connects an end user as a person would: through the vendor's consent page, or with an API key. */
import type { Vendor } from "../../simulators/simulation.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { openBrowser, type Page } from "../support/oauth.ts";
import { accountKeyIn, type Call, callback } from "../support/platform.ts";

export interface ConnectRequest {
  readonly url: string;
  readonly call: Call;
  readonly connector: Connector;
  readonly vendor: Vendor;
}

/** Returns the account key. */
export function connectEndUser(connecting: ConnectRequest): Promise<string> {
  return connecting.connector.signIn.kind === "oauth2" ? byConsent(connecting) : byKey(connecting);
}

async function byKey({ call, connector, vendor }: ConnectRequest): Promise<string> {
  const [chosen] = vendor.companies;
  const body = {
    ...vendor.access.credentials,
    ...(connector.needs.includes("company") && { companyId: chosen?.id }),
    ...(connector.needs.includes("environment") && { environmentName: chosen?.environment }),
  };
  const { status, text, body: answer } = await call("POST", `/auth/accounts/${connector.id}`, { body });
  if (status !== 201 && status !== 200)
    throw new Error(`Signing in with the simulator's credentials returned ${status}: ${text}`);
  return answer["accountKey"] ?? "";
}

const mostSteps = 15;

async function byConsent({ url, call, connector, vendor }: ConnectRequest): Promise<string> {
  const query = { callbackUrl: callback, environmentSelection: "true" };
  const start = await call("GET", `/auth/${connector.id}`, { query });
  if (start.status !== 200) throw new Error(`GET /auth/${connector.id} returned ${start.status}: ${start.text}`);
  const browser = openBrowser(url);
  let page = await browser.open(start.data["url"] ?? "");
  for (let step = 0; step < mostSteps; step++) {
    const to = page.location?.href;
    if (to?.startsWith(callback.split("?")[0] ?? "")) return accountKeyAt(to);
    if (to !== undefined) page = await browser.open(to);
    else if (page.status >= 400) throw new Error(`Signing in ended at ${page.url} with ${page.status}: ${page.text}`);
    else page = await browser.submit(page, answersTo(page, vendor));
  }
  throw new Error(`Signing in took more than ${mostSteps} steps. The last page was ${page.url}`);
}

function accountKeyAt(address: string): string {
  const problem = new URL(address).searchParams.get("error");
  if (problem !== null) throw new Error(`Signing in failed: ${problem}`);
  return accountKeyIn(address);
}

/** Picks the simulator's first company and its environment. Pages without a choice have only a button. */
function answersTo({ text }: Page, { companies: [first] }: Vendor): Record<string, string> {
  const choices = [...text.matchAll(/<input type="radio" name="choice"[^>]*? value="([^"]*)"/g)].map(([, id]) => id);
  if (choices.length === 0) return {};
  const choice = choices.find((id) => id === first?.id || id === first?.environment);
  if (choice === undefined)
    throw new Error(`The page offers ${choices.join(", ")}, but not the simulator's ${JSON.stringify(first)}`);
  return { choice };
}
