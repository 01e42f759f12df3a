/** Webhooks: one subscription per topic and division, one notice per call, with a hash of the content in the body. */
import { hmac } from "../../src/sandbox/engine/secrets.ts";
import { post, type Route } from "../engine/routes.ts";
import { text, words } from "../engine/values.ts";
import type { VendorContext } from "../engine/vendor.ts";
import { models, type Name } from "./models.ts";
import { addressOf, showing } from "./odata.ts";
import { refused } from "./refusals.ts";
import { make } from "./rules.ts";

export const webhookKey = "simulated-webhook-key-of-exact-online";

const topics = words(
  "Accounts|BankAccounts|Documents|Items|Quotations|SalesInvoices|SalesOrders|PurchaseOrders|FinancialTransactions",
);
const actions: Readonly<Record<string, string>> = { created: "Create", updated: "Update", deleted: "Delete" };

/** Notifies the subscribers. The hash is of the content's exact text, in upper case. */
export function subscriptionRoutes({ companies, sender, world }: VendorContext<Name>): Route<Name>[] {
  for (const company of companies)
    company.listen((_company, { table, row, kind }) => {
      const Topic = table === "Transactions" ? "FinancialTransactions" : table;
      for (const { CallbackURL } of company.tables.WebhookSubscriptions.under("Topic", Topic)) {
        const content = JSON.stringify({
          Topic,
          ClientId: "5a1f0c3e-0000-4000-8000-00000000c11e",
          Division: Number(company.id),
          Action: actions[kind],
          Key: text(row[models[table].key]),
          ExactOnlineEndpoint: addressOf(company, table, row),
          EventCreatedOn: new Date(world.now()).toISOString().slice(0, 23),
        });
        const body = `{"Content":${content},"HashCode":"${hmac(webhookKey, content).toUpperCase()}"}`;
        sender.later(() => sender.deliver({ url: text(CallbackURL), body, attempts: 3 }));
      }
    });
  return [
    post(":division/webhooks/WebhookSubscriptions", async ({ company, body }) => {
      const { CallbackURL, Topic, ...others } = body();
      if (!topics.includes(text(Topic))) throw refused("Ongeldig: Topic");
      const known = company.tables.WebhookSubscriptions.under("Topic", Topic);
      if (known.some((subscription) => subscription["CallbackURL"] === CallbackURL))
        throw refused("Bestaat reeds: Topic");
      // The URL has to respond before the subscription is stored.
      const answer = await sender.deliver({ url: text(CallbackURL), body: "" });
      if (answer.status !== 200) throw refused("Ongeldig: CallbackURL");
      const made = make(company, "WebhookSubscriptions", { ...others, CallbackURL, Topic });
      return { status: 201, body: { d: showing(company, "WebhookSubscriptions", {})(made) } };
    }),
  ];
}
