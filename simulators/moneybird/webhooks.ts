/** Webhooks: checked on creation, one post per change, retried on failure. */
import { hmac } from "../../src/sandbox/engine/secrets.ts";
import { findOr } from "../engine/resources.ts";
import { del, get, post } from "../engine/routes.ts";
import { digest, type Row, text } from "../engine/values.ts";
import type { VendorContext } from "../engine/vendor.ts";
import { actionOf, type Books, entities, idOf, type Table } from "./administration.ts";
import { encode, inside, type Route } from "./api.ts";
import { showContact } from "./masters.ts";
import { showPriced } from "./priced.ts";
import { badRequest, notFound } from "./refusals.ts";

const attempts = 11;

const tokenOf = (hook: Row) => digest(`token ${idOf(hook)}`, "base64url").slice(0, 24);
const secretOf = (hook: Row) => `whsec_${digest(`secret ${idOf(hook)}`, "base64url")}`;

const shown = (books: Books, table: Table, row: Row): Row =>
  table === "contacts" ? showContact(books, row) : "details" in row ? showPriced(books, row) : row;

/** The test post on creation. */
const trial = { entity_type: null, entity_id: null, state: null, action: "test_webhook", entity: [] };

export function webhookRoutes({ world, companies, sender }: VendorContext<Table>): Route[] {
  let sent = 0;
  const deliver = async (hook: Row, notice: Row = trial): Promise<boolean> => {
    sent += 1;
    const { administration_id, id: webhook_id } = hook;
    const body = encode({ administration_id, webhook_id, webhook_token: tokenOf(hook), ...notice });
    const second = Math.floor(world.now() / 1000);
    const { status, body: answer } = await sender.deliver({
      url: text(hook["url"]),
      body,
      attempts: notice === trial ? 1 : attempts,
      headers: {
        "idempotency-key": digest(`${idOf(hook)} ${sent}`, "base64url"),
        "moneybird-signature": `t=${second},v1=${hmac(secretOf(hook), `${second}.${body}`)}`,
      },
      again: (got) => got !== 200 && got !== 0,
    });
    Object.assign(hook, { last_http_status: status || null, last_http_body: status === 0 ? null : answer });
    return status === 200;
  };
  for (const books of companies)
    books.listen((_books, { table, row, kind }) => {
      const entity_type = entities[table];
      const action = actionOf(table, kind);
      const entity = { ...shown(books, table, row) };
      const { id: entity_id, state = null } = entity;
      const notice = { entity_type, entity_id, state, action, entity };
      for (const hook of books.tables.webhooks.where((each) => entity_type !== undefined && wants(each, action)))
        sender.later(() => deliver(hook, notice));
    });
  return inside([
    get("webhooks", ({ company }) => ({ body: company.tables.webhooks.all() })),
    post("webhooks", async ({ company, body }) => {
      const { url, events, enabled_events = [] } = body();
      if (events !== undefined)
        throw badRequest("'events' has been removed from webhooks, use 'enabled_events'", { events: "removed" });
      if (text(url) === "") throw badRequest("Url is required", { url: "required" });
      if (!URL.canParse(text(url))) throw badRequest("Url is invalid", { url: "invalid" });
      const hook = { id: company.newId(), url: text(url), enabled_events };
      const row: Row = { ...hook, administration_id: company.id, last_http_status: null, last_http_body: null };
      if (!(await deliver(row))) throw badRequest("Url did not respond with status 200", { url: "invalid" });
      row["token"] = tokenOf(row);
      company.add("webhooks", row);
      /** The signing secret is sent only here. */
      return { status: 201, body: { ...row, secret: secretOf(row) } };
    }),
    del("webhooks/:id", (request) => {
      request.company.remove("webhooks", findOr(request, "webhooks", notFound));
      return { status: 204 };
    }),
  ]);
}

/** A webhook without events gets all of them; groups such as `contact` or `sales_invoice_state_changed` are allowed. */
function wants(hook: Row, action: string): boolean {
  const events = hook["enabled_events"] as readonly string[];
  return events.length === 0 || events.some((event) => action === event || action.startsWith(`${event}_`));
}
