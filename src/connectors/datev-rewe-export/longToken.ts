import type { Connector } from "../../contract/connector.ts";
import { longTerm } from "./access.ts";
import { datevReweExport } from "./connector.ts";

/** The same for who does not want to sign in every day: a token of one client that lives for two years. */
export const datevReweExportLongToken: Connector = {
  ...datevReweExport,
  signIn: longTerm,
  id: "datev-rewe-export-longtoken",
  name: "DATEV Rechnungswesen (export, long-term)",
  about: "DATEV Rechnungswesen again, with a sign-in that lasts two years and is for one client.",
};
