/** e-conomic: two hosts, two generations of the API, one pair of tokens. */
import { changeBriefly } from "../engine/closing.ts";
import { type Row, text } from "../engine/values.ts";
import { simulate } from "../engine/vendor.ts";
import { openBooks } from "./books.ts";
import { newerRoutes } from "./newer.ts";
import { olderRoutes } from "./older.ts";
import { limitedUser, refusals, secondLanguage } from "./refusals.ts";
import { bookEntry, nextVoucher } from "./rules.ts";
import { type Books, decoded, type Name } from "./shapes.ts";

const credentials = { clientSecret: "simulated-e-conomic-app", apiKey: "simulated-e-conomic-grant" };

/** A supplier's credit that a user enters in a journal and books. */
function bookCredit(company: Books, details: Row): void {
  bookEntry(company, { ...details, entryType: "supplierInvoice", voucherNumber: nextVoucher(company) });
}

export const simulation = simulate<Name>({
  slug: "e-conomic",
  subscriptionTable: "webhooks",
  base: "",
  companies: openBooks,
  refusals: () => refusals,
  limitedUser,
  acts: { bookCredit },
  // Accounting years are closed as a whole.
  closeBooks: ({ tables }, until) =>
    changeBriefly(
      tables.years.where(({ fromDate }) => text(fromDate) <= until),
      { closed: true },
    ),
  secondLanguage,
  parameter: decoded,
  keys: {
    credentials,
    admits: ({ headers: { "x-appsecrettoken": app, "x-agreementgranttoken": grant } }) =>
      app === credentials.clientSecret && grant === credentials.apiKey,
  },
  // Without redirectUrl the page would show the key for copying.
  grant: {
    path: "/secure.e-conomic.com/secure/api1/requestaccess.aspx",
    title: "e-conomic",
    key: credentials.apiKey,
    client: { clientId: "simulated-e-conomic-public", clientSecret: credentials.clientSecret },
    parameters: { app: "appPublicToken", back: "redirectUrl", key: "token" },
  },
  company: (_request, [company]) => company,
  routes: (context) => [...olderRoutes(), ...newerRoutes(context)],
  // Both hosts share one count.
  admit: () => () => ({ headers: { "x-callcost": "1", "x-ratelimiting": "58/10000" } }),
});
