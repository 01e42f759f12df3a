import { describe, expect, test } from "vitest";
import type { Connector } from "../../contract/connector.ts";
import { Secret } from "../secrets/secret.ts";
import { isOnThisMachine, targetOf } from "./target.ts";

test.each(["http://127.0.0.1:4100", "http://127.8.8.8", "http://localhost/books", "http://[::1]:80"])(
  "%s is on this machine",
  (site) => expect(isOnThisMachine(site)).toBe(true),
);

test.each([
  undefined,
  "http://10.0.0.7:4100",
  "https://127.0.0.1.example",
  "https://localhost.example",
  "http://1.127.0.0",
])("%s is not on this machine", (site) => expect(isOnThisMachine(site)).toBe(false));

describe("a site with the customer's name in its host", () => {
  const site = "https://{tenantId}.vendor.example/api/{tenantId}";
  const connector = { id: "vendor", name: "Vendor", site, signIn: { asks: [], headers: {} } } as unknown as Connector;
  const at = (tenantId: string) => targetOf({ connector, site, credentials: { tenantId: new Secret(tenantId) } });

  test("resolves to the customer's host and path", () => {
    expect(at("Bergblick-2")).toMatchObject({ origin: "https://bergblick-2.vendor.example", base: "/api/bergblick-2" });
  });

  test("resolves to the stand-in's folder for that host", () => {
    const credentials = { tenantId: new Secret("bergblick") };
    const { origin, base } = targetOf({ connector, site, credentials, targetSite: "http://127.0.0.1:4100" });
    expect({ origin, base }).toEqual({
      origin: "http://127.0.0.1:4100",
      base: "/bergblick.vendor.example/api/bergblick",
    });
  });

  test.each(["", "a.b", "a/b", "evil.example/?", "evil.example#", "user@evil", "-a", "a-", "a b", "ä", "a".repeat(64)])(
    "refuses %j, which is not a host label",
    (tenantId) => expect(() => at(tenantId)).toThrow(expect.objectContaining({ code: "connection_needs_reauth" })),
  );

  test("refuses a missing name", () => {
    const missing = () => targetOf({ connector, site, credentials: {} });
    expect(missing).toThrow(expect.objectContaining({ code: "connection_needs_reauth" }));
  });
});
