/**
 * The steps from a flow to a connection. Every sign-in method ends in `signedIn`. Then the end user chooses the environment
 * and company if requested, and `finish` creates the connection and its key exactly once.
 */

import type { Need } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import { type Flow, findFlow, moveFlow } from "../../store/connecting/flows.ts";
import { findConnection, renewConnection } from "../../store/connections.ts";
import { addAudit } from "../../store/log/auditLog.ts";
import { transaction } from "../../store/postgres/database.ts";
import { type PlainCredentials, sealCredentials } from "../accounts/connection.ts";
import { hashToken } from "../secrets/ids.ts";
import { checkChoice } from "../session/checkChoice.ts";
import { type Choice, choicesOf } from "./choices.ts";
import { connectCompany } from "./connectCompany.ts";
import { type ConnectingDeps, connectorOf, isOfOneCompany } from "./context.ts";
import { openCandidate, proveForPage, readCredentials, UserFixableError } from "./credentials.ts";
import { checkFlow, FlowProblem, type FlowSecrets, openSecrets, sealSecrets, withAddresses } from "./flow.ts";

export interface FlowVisit {
  readonly token: string;
  /** The browser's cookie. */
  readonly browser: string;
}

/** The browser's next step. */
export type NextStep =
  | { readonly kind: "redirect"; readonly url: string; readonly ended?: EndedFlow }
  | { readonly kind: "done"; readonly flow: Flow }
  | { readonly kind: "cancelled"; readonly flow: Flow }
  | { readonly kind: "choose"; readonly flow: Flow; readonly need: Need; readonly choices: readonly Choice[] };

/** Tells the page that opened the flow how it ended. */
interface EndedFlow {
  readonly as: "done" | "cancelled";
  readonly flow: Flow;
}

/** Finds the flow of a page. Does not bind it to the browser, because scanners and previews open links, too. */
export async function findVisitedFlow(
  { database, vault, now }: ConnectingDeps,
  { token, browser }: FlowVisit,
): Promise<Flow> {
  return withAddresses(vault, checkFlow(await findFlow(database, { token: hashToken(token) }), browser, now()));
}

/** Finds the flow for a submitted form, and binds it to this browser. */
async function claim(connecting: ConnectingDeps, way: FlowVisit): Promise<Flow> {
  const { database } = connecting;
  const { browser } = way;
  const flow = await findVisitedFlow(connecting, way);
  if (flow.browserHash !== null) return flow;
  const bound = { id: flow.id, from: ["begun"], to: "begun", browserHash: hashToken(browser) } as const;
  if (await moveFlow(database, bound)) return flow;
  // Another request was faster, from another browser or from this one.
  await findVisitedFlow(connecting, way);
  throw new FlowProblem("alreadyUsed");
}

/** Finds a flow that waits for the end user to enter credentials. */
export async function findEntryFlow(connecting: ConnectingDeps, way: FlowVisit): Promise<Flow> {
  const flow = await findVisitedFlow(connecting, way);
  const connector = connectorOf(connecting, flow.targetSystem);
  // URLs can be typed by hand: OAuth flows do not use this page.
  if (connector.signIn.kind === "oauth2") throw new FlowProblem("failed");
  if (flow.step !== "begun") throw new FlowProblem("alreadyUsed");
  return flow;
}

/** Reconnecting must not switch the company: the holder of the existing key would get another company's books. */
async function earlierCompany(
  { database }: ConnectingDeps,
  { connectionId }: Flow,
  { grantedCompany }: PlainCredentials,
): Promise<string | undefined> {
  if (grantedCompany === undefined || connectionId === null) return undefined;
  return (await findConnection(database, connectionId))?.company ?? undefined;
}

const companyOf = ({ options }: Flow, { grantedCompany }: PlainCredentials): string | undefined =>
  options.company ?? grantedCompany;

/** Handles the submitted credentials form. The credentials are tried before anything is stored. */
export async function submit(
  connecting: ConnectingDeps,
  way: FlowVisit,
  values: Record<string, string>,
): Promise<NextStep> {
  const { database } = connecting;
  await findEntryFlow(connecting, way);
  const flow = await claim(connecting, way);
  const connector = connectorOf(connecting, flow.targetSystem);
  const candidate = { tenantId: flow.tenantId, connector };
  const credentials = await proveForPage(connecting, candidate, await readCredentials(connecting, candidate, values));
  if (!(await moveFlow(database, { id: flow.id, from: ["begun"], to: "signed_in" })))
    throw new FlowProblem("alreadyUsed");
  return signedIn(connecting, flow, credentials);
}

export async function signedIn(
  connecting: ConnectingDeps,
  flow: Flow,
  credentials: PlainCredentials,
): Promise<NextStep> {
  const { vault } = connecting;
  const { environment } = flow.options;
  const secrets: FlowSecrets = {
    ...openSecrets(vault, flow),
    credentials,
    ...(environment !== undefined && { environment }),
  };
  await storeSecrets(connecting, flow, secrets);
  const connector = connectorOf(connecting, flow.targetSystem);
  try {
    const company = flow.options.company ?? (await earlierCompany(connecting, flow, credentials));
    const session = await openCandidate(connecting, { tenantId: flow.tenantId, connector }, credentials);
    // The vendor issues a token for one company only if the end user has access to it.
    if (!isOfOneCompany(connector)) await checkChoice(connector, session, { environment, company });
  } catch (error) {
    if (error instanceof Failure) return fail(connecting, flow, error.code);
    throw error;
  }
  if (!flow.options.environmentSelection)
    return finish(connecting, flow, secrets, { environment, company: companyOf(flow, credentials) });
  return { kind: "redirect", url: selectionUrl(connecting.baseUrl(), secrets.token) };
}

export const selectionUrl = (baseUrl: string, token: string): string => `${baseUrl}/auth/selections?flow=${token}`;

async function storeSecrets({ database, vault }: ConnectingDeps, { id }: Flow, secrets: FlowSecrets): Promise<void> {
  const transition = { id, from: ["signed_in"], to: "signed_in", secrets: sealSecrets(vault, id, secrets) } as const;
  if (!(await moveFlow(database, transition))) throw new FlowProblem("alreadyUsed");
}

/** The selection page: returns the next choice to make, and skips choices with a single option. */
export async function choose(
  connecting: ConnectingDeps,
  way: FlowVisit,
  chosen?: { need: Need; id: string },
): Promise<NextStep> {
  const flow = await findVisitedFlow(connecting, way);
  const secrets = openSecrets(connecting.vault, flow);
  if (flow.step !== "signed_in" || secrets.credentials === undefined) throw new FlowProblem("failed");
  const connector = connectorOf(connecting, flow.targetSystem);
  const session = await openCandidate(connecting, { tenantId: flow.tenantId, connector }, secrets.credentials);
  const company = companyOf(flow, secrets.credentials) ?? secrets.company;
  const choice: Partial<Record<Need, string>> = {
    ...(secrets.environment !== undefined && { environment: secrets.environment }),
    ...(company !== undefined && { company }),
  };
  let companyName: string | undefined;
  for (const need of connector.needs) {
    if (choice[need] !== undefined) continue;
    const choices = await choicesOf(connector, session, need, choice.environment);
    const wanted = chosen?.need === need ? chosen.id : undefined;
    const [first, ...otherChoices] = choices;
    if (wanted !== undefined && !choices.some(({ id }) => id === wanted)) throw new UserFixableError("choiceUnknown");
    if (first === undefined)
      return fail(connecting, flow, need === "company" ? "company_required" : "environment_required");
    if (wanted === undefined && otherChoices.length > 0) return { kind: "choose", flow, need, choices };
    choice[need] = wanted ?? first.id;
    if (need === "company") companyName = choices.find(({ id }) => id === choice.company)?.name;
    if (need === "environment") await storeSecrets(connecting, flow, { ...secrets, environment: choice[need] });
  }
  if (isOfOneCompany(connector) && company === undefined)
    return signInForCompany(connecting, flow, secrets, choice.company);
  return finish(connecting, flow, secrets, { ...choice, companyName });
}

/** Sends the browser to the vendor again, for a token of the chosen company. */
async function signInForCompany(
  { database, vault, baseUrl }: ConnectingDeps,
  { id }: Flow,
  { credentials: _forChoosing, ...secrets }: FlowSecrets,
  company = "",
): Promise<NextStep> {
  const sealed = sealSecrets(vault, id, { ...secrets, company });
  if (!(await moveFlow(database, { id, from: ["signed_in"], to: "begun", secrets: sealed })))
    throw new FlowProblem("alreadyUsed");
  return { kind: "redirect", url: `${baseUrl()}/auth/start?flow=${secrets.token}` };
}

async function finish(
  connecting: ConnectingDeps,
  flow: Flow,
  secrets: FlowSecrets,
  choice: {
    readonly environment?: string | undefined;
    readonly company?: string | undefined;
    readonly companyName?: string | undefined;
  },
): Promise<NextStep> {
  const { database, vault, handOverKey } = connecting;
  const { credentials = {} } = secrets;
  const { environment, company, companyName } = choice;
  const { endUserId, endUserName } = flow.options;
  const selection = { environment, company, companyName, endUserId, endUserName };
  return transaction(database, async (client): Promise<NextStep> => {
    const done = { id: flow.id, from: ["signed_in"], to: "done", secrets: null } as const;
    if (!(await moveFlow(client, done))) throw new FlowProblem("alreadyUsed");
    const { tenantId, targetSystem, connectionId } = flow;
    let { accountKey } = secrets;
    let subject = connectionId ?? "";
    if (connectionId !== null) {
      const { scopes, ...secretCredentials } = credentials;
      const sealed = sealCredentials(vault, connectionId, secretCredentials);
      if (!(await renewConnection(client, { id: connectionId, credentials: sealed, scopes, ...selection })))
        throw new FlowProblem("alreadyUsed");
    } else {
      const connection = { tenantId, targetSystem, credentials, ...selection };
      const connector = connectorOf(connecting, targetSystem);
      ({ id: subject, accountKey } = await connectCompany(client, vault, connector, connection));
    }
    // The caller keeps using its existing account key if the connection was only authorised again.
    const handedOver = accountKey === undefined ? undefined : await handOverKey(client, flow, accountKey);
    await handedOver?.store?.(client);
    const action = connectionId === null ? "connection.create" : "connection.reconnect";
    await addAudit(client, { role: "endUser", tenantId, action, subject });
    if (handedOver === undefined) return reconnected(flow);
    const { redirect } = handedOver;
    if (redirect === undefined) return { kind: "done", flow };
    return { kind: "redirect", url: redirect, ended: { as: "done", flow } };
  });
}

/** Back to the end user's page if the flow started there. */
const reconnected = (flow: Flow): NextStep => {
  const { callbackUrl } = flow.options;
  return callbackUrl === undefined ? { kind: "done", flow } : { kind: "redirect", url: callbackUrl };
};

/** Cancelled by the end user, here or at the vendor. */
export async function cancel(connecting: ConnectingDeps, way: FlowVisit): Promise<NextStep> {
  return endFlow(connecting, await claim(connecting, way));
}

export async function endFlow(connecting: ConnectingDeps, flow: Flow, code?: FailureCode): Promise<NextStep> {
  const { callbackUrl, cancelCallbackUrl } = flow.options;
  const ended = { id: flow.id, from: ["begun", "signed_in"], to: "cancelled", secrets: null } as const;
  if (!(await moveFlow(connecting.database, ended))) throw new FlowProblem("alreadyUsed");
  const target = code === undefined ? (cancelCallbackUrl ?? callbackUrl) : callbackUrl;
  if (target === undefined) return { kind: "cancelled", flow };
  const url = withParameters(target, { error: code ?? "cancelled" });
  return { kind: "redirect", url, ended: { as: "cancelled", flow } };
}

export const fail = (connecting: ConnectingDeps, flow: Flow, code: FailureCode): Promise<NextStep> =>
  endFlow(connecting, flow, code);

/** Adds query parameters to the URL. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
