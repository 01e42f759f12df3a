/** Where an end user lets an app in: with OAuth, or at a vendor whose browser brings a key back. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Access } from "../simulation.ts";
import { formOf } from "./form.ts";
import { escaped, page } from "./page.ts";

export interface GrantVendor {
  /** The path of its page, host included. */
  readonly path: string;
  readonly title: string;
  readonly client: NonNullable<Access["oauthClient"]>;
  /** The parameters that name the app, where the browser goes back to, and the key that it brings there. */
  readonly parameters: { readonly app: string; readonly back: string; readonly key: string };
  readonly key: string;
}

export const grantRoutes =
  ({ path, title, client, parameters: { app: appIn, back, key: keyIn }, key }: GrantVendor) =>
  (app: FastifyInstance): void => {
    app.get(path, (request, reply) => {
      const isKnown = (request.query as Readonly<Record<string, string>>)[appIn] === client.clientId;
      return reply.type("text/html").send(consentPage(request, { title, isKnown, back }));
    });
    app.post(path, (request, reply) => {
      const form = formOf(request);
      const address = new URL(form.get(back) ?? "");
      if (form.get("answer") !== "deny") address.searchParams.set(keyIn, key);
      return reply.redirect(address.href);
    });
  };

export interface Consent {
  readonly title: string;
  /** Whether there is such an app. */
  readonly isKnown: boolean;
  /** The parameter that says where the browser goes back to. */
  readonly back: string;
}

export function consentPage(request: FastifyRequest, { title, isKnown, back }: Consent): string {
  const query = request.query as Readonly<Record<string, string>>;
  if (!isKnown) return page(title, "<p>There is no such app here.</p>");
  const fields = Object.entries(query)
    .map(([field, value]) => `<input type="hidden" name="${escaped(field)}" value="${escaped(value)}">`)
    .join("");
  const [path = ""] = request.url.split("?");
  return page(
    title,
    `<p>${escaped(new URL(query[back] ?? "").host)} asks to read and write your books.</p>
<form method="post" action="${escaped(path)}">${fields}
<button>Allow access</button>
<button name="answer" value="deny">Deny</button>
</form>`,
  );
}
