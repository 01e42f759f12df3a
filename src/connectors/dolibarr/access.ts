import type { Connector } from "../../contract/connector.ts";
import { restrictions } from "./conventions.ts";
import { refusals } from "./errors.ts";

/** The folders of Dolibarr's pages, which tell a page's own folders from those that the company installed Dolibarr in. */
const pageFolders = [
  "accountancy",
  "adherents",
  "admin",
  "asset",
  "bookmarks",
  "categories",
  "comm",
  "commande",
  "compta",
  "contact",
  "contrat",
  "core",
  "custom",
  "ecm",
  "expedition",
  "expensereport",
  "fichinter",
  "fourn",
  "holiday",
  "hrm",
  "multicurrency",
  "product",
  "projet",
  "public",
  "reception",
  "salaries",
  "societe",
  "supplier_proposal",
  "ticket",
  "user",
].join("|");
const page = new RegExp(`/(?:(?:${pageFolders})/(?:[^/]+/)*)?[^/]+\\.php$`);

/** Users paste the URL of the API, or that of the page which they see. */
const rootOf = (url: string): string => {
  const [address = ""] = url.split(/[?#]/);
  return address
    .replace(/\/+$/, "")
    .replace(/\/api(?:\/(?:index\.php|explorer).*)?$/, "")
    .replace(page, "");
};

/** Runs at the end user's URL. A key belongs to a user, and opens the company that the user works in. */
export const access = {
  site: ({ baseUrl = "" }) => `${rootOf(baseUrl)}/api/index.php`,
  signIn: {
    kind: "apiKey",
    asks: [
      { name: "baseUrl", secret: false },
      { name: "apiKey", secret: true },
    ],
    keyGuide: {
      url: "https://wiki.dolibarr.org/index.php?title=Module_Web_Services_API_REST_(developer)",
      steps: ["Users & Groups", "Modify", "API key", "Generate"],
    },
    headers: { DOLAPIKEY: "{apiKey}" },
  },
  needs: [],
  proof: "/status",
  refusals,
  restrictions,
  rawData: true,
} satisfies Partial<Connector>;
