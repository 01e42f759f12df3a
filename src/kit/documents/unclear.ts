/** Records whose meaning the vendor's API leaves open, such as an invoice that is settled without saying by what. */
import type { GetHandler, ListHandler } from "../../contract/connector.ts";

export interface Doubt<Record> {
  /** What cannot be told apart: a rule of the operation, and a warning of every response with such a record. */
  readonly reason: string;
  readonly concerns: (record: Record) => boolean;
}

type Warned = { readonly warnings?: readonly string[] };

const withWarning = <Answer extends Warned>(answer: Answer, reason: string): Answer => ({
  ...answer,
  warnings: [...(answer.warnings ?? []), reason],
});

const withRule = <Handler extends { readonly rules?: readonly string[] }>(
  handler: Handler,
  reason: string,
): Handler => ({
  ...handler,
  rules: [...(handler.rules ?? []), reason],
});

export const unclearList = <Record>(
  { reason, concerns }: Doubt<Record>,
  handler: ListHandler<Record>,
): ListHandler<Record> => ({
  ...withRule(handler, reason),
  list: async (call, session) => {
    const found = await handler.list(call, session);
    return found.records.some(concerns) ? withWarning(found, reason) : found;
  },
});

export const unclearGet = <Record>(
  { reason, concerns }: Doubt<Record>,
  handler: GetHandler<Record>,
): GetHandler<Record> => ({
  ...withRule(handler, reason),
  get: async (call, session) => {
    const found = await handler.get(call, session);
    return concerns(found.record) ? withWarning(found, reason) : found;
  },
});

/** For vendors that show what is left of a document, but not whether money, a credit or a loss settled it. */
export const paidOrNot = (reason: string): Doubt<{ readonly paymentStatus?: string | undefined }> => ({
  reason,
  concerns: ({ paymentStatus }) => paymentStatus === "PAID",
});
