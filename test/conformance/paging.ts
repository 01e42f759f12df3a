/** Paging: every record exactly once and in the same order whatever the limit, a true total, and no more calls than needed. */
import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "../../src/contract/operations.ts";
import { sameness, type ReadList, wholeness } from "../../src/verify/pages.ts";
import { nameOf } from "../../src/verify/row.ts";
import type { Row } from "../support/service.ts";
import type { Ids } from "./facts.ts";
import { always, filledPlaces, isPaged, listHandler, namesIn, walk, walked } from "./reading.ts";
import type { Stage } from "./stage.ts";

export const pagedOnly = (id: OperationId): boolean => isPaged(id);

export async function pagingFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const [ids] = await filledPlaces(stage, id);
  if (ids === undefined) return [];
  const hundred = await walked(stage, id, ids);
  const five = await pageOf(stage, id, ids, { page: 1, limit: 5 });
  const next = await pageOf(stage, id, ids, { page: 2, limit: 5 });
  return [
    ...wholeness(id, hundred),
    ...(await smallPages(stage, id, ids, { hundred, limit: 20, endsDo: isDeepStrictEqual(asked(five), asked(next)) })),
    ...(await smallPages(stage, id, ids, { hundred, limit: 5, endsDo: true, known: [five, next] })),
    ...(await beyondTheEnd(stage, id, ids, hundred)),
    ...frugality(stage, id, hundred, five),
  ];
}

const longList = 60;

type Page = Awaited<ReturnType<typeof pageOf>>;

async function pageOf(
  stage: Stage,
  id: OperationId,
  ids: Ids,
  window: { readonly page: number; readonly limit: number },
) {
  const query = { ...(await always(stage, id)), ...window };
  const { result, exchanges } = await stage.during(() => stage.ask(id, { ids, query }));
  return { ...result.body, exchanges };
}

/** What the vendor was asked for a page. */
const asked = ({ exchanges }: Page) =>
  exchanges.map(({ method, path, query, body }) => [method, path, query, body.toString()]);

interface Small {
  readonly hundred: ReadList;
  readonly limit: 5 | 20;
  /** Whether a longer list is read at its two ends only. */
  readonly endsDo: boolean;
  /** The first pages, where they were read already. */
  readonly known?: readonly Page[];
}

/**
 * A longer list is read in fives at its two ends: in between, twenties have shown that pages meet. Where the vendor is asked
 * the same for every page, it is the service that cuts them, and the two ends show that of twenties as well.
 */
async function smallPages(stage: Stage, id: OperationId, ids: Ids, small: Small): Promise<string[]> {
  const { hundred, limit, endsDo } = small;
  if (endsDo && hundred.rows.length > longList && (await endsAgree(stage, id, ids, small))) return [];
  return sameness(id, hundred.rows, await walk(stage, id, { ids, limit }), limit);
}

async function endsAgree(
  stage: Stage,
  id: OperationId,
  ids: Ids,
  { hundred: { rows, total }, limit, known = [] }: Small,
) {
  const names = rows.map(nameOf);
  const last = Math.ceil(names.length / limit);
  for (const page of [1, 2, last - 1, last]) {
    const { data = [], meta } = known[page - 1] ?? (await pageOf(stage, id, ids, { page, limit }));
    const isSame = isDeepStrictEqual((data as Row[]).map(nameOf), names.slice(limit * (page - 1), limit * page));
    if (!isSame || meta?.pagination?.["total"] !== total) return false;
  }
  return true;
}

async function beyondTheEnd(stage: Stage, id: OperationId, ids: Ids, { rows }: ReadList) {
  const page = Math.ceil(rows.length / 100) + 3;
  const query = { ...(await always(stage, id)), page, limit: 100 };
  const { status, body } = await stage.ask(id, { ids, query });
  const pagination = body.meta?.pagination;
  if (status !== 200 || !Array.isArray(body.data) || body.data.length > 0)
    return [
      `${id}: page ${page}, past the end, must be empty, but answers ${status} with ${JSON.stringify(body).slice(0, 200)}`,
    ];
  return pagination?.["currentPage"] === page ? [] : [`${id}: page ${page}, past the end, has no pagination`];
}

/** A list this short may well come whole. */
const shortList = 40;
/** Reads besides the records themselves: a count, where a page begins. */
const mostExtra = 3;

function frugality(stage: Stage, id: OperationId, { rows }: ReadList, { exchanges }: Page): string[] {
  // What is below a record mostly comes with it.
  if (rows.length < shortList || namesIn(id).length > 0 || saysWhole(stage, id)) return [];
  const most = 5 + mostExtra;
  const vendorId = stage.facts.vendorId ?? ((own: string) => own);
  const came = rows.filter((row) => exchanges.some(({ reply }) => reply.includes(vendorId(nameOf(row), id))));
  return [
    ...(exchanges.length > most
      ? [
          `${id}: a page of 5 takes ${exchanges.length} calls of the vendor, more than ${most}; say why in a rule with the word "whole"`,
        ]
      : []),
    ...(came.length > 0.95 * rows.length
      ? [
          `${id}: a page of 5 reads the whole list of ${rows.length}; if the vendor cannot page, say so in a rule with the word "whole"`,
        ]
      : []),
  ];
}

const saysWhole = (stage: Stage, id: OperationId): boolean =>
  listHandler(stage, id).rules?.some((rule) => /\bwhole\b/i.test(rule)) ?? false;
