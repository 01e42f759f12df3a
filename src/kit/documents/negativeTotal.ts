/** For vendors that have no invoices with a negative total, only credit notes. */
import { Big } from "big.js";
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";

interface PricedLine {
  readonly quantity?: number;
  readonly unitAmount?: number;
  readonly discountItemPercentage?: number;
}

interface Priced {
  readonly status?: string;
  readonly lineItems?: readonly PricedLine[];
}

interface NegativeTotal<Input> {
  /** The vendor's product, for the message. */
  readonly system: string;
  /** Whether this call is refused. Drafts are accepted by some vendors. */
  readonly applies?: (call: WriteCall<Input>) => boolean;
}

/** The write refuses lines that come to less than 0, before anything is sent. */
export const refusingNegativeTotals = <Input extends Priced, Record>(
  { system, applies = () => true }: NegativeTotal<Input>,
  handler: WriteHandler<Input, Record>,
): WriteHandler<Input, Record> => ({
  ...handler,
  request: (call, prepared) => {
    if (applies(call) && totalOf(call.body.lineItems ?? []).lt(0))
      throw cannotStore(
        `${system} has no invoices with a negative total. Create a credit note there, or send lines that come to 0 or more.`,
        "lineItems",
      );
    return handler.request(call, prepared);
  },
});

const totalOf = (lines: readonly PricedLine[]): Big =>
  lines.map(netOf).reduce((total, net) => total.plus(net), new Big(0));

const netOf = ({ quantity = 1, unitAmount = 0, discountItemPercentage: discount = 0 }: PricedLine): Big =>
  new Big(quantity).times(unitAmount).times(new Big(100).minus(discount)).div(100);
