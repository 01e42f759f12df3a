/** One attempt to bring a delivery to its receiver. */
import type { EventBody, EventOrigin } from "../../contract/event.ts";
import { timestampOf } from "../../contract/timestamp.ts";
import type { DueDelivery } from "../../store/deliveryLedger.ts";
import type { Outbound } from "../outbound/client.ts";
import { OutboundFault } from "../outbound/exchange.ts";
import { type Evaluation, evaluateResponse } from "./evaluateResponse.ts";
import { messageIdOf, type SigningSecrets, signedHeaders } from "./signature.ts";

export interface Receiver {
  readonly subscriptionId: string;
  /** The row of the ledger, which messages are named after. */
  readonly ledgerId: string;
  readonly origin: EventOrigin;
  readonly callbackUrl: string;
  readonly secrets: SigningSecrets;
  /** Whether events of its target system leave as lists. */
  readonly batches: boolean;
}

export interface Attempting {
  readonly outbound: Outbound;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly deadlineMs: number;
  /** Told of what should not happen at all. */
  readonly onFault: (error: unknown) => void;
}

export interface Attempt extends Evaluation {
  /** Milliseconds. */
  readonly at: number;
  readonly milliseconds: number;
}

export const usualDeadlineMs = 20_000;
const maxAnswerBytes = 64 * 1024;

export async function attempt(attempting: Attempting, receiver: Receiver, delivery: DueDelivery): Promise<Attempt> {
  const { now, random } = attempting;
  const at = now();
  if (delivery.events.length === 0) return { ...forgotten, at, milliseconds: 0 };
  const came = await send(attempting, receiver, delivery);
  const end = now();
  const judged = evaluateResponse(came, { attempts: delivery.attempts, now: end, random: random() });
  // What a receiver says when all is well is nobody's business, and it may be a secret.
  const kept = judged.outcome.kind === "done" ? { ...judged, answer: undefined } : judged;
  return { ...kept, at, milliseconds: Math.max(0, end - at) };
}

/** It was opened anew in the moment in which its events became too old. */
const forgotten: Evaluation = {
  outcome: { kind: "failed" },
  status: undefined,
  answer: "The event is no longer kept.",
  well: true,
};

const send = (attempting: Attempting, receiver: Receiver, delivery: DueDelivery) =>
  post(attempting, receiver, {
    messageId: messageIdOf(receiver.ledgerId, delivery.sequence),
    body: bodyOf(delivery, receiver),
  });

/** One signed request, and what came back. */
export async function post(
  { outbound, now, deadlineMs, onFault }: Omit<Attempting, "random">,
  { subscriptionId, callbackUrl, secrets }: Receiver,
  { messageId, body }: { readonly messageId: string; readonly body: string },
) {
  const signed = signedHeaders({ subscriptionId, messageId, body, now: now() }, secrets);
  try {
    return await outbound.fetchBytes({
      method: "POST",
      url: callbackUrl,
      headers: { "content-type": "application/json", "user-agent": "kontor", ...signed },
      body,
      deadlineMs,
      maxBytes: maxAnswerBytes,
      purpose: "supplied",
    });
  } catch (error) {
    if (error instanceof OutboundFault) return error;
    onFault(error);
    return new OutboundFault("network", "The request could not be sent.");
  }
}

function bodyOf({ events }: DueDelivery, { batches, origin }: Receiver): string {
  const bodies = events.map(
    ({ eventType, resource, resourceId, changedAt, companyId }): EventBody => ({
      eventType,
      filterDate: timestampOf(new Date(changedAt)),
      resource,
      resourceId,
      ...(companyId !== null && { companyId }),
      ...origin,
    }),
  );
  return JSON.stringify(batches ? bodies : bodies[0]);
}
