/** Hot Chocolate's filters, order and pages. */
import { type Row, row, rows, text } from "../engine/values.ts";

const moment = /^\d{4}-\d\d-\d\d(?:T|$)/;

/** Days and moments are compared as times, everything else as it is. */
const comparable = (value: unknown): number | string | boolean =>
  typeof value === "number" || typeof value === "boolean"
    ? value
    : moment.test(text(value))
      ? Date.parse(text(value))
      : text(value);

type Operation = (value: unknown, wanted: unknown) => boolean;

const both = (value: unknown, wanted: unknown, test: (left: never, right: never) => boolean): boolean =>
  value !== null && value !== undefined && test(comparable(value) as never, comparable(wanted) as never);

const isSame: Operation = (value, wanted) =>
  wanted === null ? (value ?? null) === null : both(value, wanted, (left, right) => left === right);

const operations: Readonly<Record<string, Operation>> = {
  eq: isSame,
  neq: (value, wanted) => !isSame(value, wanted),
  gt: (value, wanted) => both(value, wanted, (left, right) => left > right),
  gte: (value, wanted) => both(value, wanted, (left, right) => left >= right),
  lt: (value, wanted) => both(value, wanted, (left, right) => left < right),
  lte: (value, wanted) => both(value, wanted, (left, right) => left <= right),
  in: (value, wanted) => (wanted as readonly unknown[]).some((each) => isSame(value, each)),
  nin: (value, wanted) => !(wanted as readonly unknown[]).some((each) => isSame(value, each)),
  contains: (value, wanted) => text(value).toLowerCase().includes(text(wanted).toLowerCase()),
  startsWith: (value, wanted) => text(value).startsWith(text(wanted)),
  endsWith: (value, wanted) => text(value).endsWith(text(wanted)),
};

function meets(value: unknown, where: unknown): boolean {
  return Object.entries(row(where)).every(([name, wanted]) => {
    if (name === "and") return rows(wanted).every((each) => meets(value, each));
    if (name === "or") return rows(wanted).some((each) => meets(value, each));
    if (name === "some") return rows(value).some((each) => meets(each, wanted));
    const operation = operations[name];
    return operation === undefined ? meets(row(value)[name], wanted) : operation(value, wanted);
  });
}

function compare(left: unknown, right: unknown, order: Row): number {
  for (const [name, direction] of Object.entries(order)) {
    const leftValue = row(left)[name];
    const rightValue = row(right)[name];
    if (typeof direction === "object") return compare(leftValue, rightValue, row(direction));
    const low = comparable(leftValue);
    const high = comparable(rightValue);
    if (low !== high) return (low < high ? -1 : 1) * (direction === "DESC" ? -1 : 1);
  }
  return 0;
}

const inOrder = (all: readonly Row[], order: readonly Row[]): readonly Row[] =>
  all.toSorted((left, right) => order.map((each) => compare(left, right, each)).find((found) => found !== 0) ?? 0);

const largest = 500;
const usual = 20;

interface Parameters {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly where?: unknown;
  readonly order?: readonly Row[] | null;
}

/** A cursor is the position of its record: `:7` in Base64. */
const cursorAt = (position: number): string => Buffer.from(`:${position}`).toString("base64");
const positionOf = (cursor: string): number => Number(Buffer.from(cursor, "base64").toString().slice(1)) + 1;

export function connectionOf(all: readonly Row[], { first, after, where, order }: Parameters): Row {
  const found = inOrder(
    all.filter((each) => meets(each, where)),
    order ?? [],
  );
  const start = after ? positionOf(after) : 0;
  const end = Math.min(found.length, start + Math.min(first ?? usual, largest));
  const page = found.slice(start, end);
  return {
    edges: page.map((node, index) => ({ cursor: cursorAt(start + index), node })),
    nodes: page,
    pageInfo: {
      endCursor: page.length === 0 ? null : cursorAt(end - 1),
      startCursor: page.length === 0 ? null : cursorAt(start),
      hasNextPage: end < found.length,
    },
    totalCount: found.length,
  };
}
