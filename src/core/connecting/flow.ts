/** The parts of a connect flow that all sign-in methods share: tokens, the browser it belongs to, its secrets. */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Flow, FlowOptions } from "../../store/connecting/flows.ts";
import { hashToken, newToken } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";

/** Long enough for a careful person, short enough in case the link leaks. */
export const flowLifetime = 10 * 60 * 1000;

export type FlowProblemKind = "failed" | "expired" | "alreadyUsed" | "wrongBrowser";

/** Shown to the person at the browser. There is no redirect, because nothing about the request can be trusted. */
export class FlowProblem extends Error {
  readonly kind: FlowProblemKind;

  constructor(kind: FlowProblemKind) {
    super(`The connect flow cannot continue: ${kind}.`);
    this.kind = kind;
  }
}

/** Proves that a form was made for the browser that sends it. */
export const formCheck = (browser: string): string => hashToken(`form ${browser}`).toString("hex");

const areEqual = (left: Buffer, right: Buffer): boolean => left.length === right.length && timingSafeEqual(left, right);

export function isFormCheck(browser: string, check: string): boolean {
  return areEqual(Buffer.from(formCheck(browser)), Buffer.from(check));
}

/** Throws if the flow is over or belongs to another browser. */
export function checkFlow(flow: Flow | undefined, browser: string | undefined, now: number): Flow {
  if (flow === undefined) throw new FlowProblem("failed");
  if (flow.step === "done" || flow.step === "cancelled") throw new FlowProblem("alreadyUsed");
  checkVisit(flow, browser, now);
  return flow;
}

/** Throws if a link has expired or belongs to another browser. */
export function checkVisit(
  { expiresAt, browserHash }: Pick<Flow, "expiresAt" | "browserHash">,
  browser: string | undefined,
  now: number,
): void {
  if (expiresAt.getTime() <= now) throw new FlowProblem("expired");
  if (browserHash !== null && (browser === undefined || !areEqual(browserHash, hashToken(browser))))
    throw new FlowProblem("wrongBrowser");
}

type FlowAddresses = Pick<FlowOptions, "callbackUrl" | "cancelCallbackUrl" | "webhookCallbackUrl">;

/** Splits the caller's options into those stored in plain text and those stored encrypted. */
export function splitOptions(options: FlowOptions): { options: FlowOptions; addresses: FlowAddresses } {
  const { callbackUrl, cancelCallbackUrl, webhookCallbackUrl, ...plainOptions } = options;
  return { options: plainOptions, addresses: { callbackUrl, cancelCallbackUrl, webhookCallbackUrl } };
}

/** The flow with the caller's decrypted URLs. */
export const withAddresses = (vault: Vault, flow: Flow): Flow => ({
  ...flow,
  options: { ...flow.options, ...openSecrets(vault, flow).addresses },
});

/** The encrypted part of a flow. Its field names are stored: do not rename them. */
export interface FlowSecrets {
  /** The token in the URLs of our pages. */
  readonly token: string;
  /** The states and verifiers of sign-in attempts are derived from it. */
  readonly seed: string;
  /** The key of the connection that is being authorised again. */
  readonly accountKey?: string;
  /** The values that the vendor needs before its sign-in page, such as a country. */
  readonly signInAnswers?: Record<string, string>;
  readonly credentials?: Record<string, string>;
  /** The URLs for the account key. They may contain secrets of the caller. */
  readonly addresses?: FlowAddresses;
  readonly environment?: string;
  /** Chosen on our page, for vendors whose tokens are valid for one company only. */
  readonly company?: string;
}

const secretsColumn = (id: string) => ({ table: "flows", row: id, column: "secrets" });

export const sealSecrets = (vault: Vault, id: string, secrets: FlowSecrets): Buffer =>
  vault.seal(secretsColumn(id), JSON.stringify(secrets));

export function openSecrets(vault: Vault, { id, secrets }: Pick<Flow, "id" | "secrets">): FlowSecrets {
  if (secrets === null) throw new FlowProblem("alreadyUsed");
  return JSON.parse(vault.open(secretsColumn(id), secrets)) as FlowSecrets;
}

/** One sign-in attempt of one browser at the vendor. */
export interface SignInAttempt {
  readonly state: string;
  readonly verifier: string;
}

/**
 * Derived from values that only this service and the browser know, so that nothing is stored: if others open the link, the
 * attempt stays valid, and a state proves that its browser started here.
 */
export function newAttempt(flowId: string, { seed }: FlowSecrets, browser: string, mark = newToken()): SignInAttempt {
  const derived = (part: string): string =>
    createHmac("sha256", seed)
      .update(JSON.stringify([part, browser, mark]))
      .digest("base64url");
  return { state: `${flowId}.${mark}.${derived("state")}`, verifier: derived("verifier") };
}

const stateForm = /^(?<flowId>\w{1,64})\.(?<mark>[0-9a-z]{32})\.[\w-]{43}$/;

/** The flow that a state claims to belong to; `attemptFor` checks the claim. */
export const flowIdIn = (state: string): string | undefined => stateForm.exec(state)?.groups?.["flowId"];

/** The attempt that a state belongs to. Undefined if this browser did not make it. */
export function attemptFor(state: string, secrets: FlowSecrets, browser: string): SignInAttempt | undefined {
  const { flowId = "", mark = "" } = stateForm.exec(state)?.groups ?? {};
  const attempt = newAttempt(flowId, secrets, browser, mark);
  return areEqual(Buffer.from(attempt.state), Buffer.from(state)) ? attempt : undefined;
}
