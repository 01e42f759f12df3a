/** The example with broken reads. */
import { exampleBooks } from "../../connector-template/connector/connector.ts";
import type { Connector, GetHandler, ListHandler, Listing } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import { mapping } from "../../src/kit/mapping.ts";
import { listing as read } from "../../src/kit/reading.ts";
import { type Breakage, changed, listing, mapped, type Row } from "./broken.ts";

const emptyList = Promise.resolve({ records: [], raw: [], total: 0 });

/** Fails for every record. */
const failingMapping = mapping<{ id: string; website?: string }, Row>({
  id: ({ id }) => String(id),
  website: ({ links }) => (links as { site: string }).site,
});

/** The example with a list of one credit note. */
const withCreditNote = (row: Row): Connector => {
  const handler = exampleBooks.operations["invoices.list"] as unknown as ListHandler<Row>;
  const list = async () => ({ records: [row], raw: [row], total: 1 });
  const operations = { ...exampleBooks.operations, "creditNotes.list": { ...handler, orders: [], filters: [], list } };
  return { ...exampleBooks, operations: operations as unknown as Connector["operations"] };
};

/** The example with a filter for fiscal years in the journal. */
const withYearFilter = (answer: (usual: Promise<Listing<Row>>) => Promise<Listing<Row>>): Connector =>
  changed<ListHandler<Row>>("journalEntries.list", ({ filters, list }) => ({
    filters: [...filters, "fiscalYearStartDate"],
    list: ({ filters: { fiscalYearStartDate: year, ...others }, ...call }, session) => {
      const usual = list({ ...call, filters: others }, session);
      return year === undefined ? usual : answer(usual);
    },
  }));

export const brokenReads: readonly Breakage[] = [
  {
    title: "a field that is null",
    check: "lists",
    finding: /contacts\.list: website is null/,
    broken: { connector: mapped("contacts.list", (row) => ({ website: null, ...row })) },
  },
  {
    title: "a field that the contract does not have",
    check: "lists",
    finding: /contacts\.list: .*additional/,
    broken: { connector: mapped("contacts.list", (row) => ({ ...row, colour: "blue" })) },
  },
  {
    title: "a number instead of text, which serialisation would hide",
    check: "lists",
    finding: /contacts\.list: number must be string/,
    broken: { connector: mapped("contacts.list", (row) => ({ ...row, number: 7 })) },
  },
  {
    title: "a mapping that fails",
    check: "lists",
    finding: /contacts\.list: website could not be read/,
    broken: {
      connector: listing("contacts.list", async (usual, call) => {
        const { records, total } = await usual(call);
        return { ...read(failingMapping, records), total };
      }),
    },
  },
  {
    title: "a single record that differs from the listed one",
    check: "single records",
    finding: /contacts\.get: con-\d+ differs from contacts\.list: companyName is "Anders"/,
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
    title: "another record returned for an unknown id",
    check: "unknown records",
    finding: /contacts\.get: an unknown id must return 404 not_found, but it returns 200/,
    broken: {
      connector: changed<GetHandler<Row>>("contacts.get", ({ get }) => ({
        get: (_call, session) => get({ ids: { contactId: "con-10001" }, filters: {} }, session),
      })),
    },
  },
  {
    title: "pages that overlap",
    check: "paging",
    finding: /contacts\.list: page 2 with limit 20 repeats the records of the page before/,
    broken: {
      connector: listing("contacts.list", (usual, call) =>
        usual(call.window?.limit === 20 ? { ...call, window: { page: 1, limit: 20 } } : call),
      ),
    },
  },
  {
    title: "a wrong total",
    check: "paging",
    finding: /contacts\.list: total is 126, but there are 235/,
    broken: {
      connector: listing("contacts.list", async (usual, call) => ({ ...(await usual(call)), total: 126 })),
    },
  },
  {
    title: "reading the whole list for a page of five",
    check: "paging",
    finding: /contacts\.list: a page of 5 reads the whole list of 235/,
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
    title: "a filter without effect",
    check: "filters",
    finding: /invoices\.list: filter status=\w+ returns \d+ of \d+ records that do not match/,
    broken: {
      connector: listing("invoices.list", (usual, { filters: { status: _unused, ...filters }, ...call }) =>
        usual({ ...call, filters }),
      ),
    },
  },
  {
    title: "a filter that finds no records",
    check: "filters",
    finding: /contacts\.list: filter name=Muster finds no records/,
    broken: {
      connector: listing("contacts.list", (usual, call) => (call.filters.name === undefined ? usual(call) : emptyList)),
      values: { "contacts.list": { name: "Muster" } },
    },
  },
  {
    title: "a fiscal year without records",
    check: "filters",
    finding: /journalEntries\.list: filter fiscalYearStartDate=\S+ finds no records/,
    broken: { connector: withYearFilter(() => emptyList) },
  },
  {
    title: "a fiscal year that includes records of other years",
    check: "filters",
    finding: /journalEntries\.list: filter fiscalYearStartDate=\S+ also returns je-\d+ of/,
    broken: {
      connector: withYearFilter(async (usual) => {
        const { records, raw, total = 0 } = await usual;
        return { records: records.slice(1), raw: raw.slice(1), total: total - 1 };
      }),
    },
  },
  {
    title: "an ordering without effect",
    check: "orderings",
    finding: /invoices\.list: orderField=invoiceDate DESC returns records out of order/,
    broken: { connector: listing("invoices.list", (usual, call) => usual({ ...call, order: undefined })) },
  },
  {
    title: "a lastModifiedAt filter that excludes the moment itself",
    check: "lastModifiedAt",
    finding: /contacts\.list: lastModifiedAt=\S+ \(at the change of con-\d+, \S+\) does not find it/,
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
    title: "a lastModifiedAt filter on records without ids",
    check: "lastModifiedAt",
    finding: /contacts\.list: lastModifiedAt cannot be tried because no record has an id/,
    broken: { connector: mapped("contacts.list", ({ id: _unused, ...row }) => row) },
  },
  {
    title: "raw data that the connector changed",
    check: "rawData",
    finding: /contacts\.list: rawData\[0\] is not what the vendor sent/,
    broken: {
      connector: listing("contacts.list", async (usual, call) => {
        const found = await usual(call);
        return { ...found, raw: found.raw.map((record) => ({ ...(record as object), extra: 1 })) };
      }),
    },
  },
  {
    title: "an entry that does not balance",
    check: "ledger",
    finding: /je-\d+ does not balance: debits are \d+\.\d\d, credits 0\.00/,
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
    title: "a listed document that cannot be read",
    check: "documents",
    finding: /invoices\.list: lists \d+, but invoices\.get returns 404 not_found/,
    broken: {
      connector: changed<GetHandler<Row>>("invoices.get", ({ get }) => ({
        get: async (call, session) => {
          const found = await get(call, session);
          if (found.record["status"] === "DRAFT") throw new Failure("not_found", "Drafts cannot be read.");
          return found;
        },
      })),
    },
  },
  {
    title: "lines that do not add up to their document",
    check: "documents",
    finding: /invoices\.list: \d+ has totalAmount \S+, but its lines add up to/,
    broken: {
      connector: mapped("invoices.list", (row) => ({
        ...row,
        totalAmount: 7,
        lineItems: [{ lineItemId: "1", grossAmount: 5 }],
      })),
    },
  },
  {
    title: "net and tax amounts that do not add up to gross",
    check: "documents",
    finding: /invoices\.list: \d+ has \S+ gross, but \S+ net and 0\.07 tax/,
    broken: {
      connector: mapped("invoices.list", (row) => ({
        ...row,
        sumNetAmount: Number(row["totalAmount"]),
        totalTaxAmount: 0.07,
      })),
    },
  },
  {
    title: "a credit note with negative amounts",
    check: "documents",
    finding: /creditNotes\.list: cn-1 has a negative totalGrossAmount: -5/,
    broken: { connector: withCreditNote({ id: "cn-1", totalGrossAmount: -5 }) },
  },
  {
    title: "a credit note with negative lines",
    check: "documents",
    finding: /creditNotes\.list: cn-1 has negative lines only/,
    broken: { connector: withCreditNote({ id: "cn-1", creditNoteLines: [{ totalGrossAmount: -5 }] }) },
  },
  {
    title: "a status filter that returns other records when none match",
    check: "filters",
    finding: /invoices\.list: filter status=\w+ returns \d+ of \d+ records that do not match/,
    broken: {
      connector: listing("invoices.list", async (usual, call) => {
        const found = await usual(call);
        return call.filters.status !== undefined && found.records.length === 0
          ? usual({ ...call, filters: {} })
          : found;
      }),
    },
  },
  {
    title: "a changed record that the list does not find by its own date",
    check: "lastModifiedAt",
    finding: /contacts\.list: an event of con-\d+ has filterDate \S+, but lastModifiedAt=\S+ does not find the record/,
    broken: {
      connector: mapped("contacts.list", (row) => ({ ...row, updatedDate: "2099-01-01T00:00:00Z" })),
    },
  },
];
