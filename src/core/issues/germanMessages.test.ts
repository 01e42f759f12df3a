import { expect, test } from "vitest";
import { connectors } from "../../connectors/index.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import { operations } from "../../contract/operations.ts";
import { openInputReader, parametersOf } from "../calling/validateInput.ts";
import { targetFailure } from "../session/vendorError.ts";
import { germanMessage } from "./germanMessages.ts";

const read = openInputReader();

interface WrongInput {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

function faultsOf(id: "invoices.create" | "invoices.list", { query = {}, body }: WrongInput): string[] {
  const operation = operations[id];
  try {
    read({ parameters: parametersOf(operation), body: operation.body }, { ids: {}, query, body });
  } catch (error) {
    if (error instanceof Failure) return (error.details.faults ?? []).map(({ message }) => message);
  }
  return [];
}

test("every fault of a wrong request has a German form", () => {
  const body = {
    contactId: 5,
    invoiceDate: "tomorrow",
    currency: "",
    status: "GONE",
    lineItem: [],
    lineItems: [{ name: 1, quantity: "x", unitAmount: true, taxRatePercentage: [] }, "line"],
    addresses: {},
  };
  const query = { limit: "7", page: "0", lastModifiedAt: "soon", rawData: "perhaps", status: ["a", "b"] };
  const messages = [
    ...faultsOf("invoices.create", { body }),
    ...faultsOf("invoices.create", { body: [] }),
    ...faultsOf("invoices.create", { body: {} }),
    ...faultsOf("invoices.list", { query }),
  ];
  expect(messages.length).toBeGreaterThan(12);
  expect(messages.filter((message) => germanMessage(message) === undefined)).toEqual([]);
});

test("every message about a target system has a German form", () => {
  const codes: readonly FailureCode[] = [
    "connection_needs_reauth",
    "connection_inactive",
    "target_forbidden",
    "not_found",
    "target_conflict",
    "target_rejected",
    "target_rate_limited",
    "target_unavailable",
    "target_timeout",
    "target_bad_response",
  ];
  const [connector] = connectors;
  if (connector === undefined) throw new Error("there are no connectors");
  for (const code of codes) expect(germanMessage(targetFailure(connector, code).message)).toContain(connector.name);
});

test.each([
  ["limit must be one of 5, 10", "limit muss einer dieser Werte sein: 5, 10"],
  ["lineItems[0].quantity is required", "lineItems[0].quantity fehlt"],
  ["Xero refused the request.", "Xero hat die Anfrage abgelehnt"],
  ["Something that no form describes.", undefined],
])("%s", (message, german) => {
  expect(germanMessage(message)).toBe(german);
});
