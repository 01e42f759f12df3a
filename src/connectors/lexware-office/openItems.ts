import type { OpenItem } from "../../contract/records/ledger.ts";
import { days, values } from "../../kit/columns.ts";
import { sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, balance } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { searched } from "./conventions.ts";
import * as shared from "./fields.ts";
import type { Entry } from "./types.ts";
import { entries } from "./voucherlist.ts";

const types = vocabulary({
  invoice: "INVOICE",
  downpaymentinvoice: "INVOICE",
  salesinvoice: "INVOICE",
  purchaseinvoice: "BILL",
});

const isBill = ({ voucherType }: Entry): boolean => types.toContract(voucherType) === "BILL";

const openItem = mapping<OpenItem, Entry>({
  ...shared.identity,
  ...values({ currency: "currency", documentNumber: "voucherNumber" }),
  ...days({ postingDate: "voucherDate" }),
  openBalance: (entry) => (isBill(entry) ? balance(0, entry.openAmount) : balance(entry.openAmount, 0)),
  totalCreditAmount: (entry) => (isBill(entry) ? amount(entry.totalAmount) : undefined),
  totalDebitAmount: (entry) => (isBill(entry) ? undefined : amount(entry.totalAmount)),
  type: types.read(({ voucherType }) => voucherType),
});

export const openItems = {
  "openItems.list": entries({
    types: ({ filters: { type = types.words.join() } }) => types.toVendor(type, "type").join(),
    // Overdue documents are included.
    only: shared.salesStates.toVendor("OPEN", "status").join(),
    map: openItem,
    filters: { type: sentSeparately, documentNumber: (number) => ({ voucherNumber: searched(number) }) },
    rules: ["Open items are invoices and bills that are not fully paid. Open credit notes are not included."],
  }),
};
