/** The example with its readings broken. */
import { exampleBooks } from "../../connector-template/connector/connector.ts";
import type { Connector, GetHandler, ListHandler, Listing } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import { mapping } from "../../src/kit/mapping.ts";
import { listing as read } from "../../src/kit/reading.ts";
import { type Breakage, changed, listing, mapped, type Row } from "./broken.ts";

const nothing = Promise.resolve({ records: [], raw: [], total: 0 });

/** What stumbles over every record. */
const stumbling = mapping<{ id: string; website?: string }, Row>({
  id: ({ id }) => String(id),
  website: ({ links }) => (links as { site: string }).site,
});

/** The example with credit notes: it has none itself. */
const credited = (row: Row): Connector => {
  const handler = exampleBooks.operations["invoices.list"] as unknown as ListHandler<Row>;
  const list = async () => ({ records: [row], raw: [row], total: 1 });
  const operations = { ...exampleBooks.operations, "creditNotes.list": { ...handler, orders: [], filters: [], list } };
  return { ...exampleBooks, operations: operations as unknown as Connector["operations"] };
};

/** The journal with a filter for fiscal years. */
const inYears = (answer: (usual: Promise<Listing<Row>>) => Promise<Listing<Row>>): Connector =>
  changed<ListHandler<Row>>("journalEntries.list", ({ filters, list }) => ({
    filters: [...filters, "fiscalYearStartDate"],
    list: ({ filters: { fiscalYearStartDate: year, ...others }, ...call }, session) => {
      const usual = list({ ...call, filters: others }, session);
      return year === undefined ? usual : answer(usual);
    },
  }));

export const brokenReads: readonly Breakage[] = [
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
    what: "a mapping that stumbles",
    check: "lists",
    says: /contacts\.list: website could not be read/,
    broken: {
      connector: listing("contacts.list", async (usual, call) => {
        const { records, total } = await usual(call);
        return { ...read(stumbling, records), total };
      }),
    },
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
    what: "some other record for an id that nobody has",
    check: "records that nobody has",
    says: /contacts\.get: an id that nobody has must answer 404 not_found, but answers 200/,
    broken: {
      connector: changed<GetHandler<Row>>("contacts.get", ({ get }) => ({
        get: (_call, session) => get({ ids: { contactId: "con-10001" }, filters: {} }, session),
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
    says: /contacts\.list: total is 126, but there are 235/,
    broken: {
      connector: listing("contacts.list", async (usual, call) => ({ ...(await usual(call)), total: 126 })),
    },
  },
  {
    what: "a whole list for a page of five",
    check: "paging",
    says: /contacts\.list: a page of 5 reads the whole list of 235/,
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
    what: "a filter that finds nothing",
    check: "filters",
    says: /contacts\.list: filter name=Muster finds nothing/,
    broken: {
      connector: listing("contacts.list", (usual, call) => (call.filters.name === undefined ? usual(call) : nothing)),
      values: { "contacts.list": { name: "Muster" } },
    },
  },
  {
    what: "a fiscal year that finds nothing",
    check: "filters",
    says: /journalEntries\.list: filter fiscalYearStartDate=\S+ finds nothing/,
    broken: { connector: inYears(() => nothing) },
  },
  {
    what: "a fiscal year that is not kept to",
    check: "filters",
    says: /journalEntries\.list: filter fiscalYearStartDate=\S+ also lets through je-\d+ of/,
    broken: {
      connector: inYears(async (usual) => {
        const { records, raw, total = 0 } = await usual;
        return { records: records.slice(1), raw: raw.slice(1), total: total - 1 };
      }),
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
    what: "lastModifiedAt of records that cannot be told apart",
    check: "lastModifiedAt",
    says: /contacts\.list: lastModifiedAt cannot be tried, no record has an id/,
    broken: { connector: mapped("contacts.list", ({ id: _unused, ...row }) => row) },
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
    says: /je-\d+ does not balance: \d+\.\d\d in debit, 0\.00 in credit/,
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
    what: "a document that is listed but cannot be read",
    check: "documents",
    says: /invoices\.list: lists \d+, but invoices\.get answers 404 not_found/,
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
    what: "lines that do not add up to their document",
    check: "documents",
    says: /invoices\.list: \d+ has totalAmount \S+, but its lines add up to/,
    broken: {
      connector: mapped("invoices.list", (row) => ({
        ...row,
        totalAmount: 7,
        lineItems: [{ lineItemId: "1", grossAmount: 5 }],
      })),
    },
  },
  {
    what: "net and tax that are not gross",
    check: "documents",
    says: /invoices\.list: \d+ is \S+ gross, but \S+ net and 0\.07 of tax/,
    broken: {
      connector: mapped("invoices.list", (row) => ({
        ...row,
        sumNetAmount: Number(row["totalAmount"]),
        totalTaxAmount: 0.07,
      })),
    },
  },
  {
    what: "a credit note with negative amounts",
    check: "documents",
    says: /creditNotes\.list: cn-1 has a negative totalGrossAmount, -5/,
    broken: { connector: credited({ id: "cn-1", totalGrossAmount: -5 }) },
  },
  {
    what: "a credit note with negative lines",
    check: "documents",
    says: /creditNotes\.list: cn-1 has negative lines only/,
    broken: { connector: credited({ id: "cn-1", creditNoteLines: [{ totalGrossAmount: -5 }] }) },
  },
  {
    what: "a status that lets another through, although no record has it",
    check: "filters",
    says: /invoices\.list: filter status=\w+ also lets through/,
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
    what: "a change whose own date the list does not find",
    check: "lastModifiedAt",
    says: /contacts\.list: an event of con-\d+ has filterDate \S+, but lastModifiedAt=\S+ does not have it/,
    broken: {
      connector: mapped("contacts.list", (row) => ({ ...row, updatedDate: "2099-01-01T00:00:00Z" })),
    },
  },
];
