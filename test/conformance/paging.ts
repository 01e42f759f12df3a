/** Paging: every record exactly once and in the same order whatever the limit, a true total, and no more calls than needed. */
import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "../../src/contract/operations.ts";
import { sameness, type Walked, wholeness } from "../../src/verify/pages.ts";
import { nameOf } from "../../src/verify/row.ts";
import type { Row } from "../service.ts";
import { always, filledPlaces, isPaged, listHandler, namesIn, walk, walked } from "./reading.ts";
import type { Stage } from "./stage.ts";

export const pagedOnly = (id: OperationId): boolean => isPaged(id);

export async function pagingFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const [ids] = await filledPlaces(stage, id);
  if (ids === undefined) return [];
  const hundred = await walked(stage, id, ids);
  const twenty = await walk(stage, id, { ids, limit: 20 });
  return [
    ...wholeness(id, hundred),
    ...sameness(id, hundred.rows, twenty, 20),
    ...(await fives(stage, id, ids, hundred)),
    ...(await beyondTheEnd(stage, id, ids, hundred)),
    ...(await frugality(stage, id, ids, hundred)),
  ];
}

/** A longer list is read in fives at its two ends: in between, twenties have shown that pages meet. */
const longList = 60;

async function fives(stage: Stage, id: OperationId, ids: Readonly<Record<string, string>>, hundred: Walked) {
  if (hundred.rows.length > longList && (await endsAgree(stage, id, ids, hundred))) return [];
  return sameness(id, hundred.rows, await walk(stage, id, { ids, limit: 5 }), 5);
}

async function endsAgree(stage: Stage, id: OperationId, ids: Readonly<Record<string, string>>, whole: Walked) {
  const names = whole.rows.map(nameOf);
  const last = Math.ceil(names.length / 5);
  for (const page of [1, 2, 3, 4, last - 1, last]) {
    const { body } = await stage.ask(id, { ids, query: { ...(await always(stage, id)), page, limit: 5 } });
    const found = ((body.data ?? []) as Row[]).map(nameOf);
    const isSame = isDeepStrictEqual(found, names.slice(5 * (page - 1), 5 * page));
    if (!isSame || body.meta?.pagination?.["total"] !== whole.total) return false;
  }
  return true;
}

async function beyondTheEnd(stage: Stage, id: OperationId, ids: Readonly<Record<string, string>>, { rows }: Walked) {
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

async function frugality(stage: Stage, id: OperationId, ids: Readonly<Record<string, string>>, { rows }: Walked) {
  // What is below a record mostly comes with it.
  if (rows.length < shortList || namesIn(id).length > 0 || saysWhole(stage, id)) return [];
  const query = await always(stage, id);
  const page = await stage.during(() => stage.ask(id, { ids, query: { ...query, page: 1, limit: 5 } }));
  const most = 5 + mostExtra;
  const vendorId = stage.facts.vendorId ?? ((own: string) => own);
  const came = rows.filter((row) => page.exchanges.some(({ reply }) => reply.includes(vendorId(nameOf(row), id))));
  return [
    ...(page.exchanges.length > most
      ? [
          `${id}: a page of 5 takes ${page.exchanges.length} calls of the vendor, more than ${most}; say why in a rule with the word "whole"`,
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
