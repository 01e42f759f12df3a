/** Lines of what was bought, the same for bills and for vendors' credit memos. */
import { amount } from "../../kit/money.ts";
import { guid, lineDimensions, option } from "./fields.ts";
import * as trade from "./trade.ts";
import type { PurchaseLine } from "./vendorTrade.ts";

export const purchaseLine = {
  ...lineDimensions,
  ...trade.line,
  accountId: (line: PurchaseLine) => guid(line.accountId),
  accountNumber: (line: PurchaseLine) => (option(line.lineType) === "Account" ? line.lineObjectNumber : undefined),
  unitAmount: (line: PurchaseLine) => amount(line.unitCost),
};

export const toldPurchaseLine = {
  accountId: trade.toldAccount,
  accountNumber: trade.toldAccountNumber,
  ...trade.toldLine("unitCost"),
};
