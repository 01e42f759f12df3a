/**
 * Serialises envelopes according to the record's schema; fields that are not in the contract are dropped. The serialiser of
 * an operation is built on first use, to keep the start fast.
 */

import type { TSchema } from "typebox";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { listOf } from "../../contract/schema.ts";
import { hasFallbackValues, withFallbackValues } from "../../core/calling/fallbackValues.ts";
import type { Envelope, OperationResult } from "../../core/calling/request.ts";
import { compileFits } from "../../fast/fits.ts";
import { fitToSchema } from "./fitting.ts";

export type Serialise = (operation: Operation, envelope: Envelope) => string;
type FitToContract = (envelope: Envelope) => Envelope;

export function openSerialiser(): Serialise {
  const serialisers = new Map<Operation, FitToContract>();
  return (operation, envelope) => {
    const fitToContract = serialisers.get(operation) ?? openFitToContract(operation);
    serialisers.set(operation, fitToContract);
    const { meta, data, rawData } = fitToContract(envelope);
    return JSON.stringify({ meta, data, rawData });
  };
}

/** Envelopes without a record, such as a started task, need no check. */
export const textOf = ({ kind, envelope }: OperationResult, operation: Operation, serialise: Serialise): string =>
  kind === "record" ? serialise(operation, envelope) : JSON.stringify(envelope);

/** Nearly all envelopes match the contract exactly and stay unchanged. */
function openFitToContract({ record, many }: Operation): FitToContract {
  const schema = many ? listOf(record) : record;
  const fits = compileFits(schema);
  const isShort = hasFallbackValues(record);
  return (envelope) => {
    const data = isShort ? withFallbackValues(schema, envelope.data) : envelope.data;
    if (data === undefined || fits(data)) return { ...envelope, data };
    return withoutUnfit(schema, { ...envelope, data });
  };
}

/** Drops values of the wrong type, such as text in a number field, and keeps the rest. */
function withoutUnfit(schema: TSchema, envelope: Envelope): Envelope {
  const { value, faults } = fitToSchema(schema, envelope.data);
  if (value === undefined)
    throw new Failure("target_bad_response", "Kontor could not convert the target system's response.");
  if (faults.length === 0) return { ...envelope, data: value };
  const warnings = faults.slice(0, mostFaults).map((path) => `data${path} has the wrong type and was omitted.`);
  const { meta } = envelope;
  return { ...envelope, data: value, meta: { ...meta, warnings: [...(meta?.warnings ?? []), ...warnings] } };
}

const mostFaults = 20;
