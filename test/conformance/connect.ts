/** Connects an end user as a person would: through the vendor's own consent page, or with a key from its settings. */
import type { Vendor } from "../../simulators/simulation.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { openBrowser, type Page } from "../support/oauth.ts";
import { accountKeyIn, type Call, callback } from "../support/platform.ts";

export interface Connecting {
  readonly url: string;
  readonly call: Call;
  readonly connector: Connector;
  readonly vendor: Vendor;
}

/** The account key. */
export function connectEndUser(connecting: Connecting): Promise<string> {
  return connecting.connector.signIn.kind === "oauth2" ? byConsent(connecting) : byKey(connecting);
}

async function byKey({ call, connector, vendor }: Connecting): Promise<string> {
  const [chosen] = vendor.companies;
  const body = {
    ...vendor.access.credentials,
    ...(connector.needs.includes("company") && { companyId: chosen?.id }),
    ...(connector.needs.includes("environment") && { environmentName: chosen?.environment }),
  };
  const { status, text, body: answer } = await call("POST", `/auth/accounts/${connector.id}`, { body });
  if (status !== 201 && status !== 200)
    throw new Error(`Signing in with the simulator's credentials answered ${status}: ${text}`);
  return answer["accountKey"] ?? "";
}

const mostSteps = 15;

async function byConsent({ url, call, connector, vendor }: Connecting): Promise<string> {
  const query = { callbackUrl: callback, environmentSelection: "true" };
  const begun = await call("GET", `/auth/${connector.id}`, { query });
  if (begun.status !== 200) throw new Error(`GET /auth/${connector.id} answered ${begun.status}: ${begun.text}`);
  const browser = openBrowser(url);
  let page = await browser.open(begun.data["url"] ?? "");
  for (let step = 0; step < mostSteps; step++) {
    const to = page.location?.href;
    if (to?.startsWith(callback.split("?")[0] ?? "")) return arrived(to);
    if (to !== undefined) page = await browser.open(to);
    else if (page.status >= 400) throw new Error(`Signing in ended at ${page.url} with ${page.status}: ${page.text}`);
    else page = await browser.submit(page, answersTo(page, vendor));
  }
  throw new Error(`Signing in did not come to an end; the last page was ${page.url}`);
}

function arrived(address: string): string {
  const problem = new URL(address).searchParams.get("error");
  if (problem !== null) throw new Error(`Signing in failed: ${problem}`);
  return accountKeyIn(address);
}

/** Picks the simulator's first company, and its environment; anything else is a button. */
function answersTo({ text }: Page, { companies: [first] }: Vendor): Record<string, string> {
  const offered = [...text.matchAll(/<input type="radio" name="choice"[^>]*? value="([^"]*)"/g)].map(([, id]) => id);
  if (offered.length === 0) return {};
  const wanted = offered.find((id) => id === first?.id || id === first?.environment);
  if (wanted === undefined)
    throw new Error(`The page offers ${offered.join(", ")}, but not the simulator's ${JSON.stringify(first)}`);
  return { choice: wanted };
}
