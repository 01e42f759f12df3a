/** Facts about webhook posts. `examples.test.ts` says what the sources are. */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { VendorPost } from "../../contract/webhooks.ts";
import { webhooks } from "./webhooks.ts";

describe("webhooks", () => {
  const secret = "S5Yd3Dz6FWmj7q2uA4Uy9KcQMGBVpJHe";
  const post = (body: object): VendorPost => {
    const bytes = Buffer.from(JSON.stringify(body));
    const signature = createHmac("sha512", secret).update("key-1&").update(bytes).digest("base64");
    return {
      headers: { "idempotency-key": "key-1", "x-request-signature": signature },
      query: {},
      body: bytes,
      secret,
    };
  };

  test("api2: the signature covers the key, an ampersand and the body", () => {
    const changes = [{ timestamp: "2026-11-02T09:30:00", changeType: "CREATE" }];
    const body = { subscriptionId: 1, event: "product.create", id: 84, value: { id: 84, changes } };
    expect(webhooks.receive(post(body))).toEqual({
      kind: "notices",
      notices: [{ resource: "ITEM", eventType: "CREATED", resourceId: "84", changedAt: "2026-11-02T09:30:00Z" }],
    });
  });

  test("api2: a deletion has only the id; its value is null", () => {
    const receipt = webhooks.receive(post({ subscriptionId: 2, event: "order.delete", id: 4020, value: null }));
    expect(receipt).toMatchObject({ notices: [{ resource: "SALES_ORDER", eventType: "DELETED", resourceId: "4020" }] });
  });

  test("pages: ignores events that we do not subscribe to", () => {
    const body = { value: { id: 1, version: 0, url: null }, event: "archiverelation.update", subscriptionId: 3, id: 1 };
    expect(webhooks.receive(post(body))).toEqual({ kind: "notices", notices: [] });
  });

  test("api2: refuses a key other than the signed one", () => {
    const genuine = post({ subscriptionId: 1, event: "product.update", id: 84 });
    const forged = { ...genuine, headers: { ...genuine.headers, "idempotency-key": "key-2" } };
    expect(webhooks.receive(forged)).toEqual({ kind: "invalidSignature" });
  });
});
