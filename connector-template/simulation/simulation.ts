/** Example Books as its documentation would describe it: sign-in, companies, pages, refusals and signed webhooks. */
import { del, get, post, Refusal, type Route } from "../../simulators/engine/routes.ts";
import type { Company } from "../../simulators/engine/tables.ts";
import { text } from "../../simulators/engine/values.ts";
import { simulate, type VendorContext } from "../../simulators/engine/vendor.ts";
import { hmac } from "../../src/sandbox/engine/secrets.ts";
import { access } from "./access.ts";
import { openCompanies, type Table } from "./books.ts";
import { recordRoutes, refusals } from "./rules.ts";

interface Webhook {
  readonly id: string;
  readonly company: Company<Table>;
  readonly url: string;
  readonly secret: string;
}

/** Posts every change of a contact or an invoice to the company's webhooks, signed with their secret. */
function webhookRoutes({ companies, sender, world }: VendorContext<Table>): Route<Table>[] {
  const webhooks = new Map<string, Webhook>();
  const kinds: Partial<Record<Table, string>> = { contacts: "contact", invoices: "invoice" };
  for (const company of companies)
    company.listen((_company, { table, row, kind: change }) => {
      const kind = kinds[table];
      if (kind === undefined) return;
      const at = new Date(world.now()).toISOString();
      const body = JSON.stringify([{ company: company.id, kind, change, id: row["id"], at }]);
      for (const webhook of webhooks.values()) {
        if (webhook.company !== company) continue;
        const headers = { "x-signature": hmac(webhook.secret, body) };
        sender.later(() => sender.deliver({ url: webhook.url, body, headers }));
      }
    });
  return [
    post("companies/:company/webhooks", ({ company, body }) => {
      const { url, secret } = body();
      const id = company.newId();
      webhooks.set(id, { id, company, url: text(url), secret: text(secret) });
      return { status: 201, body: { id } };
    }),
    del("companies/:company/webhooks/:id", ({ params: { id = "" } }) => {
      if (!webhooks.delete(id)) throw new Refusal(refusals.notFound);
      return { status: 204 };
    }),
  ];
}

export const simulation = simulate<Table>({
  slug: "example-books",
  ...access,
  companies: openCompanies,
  company: ({ params }, companies) => companies.find(({ id }) => id === (params as { company?: string }).company),
  refusals: () => refusals,
  routes: (context) => [
    get("companies", () => ({
      body: { items: context.companies.map(({ facts }) => facts), total: context.companies.length },
    })),
    ...recordRoutes("companies/:company/"),
    ...webhookRoutes(context),
  ],
});
