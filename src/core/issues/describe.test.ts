import { expect, test } from "vitest";
import type { IssueRow } from "../../store/issues/issues.ts";
import { describeIssue } from "./describe.ts";

const issue = (facts: Partial<IssueRow>): IssueRow => ({
  id: "1",
  kind: "requests_failing",
  cause: "c",
  tenantId: "t",
  tenantName: "Blattwerk",
  connectionId: "k",
  endUserId: null,
  endUserName: "Kranich Verlag",
  company: null,
  targetSystem: "xero",
  subscriptionId: null,
  operationId: null,
  operation: "invoices.create",
  code: "target_rejected",
  message: "Account code missing.",
  requestId: null,
  count: 12,
  firstSeen: new Date(0),
  lastSeen: new Date(0),
  closedAt: null,
  ...facts,
});

const describe = (facts: Partial<IssueRow>, language: "en" | "de" = "en") =>
  describeIssue(issue(facts), { nameOfSystem: () => "Xero", language });

test.each([
  [{}, "Xero refused 12 invoices: Account code missing", "platform", "fix"],
  [
    { count: 1, operation: "journalEntries.create" },
    "Xero refused 1 journal entry: Account code missing",
    "platform",
    "fix",
  ],
  [{ count: 1, message: "Xero refused the request." }, "Xero refused 1 invoice", "platform", "fix"],
  [
    { code: "invalid_request", operation: "auth.begin", count: 2 },
    "Kontor refused 2 requests: Account code missing",
    "platform",
    "fix",
  ],
  [
    { code: "target_unavailable", operation: "bills.list", count: 2 },
    "Reading bills from Xero failed twice: Account code missing",
    "vendor",
    "wait",
  ],
  [
    { code: "target_rate_limited", operation: "invoices.list", message: "Slow down." },
    "Xero refused 12 requests for invoices because its rate limit is reached",
    "vendor",
    "wait",
  ],
  [
    { code: "invalid_request", operation: "invoices.list", count: 1 },
    "Kontor refused 1 request for invoices: Account code missing",
    "platform",
    "fix",
  ],
  [
    { code: "target_forbidden", count: 1, message: null },
    "Writing invoices to Xero failed once: The connected user lacks a permission or plan at the target system",
    "end_user",
    "report",
  ],
  [
    { kind: "sign_in_needed", code: "connection_needs_reauth" },
    "Xero no longer accepts the sign-in of Kranich Verlag",
    "end_user",
    "reconnect",
  ],
  [
    { kind: "outcome_unknown", code: "outcome_unknown", count: 1 },
    "It is unknown whether Xero stored 1 invoice",
    "platform",
    "wait",
  ],
  [
    { kind: "stored_differently", code: "stored_differs", count: 3 },
    "Xero stored 3 invoices differently than requested",
    "platform",
    "fix",
  ],
  [
    { kind: "endpoint_failing", code: null, message: "https://platform.example/events", count: 3 },
    "The webhook endpoint https://platform.example/events has failed 3 times in a row",
    "platform",
    "fix",
  ],
  [
    { kind: "deliveries_given_up", code: null, message: "https://platform.example", count: 1 },
    "1 delivery to https://platform.example was given up",
    "platform",
    "fix",
  ],
  [
    { kind: "deliveries_given_up", code: null, message: "https://platform.example", count: 10_001 },
    "More than 10,000 deliveries to https://platform.example were given up",
    "platform",
    "fix",
  ],
  [
    { kind: "subscription_failing", code: "subscription_lost", message: null },
    "Xero does not report the changes of Kranich Verlag, so Kontor polls: The target system has dropped the webhook",
    "vendor",
    "wait",
  ],
] as const)("is one sentence with who has to act: %#", (facts, title, actor, next) => {
  expect(describe(facts)).toEqual({ title, actor, next });
});

test.each([
  [{}, "Xero hat abgelehnt: 12 Ausgangsrechnungen: „Account code missing“"],
  [
    { kind: "outcome_unknown", code: "outcome_unknown", count: 1, operation: "customers.create" },
    "Unklar, ob Xero gespeichert hat: 1 Kunde",
  ],
  [
    { code: "invalid_request", operation: "auth.begin", count: 2 },
    "Kontor hat 2 Anfragen abgelehnt: Die Anfrage ist ungültig („Account code missing“)",
  ],
  [
    { code: "target_unavailable", operation: "bills.list", count: 2, message: "Maintenance until noon." },
    "Lesen bei Xero 2-mal fehlgeschlagen (Eingangsrechnungen): „Maintenance until noon“",
  ],
  [
    {
      code: "account_key_invalid",
      operation: "bills.list",
      count: 1,
      message: "The account key is unknown or revoked.",
    },
    "Kontor hat 1 Anfrage zu Eingangsrechnungen abgelehnt: Der Account-Schlüssel ist unbekannt oder widerrufen",
  ],
  [
    { kind: "endpoint_failing", code: null, message: "https://platform.example/events", count: 3 },
    "Der Webhook-Endpunkt https://platform.example/events ist 3-mal in Folge fehlgeschlagen",
  ],
  [
    { kind: "deliveries_given_up", code: null, message: "https://platform.example", count: 3 },
    "3 Zustellungen an https://platform.example wurden aufgegeben",
  ],
  [
    { kind: "deliveries_given_up", code: null, message: "https://platform.example", count: 10_001 },
    "Mehr als 10.000 Zustellungen an https://platform.example wurden aufgegeben",
  ],
  [
    { kind: "poll_failing", code: "target_timeout", message: null },
    "Kontor kann die Änderungen von Kranich Verlag bei Xero nicht lesen: Das Zielsystem hat nicht rechtzeitig geantwortet",
  ],
] as const)("has a sentence in German: %#", (facts, title) => {
  expect(describe(facts, "de").title).toBe(title);
});

test("an unknown code of an older version stands for itself", () => {
  expect(describe({ code: "gone_code", message: null }).title).toContain("gone_code");
});
