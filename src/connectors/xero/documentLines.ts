/** Writing single lines of invoices and bills: Xero only takes all lines of a document together. */

import type { Found, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { type Encoder } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { noRecord } from "../../kit/reading.ts";
import { exact, recordsIn } from "./conventions.ts";
import { changed, type ItemCodes, itemCodes, kept, withCode } from "./lineBodies.ts";
import { type Line, linesOf } from "./lines.ts";
import type { Invoice, LineItem } from "./vendorTrade.ts";

interface Writing<Input extends object, Record> {
  /** The document's id in our path. */
  readonly id: "invoiceId" | "billId";
  readonly encoder: Encoder<Input>;
  readonly map: Mapping<Record, Line>;
}

interface Prepared {
  readonly lines: readonly LineItem[];
  readonly codes: ItemCodes;
}

function lineWrite<Input extends { readonly itemId?: string }, Record>(
  { id, encoder, map }: Writing<Input, Record>,
  put: (lines: readonly LineItem[], told: Partial<LineItem>, call: WriteCall<Input>) => readonly object[],
  written: (lines: readonly Line[], call: WriteCall<Input>) => Line | undefined,
): WriteHandler<Input, Record> {
  const place = ({ ids }: Pick<WriteCall<Input>, "ids">): string => path`/Invoices/${ids[id]}`;
  return {
    fields: map.fields,
    writableFields: encoder.writableFields,
    requires: [],
    prepare: async (call, session): Promise<Prepared> => ({
      lines: (await invoiceAt(place(call), session)).LineItems ?? [],
      codes: await itemCodes([call.body], session),
    }),
    request: (call, prepared) => {
      const { lines, codes } = prepared as Prepared;
      const told = withCode(codes)(encoder(call.body));
      const invoice = { InvoiceID: call.ids[id], LineItems: put(lines, told, call) };
      return { method: "POST", path: place(call), query: exact, body: { Invoices: [invoice] } };
    },
    answer: (reply, call): Found<Record> => {
      const lines = recordsIn(reply, "Invoices").flatMap((invoice) => linesOf(invoice) ?? []);
      const line = written(lines, call);
      if (line === undefined) throw new Failure("target_bad_response", "Xero did not say what it stored.");
      return { record: map(line), raw: line.line };
    },
  };
}

async function invoiceAt(place: string, session: Session): Promise<Invoice> {
  const [invoice] = recordsIn(await session.read(place, exact), "Invoices");
  if (invoice === undefined) throw noRecord();
  return invoice;
}

/** Whether a line was added by an earlier attempt cannot be seen, and a key would be taken for another request's. */
export const addLine = <Input extends { readonly itemId?: string }, Record>(writing: Writing<Input, Record>) =>
  lineWrite(
    writing,
    (lines, told) => [...lines.map(kept), told],
    (lines) => lines.at(-1),
  );

export const changeLine = <Input extends { readonly itemId?: string }, Record>(writing: Writing<Input, Record>) => {
  const isMeant = ({ ids }: WriteCall<Input>, { LineItemID }: LineItem) => LineItemID === ids["lineItemId"];
  const handler = lineWrite(
    writing,
    (lines, told, call) => {
      if (!lines.some((line) => isMeant(call, line))) throw noRecord();
      return lines.map((line) => (isMeant(call, line) ? changed(line, told) : kept(line)));
    },
    (lines, call) => lines.find(({ line }) => isMeant(call, line)),
  );
  return { ...handler, repeatable: true as const };
};
