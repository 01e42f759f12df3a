import type { Connector } from "../../contract/connector.ts";
import { companyById, longTerm } from "./access.ts";
import { datevReweExport } from "./connector.ts";

/** The edition for users who do not want to sign in every day: a grant for one client that lasts two years. */
export const datevReweExportLongToken: Connector = {
  ...datevReweExport,
  signIn: longTerm,
  company: companyById,
  id: "datev-rewe-export-longtoken",
  name: "DATEV Rechnungswesen (export, long-term)",
  about: "DATEV Rechnungswesen with a sign-in for one client that lasts two years.",
};
