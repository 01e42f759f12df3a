/**
 * Envelopes to JSON, by the record's schema: a field that is not in the contract cannot leave. Made when an operation is
 * first asked for, so that a start does not pay for all of them.
 */

import type { TSchema } from "typebox";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { listOf } from "../../contract/schema.ts";
import type { Answer, Envelope } from "../../core/calling/request.ts";
import { hasFallbackValues, withFallbackValues } from "../../core/calling/fallbackValues.ts";
import { compileFits } from "./fits.ts";
import { fitting } from "./fitting.ts";

export type Serialise = (operation: Operation, envelope: Envelope) => string;
type Contracted = (envelope: Envelope) => Envelope;

export function openSerialiser(): Serialise {
  const made = new Map<Operation, Contracted>();
  return (operation, envelope) => {
    const contracted = made.get(operation) ?? openContracted(operation);
    made.set(operation, contracted);
    const { meta, data, rawData } = contracted(envelope);
    return JSON.stringify({ meta, data, rawData });
  };
}

/** What has no record, such as a task that has begun, is ours. */
export const textOf = ({ kind, envelope }: Answer, operation: Operation, serialise: Serialise): string =>
  kind === "record" ? serialise(operation, envelope) : JSON.stringify(envelope);

/** Nearly all are exactly what the contract describes, and leave as they are. */
function openContracted({ record, many }: Operation): Contracted {
  const schema = many ? listOf(record) : record;
  const fits = compileFits(schema);
  const isShort = hasFallbackValues(record);
  return (envelope) => {
    const data = isShort ? withFallbackValues(schema, envelope.data) : envelope.data;
    if (data === undefined || fits(data)) return { ...envelope, data };
    return withoutUnfit(schema, { ...envelope, data });
  };
}

/** A value that is not of its field's kind, such as a text that is no number, keeps nothing else back. */
function withoutUnfit(schema: TSchema, envelope: Envelope): Envelope {
  const { value, faults } = fitting(schema, envelope.data);
  if (value === undefined) throw new Failure("target_bad_response", "The target system's answer cannot be told.");
  if (faults.length === 0) return { ...envelope, data: value };
  const warnings = faults
    .slice(0, mostFaults)
    .map((place) => `data${place} is not what it should be; it was left out.`);
  const { meta } = envelope;
  return { ...envelope, data: value, meta: { ...meta, warnings: [...(meta?.warnings ?? []), ...warnings] } };
}

const mostFaults = 20;
