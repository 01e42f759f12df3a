/** Paging: every record exactly once and in the same order whatever the limit, a true total, and no more calls than needed. */
import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "../../src/contract/operations.ts";
import { sameness, type Walked, wholeness } from "../../src/verify/pages.ts";
import { nameOf } from "../../src/verify/row.ts";
import type { Row } from "../service.ts";
import type { Ids } from "./facts.ts";
import { always, filledPlaces, isPaged, listHandler, namesIn, walk, walked } from "./reading.ts";
import type { Stage } from "./stage.ts";

export const pagedOnly = (id: OperationId): boolean => isPaged(id);

export async function pagingFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const [ids] = await filledPlaces(stage, id);
  if (ids === undefined) return [];
  const hundred = await walked(stage, id, ids);
  const twenty = await walk(stage, id, { ids, limit: 20 });
  const five = await pageOfFive(stage, id, ids, 1);
  return [
    ...wholeness(id, hundred),
    ...sameness(id, hundred.rows, twenty, 20),
    ...(await fives(stage, id, ids, { hundred, five })),
    ...(await beyondTheEnd(stage, id, ids, hundred)),
    ...frugality(stage, id, { hundred, five }),
  ];
}

/** A longer list is read in fives at its two ends: in between, twenties have shown that pages meet. */
const longList = 60;

type PageOfFive = Awaited<ReturnType<typeof pageOfFive>>;

interface Pages {
  readonly hundred: Walked;
  /** The first of five records, and what it took. */
  readonly five: PageOfFive;
}

async function pageOfFive(stage: Stage, id: OperationId, ids: Ids, page: number) {
  const query = { ...(await always(stage, id)), page, limit: 5 };
  const { result, exchanges } = await stage.during(() => stage.ask(id, { ids, query }));
  return { ...result.body, exchanges };
}

async function fives(stage: Stage, id: OperationId, ids: Ids, { hundred, five }: Pages) {
  if (hundred.rows.length > longList && (await endsAgree(stage, id, ids, { hundred, five }))) return [];
  return sameness(id, hundred.rows, await walk(stage, id, { ids, limit: 5 }), 5);
}

async function endsAgree(stage: Stage, id: OperationId, ids: Ids, { hundred: { rows, total }, five }: Pages) {
  const names = rows.map(nameOf);
  const last = Math.ceil(names.length / 5);
  for (const page of [1, 2, last - 1, last]) {
    const { data = [], meta } = page === 1 ? five : await pageOfFive(stage, id, ids, page);
    const isSame = isDeepStrictEqual((data as Row[]).map(nameOf), names.slice(5 * (page - 1), 5 * page));
    if (!isSame || meta?.pagination?.["total"] !== total) return false;
  }
  return true;
}

async function beyondTheEnd(stage: Stage, id: OperationId, ids: Ids, { rows }: Walked) {
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

function frugality(stage: Stage, id: OperationId, { hundred: { rows }, five: { exchanges } }: Pages): string[] {
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
