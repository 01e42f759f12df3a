/** Deletions in the change data capture, after Intuit's reference. */
import { describe, expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { ListHandler } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { quickbooks } from "./connector.ts";

describe("deletions", () => {
  const captured = async (list: OperationId, answers: readonly object[], since = new Date()) => {
    const asked: unknown[] = [];
    const read = async (path: string, query: unknown) => (
      asked.push([path, query]), { CDCResponse: [{ QueryResponse: answers }] }
    );
    const { deletedSince } = quickbooks.operations[list] as ListHandler<unknown>;
    return { ids: await deletedSince?.(since, sessionWith({ read })), asked };
  };
  const gone = {
    status: "Deleted",
    domain: "QBO",
    Id: "979",
    MetaData: { LastUpdatedTime: "2015-12-23T12:55:50-08:00" },
  };

  test("docs: finds a deleted estimate in the change data capture", async () => {
    const answers = [{ Estimate: [{ Id: "34" }, { Id: "123" }, gone], startPosition: 1, totalCount: 5, maxResults: 5 }];
    const { ids, asked } = await captured("offers.list", answers, new Date(Date.now() - 60_000));
    expect(ids).toEqual(["979"]);
    expect(asked).toEqual([["/cdc", expect.objectContaining({ entities: "Estimate" })]]);
  });

  test("docs: an inactive record is gone from lists that leave inactive ones out", async () => {
    const inactive = { Id: "1", Active: false };
    expect((await captured("contacts.list", [{ Customer: [inactive, { Id: "2", Active: true }] }, {}])).ids).toEqual([
      "1",
    ]);
    expect((await captured("accounts.list", [{ Account: [inactive] }])).ids).toEqual([]);
  });

  test("docs: reads at most thirty days of change data capture", async () => {
    const { ids, asked } = await captured("bills.list", [], new Date(Date.now() - 31 * 86_400_000));
    expect([ids, asked]).toEqual([[], []]);
  });
});
