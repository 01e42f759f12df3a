import type { Connector } from "../../contract/connector.ts";
import { access, oauth } from "./access.ts";
import { invoices } from "./invoices.ts";

export const moneybird: Connector = {
  ...access,
  signIn: oauth,
  id: "moneybird",
  name: "Moneybird",
  about: "Invoicing and bookkeeping for small businesses in the Netherlands.",
  operations: {
    ...invoices,
  },
};
