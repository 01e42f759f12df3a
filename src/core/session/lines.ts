/** A vendor's answer whose lines are values of JSON (NDJSON), read as it arrives. */

import type { Connector } from "../../contract/connector.ts";
import { OutboundFault } from "../outbound/exchange.ts";
import { parseVendorJson, widthOf } from "../outbound/parseJson.ts";
import { type Asked, contentTypeOf, type VendorAnswer } from "./outcome.ts";
import { faultFailure, targetFailure, tooLarge } from "./vendorError.ts";

export const linesAccepted = "application/x-ndjson, application/json";

const [newline = 0] = Buffer.from("\n");

export async function* linesOf(
  connector: Connector,
  answer: VendorAnswer,
  asked: Asked,
): AsyncGenerator<readonly unknown[]> {
  const type = contentTypeOf(answer);
  const read = (bytes: Buffer): readonly unknown[] => {
    const values = valuesIn(bytes, type, widthOf(asked.maxBytes));
    if (values === undefined) throw targetFailure(connector, "target_bad_response", { targetStatus: answer.status });
    return values;
  };
  let begun: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of (answer.stream ?? []) as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf(newline) + 1;
      if (end > 0) {
        yield read(Buffer.concat([...begun, chunk.subarray(0, end)]));
        begun = [];
        length = 0;
      }
      begun.push(chunk.subarray(end));
      length += chunk.length - end;
      if (length > asked.maxBytes)
        throw tooLarge(connector, { ...asked, what: `A line has more than ${asked.maxBytes} bytes.` });
    }
  } catch (error) {
    throw error instanceof OutboundFault ? faultFailure(connector, error, asked) : error;
  }
  if (length > 0) yield read(Buffer.concat(begun));
}

/** All lines of a piece at once, as one list: a call for each would take longer than reading it. Undefined: no JSON. */
function valuesIn(bytes: Buffer, contentType: string, widest: number): readonly unknown[] | undefined {
  const lines = bytes
    .toString("latin1")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const list = Buffer.from(`[${lines.join()}]`, "latin1");
  const values = parseVendorJson(list, contentType, widest) as readonly unknown[] | undefined;
  return values?.flat();
}
