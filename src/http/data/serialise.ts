/**
 * Envelopes to JSON, by the record's schema: quicker than JSON.stringify, and a field that is not in the contract
 * cannot leave. Made when an operation is first asked for, so that a start does not pay for all of them.
 */

import fastJson from "fast-json-stringify";
import type { TSchema } from "typebox";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { listOf } from "../../contract/schema.ts";
import { type Envelope } from "../../core/calling/request.ts";
import { hasShortLists, withShortLists } from "../../core/calling/shortLists.ts";
import { ByteList } from "./byteList.ts";
import { fitting } from "./fitting.ts";

export type Serialise = (operation: Operation, envelope: Envelope) => Buffer;
type Write = (envelope: Envelope) => Buffer;

const meta = {
  type: "object",
  properties: {
    warnings: { type: "array", items: { type: "string" } },
    pagination: {
      type: "object",
      properties: Object.fromEntries(
        ["total", "perPage", "currentPage", "totalPages"].map((name) => [name, { type: "integer" }]),
      ),
    },
  },
};

export function openSerialiser(): Serialise {
  const made = new Map<Operation, Write>();
  return (operation, envelope) => {
    const write = made.get(operation) ?? openWrite(operation);
    made.set(operation, write);
    try {
      return write(envelope);
    } catch (cause) {
      return write(withoutUnfit(operation, envelope, cause));
    }
  };
}

function openWrite(operation: Operation): Write {
  const stringify = fastJson(envelopeSchema(operation));
  const whole: Write = (envelope) => Buffer.from(stringify(envelope));
  if (hasShortLists(operation.record))
    return (envelope) => whole({ ...envelope, data: withShortLists(dataSchema(operation), envelope.data) });
  return operation.many ? byRecord(operation, whole) : whole;
}

/** The same as the whole, record by record. */
function byRecord({ record }: Operation, whole: Write): Write {
  const writeMeta = fastJson(meta as fastJson.Schema);
  const writeRecord = fastJson(plain(record) as fastJson.Schema);
  let usual = 4096;
  return (envelope) => {
    const { meta, data, rawData } = envelope;
    if (!Array.isArray(data) || !data.every(isRecord)) return whole(envelope);
    const list = new ByteList(usual);
    list.add(meta === undefined ? '{"data":[' : `{"meta":${writeMeta(meta)},"data":[`);
    for (let index = 0; index < data.length; index++)
      list.add(index === 0 ? writeRecord(data[index]) : `,${writeRecord(data[index])}`);
    list.add(rawData === undefined ? "]}" : `],"rawData":${JSON.stringify(rawData)}}`);
    const { bytes } = list;
    usual = bytes.length + bytes.length / 4;
    return bytes;
  };
}

const isRecord = (value: unknown): boolean => typeof value === "object" && value !== null;

/** A value that is not of its field's kind, such as a text that is no number, keeps nothing else back. */
function withoutUnfit(operation: Operation, envelope: Envelope, cause: unknown): Envelope {
  const { value, faults } = fitting(dataSchema(operation), envelope.data);
  if (faults.length === 0 || value === undefined)
    throw new Failure("target_bad_response", "The target system's answer cannot be told.", { cause });
  const warnings = faults
    .slice(0, mostFaults)
    .map((place) => `data${place} is not what it should be; it was left out.`);
  const { meta } = envelope;
  return { ...envelope, data: value, meta: { ...meta, warnings: [...(meta?.warnings ?? []), ...warnings] } };
}

const mostFaults = 20;

const dataSchema = ({ record, many }: Operation): TSchema => (many ? listOf(record) : record);

function envelopeSchema(operation: Operation): fastJson.Schema {
  const data = plain(dataSchema(operation));
  return { type: "object", properties: { meta, data, rawData: {} } } as fastJson.Schema;
}

/**
 * The serialiser writes texts with a date format unescaped; ours come from vendors and are escaped like any other. Nor
 * does it decide what a record may lack: a line without its id would keep the whole list back.
 */
function plain(schema: TSchema): unknown {
  const isUnwanted = (name: string, value: unknown): boolean =>
    (name === "format" && typeof value === "string") || (name === "required" && Array.isArray(value));
  return JSON.parse(JSON.stringify(schema, (name, value: unknown) => (isUnwanted(name, value) ? undefined : value)));
}
