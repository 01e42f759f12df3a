/** Paging: every limit returns each record once in the same order, with the right total and few calls to the vendor. */
import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "../../src/contract/operations.ts";
import { type ReadList, sameness, wholeness } from "../../src/verify/pages.ts";
import { nameOf } from "../../src/verify/row.ts";
import type { Row } from "../support/service.ts";
import type { Ids } from "./facts.ts";
import { cachedWalk, filledPathIds, isPaged, listHandler, pathParameters, requiredQuery, walk } from "./reading.ts";
import type { Stage } from "./stage.ts";

export const pagedOnly = (id: OperationId): boolean => isPaged(id);

export async function pagingFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const [ids] = await filledPathIds(stage, id);
  if (ids === undefined) return [];
  const hundred = await cachedWalk(stage, id, ids);
  const five = await pageOf(stage, id, ids, { page: 1, limit: 5 });
  const next = await pageOf(stage, id, ids, { page: 2, limit: 5 });
  return [
    ...wholeness(id, hundred),
    ...(await smallPageFindings(stage, id, ids, {
      hundred,
      limit: 20,
      checksOnlyEnds: isDeepStrictEqual(vendorRequests(five), vendorRequests(next)),
    })),
    ...(await smallPageFindings(stage, id, ids, { hundred, limit: 5, checksOnlyEnds: true, known: [five, next] })),
    ...(await pastEndFindings(stage, id, ids, hundred)),
    ...callCountFindings(stage, id, hundred, five),
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
  const query = { ...(await requiredQuery(stage, id)), ...window };
  const { result, exchanges } = await stage.during(() => stage.ask(id, { ids, query }));
  return { ...result.body, exchanges };
}

/** The requests to the vendor for a page. */
const vendorRequests = ({ exchanges }: Page) =>
  exchanges.map(({ method, path, query, body }) => [method, path, query, body.toString()]);

interface SmallPages {
  readonly hundred: ReadList;
  readonly limit: 5 | 20;
  /** Whether to check only the first and last pages of a long list. */
  readonly checksOnlyEnds: boolean;
  /** The first pages, if already read. */
  readonly known?: readonly Page[];
}

/**
 * With pages of 5, only the first and last pages of a long list are read: pages of 20 already show that pages join. If the
 * vendor gets the same requests for every page, the service cuts the pages, and both ends are enough for pages of 20 too.
 */
async function smallPageFindings(stage: Stage, id: OperationId, ids: Ids, small: SmallPages): Promise<string[]> {
  const { hundred, limit, checksOnlyEnds: endsDo } = small;
  if (endsDo && hundred.rows.length > longList && (await endsAgree(stage, id, ids, small))) return [];
  return sameness(id, hundred.rows, await walk(stage, id, { ids, limit }), limit);
}

async function endsAgree(
  stage: Stage,
  id: OperationId,
  ids: Ids,
  { hundred: { rows, total }, limit, known = [] }: SmallPages,
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

/** Beyond the windows of vendors that return only the first records of a list. */
const farPage = 2000;

async function pastEndFindings(stage: Stage, id: OperationId, ids: Ids, { rows }: ReadList) {
  const near = await emptyPageFindings(stage, id, ids, Math.ceil(rows.length / 100) + 3);
  return near.length > 0 ? near : emptyPageFindings(stage, id, ids, farPage);
}

async function emptyPageFindings(stage: Stage, id: OperationId, ids: Ids, page: number): Promise<string[]> {
  const query = { ...(await requiredQuery(stage, id)), page, limit: 100 };
  const { status, body } = await stage.ask(id, { ids, query });
  const pagination = body.meta?.pagination;
  if (status !== 200 || !Array.isArray(body.data) || body.data.length > 0)
    return [
      `${id}: page ${page}, past the end, must be empty, but it returns ${status} with ${JSON.stringify(body).slice(0, 200)}`,
    ];
  return pagination?.["currentPage"] === page ? [] : [`${id}: page ${page}, past the end, has no pagination`];
}

/** Shorter lists may be read completely. */
const shortList = 40;
/** Calls besides those for the records: a count, for example, or the start of a page. */
const mostExtra = 3;

function callCountFindings(stage: Stage, id: OperationId, { rows }: ReadList, { exchanges }: Page): string[] {
  // Lists below a record mostly arrive with the record.
  if (rows.length < shortList || pathParameters(id).length > 0 || readsWholeList(stage, id)) return [];
  const most = 5 + mostExtra;
  const vendorId = stage.facts.vendorId ?? ((recordId: string) => recordId);
  const received = rows.filter((row) => exchanges.some(({ reply }) => reply.includes(vendorId(nameOf(row), id))));
  return [
    ...(exchanges.length > most
      ? [
          `${id}: a page of 5 takes ${exchanges.length} calls to the vendor, more than ${most}; explain it in a rule and set readsWholeList`,
        ]
      : []),
    ...(received.length > 0.95 * rows.length
      ? [`${id}: a page of 5 reads the whole list of ${rows.length}; if the vendor has no paging, set readsWholeList`]
      : []),
  ];
}

const readsWholeList = (stage: Stage, id: OperationId): boolean => listHandler(stage, id).readsWholeList ?? false;
