/** How Xero wants to be told things. */
import type { VendorRequest, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { TaxRate } from "../../contract/records/ledger.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { as, type Encoder, encoder, listAs } from "../../kit/encode.ts";
import { path } from "../../kit/path.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
import { recordsIn } from "./habits.ts";
import type { Collections } from "./vendorCollections.ts";

const dimension = encoder<LineDimension>({
  id: as("TrackingOptionID"),
  categoryName: as("Name"),
  name: as("Option"),
});
export const toldDimensions = { dimensions: listAs("Tracking", dimension) };

const posting = encoder<JournalLineItemInput>({
  ...toldDimensions,
  accountCode: as("AccountCode"),
  accountId: as("AccountID"),
  debitCreditIndicator: () => ({}),
  description: as("Description"),
  taxRate: Object.assign(({ code }: TaxRate) => ({ TaxType: code }), { writableFields: { code: true } } as const),
  totalNetAmount: () => ({}),
});

/** What is posted on an account, plus as a debit and minus as a credit; the amount is told in different ways. */
export const toldPosting = (amountOf: (signed: number) => object): Encoder<JournalLineItemInput> =>
  Object.assign((line: JournalLineItemInput) => ({ ...posting(line), ...amountOf(signedNet(line)) }), {
    writableFields: posting.writableFields,
  });

function signedNet({ totalNetAmount, debitCreditIndicator }: JournalLineItemInput): number {
  if (totalNetAmount === undefined)
    throw new Failure("invalid_request", "At Xero every line needs a totalNetAmount.", { field: "totalNetAmount" });
  return debitCreditIndicator === "CREDIT" ? -totalNetAmount : totalNetAmount;
}

/** The same key again is answered with the first answer. */
export const once = ({ marker }: Pick<WriteCall<unknown>, "marker">) => ({ "idempotency-key": marker });

type Told<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "path" | "headers" | "record" | "repeatable"
> & {
  /** Accounts are told without the list around them. */
  readonly alone?: true;
};

/** New with PUT. */
export const create = <Input extends object, Record, Native>(
  collection: keyof Collections,
  description: Told<Input, Record, Native>,
): WriteHandler<Input, Record> => inList(collection, { ...description, method: "PUT", path: `/${collection}` });

/** Changed with POST: what is not sent stays as it is. Twice is the same as once, so there is no key. */
export const change = <Input extends object, Record, Native>(
  collection: keyof Collections,
  { id, ...description }: Told<Input, Record, Native> & { readonly id: string },
): WriteHandler<Input, Record> =>
  inList(collection, { ...description, method: "POST", path: ({ ids }) => path`/${collection}/${ids[id]}` });

function inList<Input extends object, Record, Native>(
  collection: keyof Collections,
  {
    alone,
    ...description
  }: Told<Input, Record, Native> & Pick<WriteDescription<Input, Record, Native>, "method" | "path">,
): WriteHandler<Input, Record> {
  const handler = write<Input, Record, Native>({
    ...description,
    ...(description.method === "PUT" && { headers: once }),
    repeatable: true,
    record: (reply: unknown) => recordsIn(reply, collection)[0] as Native | undefined,
  });
  if (alone) return handler;
  return { ...handler, request: (call, prepared) => listed(collection, handler.request(call, prepared)) };
}

const listed = (collection: keyof Collections, { body: told, ...request }: VendorRequest): VendorRequest => ({
  ...request,
  body: { [collection]: [told] },
});
