import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { refusals } from "./errors.ts";
import { journalEntries } from "./journalEntries.ts";
import { trialBalance } from "./trialBalance.ts";

export const hledgerWeb: Connector = {
  id: "hledger-web",
  name: "hledger-web",
  mark: { letters: "h", ground: "#4a3b8f", ink: "#ffffff" },
  about: "Plain text accounting with hledger, served by the user's own hledger-web.",
  ...access,
  needs: [],
  refusals,
  rawData: true,
  maxResponseMegabytes: 256,
  operations: { ...accounts, ...journalEntries, ...trialBalance },
};
