/** What nobody at the vendor's API can do, by hand: a small page at `/`, and the four things that its forms post to. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Vendor } from "../simulation.ts";
import { formOf } from "./form.ts";
import { escaped, page } from "./page.ts";

export interface Controlled {
  readonly slug: string;
  readonly vendor: Vendor;
  /** A line for each webhook that was posted since the last look. */
  readonly posted: () => string[];
}

/** Not one of the vendor's own addresses: those begin with a host. */
export const isControl = (url: string): boolean => /^\/(?:$|\?|-\/)/.test(url);

export function addControls(app: FastifyInstance, controlled: Controlled): void {
  const { vendor, posted } = controlled;
  app.get("/", (request, reply) => {
    const { accountKey } = request.query as { accountKey?: string };
    const connected = accountKey === undefined ? undefined : `Connected. The account key is ${accountKey}`;
    return reply.type("text/html").send(controlPage(controlled, connected));
  });
  const control = (name: string, act: (form: URLSearchParams) => void) =>
    app.post(`/-/${name}`, async (request: FastifyRequest, reply: FastifyReply) => {
      posted();
      try {
        act(formOf(request));
        await vendor.settle();
        return say(request, reply, [`${name}: done`, ...posted()].join("\n"));
      } catch (error) {
        return say(request, reply.code(400), `${name}: ${(error as Error).message}`);
      }
    });
  const say = (request: FastifyRequest, reply: FastifyReply, text: string) =>
    request.headers.accept?.includes("text/html")
      ? reply.type("text/html").send(controlPage(controlled, text))
      : reply.type("text/plain").send(`${text}\n`);
  control("touch", (form) => vendor.touch(needed(form, "id")));
  control("remove", (form) => vendor.remove(needed(form, "id")));
  control("expire", () => vendor.expireTokens());
  control("portal", (form) => {
    if (vendor.portal === undefined) throw new Error("This vendor's webhooks are set up by its API.");
    vendor.portal.subscribe({ url: needed(form, "url"), key: needed(form, "key") });
  });
}

function needed(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value === null || value === "") throw new Error(`${name} is missing`);
  return value;
}

interface Act {
  readonly name: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly button: string;
}

const field = ([name, label]: [string, string]) =>
  `<label>${label} <input name="${name}" required autocomplete="off"></label>`;
const form = ({ name, title, fields, button }: Act) => `<form method="post" action="/-/${name}">
<h2>${title}</h2>
${Object.entries(fields).map(field).join("\n")}
<button>${button}</button>
</form>`;

const touch: Act = {
  name: "touch",
  button: "Save",
  title: "Save a record without changing it",
  fields: { id: "The record's id at the vendor" },
};
const remove: Act = {
  name: "remove",
  title: "Delete a record",
  button: "Delete",
  fields: { id: "The record's id at the vendor" },
};
const expire: Act = { name: "expire", title: "End all access tokens", fields: {}, button: "End them" };
const portal: Act = {
  name: "portal",
  button: "Set",
  title: "Set the webhook address, as at the vendor's developer portal",
  fields: { url: "Address", key: "Key that signs what is posted there" },
};

function controlPage({ slug, vendor }: Controlled, news: string | undefined): string {
  const acts = [touch, remove, expire, ...(vendor.portal ? [portal] : [])];
  const said = news === undefined ? "" : `<p role="status">${escaped(news)}</p>\n`;
  return page(slug, said + acts.map(form).join("\n"));
}
