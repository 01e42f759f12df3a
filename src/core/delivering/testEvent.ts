/** Sends a test event once, immediately, and returns the receiver's response. */
import { monotonicNow, timestampOf } from "../../contract/clocks.ts";
import type { EventBody } from "../../contract/event.ts";
import type { Subscription } from "../../store/subscriptions.ts";
import { newId } from "../secrets/ids.ts";
import { defaultDeadlineMs, post } from "./attempt.ts";
import { evaluateResponse } from "./evaluateResponse.ts";
import { receiverOf } from "./receiver.ts";
import { messageIdOf } from "./signature.ts";
import type { SubscriptionDeps } from "./subscriptions.ts";

export interface TestDeps extends SubscriptionDeps {
  readonly now: () => number;
}

export interface TestOutcome {
  readonly delivered: boolean;
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly answer: string | undefined;
}

export async function sendTestEvent(
  deps: TestDeps,
  subscription: Subscription,
  facts: Pick<EventBody, "connectionId" | "targetSystem" | "endUserId" | "endUserName">,
  batches: boolean,
): Promise<TestOutcome> {
  const { id, eventType, resource, previousSecret, previousUntil } = subscription;
  const at = deps.now();
  const began = monotonicNow();
  const isRotating = previousUntil !== null && previousUntil.getTime() > at;
  const address = { ...subscription, previousSecret: isRotating ? previousSecret : null };
  const receiver = receiverOf(deps.vault, { id, parentId: null, origin: facts, batches }, address);
  const event: EventBody = {
    eventType: eventType ?? "CREATED",
    filterDate: timestampOf(new Date(at)),
    resource: resource ?? "INVOICE",
    resourceId: "test",
    ...facts,
    test: true,
  };
  const body = JSON.stringify(batches ? [event] : event);
  const sending = { outbound: deps.outbound, now: deps.now, deadlineMs: defaultDeadlineMs, onFault: rethrow };
  const response = await post(sending, receiver, { messageId: messageIdOf(id, `test_${newId()}`), body });
  const end = deps.now();
  const { outcome, status, answer } = evaluateResponse(response, { attempts: 0, now: end, random: 0 });
  return { delivered: outcome.kind === "done", status, milliseconds: Math.round(monotonicNow() - began), answer };
}

const rethrow = (error: unknown): never => {
  throw error;
};
