/** The page on which an end user gives an app access, and vendors whose browser brings a key back from it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { consentPage } from "../../src/sandbox/engine/consentPage.ts";
import { formOf, queryParameters, withParameters } from "../../src/sandbox/engine/forms.ts";
import { html } from "../../src/sandbox/engine/markup.ts";
import { page, pageHeaders } from "../../src/sandbox/engine/page.ts";
import { textsIn } from "../../src/sandbox/oauth/texts.ts";
import type { Access } from "../simulation.ts";
import { frame } from "./frame.ts";

export interface GrantVendor {
  /** The path of its page, host included. */
  readonly path: string;
  readonly title: string;
  readonly client: NonNullable<Access["oauthClient"]>;
  /** The parameters for the app, for the URL to return to, and for the key that the browser brings there. */
  readonly parameters: { readonly app: string; readonly back: string; readonly key: string };
  readonly key: string;
}

export const grantRoutes =
  ({ path, title, client, parameters, key }: GrantVendor) =>
  (app: FastifyInstance): void => {
    const { back } = parameters;
    app.get(path, (request, reply) => {
      const isKnown = queryParameters(request)[parameters.app] === client.clientId;
      return showConsent(request, reply, { title, isKnown, back });
    });
    app.post(path, (request, reply) => {
      const form = formOf(request);
      return reply.redirect(
        withParameters(form[back] ?? "", form["answer"] === "deny" ? {} : { [parameters.key]: key }),
      );
    });
  };

interface Consent {
  readonly title: string;
  /** Whether the vendor knows the app. */
  readonly isKnown: boolean;
  /** The parameter with the URL that the browser returns to. */
  readonly back: string;
}

const texts = textsIn("en", undefined);

export function showConsent(request: FastifyRequest, reply: FastifyReply, { title, isKnown, back }: Consent) {
  const query = queryParameters(request);
  const redirectUri = query[back] ?? "";
  const content = isKnown
    ? consentPage(frame(title), {
        texts,
        client: new URL(redirectUri).host,
        redirectUri,
        action: request.url.split("?")[0] ?? "",
        hidden: query,
      })
    : page(
        frame(title),
        "Unknown app",
        html`<h1>Unknown app</h1>
<p class="lead">${title} does not know the app that sent you here.</p>`,
      );
  return reply.headers(pageHeaders({ leavesSite: true })).send(content);
}
