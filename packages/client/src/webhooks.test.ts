import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

const secret = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const body = '{"resource":"INVOICE","resourceId":"7"}';

function signed(key = secret, seconds = Math.floor(Date.now() / 1000)): Record<string, string> {
  const digest = createHmac("sha256", Buffer.from(key, "hex")).update(`msg_1.${seconds}.${body}`).digest("base64");
  return { "webhook-id": "msg_1", "webhook-timestamp": String(seconds), "webhook-signature": `v1,${digest}` };
}

test("returns the event that one of the secrets signed, from any kind of request", async () => {
  const event = { resource: "INVOICE", resourceId: "7" };
  expect(await verifyWebhook({ headers: signed(), body }, secret)).toEqual(event);
  expect(await verifyWebhook({ headers: new Headers(signed()), body }, ["ff".repeat(32), secret])).toEqual(event);
  const request = new Request("https://platform.example/events", { method: "POST", headers: signed(), body });
  expect(await verifyWebhook(request, secret)).toEqual(event);
  const rotated = { ...signed(), "webhook-signature": `v1,AAAA ${signed()["webhook-signature"]}` };
  expect(await verifyWebhook({ headers: rotated, body }, secret)).toEqual(event);
});

test.each([
  ["another secret", { headers: signed("ff".repeat(32)), body }],
  ["a changed body", { headers: signed(), body: body.replace("7", "8") }],
  ["an old delivery", { headers: signed(secret, Math.floor(Date.now() / 1000) - 3600), body }],
  ["a time that is none", { headers: { ...signed(), "webhook-timestamp": "soon" }, body }],
  ["another version of signature", { headers: { ...signed(), "webhook-signature": "v2,AAAA" }, body }],
  ["no signature", { headers: { "webhook-id": "msg_1" }, body }],
])("refuses %s", async (_what, request) => {
  await expect(verifyWebhook(request, secret)).rejects.toBeInstanceOf(WebhookVerificationError);
});
