/** Reads a vendor's NDJSON response, one JSON value a line, as it arrives. */

import type { Connector } from "../../contract/connector.ts";
import { OutboundFault } from "../outbound/exchange.ts";
import { parseVendorJson, widthOf } from "../outbound/parseJson.ts";
import { contentTypeOf, type ReadContext, type VendorAnswer } from "./outcome.ts";
import { faultFailure, targetFailure, tooLarge } from "./vendorError.ts";

export const linesAccepted = "application/x-ndjson, application/json";

const [newline = 0] = Buffer.from("\n");

export async function* linesOf(
  connector: Connector,
  answer: VendorAnswer,
  context: ReadContext,
): AsyncGenerator<readonly unknown[]> {
  const type = contentTypeOf(answer);
  const read = (bytes: Buffer): readonly unknown[] => {
    const values = valuesIn(bytes, type, widthOf(context.maxBytes));
    if (values === undefined) throw targetFailure(connector, "target_bad_response", { targetStatus: answer.status });
    return values;
  };
  let unfinished: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of (answer.stream ?? []) as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf(newline) + 1;
      if (end > 0) {
        yield read(Buffer.concat([...unfinished, chunk.subarray(0, end)]));
        unfinished = [];
        length = 0;
      }
      unfinished.push(chunk.subarray(end));
      length += chunk.length - end;
      if (length > context.maxBytes)
        throw tooLarge(connector, { ...context, what: `A line has more than ${context.maxBytes} bytes.` });
    }
  } catch (error) {
    throw error instanceof OutboundFault ? faultFailure(connector, error, context) : error;
  }
  if (length > 0) yield read(Buffer.concat(unfinished));
}

/** Parses all lines of a chunk as one JSON list: parsing each line separately is slower. Undefined if it is not JSON. */
function valuesIn(bytes: Buffer, contentType: string, widest: number): readonly unknown[] | undefined {
  const lines = bytes
    .toString("latin1")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const list = Buffer.from(`[${lines.join()}]`, "latin1");
  const values = parseVendorJson(list, contentType, widest) as readonly unknown[] | undefined;
  return values?.flat();
}
