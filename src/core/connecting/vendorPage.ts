/** Redirects the browser from a flow to the vendor's page, and handles its return. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { GrantPage } from "../../contract/signIn.ts";
import { findFlow, moveFlow } from "../../store/connecting/flows.ts";
import { type PlainCredentials, secretsOf } from "../accounts/connection.ts";
import { hashToken } from "../secrets/ids.ts";
import { visibleCredentialsOf } from "../session/target.ts";
import { fillAll } from "../session/template.ts";
import { type ConnectingDeps, connectorOf, redirectUri } from "./context.ts";
import { attemptFor, checkFlow, FlowProblem, flowIdIn, newAttempt, openSecrets, withAddresses } from "./flow.ts";
import {
  endFlow,
  type FlowVisit,
  fail,
  findVisitedFlow,
  type NextStep,
  selectionUrl,
  signedIn,
  withParameters,
} from "./flowSteps.ts";

/** The vendor's page on which the end user grants access to our app without OAuth. */
export const grantPageOf = ({ signIn }: Connector): GrantPage | undefined =>
  signIn.kind === "apiKey" ? signIn.grantPage : undefined;

/** Redirects the browser to the vendor. Each attempt has its own state and verifier; the first to return gets the flow. */
export async function redirectToVendor(
  connecting: ConnectingDeps,
  way: FlowVisit,
  language?: string,
): Promise<NextStep> {
  const { vault, oauth, clientFor, baseUrl } = connecting;
  const flow = await findVisitedFlow(connecting, way);
  if (flow.step === "signed_in") return { kind: "redirect", url: selectionUrl(baseUrl(), way.token) };
  const connector = connectorOf(connecting, flow.targetSystem);
  const page = grantPageOf(connector);
  if (page === undefined && connector.signIn.kind !== "oauth2") throw new FlowProblem("failed");
  const client = await clientFor(flow.tenantId, connector);
  const secrets = openSecrets(vault, flow);
  const attempt = newAttempt(flow.id, secrets, way.browser);
  const back = redirectUri(baseUrl(), connector);
  const { locale, company } = flow.options;
  if (page !== undefined) {
    const ours = { clientId: client.clientId, redirectUri: withParameters(back, { state: attempt.state }) };
    return { kind: "redirect", url: connecting.standInUrl(connector, grantUrl(page, ours, locale ?? language)) };
  }
  const url = oauth.authorizeUrl(connector, client, {
    signInInput: visibleCredentialsOf(connector, secretsOf(secrets.signInAnswers ?? {})),
    redirectUri: back,
    locale,
    ...attempt,
    company: company ?? secrets.company,
  });
  return { kind: "redirect", url };
}

function grantUrl({ url, query, languages }: GrantPage, ours: Record<string, string>, locale = ""): string {
  const [language = ""] = locale.toLowerCase().split("-");
  const vendorLanguage = languages?.known[language];
  return withParameters(url, {
    ...fillAll(query, (name) => ours[name]),
    ...(languages && vendorLanguage && { [languages.parameter]: vendorLanguage }),
  });
}

/** A key that the browser brought back from the vendor's page. It is tried as if the end user had entered it. */
export interface ReturnedKey {
  readonly kind: "brought";
  readonly way: FlowVisit;
  readonly values: Record<string, string>;
}

/** Handles the browser's return from the vendor. */
export async function handleReturn(
  connecting: ConnectingDeps,
  targetSystem: string,
  { address, browser }: { address: URL; browser: string | undefined },
): Promise<NextStep | ReturnedKey> {
  const { database, vault, oauth, clientFor, baseUrl, now } = connecting;
  const state = address.searchParams.get("state") ?? "";
  const found = checkFlow(await findFlow(database, { id: flowIdIn(state) ?? "" }), browser, now());
  const flow = withAddresses(vault, found);
  if (flow.targetSystem !== targetSystem) throw new FlowProblem("failed");
  if (flow.step !== "begun") throw new FlowProblem("alreadyUsed");
  const secrets = openSecrets(vault, flow);
  const attempt = browser === undefined ? undefined : attemptFor(state, secrets, browser);
  if (browser === undefined || attempt === undefined) throw new FlowProblem("wrongBrowser");
  const connector = connectorOf(connecting, targetSystem);
  const page = grantPageOf(connector);
  if (page !== undefined) return returnedKey(page, address, { way: { token: secrets.token, browser }, baseUrl });
  // Claim the flow before using the code, so that only one of several callbacks continues.
  const claimed = { id: flow.id, from: ["begun"], to: "signed_in", browserHash: hashToken(browser) } as const;
  if (!(await moveFlow(database, claimed))) throw new FlowProblem("alreadyUsed");
  const refused = address.searchParams.get("error");
  if (refused !== null)
    return refused === "access_denied" ? endFlow(connecting, flow) : fail(connecting, flow, "target_rejected");
  const { verifier } = attempt;
  try {
    const client = await clientFor(flow.tenantId, connector);
    const { signInAnswers = {} } = secrets;
    const signInInput = visibleCredentialsOf(connector, secretsOf(signInAnswers));
    const response = {
      signInInput,
      callbackUrl: address,
      redirectUri: redirectUri(baseUrl(), connector),
      state,
      verifier,
    };
    const granted = grantedCompanyOf(connector, address);
    const tokens = await oauth.exchange(connector, client, response);
    return await signedIn(connecting, flow, { ...signInAnswers, ...tokens, ...granted });
  } catch (error) {
    if (error instanceof Failure) return fail(connecting, flow, error.code);
    throw error;
  }
}

/** The company that the end user chose on the vendor's page, if the vendor asks for one. */
function grantedCompanyOf({ name, signIn }: Connector, address: URL): PlainCredentials {
  if (signIn.kind !== "oauth2" || signIn.companyParameter === undefined) return {};
  const grantedCompany = address.searchParams.get(signIn.companyParameter);
  if (!grantedCompany) throw new Failure("target_bad_response", `${name} did not say which company was chosen.`);
  return { grantedCompany };
}

/** Without a key, the end user did not grant access: shows the form again. */
function returnedKey(
  { brings }: GrantPage,
  { searchParams }: URL,
  { way, baseUrl }: { way: FlowVisit } & Pick<ConnectingDeps, "baseUrl">,
): NextStep | ReturnedKey {
  const values = Object.entries(brings).flatMap(([parameter, name]): [string, string][] => {
    const value = searchParams.get(parameter);
    return value ? [[name, value]] : [];
  });
  if (values.length > 0) return { kind: "brought", way, values: Object.fromEntries(values) };
  return { kind: "redirect", url: `${baseUrl()}/auth/submit?flow=${way.token}` };
}
