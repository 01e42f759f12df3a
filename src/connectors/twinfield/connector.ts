import type { Connector } from "../../contract/connector.ts";
import { textIn } from "../../kit/xml/xmlValues.ts";
import { access } from "./access.ts";
import { contacts } from "./contacts.ts";
import { journalEntries } from "./journalEntries.ts";
import { masters } from "./masters.ts";
import { purchases, vendorCreditGet } from "./purchases.ts";
import { openInvoice, sales } from "./sales.ts";
import type { Dimension } from "./types.ts";
import { inside } from "./values.ts";

export const twinfield: Connector = {
  ...access,
  id: "twinfield",
  name: "Twinfield",
  about: "Online accounting of Wolters Kluwer for accountants and their clients, above all in the Netherlands.",
  openAmount: openInvoice,
  taxCodeOfContact: (native) => textIn(inside((native as Dimension).financials)?.vatcode),
  vendorCredit: vendorCreditGet,
  operations: {
    ...contacts,
    ...journalEntries,
    ...masters,
    ...purchases,
    ...sales,
  },
};
