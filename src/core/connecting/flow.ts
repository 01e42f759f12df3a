/** The parts of a flow that are the same for every way to sign in: tokens, the browser it belongs to, its secrets. */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Flow, FlowOptions } from "../../store/flows.ts";
import { hashToken, newToken } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";

/** Long enough for a careful person, short enough for a link that was left lying about. */
export const flowLifetime = 10 * 60 * 1000;

export type FlowProblemKind = "failed" | "expired" | "alreadyUsed" | "wrongBrowser";

/** Shown to the person in front of the browser; nothing is redirected, because nothing here can be trusted. */
export class FlowProblem extends Error {
  readonly kind: FlowProblemKind;

  constructor(kind: FlowProblemKind) {
    super(`The flow cannot go on: ${kind}.`);
    this.kind = kind;
  }
}

/** A form shows that it was made for the browser that sends it. */
export const formCheck = (browser: string): string => hashToken(`form ${browser}`).toString("hex");

const same = (left: Buffer, right: Buffer): boolean => left.length === right.length && timingSafeEqual(left, right);

export function isFormCheck(browser: string, given: string): boolean {
  return same(Buffer.from(formCheck(browser)), Buffer.from(given));
}

/** Throws when the flow is over or belongs to another browser. */
export function checkFlow(flow: Flow | undefined, browser: string | undefined, now: number): Flow {
  if (flow === undefined) throw new FlowProblem("failed");
  if (flow.step === "done" || flow.step === "cancelled") throw new FlowProblem("alreadyUsed");
  if (flow.expiresAt.getTime() <= now) throw new FlowProblem("expired");
  if (flow.browserHash !== null && (browser === undefined || !same(flow.browserHash, hashToken(browser))))
    throw new FlowProblem("wrongBrowser");
  return flow;
}

type FlowAddresses = Pick<FlowOptions, "callbackUrl" | "cancelCallbackUrl" | "webhookCallbackUrl">;

/** The caller's wishes in two parts: what is stored as it is, and what is sealed. */
export function partedOptions(options: FlowOptions): { options: FlowOptions; addresses: FlowAddresses } {
  const { callbackUrl, cancelCallbackUrl, webhookCallbackUrl, ...others } = options;
  return { options: others, addresses: { callbackUrl, cancelCallbackUrl, webhookCallbackUrl } };
}

/** With the addresses that the caller wished. */
export const withAddresses = (vault: Vault, flow: Flow): Flow => ({
  ...flow,
  options: { ...flow.options, ...openSecrets(vault, flow).addresses },
});

/** What a flow has to remember and nobody may read. */
export interface FlowSecrets {
  /** The token of our own addresses, to lead the browser on. */
  readonly token: string;
  /** What the states and verifiers of tries at the vendor are made from. */
  readonly seed: string;
  /** Of the connection that is authorised again. */
  readonly accountKey?: string;
  /** What the end user gave before going to the vendor's own page. */
  readonly asked?: Record<string, string>;
  readonly credentials?: Record<string, string>;
  /** Where the account key goes: they may carry secrets of the caller's. */
  readonly addresses?: FlowAddresses;
  readonly environment?: string;
  /** Chosen on our page, for a token that is of this company alone. */
  readonly company?: string;
}

const placeOf = (id: string) => ({ table: "flows", row: id, column: "secrets" });

export const sealSecrets = (vault: Vault, id: string, secrets: FlowSecrets): Buffer =>
  vault.seal(placeOf(id), JSON.stringify(secrets));

export function openSecrets(vault: Vault, { id, secrets }: Pick<Flow, "id" | "secrets">): FlowSecrets {
  if (secrets === null) throw new FlowProblem("alreadyUsed");
  return JSON.parse(vault.open(placeOf(id), secrets)) as FlowSecrets;
}

/** One try of one browser at the vendor. */
export interface Try {
  readonly state: string;
  readonly verifier: string;
}

/**
 * Made from what only we and the browser know, so that nothing is kept: whoever else opens the link, before or after, voids
 * nothing, and a state proves that its browser set out from here.
 */
export function tryOf(flowId: string, { seed }: FlowSecrets, browser: string, mark = newToken()): Try {
  const derived = (part: string): string =>
    createHmac("sha256", seed)
      .update(JSON.stringify([part, browser, mark]))
      .digest("base64url");
  return { state: `${flowId}.${mark}.${derived("state")}`, verifier: derived("verifier") };
}

const stateForm = /^(?<flowId>\w{1,64})\.(?<mark>[0-9a-z]{32})\.[\w-]{43}$/;

/** The flow that a state seems to be of; whether it is, `tryBehind` tells. */
export const flowIdIn = (state: string): string | undefined => stateForm.exec(state)?.groups?.["flowId"];

/** The try that a state is of. Undefined where this browser never had it. */
export function tryBehind(state: string, secrets: FlowSecrets, browser: string): Try | undefined {
  const { flowId = "", mark = "" } = stateForm.exec(state)?.groups ?? {};
  const made = tryOf(flowId, secrets, browser, mark);
  return same(Buffer.from(made.state), Buffer.from(state)) ? made : undefined;
}
