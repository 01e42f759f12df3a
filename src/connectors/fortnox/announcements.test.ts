/** The dialogue on Fortnox's WebSocket, with messages in the form of the vendor's guide. */
import { expect, test } from "vitest";
import { announcements } from "./announcements.ts";

test("companies, topics and the beginning are asked for in turn", () => {
  expect(announcements.greet({ clientSecret: "app-secret", accessTokens: ["one", "two"] })).toEqual({
    command: "add-tenants-v1",
    clientSecret: "app-secret",
    accessTokens: ["Bearer one", "Bearer two"],
  });

  const companies = { "Bearer one": 1001, "Bearer two": 1002 };
  const accepted = announcements.read({ response: "add-tenants-v1", result: "ok", tenantIds: companies });
  expect(accepted.companies).toEqual([
    { accessToken: "one", company: "1001" },
    { accessToken: "two", company: "1002" },
  ]);
  expect(accepted.reply).toMatchObject({ command: "add-topics-v1" });
  expect(JSON.stringify(accepted.reply)).toContain('{"topic":"supplier-invoices"}');
  expect(accepted.isListening).toBeUndefined();

  const topics = announcements.read({ response: "add-topics-v1", result: "ok" });
  expect(topics).toEqual({ reply: { command: "subscribe-v1" } });
  expect(announcements.read({ response: "subscribe-v1", result: "ok" })).toEqual({ isListening: true });
});

test("an event says whose records have changed", () => {
  const event = {
    topic: "invoices",
    offset: "1e2f",
    type: "invoice-updated-v1",
    tenantId: 1002,
    entityId: "17",
    timestamp: "2026-03-04T05:06:07.000+00:00",
  };
  expect(announcements.read(event)).toEqual({ changed: "1002" });
});

test("access tokens that are refused are named, and every other error has its words", () => {
  const invalidTokens = ["Bearer two"];
  expect(announcements.read({ response: "add-tenants-v1", result: "error", invalidTokens })).toEqual({
    refused: { reason: "add-tenants-v1", accessTokens: ["two"] },
  });
  expect(announcements.read({ response: "add-topics-v1", result: "error", invalidTopics: ["moon-phases"] })).toEqual({
    refused: { reason: "add-topics-v1 moon-phases", accessTokens: [] },
  });
});

test("unknown messages mean nothing", () => {
  expect(announcements.read({ response: "subscribe-v9", result: "ok" })).toEqual({});
  expect(announcements.read({ greeting: "välkommen" })).toEqual({});
});
