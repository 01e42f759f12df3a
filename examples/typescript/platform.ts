/** A small platform. See ../README.md. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { createClient, KontorError, verifyWebhook, WebhookVerificationError } from "@kontor/client";

interface State {
  accountKey?: string;
  webhookSecret?: string;
  customerId?: string;
  readonly events: unknown[];
}

const { KONTOR_URL = "http://127.0.0.1:3000", KONTOR_API_KEY = "", TARGET_SYSTEM = "sandbox" } = process.env;
const { STATE_FILE = "state.json", PORT = "4000" } = process.env;
const ownUrl = process.env["OWN_URL"] ?? `http://127.0.0.1:${PORT}`;

const state: State = existsSync(STATE_FILE) ? (JSON.parse(readFileSync(STATE_FILE, "utf8")) as State) : { events: [] };
const save = (): void => writeFileSync(STATE_FILE, JSON.stringify(state));

/** With the end user's account key, as soon as there is one. */
const kontor = () =>
  createClient({
    baseUrl: KONTOR_URL,
    apiKey: KONTOR_API_KEY,
    ...(state.accountKey !== undefined && { accountKey: state.accountKey }),
  });

async function connect(): Promise<string> {
  const { data } = await kontor().auth.link(TARGET_SYSTEM as "sandbox", {
    callbackUrl: `${ownUrl}/connected`,
    endUserId: "customer-42",
    environmentSelection: true,
  });
  return data.url;
}

/** Kontor sends the end user back with the account key. */
async function connected(accountKey: string): Promise<void> {
  state.accountKey = accountKey;
  const { data } = await kontor().webhooks.create({ callbackUrl: `${ownUrl}/webhooks`, resource: "INVOICE" });
  state.webhookSecret = data.secret;
  save();
}

const listInvoices = async () => (await kontor().invoices.list({ limit: 20 })).data;

/** The key is made of the order, so an order is invoiced once, whatever happens in between. */
async function invoiceOrder(order: string) {
  state.customerId ??= (
    await kontor().customers.create(
      { contactType: "COMPANY", companyName: "Blattwerk GmbH" },
      { idempotencyKey: "customer-42" },
    )
  ).data.id;
  save();
  const { data } = await kontor().invoices.create(
    {
      contactId: state.customerId,
      invoiceDate: "2026-05-01T00:00:00Z",
      currency: "EUR",
      lineItems: [{ name: `Order ${order}`, quantity: 1, unitAmount: 100, taxRatePercentage: 19 }],
    },
    { idempotencyKey: `order-${order}` },
  );
  return data;
}

async function receive({ headers }: IncomingMessage, body: string): Promise<void> {
  state.events.push(await verifyWebhook({ headers, body }, state.webhookSecret ?? ""));
  save();
}

interface Reply {
  readonly status: number;
  readonly location?: string;
  readonly data?: unknown;
}

async function answer(request: IncomingMessage): Promise<Reply> {
  const { pathname, searchParams } = new URL(request.url ?? "/", ownUrl);
  const [, order] = /^\/orders\/(\w+)\/invoice$/.exec(pathname) ?? [];
  if (request.method === "GET" && pathname === "/connect") return { status: 302, location: await connect() };
  if (request.method === "GET" && pathname === "/connected") {
    await connected(searchParams.get("accountKey") ?? "");
    return { status: 302, location: "/invoices" };
  }
  if (request.method === "GET" && pathname === "/invoices") return { status: 200, data: await listInvoices() };
  if (request.method === "GET" && pathname === "/events") return { status: 200, data: state.events };
  if (request.method === "POST" && order !== undefined) return { status: 200, data: await invoiceOrder(order) };
  if (request.method === "POST" && pathname === "/webhooks") {
    await receive(request, await text(request));
    return { status: 204 };
  }
  return { status: 404 };
}

function refusalOf(error: unknown): Reply {
  if (error instanceof WebhookVerificationError) return { status: 401 };
  if (error instanceof KontorError) return { status: 502, data: { code: error.code, next: error.next } };
  console.error(error);
  return { status: 500 };
}

const server = createServer((request, response) => {
  const send = ({ status, location, data }: Reply): void => {
    response.writeHead(status, { "content-type": "application/json", ...(location !== undefined && { location }) });
    response.end(data === undefined ? undefined : JSON.stringify(data));
  };
  answer(request).then(send, (error: unknown) => send(refusalOf(error)));
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`The platform is running at ${ownUrl}`));
