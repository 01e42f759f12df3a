/** Webhooks: one subscription a topic and division, one thin notice a call, with the hash of it in the body. */
import { type Answer, type Ask } from "../engine/routes.ts";
import { text } from "../engine/values.ts";
import type { Office } from "../engine/vendor.ts";
import { hmac } from "../engine/webhooks.ts";
import { models, type Name } from "./models.ts";
import { bad, show } from "./odata.ts";
import { make } from "./rules.ts";

export const webhookKey = "simulated-webhook-key-of-exact-online";

const topics: Readonly<Record<string, Name>> = {
  ...{ Accounts: "Accounts", BankAccounts: "BankAccounts", Documents: "Documents", Items: "Items" },
  ...{ Quotations: "Quotations", SalesInvoices: "SalesInvoices", SalesOrders: "SalesOrders" },
  ...{ PurchaseOrders: "PurchaseOrders", FinancialTransactions: "Transactions" },
};
const actions: Readonly<Record<string, string>> = { created: "Create", updated: "Update", deleted: "Delete" };

/** Tells those who listen. The hash is of the content as it is written, in capitals. */
export function tellOf({ companies, postman, world }: Office<Name>): void {
  for (const company of companies)
    company.listen((_company, { table, row, kind }) => {
      const { path, key } = models[table];
      const subscribed = company.tables.WebhookSubscriptions.where(({ Topic }) => topics[text(Topic)] === table);
      for (const { CallbackURL, Topic } of subscribed) {
        const Key = text(row[key]);
        const content = JSON.stringify({
          ...{ Topic, ClientId: "5a1f0c3e-0000-4000-8000-00000000c11e", Division: Number(company.id) },
          ...{ Action: actions[kind], Key },
          ExactOnlineEndpoint: `https://start.exactonline.nl/api/v1/${company.id}/${path}(guid'${Key}')`,
          EventCreatedOn: new Date(world.now()).toISOString().slice(0, 23),
        });
        const body = `{"Content":${content},"HashCode":"${hmac(webhookKey, content).toUpperCase()}"}`;
        postman.later(() => postman.deliver({ url: text(CallbackURL), body, attempts: 3 }));
      }
    });
}

/** An address has to answer before it is taken. */
export const subscribe =
  ({ postman }: Office<Name>) =>
  async ({ company, body }: Ask<Name>): Promise<Answer> => {
    const given = body();
    const { CallbackURL, Topic } = given;
    if (topics[text(Topic)] === undefined) throw bad("Ongeldig: Topic");
    const isThere = company.tables.WebhookSubscriptions.first(
      (one) => one["Topic"] === Topic && one["CallbackURL"] === CallbackURL,
    );
    if (isThere) throw bad("Bestaat reeds: Topic");
    if ((await postman.deliver({ url: text(CallbackURL), body: "" })).status !== 200)
      throw bad("Ongeldig: CallbackURL");
    return {
      status: 201,
      body: { d: show(company, "WebhookSubscriptions", make(company, "WebhookSubscriptions", given), {}) },
    };
  };
