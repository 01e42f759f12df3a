/** What a support person reads in the console: whom a problem concerns, who has to act, and where to solve it. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { invoice, newEndUser, upTo } from "../support/events.ts";
import { makeCall } from "../support/platform.ts";
import { day, type Service, startService } from "../support/service.ts";

let service: Service;
let operator: Visitor;
let member: Visitor;
let tenantId: string;
let tenantName: string;

beforeAll(async () => {
  service = await startService();
  const [tenant] = await listTenants(service.storage.database);
  tenantId = tenant?.id ?? "";
  tenantName = tenant?.name ?? "";
  const client = openConsole(service);
  operator = await client.signIn(await client.linkFor("owner", null));
  member = await client.signIn(await client.linkFor("owner", tenantId));
});
afterAll(() => service.stop());

const query = (statement: string, ...values: unknown[]) => service.storage.database.query(statement, values);

/** A connection of the sandbox with an API key, whose faults can be switched on with the token. */
async function connect(endUserName: string) {
  const { database, vault } = service.storage;
  const { issueToken } = await openSandbox({ pool: database, day, entries: 1000 });
  const token = await issueToken(endUserName);
  const accountKey = await createConnection(database, vault, {
    tenantId,
    targetSystem: "sandbox-key",
    credentials: { apiKey: token },
    endUserName,
    environment: "production",
    company: "bergblick",
  });
  const { rows } = await query("SELECT id FROM connections WHERE end_user_name = $1", endUserName);
  const [row] = rows as { id: string }[];
  return { token, accountKey, id: row?.id ?? "" };
}

interface NewIssue {
  readonly kind: string;
  readonly connectionId?: string;
  readonly subscriptionId?: string;
  readonly code?: string;
  readonly message?: string;
  readonly isClosed?: boolean;
}

const addIssue = ({ kind, connectionId, subscriptionId, code, message, isClosed = false }: NewIssue) =>
  query(
    `INSERT INTO issues (kind, cause, tenant_id, connection_id, target_system, subscription_id, operation, code, message, count,
       first_seen, last_seen, closed_at)
     VALUES ($1, $2, $3, $4, 'sandbox-key', $5, 'invoices.create', $6, $7, 1, now(), now(), CASE WHEN $8 THEN now() END)`,
    kind,
    `${kind} ${connectionId ?? subscriptionId}`,
    tenantId,
    connectionId ?? null,
    subscriptionId ?? null,
    code ?? null,
    message ?? null,
    isClosed,
  );

/** The rows of the table with this text. */
const rowsWith = (page: string, text: string): string[] =>
  (page.match(/<tr>[^]*?<\/tr>/g) ?? []).filter((row) => row.includes(text));

/** Waits until the log shows the page. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 200 });

const refusal = "The period is closed. Choose a later invoice date.";

describe("the same issue of two connections", () => {
  const refused = { kind: "requests_failing", code: "target_rejected", message: refusal };

  test("names each connection, and the platform that has to act", async () => {
    for (const name of ["Amsel Akustik", "Star Stahlbau"])
      await addIssue({ ...refused, connectionId: (await connect(name)).id });
    for (const path of ["/console", "/console/issues"]) {
      const rows = rowsWith((await operator.open(path)).text, "The period is closed");
      expect(rows.filter((row) => row.includes(">Amsel Akustik</a>"))).toHaveLength(1);
      expect(rows.filter((row) => row.includes(">Star Stahlbau</a>"))).toHaveLength(1);
      for (const row of rows) expect(row).toContain(`<span class="muted">${tenantName}</span>`);
    }
  });

  test("names no tenant to its own people", async () => {
    const [row] = rowsWith((await member.open("/console/issues")).text, "The period is closed");
    expect(row).not.toContain(`<span class="muted">${tenantName}</span>`);
  });
});

test("an issue without a connection concerns all of them only if it is about a subscription", async () => {
  await addIssue({ kind: "endpoint_failing", subscriptionId: "whole-tenant", message: "https://tenant.example" });
  await addIssue({ kind: "requests_failing", code: "account_key_invalid", message: "The account key is unknown." });
  const { text } = await operator.open("/console/issues");
  expect(rowsWith(text, "https://tenant.example")[0]).toContain("all connections");
  expect(rowsWith(text, "The account key is unknown")[0]).not.toContain("all connections");
});

test("a connection's page shows its own open issues, with the text for its end user", async () => {
  const { id } = await connect("Uhu Uhren");
  const other = await connect("Kauz Kamine");
  await addIssue({ kind: "subscription_failing", connectionId: id, code: "target_forbidden" });
  await addIssue({ kind: "subscription_failing", connectionId: other.id, code: "target_unavailable", isClosed: true });
  const { text } = await operator.open(`/console/connections/${id}`);
  expect(text).toContain("does not report the changes of Uhu Uhren");
  expect(text).toContain("does not give us the permissions that we need");
  expect(text).not.toContain("booking");
  expect(text).toContain("The connected user lacks a permission or plan at the target system");
  expect(text).not.toContain('<th scope="col" class="">Connection</th>');
  expect((await operator.open(`/console/connections/${other.id}`)).text).not.toContain("Open issues");
});

test("a webhook that was dropped and created again is no fault", async () => {
  const { id } = await connect("Elster Elektro");
  await query(
    `INSERT INTO vendor_subscriptions (connection_id, scope, token_hash, address, facts, last_fault, last_fault_at)
     VALUES ($1, '', $2, '\\x00', $3, 'subscription_lost', now())`,
    id,
    Buffer.from(id),
    Buffer.from("facts"),
  );
  const page = async () => (await operator.open(`/console/connections/${id}`)).text;
  expect(await page()).toContain("Kontor created it again");
  expect(await page()).not.toContain("lost or refused");
  await query("UPDATE vendor_subscriptions SET facts = NULL WHERE connection_id = $1", id);
  await query("INSERT INTO poll_schedule (connection_id, due_at) VALUES ($1, now()) ON CONFLICT DO NOTHING", id);
  expect(await page()).toContain("lost or refused: The target system has dropped the webhook.");
  await query("UPDATE poll_schedule SET last_fault = 'target_timeout' WHERE connection_id = $1", id);
  expect(await page()).toContain("Last poll failed: The target system did not respond in time.");
});

describe("deliveries that were given up", () => {
  test("are an issue of their own, which offers everything undelivered for replay to the named receiver", async () => {
    const user = await newEndUser(service);
    const subscriptionId = await user.subscribe();
    await user.note(upTo(4).map((number) => invoice(String(number))));
    await query(
      "UPDATE deliveries SET state = 'failed', settled_at = now() WHERE subscription_id = $1 AND sequence < 4",
      subscriptionId,
    );
    await addIssue({ kind: "deliveries_given_up", subscriptionId, message: "https://hooks.example" });
    const [row = ""] = rowsWith((await operator.open("/console/issues")).text, "https://hooks.example");
    expect(row).toContain(`subscription=${subscriptionId}&amp;state=failed`);
    const link = /href="([^"]*deliveries\/replay[^"]*)"/.exec(row)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const { text } = await operator.open(link);
    expect(text).toContain("Failed (3)");
    expect(text).toMatch(/value="undelivered" checked> Everything undelivered: waiting or failed \(4\)/);
    const { rows } = await query(
      `SELECT substring(s.callback_url FROM '^https?://[^/?#]+') AS address FROM subscriptions s WHERE id = $1`,
      subscriptionId,
    );
    const [receiver] = rows as { address: string }[];
    expect(text).toContain(`Receiver: <strong>${receiver?.address} (`);
    expect((await operator.open("/console/deliveries/replay")).text).toContain("<strong>all subscriptions</strong>");
    const listed = await operator.open(`/console/deliveries?subscription=${subscriptionId}&state=undelivered`);
    expect(listed.text.match(/name="delivery" value="/g)).toHaveLength(4);
  });

  test("of five connections to the same URL are one row, and those to another URL stay apart", async () => {
    for (const name of ["Ente", "Gans", "Huhn", "Taube", "Pute"])
      await addIssue({
        kind: "deliveries_given_up",
        connectionId: (await connect(name)).id,
        subscriptionId: `to-${name}`,
        message: name === "Pute" ? "https://elsewhere.example" : "https://barn.example",
      });
    const { id } = await connect("Truthahn");
    await addIssue({
      kind: "deliveries_given_up",
      connectionId: id,
      subscriptionId: "to-Truthahn",
      message: "https://barn.example",
    });
    const { text } = await operator.open("/console/issues");
    expect(rowsWith(text, "https://elsewhere.example")).toHaveLength(1);
    const [barn = "", ...others] = rowsWith(text, "https://barn.example");
    expect(others).toEqual([]);
    expect(barn).toContain("5 deliveries to https://barn.example were given up");
    expect(barn).toContain("text=https%3A%2F%2Fbarn.example");
    expect(barn).not.toContain("deliveries/replay");
  });
});

describe("a write", () => {
  const body = {
    contactId: "cus-1",
    invoiceDate: `${day}T00:00:00Z`,
    invoiceNumber: "RE-2026-7002",
    lineItems: [{ name: "Salbe", quantity: 1, unitAmount: 100, taxRatePercentage: 19 }],
  };
  const behave = (token: string, behaviour: object) =>
    fetch(`${service.url}/sandbox/v1/behaviour`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(behaviour),
    });

  test("that the target system refused says what to do and about which field, and is found by its number", async () => {
    const { token, accountKey } = await connect("Zaunkönig KG");
    const answer = JSON.stringify({ error: { code: "period_closed", message: refusal } });
    await behave(token, { failures: [{ status: 422, times: 2, path: "invoices", body: answer }] });
    const call = makeCall(service.url, service.keys.apiKey);
    const first = await call("POST", "/accounting/invoices", { accountKey, body });
    await call("POST", "/accounting/invoices", { accountKey, body });
    expect(first.status).toBe(422);
    const id = first.headers.get("x-request-id") ?? "";
    await eventually(async () => {
      const { text } = await operator.open(`/console/requests/${id}`);
      expect(text).toContain("correct the request and send it again");
      expect(text).toContain("<code>invoiceDate</code>");
    });
    // The request log is written once a second.
    await eventually(async () => {
      const found = await operator.send("/console/find", { text: body.invoiceNumber });
      expect(found.text).toContain("Results for “RE-2026-7002”: 4");
      for (const kind of ["requests", "writes"])
        expect(found.text.match(new RegExp(`${kind}/\\w+">Zaunkönig KG · invoices\\.create</a>`, "g"))).toHaveLength(2);
      expect(found.text).toContain('<li class="attention">');
    });
  });

  test("that was stored differently names the fields and leads to its request", async () => {
    const { token, accountKey } = await connect("Fink Feinkost");
    const headers = { authorization: `Bearer ${token}` };
    const listed = await fetch(
      `${service.url}/sandbox/v1/environments/production/companies/bergblick/invoices?page_size=1`,
      { headers },
    );
    const { items } = (await listed.json()) as { items: Record<string, unknown>[] };
    const stored = { ...items[0], total_amount: "107.00" };
    await behave(token, { failures: [{ status: 201, times: 1, path: "invoices", body: JSON.stringify(stored) }] });
    const call = makeCall(service.url, service.keys.apiKey);
    const { text: answer, headers: received } = await call("POST", "/accounting/invoices", { accountKey, body });
    expect(answer).toContain("stored totalAmount as 107 instead of 119");
    const id = received.get("x-request-id") ?? "";
    await eventually(async () => {
      const [row = ""] = rowsWith((await operator.open("/console/writes?state=differs")).text, "Fink Feinkost");
      expect(row).toContain("totalAmount");
      expect(row).toContain(`href="/console/requests/${id}"`);
    });
    const { text: page } = await operator.open(`/console/requests/${id}`);
    expect(page).toContain("then mark the issue as resolved");
    expect(page).toMatch(/<time datetime="([-\dT:.]+Z)" title="\1">/);
    const [listedRow] = rowsWith((await operator.open("/console/requests")).text, `/console/requests/${id}`);
    expect(listedRow).toContain("stored differently");
    // The command can be pasted as it is, with the keys filled in.
    const [, command = ""] = /<code>(curl -X POST [^]*?)<\/code>/.exec(page) ?? [];
    for (const part of ["/accounting/invoices", "X-API-KEY: ", "X-ACCOUNT-KEY: ", "Idempotency-Key: ", "-d &#39;{"])
      expect(command).toContain(part);
  });
});

test("a key that finds nothing is not repeated on the page", async () => {
  const { text } = await operator.send("/console/find", { text: "kacc_0123456789abcdefghijklmnopqrstuvwxyzABCDEF" });
  expect(text).toContain("No results for");
  expect(text).not.toContain("0123456789abcdefghijklmnopqrstuvwxyz");
});

test("a time range that Kontor has chosen is not offered for reset", async () => {
  const { text } = await operator.open("/console");
  expect(text).not.toContain("Reset time range");
  // The installation is a few seconds old.
  expect(text).toContain('<option value="15m" selected>');
  expect((await operator.open("/console?range=1h")).text).toContain("Reset time range");
});

test("a page that does not exist says so in words", async () => {
  const { status, text } = await operator.open("/console/nowhere/at-all");
  expect(status).toBe(404);
  expect(text).toContain("This page does not exist, or you do not have access to it.");
});

test("a request to an endpoint that does not exist is named by its path", async () => {
  const call = makeCall(service.url, service.keys.apiKey);
  const { headers } = await call("POST", "/tasks", { accountKey: service.keys.accountKey, body: {} });
  const page = `/console/requests/${headers.get("x-request-id")}`;
  await vi.waitFor(async () => expect((await operator.open(page)).text).toContain("<h1>POST /tasks</h1>"), {
    timeout: 20_000,
    interval: 200,
  });
});
