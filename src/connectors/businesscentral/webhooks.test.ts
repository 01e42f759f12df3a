/** Business Central's posts; docs is the source in evidence/. */
import { describe, expect, test } from "vitest";
import { replying } from "../../../test/support/vendorSession.ts";
import type { VendorPost } from "../../contract/webhooks.ts";
import { businesscentral } from "./connector.ts";

const id = (digit: number): string => `5d115c9c-44e3-ea11-bb43-00000000000${digit}`;
const firstId = id(1);
const two = id(2);
const three = id(3);
const answering = (body: unknown) => replying({}, body);

describe("notices", () => {
  const company = "companies(b18aed47-c385-49d2-b954-dbdf8ad71780)";
  const lastModifiedDateTime = "2026-10-26T12:54:20.467Z";
  const notification = { clientState: "s3cret", changeType: "updated", lastModifiedDateTime };
  const post = (value: readonly object[], query = {}): VendorPost => ({
    headers: {},
    query,
    secret: "s3cret",
    body: Buffer.from(JSON.stringify({ value })),
  });
  const receive = (value: readonly object[], query = {}) => businesscentral.webhooks?.receive(post(value, query));

  test("reads several notices of several kinds from one post", () => {
    const since = "2026-10-15T11:00:00Z";
    const batch = [
      { ...notification, resource: `api/v2.0/${company}/items(${firstId})` },
      { ...notification, resource: `/api/v2.0/${company}/customers(${two})`, changeType: "deleted" },
      {
        ...notification,
        changeType: "collection",
        resource: `/api/v2.0/${company}/salesInvoices?$filter=lastDateTimeModified%20gt%20${since}`,
      },
      { ...notification, resource: `api/v2.0/${company}/employees(${three})` },
    ];
    const changedAt = lastModifiedDateTime;
    expect(receive(batch)).toEqual({
      kind: "notices",
      notices: [
        { resource: "ITEM", eventType: "UPDATED", resourceId: firstId, changedAt },
        { resource: "CUSTOMER", eventType: "DELETED", resourceId: two, changedAt },
        {
          resource: "INVOICE",
          eventType: "UPDATED",
          resourceId: "",
          changedAt,
          ambiguous: { set: "salesInvoices", since },
        },
      ],
    });
  });

  test("looks up ledger entries of one post together as one journal entry", async () => {
    const entries = [firstId, two].map((id) => ({ id, postingDate: "2026-01-15", documentNumber: "G-7" }));
    const created = { ...notification, changeType: "created" };
    const receipt = receive(
      entries.map(({ id }) => ({ ...created, resource: `api/v2.0/${company}/generalLedgerEntries(${id})` })),
    );
    const notices = receipt?.kind === "notices" ? receipt.notices : [];
    expect(notices).toMatchObject([{ ambiguous: { set: "generalLedgerEntries", entries: [firstId, two] } }]);
    const [notice] = notices;
    const found = notice && (await businesscentral.webhooks?.lookUp?.(notice, answering({ value: entries })));
    expect(found).toEqual([
      { resource: "JOURNAL_ENTRY", eventType: "CREATED", resourceId: firstId, changedAt: lastModifiedDateTime },
    ]);
  });

  test("refuses a post if one notification has another client state", () => {
    const mine = { ...notification, resource: `api/v2.0/${company}/items(${firstId})` };
    expect(receive([mine, { ...mine, clientState: "s3cre7" }])).toEqual({ kind: "invalidSignature" });
  });

  test("answers a handshake with its token", () => {
    expect(receive([], { validationToken: "hello there" })).toEqual({ kind: "handshake", body: "hello there" });
  });

  test("looks up a collection", async () => {
    const found = { value: [{ id: firstId, lastModifiedDateTime }] };
    const ambiguous = { set: "salesInvoices", since: "2026-10-15T11:00:00Z" };
    const notice = { resource: "INVOICE", eventType: "UPDATED", resourceId: "", changedAt: "", ambiguous } as const;
    expect(await businesscentral.webhooks?.lookUp?.(notice, answering(found))).toEqual([
      { resource: "INVOICE", eventType: "UPDATED", resourceId: firstId, changedAt: lastModifiedDateTime },
    ]);
  });
});

describe("a post as documented", () => {
  /** dynamics-subscriptions.md: several kinds in one post, with and without a slash in front. */
  const company = "companies(b18aed47-c385-49d2-b954-dbdf8ad71780)";
  const notice = (resource: string, changeType: string) => ({
    subscriptionId: "webhookItemsId",
    clientState: "someClientState",
    resource,
    changeType,
    expirationDateTime: "2018-10-29T07:52:31Z",
    lastModifiedDateTime: "2018-10-26T12:54:20.467Z",
  });
  const post = (...value: readonly object[]): VendorPost => ({
    headers: {},
    query: {},
    secret: "someClientState",
    body: Buffer.from(JSON.stringify({ value })),
  });

  test("docs: a post about an item, a new customer, a deleted one and many invoices", () => {
    const receipt = businesscentral.webhooks?.receive(
      post(
        notice(`api/v2.0/${company}/items(${id(1)})`, "updated"),
        notice(`api/v2.0/${company}/customers(${id(2)})`, "created"),
        notice(`api/v2.0/${company}/customers(${id(3)})`, "deleted"),
        notice(
          `/api/v2.0/${company}/salesInvoices?$filter=lastDateTimeModified%20gt%202018-10-15T11:00:00Z`,
          "collection",
        ),
      ),
    );
    expect(receipt).toMatchObject({
      notices: [
        { resource: "ITEM", eventType: "UPDATED", resourceId: id(1) },
        { resource: "CUSTOMER", eventType: "CREATED", resourceId: id(2) },
        { resource: "CUSTOMER", eventType: "DELETED", resourceId: id(3) },
        { resource: "INVOICE", ambiguous: { set: "salesInvoices", since: "2018-10-15T11:00:00Z" } },
      ],
    });
  });
});
