/**
 * Examples of sign-in, pages, refusals and webhooks. Sources: `dotnet` are the
 * recordings in exactonline/exactonline-api-dotnet-client (JsonToObjectTest and the mocked connections, read 2026-11), `osso`
 * the relation in ossobv/exactonline (elements of 2015), `mcp` the sample replies in TimPelgrim/exactonline-mcp (research of
 * 2025-12-23), `bacs` the fixtures of a debtor transfer (2026-11), `pages` the vendor's own pages of OData, OAuth, webhooks and
 * SyncTimestamp (2026-11), `crawl` its reference of resources of 2021, `clients` the tests of public clients named in NOTES.md.
 */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readsOf, replying, sessionWith } from "../../../test/support/vendorSession.ts";
import type { Session } from "../../contract/session.ts";
import { access } from "./access.ts";
import { exactOnline } from "./connector.ts";
import { refusals } from "./errors.ts";
import { webhooks } from "./webhooks.ts";

const { list } = readsOf(exactOnline);

const id = "c00ee12c-2b39-4e84-b332-54a3c722e5dd";
const other = "3734121e-1544-4b77-9ae2-7203e9bd6046";
const results = (...natives: object[]) => ({ d: { results: natives } });
const nothing = results();

/** The vendor with these replies, by path. */
const vendor = (replies: Readonly<Record<string, unknown>>): Session => replying(replies, nothing);

describe("sign-in, pages and refusals", () => {
  test("dotnet: the signed-in user comes in a list of one", async () => {
    const me = results({ __metadata: {}, CurrentDivision: 4133185, UserID: id, FullName: "Fenna Voorbeeld" });
    const session = vendor({
      "/current/Me": me,
      "/4133185/system/Divisions": results({ Code: 4133185, Description: "Blauwe Reiger" }),
    });
    expect(await access.companies(session)).toEqual([{ id: "4133185", name: "Blauwe Reiger" }]);
    expect(await access.user(session)).toEqual({ id, name: "Fenna Voorbeeld" });
  });
  test("pages: uses the host of the country, and refuses unknown countries", () => {
    const { signIn, site } = access;
    const own = { ownUrl: "", publicUrl: "" };
    expect(site(own)).toBe("https://start.exactonline.nl/api/v1");
    expect(site({ ...own, tenantId: "uk" })).toBe("https://start.exactonline.co.uk/api/v1");
    const tokenUrl = signIn.tokenUrl as (facts: typeof own & { tenantId: string }) => string;
    expect(tokenUrl({ ...own, tenantId: "de" })).toBe("https://start.exactonline.de/api/oauth2/token");
    expect(() => tokenUrl({ ...own, tenantId: "evil.example" })).toThrow(/nl, be, de/);
  });
  test("pages: follows the token to the next page, and reads the total", async () => {
    const next = "../api/v1/1/logistics/Units?$select=ID&$skiptoken=guid'12345678-aaaa-bbbb-cccc-ddddeeeeffff'";
    const first = { d: { results: [{ ID: id, Code: "pc ", Type: "O" }], __next: next, __count: "61" } };
    const asked: unknown[] = [];
    const readWithHeaders = async (_path: string, query: unknown) => {
      asked.push((query as { $skiptoken?: string }).$skiptoken);
      return { body: asked.length === 1 ? first : results({ ID: other, Code: "hour", Type: "T" }), headers: {} };
    };
    const { records, total } = await list("units.list", sessionWith({ readWithHeaders }));
    expect(records).toMatchObject([{ code: "pc" }, { code: "hour" }]);
    expect(asked).toEqual([undefined, "guid'12345678-aaaa-bbbb-cccc-ddddeeeeffff'"]);
    expect(total).toBe(2);
  });
  test("clients: a refusal has no code, only a text in error.message.value", () => {
    const said = (value: string) => ({ error: { code: "", message: { lang: "", value } } });
    expect(refusals.message(said("Verplicht: Naam"))).toBe("Verplicht: Naam");
    const codes = refusals.codes?.[403];
    expect(typeof codes === "function" && codes(said("Forbidden - WrongDivision"))).toBe("not_found");
    expect(typeof codes === "function" && codes(said("Forbidden"))).toBe("target_forbidden");
  });
  test("clients: waits until the end of the minute, which is given in milliseconds", () => {
    expect(refusals.wait?.({ "x-ratelimit-minutely-reset": "1700000030000" }, 1_700_000_000_000)).toBe(30);
    expect(refusals.wait?.({}, 1_700_000_000_000)).toBeUndefined();
  });
});

describe("webhooks", () => {
  const content = `{"Topic":"Items","ClientId":"c","Division":1,"Action":"Update","Key":"${id.toUpperCase()}","ExactOnlineEndpoint":"x","EventCreatedOn":"2026-11-16T10:00:00.123"}`;
  const post = (text: string, secret = "key") => {
    const hash = createHmac("sha256", secret).update(text).digest("hex").toUpperCase();
    return webhooks.receive({
      headers: {},
      query: {},
      secret: "key",
      facts: {},
      body: Buffer.from(`{"Content":${text},"HashCode":"${hash}"}`),
    });
  };
  test("clients: checks the upper-case hash of the content's exact text", () => {
    const notice = { resource: "ITEM", eventType: "UPDATED", resourceId: id, changedAt: "2026-11-16T10:00:00.123Z" };
    expect(post(content)).toEqual({ kind: "notices", notices: [notice] });
    expect(post(content, "another")).toEqual({ kind: "invalidSignature" });
  });
  test("pages: reports a deleted account for both lists, and looks up a changed one", async () => {
    const account = (action: string) => content.replace("Items", "Accounts").replace("Update", action);
    expect(post(account("Delete"))).toMatchObject({ notices: [{ resource: "CUSTOMER" }, { resource: "SUPPLIER" }] });
    const receipt = post(account("Create"));
    const [unclear] = receipt.kind === "notices" ? receipt.notices : [];
    if (unclear === undefined) throw new Error("There is no notice.");
    const session = vendor({ [`/crm/Accounts(guid'${id}')`]: { d: { ID: id, Status: "A", IsSupplier: true } } });
    expect(await webhooks.lookUp?.(unclear, session)).toMatchObject([{ resource: "SUPPLIER", eventType: "CREATED" }]);
  });
});
