import type { Connector } from "../../contract/connector.ts";
import { addressBefore } from "../../kit/pastedAddress.ts";
import { restrictions } from "./conventions.ts";
import { refusals } from "./errors.ts";

/** The folders of Dolibarr's pages, which tell a page's own folders from those that the company installed Dolibarr in. */
const pageFolders = new Set([
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
]);

const isApi = (part: string, [next]: readonly string[]): boolean =>
  part === "api" && (next === undefined || next === "index.php" || next.startsWith("explorer"));

const isPage = (part: string, following: readonly string[]): boolean => {
  if (following.length === 0) return part.endsWith(".php");
  return pageFolders.has(part) && following.at(-1)?.endsWith(".php") === true;
};

/** Users paste the URL of the API, or that of the page which they see. */
const rootOf = (url: string): string =>
  addressBefore(url, (part, following) => isApi(part, following) || isPage(part, following));

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
