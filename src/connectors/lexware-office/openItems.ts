import type { OpenItem } from "../../contract/records/ledger.ts";
import { accountingDay } from "../../kit/dates.ts";
import { elsewhere } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, balance } from "../../kit/money.ts";
import { searched, spell, stamps } from "./conventions.ts";
import type { Entry } from "./vendorDocuments.ts";
import { entries, salesStates } from "./voucherlist.ts";

const types = { INVOICE: "invoice,downpaymentinvoice,salesinvoice", BILL: "purchaseinvoice" };

const isBill = ({ voucherType }: Entry): boolean => voucherType === types.BILL;
const ifBill = (wanted: boolean) => (entry: Entry) =>
  isBill(entry) === wanted ? amount(entry.totalAmount) : undefined;

const openItem = mapping<OpenItem, Entry>({
  ...stamps,
  id: ({ id }) => id,
  currency: ({ currency }) => currency,
  documentNumber: (entry) => entry.voucherNumber,
  openBalance: (entry) => (isBill(entry) ? balance(0, entry.openAmount) : balance(entry.openAmount, 0)),
  postingDate: (entry) => accountingDay(entry.voucherDate),
  totalCreditAmount: ifBill(true),
  totalDebitAmount: ifBill(false),
  type: (entry) => (isBill(entry) ? "BILL" : "INVOICE"),
});

export const openItems = {
  "openItems.list": entries({
    types: ({ filters: { type } }) =>
      type === undefined ? Object.values(types).join(",") : spell(types, "type", type),
    only: salesStates.OPEN,
    map: openItem,
    filters: { type: elsewhere, documentNumber: (number) => ({ voucherNumber: searched(number) }) },
    rules: ["Open items are invoices and bills that are not paid in full; open credit notes are not among them."],
  }),
};
