/** How Xero wants to be told things. */
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { TaxRate } from "../../contract/records/ledger.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { as, type Encoder, elsewhere, encoder, listAs, spread } from "../../kit/encode.ts";
import { path } from "../../kit/path.ts";
import { wrappedIn } from "../../kit/wrapped.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
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
  debitCreditIndicator: elsewhere,
  description: as("Description"),
  taxRate: spread(encoder<TaxRate>({ code: as("TaxType") })),
  totalNetAmount: elsewhere,
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
  readonly unwrapped?: true;
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
    unwrapped,
    ...description
  }: Told<Input, Record, Native> & Pick<WriteDescription<Input, Record, Native>, "method" | "path">,
): WriteHandler<Input, Record> {
  const { record, within } = wrappedIn<Native>(collection);
  return write<Input, Record, Native>({
    ...description,
    ...(description.method === "PUT" && { headers: once }),
    ...(!unwrapped && { within }),
    repeatable: true,
    record,
  });
}
