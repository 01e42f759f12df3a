/**
 * Seven support cases, as somebody solves them who reads only the screen: from the overview, over links and buttons that the
 * pages show, to the cause, to who has to act and what to do; and at the end the issue is closed.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { invoice as invoiceEvent, note } from "../support/events.ts";
import { serveHttp } from "../support/loopback.ts";
import { callback, openPlatform, type Platform } from "../support/platform.ts";
import { day, type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;
let operator: Visitor;
let tenantId: string;

beforeAll(async () => {
  service = await startService({ POLL_SECONDS: "10" }, { worker: true });
  platform = await openPlatform(service);
  const client = openConsole(service);
  operator = await client.signIn(await client.linkFor("owner", null));
  tenantId = (await listTenants(service.storage.database))[0]?.id ?? "";
});
afterAll(() => service.stop());

/** The limit of a test that waits for several turns of the worker. */
const slow = 150_000;

const query = (statement: string, ...values: unknown[]) => service.storage.database.query(statement, values);

/** Waits for the log and for the worker's next look at the causes. */
const eventually = <Result>(check: () => Promise<Result>) => vi.waitFor(check, { timeout: 45_000, interval: 300 });

/** A page, and where a person can go from it. */
interface Screen {
  readonly text: string;
  /** Opens the link with this text. */
  follow(label: string | RegExp): Promise<Screen>;
  /** Presses the button with this text; fields that are filled in already are sent. */
  press(label: string, fields?: Record<string, string>): Promise<Screen>;
}

const plain = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ")
    .trim();

const attribute = (tag: string, name: string): string => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

async function arrive({ text, location }: Awaited<ReturnType<Visitor["open"]>>): Promise<Screen> {
  return location === null ? screenOf(text) : open(location);
}
const open = async (path: string): Promise<Screen> => arrive(await operator.open(path));

function screenOf(markup: string): Screen {
  const main = markup.slice(Math.max(0, markup.indexOf("<main")));
  return {
    text: plain(markup),
    follow: async (label) => {
      const links = main.match(/<a [^>]*>[^]*?<\/a>/g) ?? [];
      const link = links.find((each) =>
        typeof label === "string" ? plain(each).startsWith(label) : label.test(plain(each)),
      );
      expect(link, `a link “${String(label)}” on: ${plain(main)}`).toBeDefined();
      return open(attribute(link ?? "", "href"));
    },
    press: async (label, fields = {}) => {
      const forms = markup.match(/<form [^>]*method="post"[^]*?<\/form>/g) ?? [];
      const form = forms.find((each) =>
        (each.match(/<button[^]*?<\/button>/g) ?? []).some((button) => plain(button) === label),
      );
      expect(form, `a button “${label}” on: ${plain(main)}`).toBeDefined();
      const inputs = (form ?? "").match(/<input [^>]*>/g) ?? [];
      const sent = inputs.filter((input) => !input.includes('type="radio"') || input.includes(" checked"));
      const filled = sent.map((input): [string, string] => [attribute(input, "name"), attribute(input, "value")]);
      const chosen = [...(form ?? "").matchAll(/<select name="(\w+)"[^]*?<option value="([^"]*)" selected/g)].map(
        ([, name = "", value = ""]): [string, string] => [name, value],
      );
      const { check: _, ...known } = Object.fromEntries([...filled, ...chosen]);
      return arrive(await operator.send(attribute(form ?? "", "action"), { ...known, ...fields }));
    },
  };
}

/** The row of the overview about this connection, as a screen of its own. */
async function issueOnOverview(text: string): Promise<Screen> {
  return eventually(async () => {
    const { text: markup } = await operator.open("/console");
    const row = (markup.match(/<tr>[^]*?<\/tr>/g) ?? []).find((each) => plain(each).includes(text));
    expect(row, plain(markup)).toBeDefined();
    return screenOf(row ?? "");
  });
}

const isSolved = (text: string) => eventually(async () => expect((await open("/console")).text).not.toContain(text));

const selection = { environment: "production", company: "bergblick" };

/** A customer's connection, whose target system misbehaves on demand. */
async function connect(endUserName: string, targetSystem = "sandbox-key") {
  const { database, vault } = service.storage;
  const token = await platform.sandbox.issueToken(endUserName);
  const credentials =
    targetSystem === "sandbox" ? { ...(await platform.sandbox.issueGrant(endUserName)) } : { apiKey: token };
  const connection = { tenantId, targetSystem, credentials, endUserName, ...selection };
  const accountKey = await createConnection(database, vault, connection);
  const { data } = await platform.call("GET", "/auth/connection", { accountKey });
  const behave = (...failures: readonly object[]) =>
    fetch(`${service.url}/sandbox/v1/behaviour`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ failures }),
    });
  const call: Platform["call"] = (method, path, request) => platform.call(method, path, { accountKey, ...request });
  return { id: data["id"] ?? "", token, call, behave };
}

const invoice = (unitAmount: number) => ({
  contactId: "cus-1",
  invoiceDate: `${day}T00:00:00Z`,
  currency: "EUR",
  lineItems: [{ name: "Salbe", quantity: 1, unitAmount, taxRatePercentage: 19 }],
});

test(
  "an invoice of which only the number is known",
  async () => {
    const { call } = await connect("Amsel Akustik");
    const receiver = await serveHttp((_request, response) => response.end());
    const subscription = await call("POST", "/webhooks", { body: { callbackUrl: receiver.url } });
    await eventually(async () => {
      const { data } = await call("GET", "/auth/connection");
      // The first poll sets the baseline.
      const polled = { resource: "INVOICE", completeUntilDate: expect.any(String) };
      expect(data["resources"]).toContainEqual(expect.objectContaining(polled));
    });
    const { data } = await call("POST", "/accounting/invoices", { body: invoice(731) });
    const number = data["invoiceNumber"] ?? "";
    await eventually(async () => {
      const overview = await open("/console");
      expect(overview.text).toContain("Search");
      const found = await arrive(await operator.send("/console/find", { text: number }));
      const write = await found.follow(`Amsel Akustik · invoices.create · ${number} · 869.89 EUR`);
      expect(write.text).toContain("carried out the write exactly once");
      expect(write.text).toContain("INVOICE CREATED");
      const deliveries = await write.follow("INVOICE CREATED");
      expect(deliveries.text).toContain("delivered");
      expect((await found.follow("Amsel Akustik · invoices.create")).text).toContain("accepted the request");
    });
    await call("DELETE", `/webhooks/${subscription.data["id"]}`);
    await receiver.close();
  },
  slow,
);

test("an invoice that the target system refuses", async () => {
  const { call, behave } = await connect("Zaunkönig KG");
  const body = JSON.stringify({
    error: { code: "period_closed", message: "The period is closed. Choose a later date." },
  });
  await behave({ status: 422, times: 1, path: "invoices", body });
  expect((await call("POST", "/accounting/invoices", { body: invoice(100) })).status).toBe(422);
  const issue = await issueOnOverview("Zaunkönig KG");
  expect(issue.text).toContain("refused 1 invoice: The period is closed.");
  expect(issue.text).toContain("Next step: correct the request and send it again");
  expect(issue.text).toContain("Platform");
  const requests = await issue.follow("Sandbox (API key) refused 1 invoice");
  const request = await requests.follow(/ ago$/);
  expect(request.text).toContain("The period is closed. Choose a later date.” The platform needs to act.");
  expect((await call("POST", "/accounting/invoices", { body: invoice(100) })).status).toBe(201);
  // A refusal may repeat, so a person says that it will not, or an hour without one does.
  expect((await issue.press("Mark as resolved")).text).toContain("Marked as resolved");
  await isSolved("Zaunkönig KG");
});

test("a sign-in that has expired", async () => {
  const { call } = await connect("Kranich Verlag", "sandbox");
  await platform.sandbox.changeGrants({ revoke: true });
  expect((await call("GET", "/accounting/units")).status).toBe(409);
  const issue = await issueOnOverview("Kranich Verlag");
  expect(issue.text).toContain("Sandbox no longer accepts the sign-in of Kranich Verlag");
  expect(issue.text).toContain("End user");
  expect(issue.text).toContain("Next step: send the end user a link to sign in again");
  const connection = await issue.follow("Sandbox no longer accepts");
  expect(connection.text).toContain("needs sign-in");
  const { text } = await connection.press("Create reconnect link");
  expect(text).toContain("Send this link to the end user. It works once and expires after a day.");
});

test("a rate limit of the target system", async () => {
  const { call, behave } = await connect("Elster Elektro");
  await behave({ status: 429, times: 1, path: "units", retry_after: 7 });
  expect((await call("GET", "/accounting/units")).status).toBe(429);
  const issue = await issueOnOverview("Elster Elektro");
  expect(issue.text).toContain("refused 1 request for units because its rate limit is reached");
  expect(issue.text).toContain("Target system");
  expect(issue.text).toContain("Next step: wait, then send the request again");
  const request = await (await issue.follow("Sandbox (API key) refused")).follow(/ ago$/);
  expect(request.text).toContain("The problem is in the target system.");
  expect(request.text).toContain("Retry-After 7 s");
  await eventually(async () => expect((await call("GET", "/accounting/units")).status).toBe(200));
  await isSolved("Elster Elektro");
});

test(
  "an endpoint that was dead, is repaired, and gets what it missed",
  async () => {
    const { id, call } = await connect("Dohle Druck");
    let status = 500;
    const endpoint = await serveHttp((_request, response) => response.writeHead(status).end("The queue is full."));
    expect((await call("POST", "/webhooks", { body: { callbackUrl: endpoint.url } })).status).toBe(201);
    const isSent = (name: string) => note(service.storage.database, id, [invoiceEvent(name)]);
    for (const name of ["one", "two", "three"]) await isSent(name);
    const failing = await issueOnOverview(`The webhook endpoint ${endpoint.url} has failed`);
    expect(failing.text).toContain("Platform");
    expect(failing.text).toContain("Next step: repair the endpoint; Kontor repeats the deliveries");
    const deliveries = await failing.follow("The webhook endpoint");
    expect(deliveries.text).toMatch(/! retrying [1-3] of 10 in \d+ (?:s|min) ✕ 500/);
    // As the worker leaves them after the tenth attempt, a day later.
    await query(
      "UPDATE deliveries SET state = 'failed', attempts = 10, settled_at = now() WHERE connection_id = $1 AND state = 'open'",
      id,
    );
    status = 200;
    await isSent("four");
    await isSolved(`The webhook endpoint ${endpoint.url}`);
    const givenUp = await issueOnOverview(`deliveries to ${endpoint.url} were given up`);
    expect(givenUp.text).toContain("Next step: replay the deliveries, or dismiss them");
    const replay = await givenUp.follow("Replay deliveries");
    expect(replay.text).toContain("Everything undelivered: waiting or failed (3)");
    const progress = await replay.press("Replay");
    expect(progress.text).toContain("0 of 3");
    await isSolved(endpoint.url);
    const taken = await (await open("/console/deliveries"))
      .follow(/delivered/)
      .catch(() => open("/console/deliveries"));
    expect(taken.text).toContain("delivered");
    await endpoint.close();
  },
  slow,
);

test(
  "a subscription that the target system does not serve",
  async () => {
    const { id, call } = await connect("Kiebitz Gartenbau", "sandbox");
    await platform.sandbox.changeGrants({ behaviour: { failures: [{ status: 403, times: 1000, path: "webhook" }] } });
    expect((await call("POST", "/webhooks", { body: { callbackUrl: callback } })).status).toBe(201);
    const issue = await issueOnOverview("Kiebitz Gartenbau");
    expect(issue.text).toContain("does not report the changes of Kiebitz Gartenbau, so Kontor polls");
    expect(issue.text).toContain("End user");
    expect(issue.text).toContain("Next step: the end user needs a permission or plan at the target system");
    const connection = await issue.follow("Sandbox does not report");
    expect(connection.text).toContain("The webhook at the target system was lost or refused");
    expect(connection.text).toContain("Next poll");
    await platform.sandbox.changeGrants({ behaviour: null });
    // The next attempt, which the worker makes later by itself.
    await query("UPDATE vendor_subscriptions SET due_at = now() WHERE connection_id = $1", id);
    await isSolved("Kiebitz Gartenbau");
  },
  slow,
);

test("a write after which the books differ", async () => {
  const { token, call, behave } = await connect("Fink Feinkost");
  const headers = { authorization: `Bearer ${token}` };
  const path = "/sandbox/v1/environments/production/companies/bergblick/invoices?page_size=1";
  const listed = await fetch(service.url + path, { headers });
  const { items } = (await listed.json()) as { items: Record<string, unknown>[] };
  await behave({
    status: 201,
    times: 1,
    path: "invoices",
    body: JSON.stringify({ ...items[0], total_amount: "107.00" }),
  });
  expect((await call("POST", "/accounting/invoices", { body: invoice(100) })).status).toBe(201);
  const issue = await issueOnOverview("Fink Feinkost");
  expect(issue.text).toContain("stored 1 invoice differently than requested");
  expect(issue.text).toContain("Platform");
  expect(issue.text).toContain("Next step: correct the record, then mark the issue as resolved");
  const writes = await eventually(async () => {
    // The differences are stored with the request log, which follows the answer by up to a second.
    const page = await issue.follow("Sandbox (API key) stored 1 invoice");
    expect(page.text).toContain("totalAmount");
    return page;
  });
  const write = await writes.follow(/^RE-/);
  expect(write.text).toMatch(/The books differ from the request \([^)]*totalAmount/);
  const bodies = await write.press("Show bodies");
  expect(bodies.text).toContain("107");
  expect((await issue.press("Mark as resolved")).text).toContain("Marked as resolved");
  await isSolved("Fink Feinkost");
});
