/** What nobody at the vendor's API can do, by hand: a small page at `/`, and the four things that its forms post to. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formOf } from "./form.ts";
import type { Vendor } from "./simulation.ts";

export interface Controlled {
  readonly slug: string;
  readonly vendor: Vendor;
}

/** Not one of the vendor's own addresses: those begin with a host. */
export const isControl = (url: string): boolean => url === "/" || url.startsWith("/-/");

export function addControls(app: FastifyInstance, { slug, vendor }: Controlled): void {
  app.get("/", (_request, reply) => reply.type("text/html").send(page({ slug, vendor })));
  const control = (name: string, act: (form: URLSearchParams) => void) =>
    app.post(`/-/${name}`, (request: FastifyRequest, reply: FastifyReply) => {
      try {
        act(formOf(request));
        return reply.type("text/plain").send(`${name}: done\n`);
      } catch (error) {
        return reply
          .code(400)
          .type("text/plain")
          .send(`${name}: ${(error as Error).message}\n`);
      }
    });
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

const field = (name: string) => `<label>${name} <input name="${name}" required></label> `;
const form = (name: string, fields: readonly string[], says: string) =>
  `<form method="post" action="/-/${name}"><p>${fields.map(field).join("")}<button>${says}</button></p></form>`;

function page({ slug, vendor }: Controlled): string {
  const portal = vendor.portal ? form("portal", ["url", "key"], "Set the webhook address of the developer portal") : "";
  return `<!doctype html><html lang="en"><title>${slug} (simulated)</title>
<body style="font:16px system-ui;max-width:40rem;margin:4rem auto">
<h1>${slug}</h1><p>This is a simulator: nobody's books are behind it.</p>
${form("touch", ["id"], "Save a record without changing it")}
${form("remove", ["id"], "Delete a record")}
${form("expire", [], "End all access tokens")}
${portal}`;
}
