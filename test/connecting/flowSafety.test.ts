/** Attacks on a flow, over HTTP (S13 of the reliability table). */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newToken } from "../../src/core/secrets/ids.ts";
import { type Browser, formOn, type Page } from "../support/oauth.ts";
import { accountKeyIn, callback, type Fields, hrefOf, openPlatform, type Platform } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;
let before = { connections: 0, keys: 0 };

const countBoth = async () => ({
  connections: await platform.count("connections"),
  keys: await platform.count("account_keys"),
});
/** A page for the person in front of the browser, which is led nowhere. */
const page = (status: number) => ({ status, location: undefined });

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  before = await countBoth();
});

/** A browser that has just come back from the vendor, its callback not opened yet. */
async function returning(query: Fields = {}): Promise<{ browser: Browser; address: string; back: URL }> {
  const browser = platform.browser();
  const address = await platform.begin("sandbox", query);
  return { browser, address, back: await platform.signIn(browser, address) };
}
async function entering(query: Fields = {}): Promise<{ browser: Browser; address: string; form: Page }> {
  const browser = platform.browser();
  const address = await platform.begin("sandbox-key", query);
  return { browser, address, form: await browser.open(address) };
}
const changed = (address: URL, changes: Record<string, string | undefined>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return url.href;
};
const usedCodes = () => platform.count("sandbox.codes WHERE used_at IS NOT NULL");
const expire = () => platform.database.query("UPDATE flows SET expires_at = now()");

describe("state", () => {
  test("that is missing, foreign or garbled is refused without using the code", async () => {
    const { browser, back } = await returning();
    const other = await returning();
    const codes = await usedCodes();
    for (const state of [undefined, "", newToken(), other.back.searchParams.get("state") ?? "", "\0", "a".repeat(5000)])
      expect((await browser.open(changed(back, { state }))).location).toBeUndefined();
    expect(await usedCodes()).toBe(codes);
    expect(await countBoth()).toEqual(before);
    // The right state still works.
    expect(accountKeyIn(hrefOf(await browser.open(back.href)))).toMatch(/^kacc_/);
  });

  test("given twice is refused", async () => {
    const { browser, back } = await returning();
    const twice = await browser.open(`${back.href}&state=${newToken()}`);
    expect(twice.location?.searchParams.has("accountKey") ?? false).toBe(false);
    expect(await countBoth()).toEqual(before);
  });

  test("that was used before shows a page that says so", async () => {
    const { browser, back } = await returning();
    await browser.open(back.href);
    expect(await browser.open(back.href)).toMatchObject(page(410));
    expect((await countBoth()).connections).toBe(before.connections + 1);
  });

  test("of an earlier try of the same browser: as good as the later one, and only one of them", async () => {
    const { browser, address, back } = await returning();
    const later = await platform.signIn(browser, address);
    expect(later.searchParams.get("state")).not.toBe(back.searchParams.get("state"));
    expect(accountKeyIn(hrefOf(await browser.open(back.href)))).toMatch(/^kacc_/);
    expect(await browser.open(later.href)).toMatchObject(page(410));
    expect((await countBoth()).connections).toBe(before.connections + 1);
  });

  test("that has expired shows a page that says so at every step", async () => {
    const { browser, address, back } = await returning();
    const { browser: other, address: entry, form } = await entering();
    await expire();
    expect(await browser.open(back.href)).toMatchObject(page(410));
    expect(await browser.open(address)).toMatchObject(page(410));
    expect(await other.open(entry)).toMatchObject(page(410));
    const apiKey = await platform.sandbox.issueToken("Test");
    expect(await other.submit(form, { apiKey })).toMatchObject(page(410));
    expect(await countBoth()).toEqual(before);
  });

  test("expires after ten minutes", async () => {
    await platform.begin("sandbox");
    const { rows } = await platform.database.query<{ minutes: number }>(
      "SELECT extract(epoch FROM expires_at - created_at)::float / 60 AS minutes FROM flows ORDER BY created_at DESC LIMIT 1",
    );
    expect(rows[0]?.minutes).toBeCloseTo(10, 0);
  });
});

describe("another browser", () => {
  test("is refused without the flow's cookie, while the right browser continues", async () => {
    const { browser, address, back } = await returning();
    const stranger = platform.browser();
    expect(await stranger.open(back.href)).toMatchObject(page(403));
    await stranger.open(await platform.begin("sandbox-key"));
    expect(stranger.cookies.has("kontor-flow")).toBe(true);
    expect(await stranger.open(back.href)).toMatchObject(page(403));
    // Opening the link in another browser does no harm.
    expect((await stranger.open(address)).status).toBe(303);
    expect(await stranger.open(back.href)).toMatchObject(page(403));
    expect(await countBoth()).toEqual(before);
    expect(accountKeyIn(hrefOf(await browser.open(back.href)))).toMatch(/^kacc_/);
  });

  test("cannot enter a key, choose or cancel", async () => {
    const { browser, address, form } = await entering({ environmentSelection: "true", environment: "production" });
    const stranger = platform.browser();
    expect(await stranger.open(address)).toMatchObject(page(200));
    const apiKey = await platform.sandbox.issueToken("Test");
    expect(await stranger.submit(form, { apiKey })).toMatchObject(page(403));
    expect(await browser.submit(form, { apiKey: "wrong" })).toMatchObject(page(422));
    // The flow belongs to the first browser that acts.
    expect(await stranger.open(address)).toMatchObject(page(403));
    const choice = await browser.open(hrefOf(await browser.submit(form, { apiKey })));
    expect(await stranger.open(choice.url)).toMatchObject(page(403));
    expect(await stranger.submit(choice, { choice: "kornfeld" })).toMatchObject(page(403));
    expect(accountKeyIn(hrefOf(await browser.submit(choice, { choice: "kornfeld" })))).toMatch(/^kacc_/);
  });

  test("cannot take over: only one of many concurrent browsers gets the flow", async () => {
    const address = await platform.begin("sandbox-key");
    const browsers = Array.from({ length: 8 }, () => platform.browser());
    const forms = await Promise.all(browsers.map(async (browser) => ({ browser, form: await browser.open(address) })));
    const tries = forms.map(({ browser, form }) => browser.submit(form, { apiKey: "wrong" }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(7);
    const again = await Promise.all(browsers.map(async (browser) => (await browser.open(address)).status));
    expect(again).toEqual(statuses.map((status) => (status === 422 ? 200 : 403)));
  });

  test.each(["sandbox", "sandbox-key"])(
    "that only opens a link of %s, like a scanner, changes nothing",
    async (system) => {
      const address = await platform.begin(system);
      const flow = async () =>
        (await platform.database.query("SELECT * FROM flows ORDER BY created_at DESC LIMIT 1")).rows;
      const untouched = await flow();
      const scan = async () => {
        for (const method of ["HEAD", "GET", "OPTIONS"]) await fetch(address, { method, redirect: "manual" });
        await fetch(address, { headers: { "sec-purpose": "prefetch;prerender" }, redirect: "manual" });
        await platform.browser().open(address);
      };
      await scan();
      expect(await flow()).toEqual(untouched);
      const browser = platform.browser();
      if (system === "sandbox") {
        const back = await platform.signIn(browser, address);
        await scan();
        for (const method of ["HEAD", "GET"]) await fetch(back, { method, redirect: "manual" });
        expect(await flow()).toEqual(untouched);
        expect(accountKeyIn(hrefOf(await browser.open(back.href)))).toMatch(/^kacc_/);
      } else {
        const form = await browser.open(address);
        await scan();
        const apiKey = await platform.sandbox.issueToken("Test");
        expect(accountKeyIn(hrefOf(await browser.submit(form, { apiKey })))).toMatch(/^kacc_/);
      }
    },
  );

  test("the head of a page makes nothing happen, even for the right browser", async () => {
    const { browser, back } = await returning();
    const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
    expect((await fetch(back, { method: "HEAD", redirect: "manual", headers: { cookie } })).status).toBe(405);
    expect(accountKeyIn(hrefOf(await browser.open(back.href)))).toMatch(/^kacc_/);
  });

  test("cannot use the cookie from scripts or from other sites' forms", async () => {
    const answer = await fetch(await platform.begin("sandbox-key"));
    expect(answer.headers.get("set-cookie")).toMatch(
      /^kontor-flow=[0-9a-z]{32}; Path=\/auth; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
  });
});

describe("codes", () => {
  test("of another flow are refused by PKCE", async () => {
    const attacker = await returning();
    const victim = await returning();
    const code = attacker.back.searchParams.get("code") ?? "";
    expect(hrefOf(await victim.browser.open(changed(victim.back, { code })))).toBe(`${callback}&error=target_rejected`);
    expect(await countBoth()).toEqual(before);
  });

  test("that were intercepted are useless without the verifier", async () => {
    const { back } = await returning();
    const { clientId, clientSecret } = platform.sandbox.oauthClient;
    const form = {
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      redirect_uri: `${platform.url}/auth/callback/sandbox`,
      client_id: clientId,
      client_secret: clientSecret,
    };
    for (const verifier of [{}, { code_verifier: newToken() + newToken() }]) {
      const body = new URLSearchParams({ ...form, ...verifier });
      const answer = await fetch(`${platform.url}/sandbox/oauth/token`, { method: "POST", body });
      expect(answer.status).toBe(400);
    }
  });

  test("are not issued if PKCE was removed from the request", async () => {
    const browser = platform.browser();
    const away = await browser.open(await platform.begin("sandbox"));
    const stripped = changed(new URL(hrefOf(away)), { code_challenge: undefined, code_challenge_method: undefined });
    const back = await browser.open(stripped);
    expect(hrefOf(await browser.open(hrefOf(back)))).toBe(`${callback}&error=target_rejected`);
    expect(await countBoth()).toEqual(before);
  });

  test.each([
    ["wrong", "https://evil.example"],
    ["missing", undefined],
    ["empty", ""],
  ])("a %s issuer ends the flow before the code is used", async (_, iss) => {
    const { browser, back } = await returning();
    const codes = await usedCodes();
    const led = await browser.open(changed(back, { iss }));
    expect(hrefOf(led)).toBe(`${callback}&error=target_bad_response`);
    expect(await usedCodes()).toBe(codes);
    expect(await browser.open(back.href)).toMatchObject(page(410));
    expect(await countBoth()).toEqual(before);
  });

  test("of one target system are refused at another's callback (mix-up attack)", async () => {
    const { browser, back } = await returning();
    const codes = await usedCodes();
    for (const other of ["sandbox-key", "nowhere", "sandbox%2F.."]) {
      const address = back.href.replace("/callback/sandbox?", `/callback/${other}?`);
      expect(await browser.open(address)).toMatchObject(page(400));
    }
    expect(await usedCodes()).toBe(codes);
    expect(await countBoth()).toEqual(before);
  });
});

describe("50 concurrent requests make one connection", () => {
  const fifty = (act: () => Promise<Page>) => Promise.all(Array.from({ length: 50 }, act));
  /** The account key of the successful request, and the statuses of the others. */
  const outcome = (pages: Page[]) => ({
    keys: pages.filter(({ location }) => location !== undefined).map((redirect) => accountKeyIn(hrefOf(redirect))),
    others: new Set(pages.filter(({ location }) => location === undefined).map(({ status }) => status)),
  });
  const oneKey = [expect.stringMatching(/^kacc_/)];
  const oneMore = () => ({ connections: before.connections + 1, keys: before.keys + 1 });

  test("callbacks", async () => {
    const { browser, back } = await returning();
    const pages = await fifty(() => browser.open(back.href));
    expect(outcome(pages)).toEqual({ keys: oneKey, others: new Set([410]) });
    expect(await countBoth()).toEqual(oneMore());
  });

  test("submits", async () => {
    const { browser, form } = await entering();
    const apiKey = await platform.sandbox.issueToken("Test");
    const { keys, others } = outcome(await fifty(() => browser.submit(form, { apiKey })));
    expect(keys).toEqual(oneKey);
    // 422 because of too many attempts at once.
    expect([410, 422]).toEqual(expect.arrayContaining([...others]));
    expect(await countBoth()).toEqual(oneMore());
  });

  test("choices", async () => {
    const { browser, back } = await returning({ environmentSelection: "true", environment: "production" });
    const choice = await browser.open(hrefOf(await browser.open(back.href)));
    const pages = await fifty(() => browser.submit(choice, { choice: "kornfeld" }));
    expect(outcome(pages)).toEqual({ keys: oneKey, others: new Set([410]) });
    expect(await countBoth()).toEqual(oneMore());
  });
});

describe("forms and URLs", () => {
  test("a form without its CSRF token, or with another one, is refused and changes nothing", async () => {
    const { browser, form } = await entering();
    const { form: foreign } = await entering();
    const apiKey = await platform.sandbox.issueToken("Test");
    const checks = ["", "0".repeat(64), formOn(foreign).hidden["check"] ?? "", "é".repeat(64)];
    for (const check of checks) expect(await browser.submit(form, { apiKey, check })).toMatchObject(page(403));
    const cancelForm = { ...form, text: form.text.slice(form.text.indexOf('<form id="cancel"')) };
    expect(await browser.submit(cancelForm, { check: "" })).toMatchObject(page(403));
    expect(await countBoth()).toEqual(before);
    expect(accountKeyIn(hrefOf(await browser.submit(form, { apiKey })))).toMatch(/^kacc_/);
  });

  test("a completed flow cannot be repeated in any way", async () => {
    const { browser, address, form } = await entering();
    const apiKey = await platform.sandbox.issueToken("Test");
    await browser.submit(form, { apiKey });
    const flow = new URL(address).searchParams.get("flow");
    const after = await countBoth();
    expect(await browser.submit(form, { apiKey })).toMatchObject(page(410));
    for (const path of ["submit", "start", "selections"])
      expect(await browser.open(`/auth/${path}?flow=${flow}`)).toMatchObject(page(410));
    const cancelForm = { ...form, text: form.text.slice(form.text.indexOf('<form id="cancel"')) };
    expect(await browser.submit(cancelForm, {})).toMatchObject(page(410));
    expect(await countBoth()).toEqual(after);
  });

  test("unknown and malformed flow tokens get the same response", async () => {
    const browser = platform.browser();
    const odd = ["", newToken(), "%00", "a".repeat(4000), "' OR 1=1 --", "a&flow=b", "%F0%9F%92%A5", "%"];
    for (const path of ["submit", "start", "selections"])
      for (const token of odd)
        expect(await browser.open(`/auth/${path}?flow=${token}`), `${path} ${token}`).toMatchObject(page(400));
  });

  test("steps cannot be skipped", async () => {
    const { browser, form, address } = await entering({ environmentSelection: "true" });
    const flow = new URL(address).searchParams.get("flow") ?? "";
    expect(await browser.open(`/auth/selections?flow=${flow}`)).toMatchObject(page(400));
    const { hidden } = formOn(form);
    const jump = `<form method="post" action="/auth/selections?flow=${flow}">`;
    const forged = { ...form, text: jump };
    const sent = await browser.submit(forged, { ...hidden, step: "company", choice: "kornfeld" });
    expect(sent).toMatchObject(page(400));
    expect(await countBoth()).toEqual(before);
  });

  test("a flow with API keys cannot become an OAuth flow, nor the other way round", async () => {
    const { browser, address } = await entering();
    expect((await browser.open(address.replace("/submit", "/start"))).location).toBeUndefined();
    const oauth = await platform.begin("sandbox");
    const shown = await browser.open(oauth.replace("/start", "/submit"));
    expect(shown.status).toBe(400);
  });
});
