/**
 * Webhooks: a new callback gets a post with a code, and is active once the code was sent back. Each post is a form, signed with
 * that code.
 */
import { createHmac } from "node:crypto";
import { findOr } from "../engine/resources.ts";
import { del, get, post, put, Refusal, type Route } from "../engine/routes.ts";
import { digest, row as object, type Row, text } from "../engine/values.ts";
import type { VendorContext } from "../engine/vendor.ts";
import { missing } from "./refusals.ts";
import { type Books, events, type Name, result, shapes, shown } from "./shapes.ts";

/** The nouns of events, by table. */
const nouns: Readonly<Partial<Record<Name, string>>> = {
  bill_vendors: "bill_vendor",
  bills: "bill",
  clients: "client",
  credit_notes: "credit_note",
  expenses: "expense",
  invoices: "invoice",
  items: "item",
  payments: "payment",
  taxes: "tax",
};
const verbs = ["create", "update", "delete"];

const isEvent = (event: string): boolean => {
  const [noun = "", verb] = event.split(".");
  return Object.values(nouns).includes(noun) && (verb === undefined || verbs.includes(verb));
};

const refused = (details: readonly string[]): Refusal =>
  new Refusal({
    status: 422,
    body: {
      errno: 422,
      message: "The request was well-formed but was unable to be followed due to semantic errors.",
      details,
    },
  });

const unverified = (callback: Row): Row => ({ ...shown(callback) });

export function webhookRoutes({ companies, sender }: VendorContext<Name>): readonly Route<Name>[] {
  const deliver = (callback: Row, fields: Readonly<Record<string, string>>): Promise<unknown> => {
    const sorted = JSON.stringify(fields, null, 1).replaceAll("\n ", " ").replaceAll("\n", "");
    return sender.deliver({
      url: text(callback["uri"]),
      body: new URLSearchParams(fields).toString(),
      attempts: 3,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-freshbooks-hmac-sha256": createHmac("sha256", text(callback["secret"])).update(sorted).digest("base64"),
      },
    });
  };
  const formOf = (company: Books, name: string, id: unknown): Record<string, string> => ({
    name,
    object_id: text(id),
    account_id: company.id,
    business_id: text(company.facts["number"]),
    identity_id: "12345",
    user_id: "1",
  });
  for (const company of companies)
    company.listen((_company, { table, row, kind }) => {
      const noun = nouns[table];
      if (noun === undefined) return;
      const verb = row["vis_state"] === 1 || kind === "deleted" ? "delete" : kind === "created" ? "create" : "update";
      const wanted = [noun, `${noun}.${verb}`];
      const id = row[shapes[table].id];
      for (const callback of company.tables.callbacks.where(
        ({ event, verified }) => verified === true && wanted.includes(text(event)),
      ))
        sender.later(() => deliver(callback, formOf(company, `${noun}.${verb}`, id)));
    });
  const found = (request: Parameters<typeof findOr<Name>>[0]): Row =>
    findOr(request, "callbacks", () => missing("callbacks"));
  return [
    get(events, ({ company, query }) => {
      const all = company.tables.callbacks.all();
      const size = Math.min(100, Number(query["per_page"] ?? 15));
      const page = Number(query["page"] ?? 1);
      const callbacks = all.slice((page - 1) * size, page * size).map(unverified);
      return {
        body: result({ callbacks, page, pages: Math.ceil(all.length / size), per_page: size, total: all.length }),
      };
    }),
    post(events, ({ company, body }) => {
      const { event, uri } = object(body()["callback"]);
      const details = [
        ...(isEvent(text(event)) ? [] : ["event: Value error, Unrecognized event."]),
        ...(URL.canParse(text(uri)) ? [] : ["uri: Input should be a valid URL, relative URL without a base"]),
      ];
      if (details.length > 0) throw refused(details);
      const callbackid = company.next("id");
      const secret = digest(`verifier ${company.id} ${callbackid}`, "base64url").slice(0, 34);
      const callback = company.add("callbacks", { callbackid, event, uri, verified: false, secret });
      sender.later(() => deliver(callback, { ...formOf(company, "callback.verify", callbackid), verifier: secret }));
      return { body: result({ callback: unverified(callback) }) };
    }),
    put(`${events}/:id`, (request) => {
      const callback = found(request);
      const { verifier, resend } = object(request.body()["callback"]);
      if (resend === true)
        sender.later(() =>
          deliver(callback, {
            ...formOf(request.company, "callback.verify", callback["callbackid"]),
            verifier: text(callback["secret"]),
          }),
        );
      else if (verifier === callback["secret"])
        request.company.save("callbacks", Object.assign(callback, { verified: true }));
      else throw refused(["verifier: Value error, does not match."]);
      return { body: result({ callback: unverified(callback) }) };
    }),
    del(`${events}/:id`, (request) => {
      request.company.remove("callbacks", found(request));
      return { body: { response: {} } };
    }),
  ];
}
