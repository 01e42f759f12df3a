/** Webhooks: checked when they are made, told of every change one by one, and tried again when they fail. */
import { createHash, createHmac } from "node:crypto";
import type { World } from "../simulation.ts";
import { encode, find, type Route } from "./api.ts";
import { badRequest } from "./refusals.ts";
import { add, type Books, type Change, type Json, type Row, text } from "./store.ts";

const retries = 10;

export interface Postman {
  readonly routes: Route[];
  /** Listens to the changes in these books. */
  listen(books: Books): void;
  settle(): Promise<void>;
}

const digest = (value: string) => createHash("sha256").update(value).digest("base64url");
const tokenOf = ({ id }: Row) => digest(`token ${id}`).slice(0, 24);
const secretOf = ({ id }: Row) => `whsec_${digest(`secret ${id}`)}`;

export function openPostman(world: World): Postman {
  const underWay = new Set<Promise<void>>();
  let sent = 0;

  const post = (hook: Row, body: string, key: string) => {
    const second = Math.floor(world.now() / 1000);
    const signature = createHmac("sha256", secretOf(hook)).update(`${second}.${body}`).digest("hex");
    const headers = { "content-type": "application/json", "idempotency-key": key };
    return world.post(text(hook["url"]), { ...headers, "moneybird-signature": `t=${second},v1=${signature}` }, body);
  };

  /** The vendor waits longer and longer before it tries again; here it does not wait. */
  const deliver = async (hook: Row, change: Change | undefined): Promise<boolean> => {
    sent += 1;
    const key = digest(`${hook.id} ${sent}`);
    const body = encode(payload(hook, change));
    for (let attempt = 0; attempt <= (change === undefined ? 0 : retries); attempt += 1) {
      const answer = await post(hook, body, key).catch(() => undefined);
      Object.assign(hook, { last_http_status: answer?.status ?? null, last_http_body: answer?.body ?? null });
      if (answer === undefined) return false;
      if (answer.status === 200) return true;
    }
    return false;
  };

  return {
    routes: webhookRoutes((hook) => deliver(hook, undefined)),
    listen: (books) =>
      books.listeners.push((change) => {
        for (const hook of books.shelf.webhooks.values()) {
          if (!wants(hook, change.action)) continue;
          const delivery = deliver(hook, change).then(() => void underWay.delete(delivery));
          underWay.add(delivery);
        }
      }),
    settle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** A webhook without events wants all; one may also name a group, such as `contact` or `sales_invoice_state_changed`. */
function wants(hook: Row, action: string): boolean {
  const events = hook["enabled_events"] as readonly string[];
  return events.length === 0 || events.some((event) => action === event || action.startsWith(`${event}_`));
}

function payload(hook: Row, change: Change | undefined): Json {
  return {
    administration_id: hook["administration_id"] ?? null,
    webhook_id: hook.id,
    webhook_token: tokenOf(hook),
    entity_type: change?.entityType ?? null,
    entity_id: change?.entity.id ?? null,
    state: change?.entity["state"] ?? null,
    action: change?.action ?? "test_webhook",
    entity: change?.entity ?? [],
  };
}

const webhookRoutes = (answers: (hook: Row) => Promise<boolean>): Route[] => [
  ["GET", "webhooks", ({ books }) => ({ body: [...books.shelf.webhooks.values()] })],
  [
    "POST",
    "webhooks",
    async ({ books, body }) => {
      const { url, events, enabled_events: enabled = [] } = body();
      if (events !== undefined)
        throw badRequest("'events' has been removed from webhooks, use 'enabled_events'", { events: "removed" });
      if (text(url) === "") throw badRequest("Url is required", { url: "required" });
      if (!URL.canParse(text(url))) throw badRequest("Url is invalid", { url: "invalid" });
      const row: Row = {
        ...{ id: books.nextId(), administration_id: books.administration.id, url: text(url), enabled_events: enabled },
        ...{ last_http_status: null, last_http_body: null },
      };
      if (!(await answers(row))) throw badRequest("Url did not respond with status 200", { url: "invalid" });
      row["token"] = tokenOf(row);
      add(books, "webhooks", row);
      /** The signing secret is told this once. */
      return { status: 201, body: { ...row, secret: secretOf(row) } };
    },
  ],
  [
    "DELETE",
    "webhooks/:id",
    ({ books, params }) => {
      books.shelf.webhooks.delete(find(books, "webhooks", params["id"]).id);
      return { status: 204 };
    },
  ],
];
