/** The suite itself: it finds each of these deliberate breakages, and with the right check. The example passes it. */
import { describe, expect, test } from "vitest";
import { exampleBooks } from "../../connector-template/connector/connector.ts";
import { simulation } from "../../connector-template/simulation/simulation.ts";
import type {
  Connector,
  GetHandler,
  ListCall,
  ListHandler,
  Session,
  WriteHandler,
} from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { excusing } from "./excuses.ts";
import type { Facts } from "./facts.ts";
import { findingsOf } from "./findings.ts";
import { sheetFindings } from "./sheet.ts";

type Row = Record<string, unknown>;
type AnyList = ListHandler<Row>;
type AnyWrite = WriteHandler<unknown, Row>;

/** Without bodies: the suite makes its own. */
const facts: Facts = { connector: exampleBooks, simulation, folder: "connector-template/connector" };

/** The example with one operation changed. */
function changed<Handler>(id: OperationId, change: (handler: Handler) => Partial<Handler>): Connector {
  const handler = exampleBooks.operations[id] as unknown as Handler;
  const operations = { ...exampleBooks.operations, [id]: { ...handler, ...change(handler) } };
  return { ...exampleBooks, operations };
}

/** The example with one list asked or answering otherwise. */
const listing = (
  id: OperationId,
  list: (usual: (call: ListCall) => ReturnType<AnyList["list"]>, call: ListCall) => ReturnType<AnyList["list"]>,
): Connector =>
  changed<AnyList>(id, (handler) => ({
    list: (call: ListCall, session: Session) => list((asked) => handler.list(asked, session), call),
  }));

/** Every record of a list, changed. */
const mapped = (id: OperationId, change: (row: Row) => Row): Connector =>
  listing(id, async (usual, call) => {
    const found = await usual(call);
    return { ...found, records: found.records.map(change) };
  });

interface Breakage {
  readonly what: string;
  readonly check: string;
  readonly says: RegExp;
  readonly broken: Partial<Facts>;
}

const refused = { ...exampleBooks.refusals };

const breakages: readonly Breakage[] = [
  {
    what: "a fact sheet without a sentence",
    check: "fact sheet",
    says: /about must be a sentence/,
    broken: { connector: { ...exampleBooks, about: "Books" } },
  },
  {
    what: "a null",
    check: "lists",
    says: /contacts\.list: website is null/,
    broken: { connector: mapped("contacts.list", (row) => ({ website: null, ...row })) },
  },
  {
    what: "a field that the contract does not have",
    check: "lists",
    says: /contacts\.list: .*additional/,
    broken: { connector: mapped("contacts.list", (row) => ({ ...row, colour: "blue" })) },
  },
  {
    what: "a number where the contract has a text, which serialising would hide",
    check: "lists",
    says: /contacts\.list: number must be string/,
    broken: { connector: mapped("contacts.list", (row) => ({ ...row, number: 7 })) },
  },
  {
    what: "a single record that differs from the listed one",
    check: "single records",
    says: /contacts\.get: con-\d+ differs from contacts\.list: companyName is "Anders"/,
    broken: {
      connector: changed<GetHandler<Row>>("contacts.get", ({ get }) => ({
        get: async (call, session) => {
          const found = await get(call, session);
          return { ...found, record: { ...found.record, companyName: "Anders" } };
        },
      })),
    },
  },
  {
    what: "pages that overlap",
    check: "paging",
    says: /contacts\.list: page 2 with limit 20 has the same records as the page before/,
    broken: {
      connector: listing("contacts.list", (usual, call) =>
        usual(call.window?.limit === 20 ? { ...call, window: { page: 1, limit: 20 } } : call),
      ),
    },
  },
  {
    what: "a total that is not true",
    check: "paging",
    says: /contacts\.list: total is 126, but there are 125/,
    broken: {
      connector: listing("contacts.list", async (usual, call) => ({ ...(await usual(call)), total: 126 })),
    },
  },
  {
    what: "a whole list for a page of five",
    check: "paging",
    says: /contacts\.list: a page of 5 reads the whole list of 125/,
    broken: {
      connector: listing("contacts.list", async (usual, call) => {
        const { page = 1, limit = 100 } = call.window ?? {};
        const { records, raw, total } = await usual({ ...call, window: undefined });
        const from = (page - 1) * limit;
        return { records: records.slice(from, from + limit), raw: raw.slice(from, from + limit), total };
      }),
    },
  },
  {
    what: "a filter without effect",
    check: "filters",
    says: /invoices\.list: filter status=\w+ also lets through/,
    broken: {
      connector: listing("invoices.list", (usual, { filters: { status: _unused, ...filters }, ...call }) =>
        usual({ ...call, filters }),
      ),
    },
  },
  {
    what: "an ordering without effect",
    check: "orderings",
    says: /invoices\.list: orderField=invoiceDate DESC is not in order/,
    broken: { connector: listing("invoices.list", (usual, call) => usual({ ...call, order: undefined })) },
  },
  {
    what: "lastModifiedAt that leaves out the moment itself",
    check: "lastModifiedAt",
    says: /contacts\.list: lastModifiedAt=\S+ at the change of con-\d+ at \S+, does not have it/,
    broken: {
      connector: listing("contacts.list", (usual, call) => {
        const { lastModifiedAt } = call.filters;
        if (lastModifiedAt === undefined) return usual(call);
        return usual({
          ...call,
          filters: { ...call.filters, lastModifiedAt: new Date(lastModifiedAt.getTime() + 999) },
        });
      }),
    },
  },
  {
    what: "raw data that was touched",
    check: "rawData",
    says: /contacts\.list: rawData\[0\] is not what the vendor sent/,
    broken: {
      connector: listing("contacts.list", async (usual, call) => {
        const found = await usual(call);
        return { ...found, raw: found.raw.map((one) => ({ ...(one as object), extra: 1 })) };
      }),
    },
  },
  {
    what: "an entry that does not balance",
    check: "ledger",
    says: /ent-\d+ does not balance: \d+\.\d\d in debit, 0\.00 in credit/,
    broken: {
      connector: mapped("journalEntries.list", (row) => ({
        ...row,
        journalLineItems: (row["journalLineItems"] as Row[]).map((line) => ({
          ...line,
          debitCreditIndicator: "DEBIT",
        })),
      })),
    },
  },
  {
    what: "a refusal that is taken for another",
    check: "failures",
    says: /contacts\.list: forbidden must become 403 target_forbidden, but answers 404/,
    broken: { connector: { ...exampleBooks, refusals: { ...refused, codes: { 403: "not_found" } } } },
  },
  {
    what: "a list that is empty where the vendor refuses",
    check: "failures of every read",
    says: /journalEntries\.list: forbidden must become 403 target_forbidden, but answers 200/,
    broken: {
      connector: listing("journalEntries.list", (usual, call) =>
        usual(call).catch(() => ({ records: [], raw: [], total: 0 })),
      ),
    },
  },
  {
    what: "the vendor's own words left out",
    check: "failures of every write",
    says: /contacts\.create: invalid must show what the vendor said/,
    broken: { connector: { ...exampleBooks, refusals: { message: () => undefined } } },
  },
  {
    what: "a field that is said to be stored, and is not sent",
    check: "writes",
    says: /invoices\.create: read back, it has reference absent instead of "Probe/,
    broken: {
      connector: changed<AnyWrite>("invoices.create", ({ request }) => ({
        request: (call, prepared) => {
          const { body, ...made } = request(call, prepared);
          return { ...made, body: { ...(body as object), reference: undefined } };
        },
      })),
    },
  },
  {
    what: "a dry run that sends",
    check: "writes",
    says: /contacts\.create: dryRun sent something to the vendor/,
    broken: {
      connector: changed<AnyWrite>("contacts.create", ({ request }) => ({
        prepare: (call, session) => session.send(request(call)),
      })),
    },
  },
  {
    what: "a write that is made again when its answer got lost",
    check: "writes whose answer got lost",
    says: /contacts\.create: after its answer got lost it was made 2 times/,
    broken: {
      connector: changed<AnyWrite>("contacts.create", ({ request }) => ({
        request: (call, prepared) => ({ ...request(call, prepared), headers: {} }),
      })),
    },
  },
  {
    what: "a webhook that is believed without a look at its signature",
    check: "webhooks",
    says: /webhooks: a post with one byte changed/,
    broken: {
      connector: {
        ...exampleBooks,
        webhooks: {
          setUp: "api",
          tells: {},
          ...exampleBooks.webhooks,
          receive: () => ({ kind: "notices", notices: [] }),
        },
      },
    },
  },
  {
    what: "a secret in an answer",
    check: "secrets",
    says: /contacts\.create: the answer has a secret in it/,
    broken: {
      connector: {
        ...exampleBooks,
        refusals: { message: () => "The client fiktiv-example-books-secret is unknown to us." },
      },
    },
  },
];

describe("finds", () => {
  test.each(breakages)("$what", async ({ check, says, broken }) => {
    const before = check === "secrets" ? ["failures of every write", check] : [check];
    const found = await findingsOf({ ...facts, ...broken }, before);
    expect(found[check] ?? []).toContainEqual(expect.stringMatching(says));
  });

  test("a field that a mapping claims and never fills", async () => {
    const connector = changed<AnyList>("journalEntries.list", ({ fields }) => ({
      fields: { ...fields, version: true },
    }));
    const found = await findingsOf({ ...facts, connector }, [
      "lists",
      "single records",
      "writes",
      "every claimed field occurs",
    ]);
    expect(found).toEqual({
      "every claimed field occurs": ["journalEntries.list: claims version, but no record of the simulator has it"],
    });
  });
});

test("a fact sheet that needs what it does not list is found before anybody signs in", () => {
  const connector: Connector = { ...exampleBooks, needs: ["environment", "company"] };
  expect(sheetFindings({ ...facts, connector })).toEqual(["sheet: needs a choice of environment, but lists none"]);
});

test("an excuse takes a finding away, and is one itself when nothing needs it", () => {
  const excuses = excusing({ "invoices.list: claims taxRule": "only of …", "bills.list": "…" });
  expect(excuses.left(["invoices.list: claims taxRule, but …", "invoices.list: is empty"])).toEqual([
    "invoices.list: is empty",
  ]);
  expect(excuses.idle()).toEqual(['excuse: nothing needs "bills.list" any more']);
});
