/** Tools that show records: search, get, trial balance, open items, an explained entry, events, the system. */
import { Big } from "big.js";
import { Failure } from "../../contract/failure.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { missingScope, resourceOfOperation } from "../../contract/scopes.ts";
import {
  type Answer,
  cursorOf,
  dataNotice,
  type Fields,
  fieldText,
  pickColumns,
  positionOf,
  shortened,
  withinBudget,
} from "../server/answer.ts";
import { type Books, readAll, recordsOf } from "../server/books.ts";
import {
  columns,
  cursor,
  flag,
  getIds,
  input,
  listOutput,
  listResources,
  output,
  recordIn,
  recordOutput,
  type Tool,
  text,
  textIn,
  textMap,
  textsIn,
} from "../server/tool.ts";

/** The page sizes of the API. */
const limits = [5, 10, 20, 50, 100] as const;
const usualLimit = 20;

/** A page of a list, within the budget. The rest is behind a cursor and a link. */
export async function listPage(books: Books, resource: string, args: Fields): Promise<Answer> {
  const id = `${resource}.list` as OperationId;
  if (!Object.hasOwn(operations, id))
    throw new Failure("invalid_request", `${resource} cannot be searched. Use ${listResources.join(", ")}.`, {
      field: "resource",
    });
  const { page, skip } = positionOf(textIn(args, "cursor"));
  const limit = Number(args["limit"] ?? usualLimit);
  const isPaged = "page" in operations[id].query;
  const query = { ...recordIn(args, "filters"), ...(isPaged && { page: String(page), limit: String(limit) }) };
  const { kind, envelope } = await books.call(id, { query });
  if (kind === "task")
    throw new Failure("operation_not_supported", "The target system can list this only as a background task.");
  const found = recordsOf(envelope);
  const rest = found.slice(skip).map((record) => pickColumns(record, textsIn(args, "columns")));
  const shown = withinBudget(rest.map((record) => shortened(record)));
  const isCut = shown.length < rest.length;
  const total = envelope.meta?.pagination?.total;
  const hasMore = isCut || (isPaged && found.length === limit && (total === undefined || page * limit < total));
  const next = isCut ? { page, skip: skip + shown.length } : { page: page + 1, skip: 0 };
  const nextCursor = hasMore ? cursorOf(next) : undefined;
  return {
    structured: {
      notice: dataNotice,
      records: shown,
      ...(total !== undefined && { total }),
      ...(nextCursor !== undefined && { nextCursor }),
      ...warningsOf(envelope.meta?.warnings),
    },
    ...(nextCursor !== undefined && {
      next: {
        uri: uriOf(resource, { ...args, resource, cursor: nextCursor }),
        description: "The next part of this list",
      },
    }),
  };
}

const uriOf = (resource: string, args: Fields): string =>
  `kontor://records/${resource}/${Buffer.from(JSON.stringify(args)).toString("base64url")}`;

/** The arguments behind a link. */
export function argsOf(encoded: string): Fields {
  try {
    const args: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString());
    return typeof args === "object" && args !== null ? (args as Fields) : {};
  } catch {
    return {};
  }
}

const warningsOf = (warnings: readonly string[] | undefined) =>
  warnings === undefined || warnings.length === 0 ? {} : { warnings };

const searchRecords: Tool = {
  name: "search_records",
  title: "Search records",
  description:
    "List records of one resource, such as overdue invoices. filters are the query parameters of the API, such as status, paymentStatus, type, name, lastModifiedAt; describe_system lists them.",
  input: input(
    {
      resource: { type: "string", enum: listResources },
      filters: textMap('Such as {"status": "OVERDUE"}.'),
      columns,
      limit: { type: "integer", enum: limits, description: `Default: ${usualLimit}.` },
      cursor,
    },
    ["resource"],
  ),
  output: listOutput,
  needs: "read",
  run: (books, args) => listPage(books, textIn(args, "resource") ?? "", args),
};

const idNameOf = (id: OperationId): string => /\{(\w+)\}/.exec(operations[id].path)?.[1] ?? "id";

const getRecord: Tool = {
  name: "get_record",
  title: "Get a record",
  description: "Read one record by its id.",
  input: input(
    { resource: { type: "string", enum: getIds.map(resourceOfOperation) }, id: text("The record's id."), columns },
    ["resource", "id"],
  ),
  output: recordOutput,
  needs: "read",
  run: async (books, args) => {
    const id = `${textIn(args, "resource")}.get` as OperationId;
    const { envelope } = await books.call(id, { ids: { [idNameOf(id)]: textIn(args, "id") ?? "" } });
    const record = shortened(pickColumns(envelope.data as Fields, textsIn(args, "columns")));
    return { structured: { notice: dataNotice, record, ...warningsOf(envelope.meta?.warnings) } };
  },
};

const trialBalance: Tool = {
  name: "trial_balance",
  title: "Trial balance",
  description: "Balances and totals by account for a fiscal year. Default: the latest fiscal year that has begun.",
  input: input({
    fiscalYearStartDate: text("YYYY-MM-DD."),
    accountNumber: text("Only this account."),
    columns,
    cursor,
  }),
  output: listOutput,
  needs: "read",
  run: async (books, args) => {
    const given = textIn(args, "fiscalYearStartDate");
    const fiscalYearStartDate = given ?? (await latestYear(books));
    const accountNumber = textIn(args, "accountNumber");
    const filters = { fiscalYearStartDate, ...(accountNumber !== undefined && { accountNumber }) };
    const { fiscalYearStartDate: _, accountNumber: __, ...rest } = args;
    return listPage(books, "trialBalance", { ...rest, filters, limit: 100 });
  },
};

async function latestYear(books: Books): Promise<string> {
  const { envelope } = await books.call("fiscalYears.list");
  const today = new Date(books.now()).toISOString();
  const starts = recordsOf(envelope)
    .map(({ startDate }) => fieldText(startDate))
    .filter((start) => start !== "" && start <= today)
    .toSorted();
  const latest = starts.at(-1);
  if (latest === undefined)
    throw new Failure("fiscal_year_required", "The fiscal year is unknown. Send fiscalYearStartDate.", {
      field: "fiscalYearStartDate",
    });
  return latest.slice(0, 10);
}

const openItems: Tool = {
  name: "open_items",
  title: "Open items",
  description: "Unpaid receivables and payables, with days overdue, and their sums by type and currency.",
  input: input({
    type: { type: "string", enum: ["INVOICE", "BILL"], description: "INVOICE: customers owe. BILL: we owe." },
    overdueOnly: flag("Only items whose due date has passed."),
    asOf: text("YYYY-MM-DD. Default: today."),
    cursor,
  }),
  output: output(
    {
      asOf: { type: "string" },
      isComplete: { type: "boolean" },
      totals: { type: "array", items: { type: "object", additionalProperties: true } },
      records: { type: "array", items: { type: "object", additionalProperties: true } },
      nextCursor: { type: "string" },
    },
    ["notice", "asOf", "totals", "records"],
  ),
  needs: "read",
  run: async (books, args) => {
    const type = textIn(args, "type");
    const asOf = textIn(args, "asOf") ?? new Date(books.now()).toISOString().slice(0, 10);
    const { records, isComplete, warnings } = await readAll(books, "openItems.list", {
      ...(type !== undefined && { type }),
    });
    const items = records
      .map((record) => openItemOf(record, asOf))
      .filter(({ daysOverdue }) => args["overdueOnly"] !== true || (daysOverdue ?? 0) > 0);
    const { skip } = positionOf(textIn(args, "cursor"));
    const shown = withinBudget(items.slice(skip));
    const end = skip + shown.length;
    return {
      structured: {
        notice: dataNotice,
        asOf,
        isComplete,
        totals: totalsOf(items),
        records: shown,
        ...(end < items.length && { nextCursor: cursorOf({ page: 1, skip: end }) }),
        ...warningsOf(warnings),
      },
    };
  },
};

interface ShownItem extends Fields {
  readonly type: string;
  readonly currency: string;
  readonly open: string;
  readonly daysOverdue?: number;
}

function openItemOf(
  { id, type, documentNumber, accountName, currency, openBalance, entries }: Fields,
  asOf: string,
): ShownItem {
  const dueDates = (Array.isArray(entries) ? (entries as Fields[]) : []).map(({ dueDate }) => fieldText(dueDate));
  const dueDate = dueDates
    .filter((due) => due !== "")
    .toSorted()[0]
    ?.slice(0, 10);
  const { amount } = (openBalance ?? {}) as { amount?: number };
  return {
    id,
    type: fieldText(type),
    documentNumber,
    accountName,
    currency: fieldText(currency),
    open: new Big(amount ?? 0).toFixed(2),
    ...(dueDate !== undefined && {
      dueDate,
      daysOverdue: Math.max(0, Math.round((Date.parse(asOf) - Date.parse(dueDate)) / 86_400_000)),
    }),
  };
}

function totalsOf(items: readonly ShownItem[]): Fields[] {
  const groups = Map.groupBy(items, ({ type, currency }) => `${type} ${currency}`);
  return [...groups.values()].map((group) => ({
    type: group[0]?.type,
    currency: group[0]?.currency,
    count: group.length,
    open: group.reduce((sum, { open }) => sum.plus(open), new Big(0)).toFixed(2),
  }));
}

const explainEntry: Tool = {
  name: "explain_entry",
  title: "Explain a journal entry",
  description: "A journal entry with the names of its accounts, its debits and credits, and whether they balance.",
  input: input({ journalEntryId: text("The entry's id.") }, ["journalEntryId"]),
  output: output(
    {
      record: { type: "object", additionalProperties: true },
      lines: { type: "array", items: { type: "object", additionalProperties: true } },
      debits: { type: "string" },
      credits: { type: "string" },
      isBalanced: { type: "boolean" },
    },
    ["notice", "record", "lines"],
  ),
  needs: "read",
  run: async (books, args) => {
    const { envelope } = await books.call("journalEntries.get", {
      ids: { journalEntryId: textIn(args, "journalEntryId") ?? "" },
    });
    const { journalLineItems, ...record } = envelope.data as Fields;
    const lines = (Array.isArray(journalLineItems) ? (journalLineItems as Fields[]) : []).slice(0, 100);
    const accounts = await accountNames(books, lines);
    const shown = lines.map((line) => ({
      account:
        accounts.get(fieldText(line["accountId"])) ?? line["accountCode"] ?? line["accountNumber"] ?? line["accountId"],
      side: line["debitCreditIndicator"],
      amount: amountOf(line).toFixed(2),
      description: line["description"],
      documentNumber: line["documentNumber"],
    }));
    const sum = (side: string): Big =>
      lines.reduce(
        (total, line) => (line["debitCreditIndicator"] === side ? total.plus(amountOf(line)) : total),
        new Big(0),
      );
    const debits = sum("DEBIT");
    const credits = sum("CREDIT");
    return {
      structured: {
        notice: dataNotice,
        record: shortened(record),
        lines: withinBudget(shown),
        debits: debits.toFixed(2),
        credits: credits.toFixed(2),
        isBalanced: debits.eq(credits),
      },
    };
  },
};

const amountOf = (line: Fields): Big =>
  new Big(fieldText(line["totalGrossAmount"] ?? line["totalNetAmount"], "0") || "0");

/** Names of the accounts in the lines, as far as this key may see accounts. */
async function accountNames(books: Books, lines: readonly Fields[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const ids = new Set(lines.flatMap(({ accountId }) => (typeof accountId === "string" ? [accountId] : [])));
  for (const accountId of [...ids].slice(0, 20)) {
    const { envelope } = await books.call("accounts.get", { ids: { accountId } }).catch((error: unknown) => {
      if (error instanceof Failure) return { envelope: { data: {} } };
      throw error;
    });
    const { number, code, name } = envelope.data as Fields;
    const label = [number ?? code, name]
      .map((part) => fieldText(part))
      .filter((part) => part !== "")
      .join(" ");
    if (label !== "") names.set(accountId, label);
  }
  return names;
}

const recentEvents: Tool = {
  name: "recent_events",
  title: "Recent changes",
  description: "The log of changes in the books: which records were created, changed or deleted. Oldest first.",
  input: input({
    cursor: text("nextCursor of the previous answer. Default: the beginning of the log."),
    limit: { type: "integer", minimum: 1, maximum: 100 },
  }),
  output: listOutput,
  needs: "read",
  run: async (books, args) => {
    const { events, cursor: nextCursor } = await books.events(textIn(args, "cursor"), Number(args["limit"] ?? 50));
    return { structured: { notice: dataNotice, records: events, nextCursor } };
  },
};

const describeSystem: Tool = {
  name: "describe_system",
  title: "Describe the connected system",
  description:
    "The accounting system behind this connection: what can be read, searched and written, and what is hidden.",
  input: input({ resource: text("Also list the fields and filters of this resource.") }),
  output: output(
    {
      system: { type: "string" },
      today: { type: "string" },
      company: { type: "string" },
      reads: { type: "array", items: { type: "string" } },
      writes: { type: "array", items: { type: "string" } },
      hiddenFields: { type: "array", items: { type: "string" } },
      filters: { type: "object", additionalProperties: true },
      fields: { type: "array", items: { type: "string" } },
      body: { type: "object", additionalProperties: true },
    },
    ["system", "today", "reads", "writes"],
  ),
  needs: "read",
  run: async (books, args) => {
    const { connector, scopes, hiddenFields, company } = books;
    const offered = (Object.keys(connector.operations) as OperationId[]).filter((id) => {
      const access = operations[id].kind === "write" ? "write" : "read";
      const needed = { access, resource: resourceOfOperation(id), targetSystems: [connector.id] } as const;
      return missingScope(scopes, needed) === undefined;
    });
    const resource = textIn(args, "resource");
    return {
      structured: {
        system: connector.name,
        today: new Date(books.now()).toISOString().slice(0, 10),
        ...(company !== undefined && { company }),
        reads: [...new Set(offered.filter((id) => id.endsWith(".list")).map((id) => id.slice(0, -".list".length)))],
        writes: offered.filter((id) => operations[id].kind === "write"),
        hiddenFields,
        ...(resource !== undefined && detailsOf(resource)),
      },
    };
  },
};

function detailsOf(resource: string): Fields {
  const table = operations as Readonly<Record<string, (typeof operations)[OperationId]>>;
  const list = table[`${resource}.list`];
  const create: { readonly body?: unknown } | undefined = table[`${resource}.create`];
  const record = (list ?? table[`${resource}.get`])?.record;
  const { properties = {} } = (record ?? {}) as { readonly properties?: Fields };
  const queries = Object.entries(list?.query ?? {}).filter(([name]) => name !== "page" && name !== "limit");
  return {
    filters: Object.fromEntries(queries.map(([name, { meaning }]) => [name, meaning])),
    fields: Object.keys(properties),
    ...(create?.body !== undefined && { body: create.body }),
  };
}

export const readingTools: readonly Tool[] = [
  describeSystem,
  searchRecords,
  getRecord,
  trialBalance,
  openItems,
  explainEntry,
  recentEvents,
];
