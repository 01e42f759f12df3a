/** A small page at `/` for actions that the vendor's API does not offer, and the endpoints of its forms. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formOf, type Parameters, queryParameters } from "../../src/sandbox/engine/forms.ts";
import { html, noMarkup } from "../../src/sandbox/engine/markup.ts";
import { addStylesheet, page, pageHeaders } from "../../src/sandbox/engine/page.ts";
import type { Vendor } from "../simulation.ts";
import { frame, stylesheet } from "./frame.ts";

export interface Controlled {
  readonly slug: string;
  readonly vendor: Vendor;
  /** One line for each webhook posted since the last call. */
  readonly posted: () => string[];
}

/** The controls' own URLs. All paths of the vendor begin with a host. */
export const isControl = (url: string): boolean => /^\/(?:$|\?|-\/)/.test(url);

export function addControls(app: FastifyInstance, controlled: Controlled): void {
  const { vendor, posted } = controlled;
  addStylesheet(app, stylesheet);
  app.get("/", (request, reply) => {
    const { accountKey } = queryParameters(request);
    const message = accountKey === undefined ? undefined : `Connected. The account key is ${accountKey}`;
    return showControls(reply, controlled, message);
  });
  const addControl = (name: string, run: (form: Parameters) => void) =>
    app.post(`/-/${name}`, async (request: FastifyRequest, reply: FastifyReply) => {
      posted();
      try {
        run(formOf(request));
        await vendor.untilIdle();
        return report(request, reply, [`${name}: done`, ...posted()].join("\n"));
      } catch (error) {
        return report(request, reply.code(400), `${name}: ${(error as Error).message}`);
      }
    });
  const report = (request: FastifyRequest, reply: FastifyReply, text: string) =>
    request.headers.accept?.includes("text/html")
      ? showControls(reply, controlled, text)
      : reply.type("text/plain").send(`${text}\n`);
  addControl("touch", (form) => vendor.touch(required(form, "id")));
  addControl("remove", (form) => vendor.remove(required(form, "id")));
  addControl("expire", () => vendor.expireTokens());
  addControl("drop", () => vendor.dropSubscriptions());
  addControl("revoke", () => vendor.revokeAccess());
  addControl("portal", (form) => {
    if (vendor.portal === undefined) throw new Error("Subscribe to this vendor's webhooks through its API.");
    vendor.portal.subscribe({ url: required(form, "url"), key: required(form, "key") });
  });
}

function required(form: Parameters, name: string): string {
  const value = form[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

interface Control {
  readonly name: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly button: string;
}

const touch: Control = {
  name: "touch",
  title: "Save a record without changing it",
  fields: { id: "The record's id at the vendor" },
  button: "Save",
};
const remove: Control = {
  name: "remove",
  title: "Delete a record",
  fields: { id: "The record's id at the vendor" },
  button: "Delete",
};
const expire: Control = {
  name: "expire",
  title: "Expire all access tokens",
  fields: {},
  button: "Expire",
};
const revoke: Control = {
  name: "revoke",
  title: "Take the app's access away",
  fields: {},
  button: "Revoke",
};
const drop: Control = {
  name: "drop",
  title: "Lose all webhook subscriptions",
  fields: {},
  button: "Drop",
};
const portal: Control = {
  name: "portal",
  title: "Set the webhook URL, as in the vendor's developer portal",
  fields: { url: "URL", key: "Signing key" },
  button: "Set",
};

function showControls(reply: FastifyReply, { slug, vendor }: Controlled, message: string | undefined) {
  const controls = [touch, remove, expire, revoke, drop, ...(vendor.portal ? [portal] : [])];
  const status = message === undefined ? noMarkup : html`<p class="made" role="status">${message}</p>`;
  const content = html`<h1>Controls</h1>
${status}
${controls.map(formFor)}`;
  return reply.headers(pageHeaders({ leavesSite: false })).send(page(frame(slug), "Controls", content));
}

const formFor = ({ name, title, fields, button }: Control) => html`<form method="post" action="/-/${name}">
<h2>${title}</h2>
${Object.entries(fields).map(
  ([field, label]) => html`<label>${label} <input name="${field}" required autocomplete="off"></label>`,
)}
<button class="primary wide">${button}</button>
</form>`;
