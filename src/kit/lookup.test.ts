import { expect, test } from "vitest";
import { sessionWith } from "../../test/support/vendorSession.ts";
import type { WriteCall } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import type { Session } from "../contract/session.ts";
import { encoder, listAs } from "./encode.ts";
import { byPageNumber } from "./lists/paging.ts";
import { lookup } from "./lookup.ts";
import { mapping, nestedList } from "./mapping.ts";
import { get, lists } from "./reading.ts";
import { write } from "./writing.ts";

interface Tax {
  readonly id: number;
  readonly code: string;
}

interface Line {
  readonly tax_id?: number;
  readonly tax?: Tax;
}

interface Invoice {
  readonly id: number;
  readonly lines: readonly Line[];
}

const taxes = lookup<Tax>({ path: "/taxes", id: "id", code: "code", kind: "tax code" });
const lookups = [taxes.at("tax_id", "tax")];

const line = mapping<{ taxCode?: string }, Line>({ taxCode: ({ tax }) => tax?.code });
const invoice = mapping<{ id: string; lines?: readonly { taxCode?: string }[] }, Invoice>({
  id: ({ id }) => String(id),
  lines: nestedList(line, ({ lines }) => lines),
});

const list = lists({
  paging: byPageNumber({
    page: "page",
    size: "size",
    first: 1,
    largest: 10,
    records: (body: readonly unknown[]) => body,
  }),
})({ path: "/invoices", map: invoice, lookups });

interface LineInput {
  readonly taxCode?: string;
}
interface InvoiceInput {
  readonly lines?: readonly LineInput[];
}

const lineEncoder = encoder<LineInput>({ taxCode: taxes.as("tax_id") });
const create = write<InvoiceInput, { id: string }, Invoice>({
  method: "POST",
  path: "/invoices",
  encoder: encoder<InvoiceInput>({ lines: listAs("lines", lineEncoder) }),
  map: invoice,
  lookups,
});

const first: Invoice = { id: 1, lines: [{ tax_id: 16 }, {}] };

/** A vendor with these taxes. `requested` lists the paths that were read. */
function vendor(allTaxes: () => readonly Tax[]): { readonly session: Session; readonly requested: string[] } {
  const requested: string[] = [];
  const read = async (path: string): Promise<unknown> => {
    requested.push(path);
    if (path === "/taxes") return allTaxes();
    return path === "/invoices" ? [first] : first;
  };
  return {
    requested,
    session: sessionWith({ read, readWithHeaders: async (path) => ({ body: await read(path), headers: {} }) }),
  };
}

const known: readonly Tax[] = [
  { id: 14, code: "UR25" },
  { id: 16, code: "UN81" },
];
const window = { page: 1, limit: 10 };

const call = (taxCode: string): WriteCall<InvoiceInput> => ({
  ids: {},
  filters: {},
  marker: "m-1",
  body: { lines: [{ taxCode }] },
  files: [],
});

const expected = { id: "1", lines: [{ taxCode: "UN81" }, {}] };

test("a list has the codes of ids in its lines, raw data as the vendor sent it, and reads the table once", async () => {
  const { session, requested } = vendor(() => known);
  const listed = await list.list({ ids: {}, filters: {}, window }, session);
  expect(listed.records).toEqual([expected]);
  expect(listed.raw).toEqual([first]);
  await list.list({ ids: {}, filters: {}, window }, session);
  expect(requested).toEqual(["/invoices", "/taxes", "/invoices"]);
});

test("a single record has the codes too", async () => {
  const handler = get({ path: "/invoices/{invoiceId}", map: invoice, lookups });
  const found = await handler.get({ ids: { invoiceId: "1" }, filters: {} }, vendor(() => known).session);
  expect(found.record).toEqual(expected);
  expect(found.raw).toEqual(first);
});

test("a write sends the id of a code, and its answer has the code", async () => {
  const { session } = vendor(() => known);
  const prepared = await create.prepare?.(call("UR25"), session);
  expect(create.request(call("UR25"), prepared).body).toEqual({ lines: [{ tax_id: 14 }] });
  const reply = await create.complete?.(first, call("UR25"), session);
  expect(create.answer(reply, call("UR25"))).toMatchObject({ record: expected, raw: first });
});

test("an unknown code is refused with the field and the known codes", async () => {
  const { session } = vendor(() => known);
  const prepared = await create.prepare?.(call("XX"), session);
  expect(() => create.request(call("XX"), prepared)).toThrow(
    'The target system has no tax code "XX". Use one of UR25, UN81.',
  );
  try {
    create.request(call("XX"), prepared);
  } catch (error) {
    expect((error as Failure).details.field).toBe("lines.taxCode");
  }
});

test("an id or a code that is not in the table yet makes it read again", async () => {
  let now: readonly Tax[] = known.slice(0, 1);
  const { session, requested } = vendor(() => now);
  await create.prepare?.(call("UR25"), session);
  now = known;
  const prepared = await create.prepare?.(call("UN81"), session);
  expect(create.request(call("UN81"), prepared).body).toEqual({ lines: [{ tax_id: 16 }] });
  expect(requested).toEqual(["/taxes", "/taxes"]);
});

test("a user who may not see the table gets the records without the codes", async () => {
  const { session } = vendor(() => {
    throw new Failure("target_forbidden", "No access.");
  });
  const listed = await list.list({ ids: {}, filters: {}, window }, session);
  expect(listed.records).toEqual([{ id: "1", lines: [{}, {}] }]);
});
