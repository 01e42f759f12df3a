/** Sign-in, hosts, pages and limits, after the vendor's pages (2026-11) and its .NET client. */

import { describe, expect, test } from "vitest";
import { readsOf, replying, sessionWith } from "../../../test/support/vendorSession.ts";
import type { Session } from "../../contract/session.ts";
import { access } from "./access.ts";
import { exactOnline } from "./connector.ts";
import { refusals } from "./errors.ts";

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

  test("clients: waits until the end of the minute, which is given in milliseconds", () => {
    expect(refusals.wait?.({ "x-ratelimit-minutely-reset": "1700000030000" }, 1_700_000_000_000)).toBe(30);
    expect(refusals.wait?.({}, 1_700_000_000_000)).toBeUndefined();
  });
});

describe("tax codes for a rule", () => {
  const code = (Code: string, more: object) => ({
    ID: Code,
    Code,
    Description: Code,
    Type: "E",
    VATTransactionType: "S",
    Charged: false,
    Percentage: 0.21,
    ...more,
  });
  const choose = (rule: string | undefined, ...codes: object[]) =>
    exactOnline.defaultTaxCode?.(
      { percentage: 0, usage: "INVOICE", ...(rule !== undefined && { rule }) },
      vendor({ "/vat/VATCodes": results(...codes) }),
    );

  test("VATCodes page: only a charged code is for reverse charge; type B may as well be an export", async () => {
    expect(await choose("REVERSE_CHARGE", code("8", { Type: "B" }))).toBeUndefined();
    expect(await choose("REVERSE_CHARGE", code("8", { Type: "B" }), code("9", { Charged: true }))).toBe("9");
  });

  test("neither of them is the default for 0 %", async () => {
    const none = code("0", { Type: "N", Percentage: 0 });
    expect(await choose(undefined, code("8", { Type: "B" }), code("9", { Charged: true }), none)).toBe("0");
  });
});

describe("errors in the user's language", () => {
  const statusOf = (value: string) => refusals.status?.({ error: { code: "", message: { lang: "", value } } }, 500);

  test.each(["Gegeven bestaat reeds.", "Ongeldig: Factuur voor (Type)", "Mandatory: Name"])(
    "picqer/exact-php-client: %s refuses a write",
    (text) => expect(statusOf(text)).toBe(422),
  );

  test.each([
    "An error occurred while processing this request.",
    "Er is een fout opgetreden tijdens het verwerken van deze aanvraag.",
    "Ein Fehler ist aufgetreten.",
    "Une erreur s'est produite.",
  ])("%s leaves open whether a write happened", (text) => expect(statusOf(text)).toBeUndefined());
});
