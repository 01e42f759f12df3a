/** Makes one attempt to send a delivery to its receiver. */
import { monotonicNow, timestampOf } from "../../contract/clocks.ts";
import type { EventBody, EventOrigin } from "../../contract/event.ts";
import type { DueDelivery } from "../../store/deliveryLedger.ts";
import type { Outbound } from "../outbound/client.ts";
import { OutboundFault } from "../outbound/exchange.ts";
import { inSpan, SpanKind, traceHeaders } from "../tracing/spans.ts";
import { type Evaluation, evaluateResponse } from "./evaluateResponse.ts";
import { messageIdOf, type SigningSecrets, signedHeaders } from "./signature.ts";

export interface Receiver {
  readonly subscriptionId: string;
  /** The ledger row; message ids contain its id. */
  readonly ledgerId: string;
  readonly origin: EventOrigin;
  readonly callbackUrl: string;
  readonly secrets: SigningSecrets;
  /** Whether events of its target system are delivered as lists. */
  readonly batches: boolean;
}

export interface AttemptDeps {
  readonly outbound: Outbound;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly deadlineMs: number;
  /** Receives unexpected errors. */
  readonly onFault: (error: unknown) => void;
}

export interface Attempt extends Evaluation {
  /** Milliseconds. */
  readonly at: number;
  readonly milliseconds: number;
}

export const defaultDeadlineMs = 20_000;
const maxAnswerBytes = 64 * 1024;

export async function attempt(deps: AttemptDeps, receiver: Receiver, delivery: DueDelivery): Promise<Attempt> {
  const { now, random } = deps;
  const at = now();
  const began = monotonicNow();
  if (delivery.events.length === 0) return { ...eventsExpired, at, milliseconds: 0 };
  const response = await send(deps, receiver, delivery);
  const end = now();
  const evaluation = evaluateResponse(response, { attempts: delivery.attempts, now: end, random: random() });
  // The body of a successful response is not needed and may contain a secret.
  const recorded = evaluation.outcome.kind === "done" ? { ...evaluation, answer: undefined } : evaluation;
  return { ...recorded, at, milliseconds: Math.round(monotonicNow() - began) };
}

/** The delivery was replayed just when its events were pruned. */
const eventsExpired: Evaluation = {
  outcome: { kind: "failed" },
  status: undefined,
  answer: "The event is no longer kept.",
  isHealthy: true,
};

const send = (deps: AttemptDeps, receiver: Receiver, delivery: DueDelivery) =>
  post(deps, receiver, {
    messageId: messageIdOf(receiver.ledgerId, delivery.sequence),
    body: bodyOf(delivery, receiver),
  });

/** Sends one signed request and returns the response or the fault. */
export async function post(
  { outbound, now, deadlineMs, onFault }: Omit<AttemptDeps, "random">,
  { subscriptionId, callbackUrl, secrets }: Receiver,
  { messageId, body }: { readonly messageId: string; readonly body: string },
) {
  const signatureHeaders = signedHeaders({ subscriptionId, messageId, body, now: now() }, secrets);
  const attributes = {
    "http.request.method": "POST",
    "kontor.subscription": subscriptionId,
    "kontor.message": messageId,
  };
  try {
    return await inSpan({ name: "deliver webhook", kind: SpanKind.CLIENT, attributes }, async (span) => {
      const response = await outbound.fetchBytes({
        method: "POST",
        url: callbackUrl,
        headers: { "content-type": "application/json", "user-agent": "kontor", ...traceHeaders(), ...signatureHeaders },
        body,
        deadlineMs,
        maxBytes: maxAnswerBytes,
        purpose: "supplied",
      });
      span.setAttribute("http.response.status_code", response.status);
      return response;
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
