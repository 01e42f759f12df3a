/**
 * From a flow to a connection. Every way to sign in ends in `signedIn`; then comes the choice of environment and
 * company where it was asked for, and `finish`, which makes the connection and its key exactly once.
 */

import type { Need } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import { findConnection, renewConnection } from "../../store/connections.ts";
import { type Flow, findFlow, moveFlow } from "../../store/flows.ts";
import { transaction } from "../../store/postgres/database.ts";
import { createConnection, type PlainCredentials, sealCredentials } from "../accounts/connection.ts";
import { hashToken } from "../secrets/ids.ts";
import { checkChoice } from "../session/checkChoice.ts";
import { type Choice, choicesOf } from "./choices.ts";
import { type Connecting, connectorOf, isOfOneCompany } from "./context.ts";
import { openCandidate, proveForPage, readCredentials, UserFixableError } from "./credentials.ts";
import { checkFlow, FlowProblem, type FlowSecrets, openSecrets, sealSecrets, withAddresses } from "./flow.ts";

export interface Visit {
  readonly token: string;
  /** The cookie that this browser has. */
  readonly browser: string;
}

/** Where the browser goes next. */
export type Step =
  | { readonly kind: "redirect"; readonly url: string; readonly ended?: Ended }
  | { readonly kind: "done"; readonly flow: Flow }
  | { readonly kind: "cancelled"; readonly flow: Flow }
  | { readonly kind: "choose"; readonly flow: Flow; readonly need: Need; readonly choices: readonly Choice[] };

/** That the flow is over with this step, for the page that opened it. */
interface Ended {
  readonly as: "done" | "cancelled";
  readonly flow: Flow;
}

/** The flow that a page belongs to. Scanners and previews open links, too: who only looks is bound to nothing. */
export async function look({ database, vault, now }: Connecting, { token, browser }: Visit): Promise<Flow> {
  return withAddresses(vault, checkFlow(await findFlow(database, { token: hashToken(token) }), browser, now()));
}

/** The same for who acts, by a form of ours: from then on it is this browser's. */
async function claim(connecting: Connecting, way: Visit): Promise<Flow> {
  const { database } = connecting;
  const { browser } = way;
  const flow = await look(connecting, way);
  if (flow.browserHash !== null) return flow;
  const bound = { id: flow.id, from: ["begun"], to: "begun", browserHash: hashToken(browser) } as const;
  if (await moveFlow(database, bound)) return flow;
  // Another browser was quicker, or this one itself.
  await look(connecting, way);
  throw new FlowProblem("alreadyUsed");
}

/** A flow that waits for keys. */
export async function lookAtEntry(connecting: Connecting, way: Visit): Promise<Flow> {
  const flow = await look(connecting, way);
  const connector = connectorOf(connecting, flow.targetSystem);
  // Addresses can be put together by hand: each page is for one way to sign in.
  if (connector.signIn.kind === "oauth2") throw new FlowProblem("failed");
  if (flow.step !== "begun") throw new FlowProblem("alreadyUsed");
  return flow;
}

/** Who signs in again and chooses another company there would hand its books to whoever has the key of the old one. */
async function companyBefore(
  { database }: Connecting,
  { connectionId }: Flow,
  { grantedCompany }: PlainCredentials,
): Promise<string | undefined> {
  if (grantedCompany === undefined || connectionId === null) return undefined;
  return (await findConnection(database, connectionId))?.company ?? undefined;
}

const companyOf = ({ options }: Flow, { grantedCompany }: PlainCredentials): string | undefined =>
  options.company ?? grantedCompany;

/** The key-entry page was sent. The credentials are tried before anything is stored. */
export async function submit(connecting: Connecting, way: Visit, values: Record<string, string>): Promise<Step> {
  const { database } = connecting;
  await lookAtEntry(connecting, way);
  const flow = await claim(connecting, way);
  const connector = connectorOf(connecting, flow.targetSystem);
  const candidate = { tenantId: flow.tenantId, connector };
  const credentials = await proveForPage(connecting, candidate, await readCredentials(connecting, candidate, values));
  if (!(await moveFlow(database, { id: flow.id, from: ["begun"], to: "signed_in" })))
    throw new FlowProblem("alreadyUsed");
  return signedIn(connecting, flow, credentials);
}

export async function signedIn(connecting: Connecting, flow: Flow, credentials: PlainCredentials): Promise<Step> {
  const { vault } = connecting;
  const { environment } = flow.options;
  const secrets: FlowSecrets = {
    ...openSecrets(vault, flow),
    credentials,
    ...(environment !== undefined && { environment }),
  };
  await remember(connecting, flow, secrets);
  const connector = connectorOf(connecting, flow.targetSystem);
  try {
    const company = flow.options.company ?? (await companyBefore(connecting, flow, credentials));
    const session = await openCandidate(connecting, { tenantId: flow.tenantId, connector }, credentials);
    // A token of one company reaches that one, or the vendor would not have given it.
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

async function remember({ database, vault }: Connecting, { id }: Flow, secrets: FlowSecrets): Promise<void> {
  const kept = { id, from: ["signed_in"], to: "signed_in", secrets: sealSecrets(vault, id, secrets) } as const;
  if (!(await moveFlow(database, kept))) throw new FlowProblem("alreadyUsed");
}

/** The selection page: what has to be chosen next, skipping where there is only one. */
export async function choose(connecting: Connecting, way: Visit, chosen?: { need: Need; id: string }): Promise<Step> {
  const flow = await look(connecting, way);
  const secrets = openSecrets(connecting.vault, flow);
  if (flow.step !== "signed_in" || secrets.credentials === undefined) throw new FlowProblem("failed");
  const connector = connectorOf(connecting, flow.targetSystem);
  const session = await openCandidate(connecting, { tenantId: flow.tenantId, connector }, secrets.credentials);
  const company = companyOf(flow, secrets.credentials) ?? secrets.company;
  const choice: Partial<Record<Need, string>> = {
    ...(secrets.environment !== undefined && { environment: secrets.environment }),
    ...(company !== undefined && { company }),
  };
  for (const need of connector.needs) {
    if (choice[need] !== undefined) continue;
    const choices = await choicesOf(connector, session, need, choice.environment);
    const wanted = chosen?.need === need ? chosen.id : undefined;
    const [only, ...others] = choices;
    if (wanted !== undefined && !choices.some(({ id }) => id === wanted)) throw new UserFixableError("choiceUnknown");
    if (only === undefined)
      return fail(connecting, flow, need === "company" ? "company_required" : "environment_required");
    if (wanted === undefined && others.length > 0) return { kind: "choose", flow, need, choices };
    choice[need] = wanted ?? only.id;
    if (need === "environment") await remember(connecting, flow, { ...secrets, environment: choice[need] });
  }
  if (isOfOneCompany(connector) && company === undefined) return signInFor(connecting, flow, secrets, choice.company);
  return finish(connecting, flow, secrets, choice);
}

/** Once more at the vendor, now that it is known which company the token has to be of. */
async function signInFor(
  { database, vault, baseUrl }: Connecting,
  { id }: Flow,
  { credentials: _forChoosing, ...secrets }: FlowSecrets,
  company = "",
): Promise<Step> {
  const sealed = sealSecrets(vault, id, { ...secrets, company });
  if (!(await moveFlow(database, { id, from: ["signed_in"], to: "begun", secrets: sealed })))
    throw new FlowProblem("alreadyUsed");
  return { kind: "redirect", url: `${baseUrl()}/auth/start?flow=${secrets.token}` };
}

async function finish(
  connecting: Connecting,
  flow: Flow,
  secrets: FlowSecrets,
  choice: { environment?: string | undefined; company?: string | undefined },
): Promise<Step> {
  const { database, vault, handOver } = connecting;
  const { credentials = {} } = secrets;
  const { environment, company } = choice;
  const { endUserId, endUserName } = flow.options;
  const selection = { environment, company, endUserId, endUserName };
  return transaction(database, async (client): Promise<Step> => {
    const done = { id: flow.id, from: ["signed_in"], to: "done", secrets: null } as const;
    if (!(await moveFlow(client, done))) throw new FlowProblem("alreadyUsed");
    const { tenantId, targetSystem, connectionId } = flow;
    let { accountKey } = secrets;
    if (connectionId !== null) {
      const sealed = sealCredentials(vault, connectionId, credentials);
      if (!(await renewConnection(client, { id: connectionId, credentials: sealed, ...selection })))
        throw new FlowProblem("alreadyUsed");
      // Whoever calls for this end user goes on with the key that it has.
      if (accountKey === undefined) return { kind: "done", flow };
    } else accountKey = await createConnection(client, vault, { tenantId, targetSystem, credentials, ...selection });
    const { store, redirect } = await handOver(client, flow, accountKey);
    await store?.(client);
    if (redirect === undefined) return { kind: "done", flow };
    return { kind: "redirect", url: redirect, ended: { as: "done", flow } };
  });
}

/** Cancelled by the end user, here or at the vendor. */
export async function cancel(connecting: Connecting, way: Visit): Promise<Step> {
  return endFlow(connecting, await claim(connecting, way));
}

export async function endFlow(connecting: Connecting, flow: Flow, code?: FailureCode): Promise<Step> {
  const { callbackUrl, cancelCallbackUrl } = flow.options;
  const ended = { id: flow.id, from: ["begun", "signed_in"], to: "cancelled", secrets: null } as const;
  if (!(await moveFlow(connecting.database, ended))) throw new FlowProblem("alreadyUsed");
  const target = code === undefined ? (cancelCallbackUrl ?? callbackUrl) : callbackUrl;
  if (target === undefined) return { kind: "cancelled", flow };
  const url = withParameters(target, { error: code ?? "cancelled" });
  return { kind: "redirect", url, ended: { as: "cancelled", flow } };
}

export const fail = (connecting: Connecting, flow: Flow, code: FailureCode): Promise<Step> =>
  endFlow(connecting, flow, code);

/** Added to whatever query the address has already. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
