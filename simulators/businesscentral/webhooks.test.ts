import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { idsOf, type Reply, visit } from "../../test/support/businessCentralVisitor.ts";
import { startSimulator } from "../start.ts";
import { simulation } from "./simulation.ts";

describe("webhooks", () => {
  it("shakes hands, tells in batches what changed, and ends after three days", async () => {
    const simulator = await startSimulator(simulation);
    const { ask: request, renew, company } = await visit(simulator);
    const posts: { url: URL; body: string }[] = [];
    let honest = false;
    const receiver = createServer(async (request, response) => {
      const url = new URL(request.url ?? "", "http://receiver.example");
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      posts.push({ url, body: Buffer.concat(chunks).toString() });
      response.end(honest ? url.searchParams.get("validationToken") : "no");
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const notificationUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const subscribe = (set: string) =>
      request("/subscriptions", {
        method: "POST",
        body: { notificationUrl, resource: `/api/v2.0/companies(${company})/${set}`, clientState: "secret" },
      });
    expect((await subscribe("customers")).status).toBe(400);
    honest = true;
    expect((await subscribe("contacts")).status).toBe(400);
    const made = await subscribe("customers");
    await subscribe("items");
    expect([
      made.status,
      Date.parse(String(made.json["expirationDateTime"])) - simulator.now() > 2.9 * 86_400_000,
    ]).toEqual([201, true]);
    posts.length = 0;
    const [customer, item] = [await request("customers?$top=1"), await request("items?$top=1")].map(
      (reply) => idsOf(reply)[0] ?? "",
    );
    simulator.vendor.touch(customer ?? "");
    simulator.vendor.touch(item ?? "");
    await simulator.vendor.untilIdle();
    const notices = posts.flatMap(({ body }) => (JSON.parse(body) as Reply["json"]).value);
    expect([posts.length, notices.length]).toEqual([1, 2]);
    expect(notices[0]).toMatchObject({
      subscriptionId: made.json["subscriptionId"],
      clientState: "secret",
      changeType: "updated",
      resource: `api/v2.0/companies(${company})/customers(${customer})`,
    });
    const renewal = `/subscriptions('${String(made.json["subscriptionId"])}')`;
    expect((await request(renewal, { method: "PATCH", body: {} })).status).toBe(400);
    simulator.wait(2 * 86_400_000);
    await renew();
    expect((await request(renewal, { method: "PATCH", body: {}, headers: { "if-match": "*" } })).status).toBe(200);
    simulator.wait(2 * 86_400_000);
    posts.length = 0;
    simulator.vendor.touch(customer ?? "");
    simulator.vendor.touch(item ?? "");
    await simulator.vendor.untilIdle();
    expect(posts.flatMap(({ body }) => (JSON.parse(body) as Reply["json"]).value)).toHaveLength(1);
    receiver.close();
    await simulator.close();
  });
});
