/** The vendor's own page: the browser goes there from a flow, and comes back to it. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { GrantPage } from "../../contract/signIn.ts";
import { findFlow, moveFlow } from "../../store/flows.ts";
import { type PlainCredentials, secretsOf } from "../accounts/connection.ts";
import { hashToken } from "../secrets/ids.ts";
import { visibleCredentialsOf } from "../session/target.ts";
import { fillAll } from "../session/template.ts";
import { type Connecting, connectorOf, redirectUri } from "./context.ts";
import { checkFlow, FlowProblem, flowIdIn, openSecrets, tryBehind, tryOf, withAddresses } from "./flow.ts";
import { endFlow, fail, look, type Step, selectionUrl, signedIn, type Visit, withParameters } from "./flowSteps.ts";

/** Where the end user lets our app in without OAuth. */
export const grantPageOf = ({ signIn }: Connector): GrantPage | undefined =>
  signIn.kind === "apiKey" ? signIn.grantPage : undefined;

/** Sends the browser to the vendor. Each try has a state and a verifier of its own; the flow is whose comes back. */
export async function startAway(connecting: Connecting, way: Visit, language?: string): Promise<Step> {
  const { vault, oauth, clientFor, baseUrl } = connecting;
  const flow = await look(connecting, way);
  if (flow.step === "signed_in") return { kind: "redirect", url: selectionUrl(baseUrl(), way.token) };
  const connector = connectorOf(connecting, flow.targetSystem);
  const page = grantPageOf(connector);
  if (page === undefined && connector.signIn.kind !== "oauth2") throw new FlowProblem("failed");
  const client = await clientFor(flow.tenantId, connector);
  const secrets = openSecrets(vault, flow);
  const own = tryOf(flow.id, secrets, way.browser);
  const back = redirectUri(baseUrl(), connector);
  const { locale, company } = flow.options;
  if (page !== undefined) {
    const ours = { clientId: client.clientId, redirectUri: withParameters(back, { state: own.state }) };
    return { kind: "redirect", url: connecting.standIn(connector, grantUrl(page, ours, locale ?? language)) };
  }
  const url = oauth.authorizeUrl(connector, client, {
    given: visibleCredentialsOf(connector, secretsOf(secrets.asked ?? {})),
    redirectUri: back,
    locale,
    ...own,
    company: company ?? secrets.company,
  });
  return { kind: "redirect", url };
}

function grantUrl({ url, query, languages }: GrantPage, ours: Record<string, string>, locale = ""): string {
  const [language = ""] = locale.toLowerCase().split("-");
  const spoken = languages?.known[language];
  return withParameters(url, {
    ...fillAll(query, (name) => ours[name]),
    ...(languages && spoken && { [languages.parameter]: spoken }),
  });
}

/** A key that the browser brought from the vendor's page: it is tried as if it had been entered. */
export interface Brought {
  readonly kind: "brought";
  readonly way: Visit;
  readonly values: Record<string, string>;
}

/** The browser is back from the vendor. */
export async function comeBack(
  connecting: Connecting,
  targetSystem: string,
  { address, browser }: { address: URL; browser: string | undefined },
): Promise<Step | Brought> {
  const { database, vault, oauth, clientFor, baseUrl, now } = connecting;
  const state = address.searchParams.get("state") ?? "";
  const found = checkFlow(await findFlow(database, { id: flowIdIn(state) ?? "" }), browser, now());
  const flow = withAddresses(vault, found);
  if (flow.targetSystem !== targetSystem) throw new FlowProblem("failed");
  if (flow.step !== "begun") throw new FlowProblem("alreadyUsed");
  const secrets = openSecrets(vault, flow);
  const own = browser === undefined ? undefined : tryBehind(state, secrets, browser);
  if (browser === undefined || own === undefined) throw new FlowProblem("wrongBrowser");
  const connector = connectorOf(connecting, targetSystem);
  const page = grantPageOf(connector);
  if (page !== undefined) return broughtIn(page, address, { way: { token: secrets.token, browser }, baseUrl });
  // Claimed before the code is used: of many callbacks one goes on.
  const claimed = { id: flow.id, from: ["begun"], to: "signed_in", browserHash: hashToken(browser) } as const;
  if (!(await moveFlow(database, claimed))) throw new FlowProblem("alreadyUsed");
  const refused = address.searchParams.get("error");
  if (refused !== null)
    return refused === "access_denied" ? endFlow(connecting, flow) : fail(connecting, flow, "target_rejected");
  const { verifier } = own;
  try {
    const client = await clientFor(flow.tenantId, connector);
    const { asked = {} } = secrets;
    const given = visibleCredentialsOf(connector, secretsOf(asked));
    const arrived = { given, callbackUrl: address, redirectUri: redirectUri(baseUrl(), connector), state, verifier };
    const granted = grantedIn(connector, address);
    const tokens = await oauth.exchange(connector, client, arrived);
    return await signedIn(connecting, flow, { ...asked, ...tokens, ...granted });
  } catch (error) {
    if (error instanceof Failure) return fail(connecting, flow, error.code);
    throw error;
  }
}

/** The company that the end user chose there, where the vendor's page lets one choose. */
function grantedIn({ name, signIn }: Connector, address: URL): PlainCredentials {
  if (signIn.kind !== "oauth2" || signIn.companyIn === undefined) return {};
  const grantedCompany = address.searchParams.get(signIn.companyIn);
  if (!grantedCompany) throw new Failure("target_bad_response", `${name} did not say which company was chosen.`);
  return { grantedCompany };
}

/** Who comes without a key did not let our app in: the fields are still there. */
function broughtIn(
  { brings }: GrantPage,
  { searchParams }: URL,
  { way, baseUrl }: { way: Visit } & Pick<Connecting, "baseUrl">,
): Step | Brought {
  const values = Object.entries(brings).flatMap(([parameter, name]): [string, string][] => {
    const value = searchParams.get(parameter);
    return value ? [[name, value]] : [];
  });
  if (values.length > 0) return { kind: "brought", way, values: Object.fromEntries(values) };
  return { kind: "redirect", url: `${baseUrl()}/auth/submit?flow=${way.token}` };
}
