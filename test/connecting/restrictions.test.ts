import { expect, test } from "vitest";
import { businesscentral } from "../../src/connectors/businesscentral/connector.ts";
import { quickbooks } from "../../src/connectors/quickbooks/connector.ts";
import { xero } from "../../src/connectors/xero/connector.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import { restrictionsOf } from "../../src/core/connecting/credentials.ts";
import { sessionWith } from "../support/vendorSession.ts";

/** A vendor that refuses requests whose path or query has this text. */
function refusing(refused: string) {
  const answer = async (path: string, query: object = {}) => {
    if (`${path} ${JSON.stringify(query)}`.includes(refused)) throw new Failure("target_forbidden", "No.");
    return {};
  };
  return sessionWith({
    read: answer,
    readWithHeaders: async (path, query) => ({ body: await answer(path, query), headers: {} }),
  });
}

test.each<[string, Connector, string]>([
  ["journal entries in Xero", xero, "/Journals"],
  ["bills in QuickBooks Online", quickbooks, "from Bill "],
  ["bills in Microsoft Dynamics 365 Business Central", businesscentral, "/purchaseInvoices"],
])("the sign-in says that the user may not read %s", async (names, connector, refused) => {
  const warnings = await restrictionsOf(connector, refusing(refused));
  expect(warnings).toEqual([expect.stringContaining("The connected user or app may not read ")]);
  expect(warnings[0]).toContain(names);
});

test("a user with all rights gets no warning, and a vendor that does not answer does not prevent the sign-in", async () => {
  expect(await restrictionsOf(xero, refusing("nothing"))).toEqual([]);
  const broken = sessionWith({});
  expect(
    await restrictionsOf(
      { ...xero, restrictions: () => Promise.reject(new Failure("target_unavailable", "No.")) },
      broken,
    ),
  ).toEqual([]);
});
