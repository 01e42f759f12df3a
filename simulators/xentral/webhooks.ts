/** Webhooks: signed posts with hardly more than an id. */
import { createHmac } from "node:crypto";
import { findOr } from "../engine/resources.ts";
import { del, get, post, type Route } from "../engine/routes.ts";
import type { Change } from "../engine/tables.ts";
import { isRow, type Row, rows, text } from "../engine/values.ts";
import type { VendorContext } from "../engine/vendor.ts";
import { add, type Books, type Table } from "./company.ts";
import { invalidField, missing } from "./refusals.ts";

/** The word of a table in events, and the field with the id. */
const subjects: Readonly<Partial<Record<Table, readonly [name: string, id: string]>>> = {
  creditNotes: ["creditNote", "creditNoteId"],
  invoices: ["invoice", "invoiceId"],
  offers: ["offer", "offerId"],
  products: ["product", "id"],
  purchaseOrders: ["purchaseOrder", "purchaseOrderId"],
  salesOrders: ["salesOrder", "salesOrderId"],
};

const attempts = 3;

function postChange({ sender, world }: VendorContext<Table>, books: Books, { table, row, kind }: Change<Table>): void {
  const [name, idField] = subjects[table] ?? [];
  if (name === undefined || idField === undefined) return;
  const type = `com.xentral.${name}.${kind}.v1`;
  const moment = kind === "created" ? { createdAt: row["createdAt"] } : { updatedAt: row["updatedAt"] };
  const body = JSON.stringify({ type, body: { [idField]: Number(row["id"]), ...(table !== "products" && moment) } });
  const wanted = books.tables.webhooks.where(({ events }) => rows(events).some(({ id }) => id === type));
  for (const hook of wanted)
    sender.later(async () => {
      const time = String(Math.floor(world.now() / 1000));
      const signature = createHmac("sha256", text(hook["signatureKey"]))
        .update(body + time)
        .digest("hex");
      await sender.deliver({
        url: text(hook["url"]),
        body,
        attempts,
        headers: { "xentral-signature": signature, "xentral-request-timestamp": time },
      });
    });
}

const shown = ({ id, name, url, events }: Row): Row => ({ id, name, url, events });

const usual = ["created", "updated", "released", "sent", "canceled", "archived", "deleted"];
const special: Readonly<Partial<Record<Table, readonly string[]>>> = {
  products: ["created", "updated", "deleted"],
  // Not every version of the program has the event of an archived order.
  salesOrders: ["created", "imported", "updated", "released", "sent", "dispatched", "deleted"],
};

const eventTypes = Object.entries(subjects).flatMap(([table, [name]]) =>
  (special[table as Table] ?? usual).map((event) => ({ id: `com.xentral.${name}.${event}.v1`, group: name })),
);

export function webhookRoutes(context: VendorContext<Table>): Route<Table>[] {
  for (const books of context.companies) books.listen((company, change) => postChange(context, company, change));
  return [
    get("v1/webhookEventTypes", () => ({ body: { data: eventTypes } })),
    get("v1/webhooks", ({ company }) => ({ body: { data: company.tables.webhooks.all().map(shown) } })),
    post("v1/webhooks", ({ company, body }) => {
      const { name, url, signatureKey, events } = body();
      if (text(name) === "") throw invalidField("name", "This value should not be blank.");
      if (!URL.canParse(text(url))) throw invalidField("url", "This value is not a valid URL.");
      const { length } = text(signatureKey);
      if (length < 20 || length > 255)
        throw invalidField("signatureKey", "This value should have 20 to 255 characters.");
      const known = new Set(eventTypes.map(({ id }) => id));
      if (!rows(events).every((event) => isRow(event) && known.has(text(event["id"]))))
        throw invalidField("events", "The event type does not exist.");
      const hook = add(company, "webhooks", { name, url, signatureKey, events });
      return { status: 201, headers: { location: `/api/v1/webhooks/${text(hook["id"])}` } };
    }),
    del("v1/webhooks/:id", (request) => {
      request.company.remove("webhooks", findOr(request, "webhooks", missing));
      return { status: 204 };
    }),
  ];
}
