/** QuickBooks Online's API 3 at minor version 75, after Intuit's pages (2026-11). */
import { hmac } from "../../src/sandbox/engine/secrets.ts";
import { changeBriefly } from "../engine/closing.ts";
import { pdf, readForm } from "../engine/files.ts";
import { openOnce } from "../engine/once.ts";
import { type Answer, get, parseJson, post, Refusal, type Route, type RouteRequest } from "../engine/routes.ts";
import { big, dayLater, type Row, row, rows, sum, text } from "../engine/values.ts";
import { simulate, type VendorContext } from "../engine/vendor.ts";
import { attach, openBooks } from "./books.ts";
import { type Entity, entityAt, isEntity, isList, isTransaction, type Name, stampAt } from "./models.ts";
import { select } from "./query.ts";
import { invalid, limitedUser, missing, needed, refusals, unfit } from "./refusals.ts";
import { type Books, erase, voidOut, write } from "./rules.ts";

const timed = ({ world }: RouteRequest<Name>, body: Row): Answer => ({ body: { ...body, time: stampAt(world.now()) } });

/** Balance sheet accounts show their current balance, debits positive. */
function show(company: Books, entity: Entity, record: Row): Row {
  if (entity !== "Account") return record;
  const inSheet = record["Classification"] !== "Revenue" && record["Classification"] !== "Expense";
  const balance = sum(company.tables.Posting.under("account", record["Id"]).map(({ amount }) => amount)).toNumber();
  return { ...record, CurrentBalance: inSheet ? balance : 0, CurrentBalanceWithSubAccounts: inSheet ? balance : 0 };
}

function found({ company, params }: RouteRequest<Name>, entity: Entity, id = params["id"]): Row {
  const record = company.tables[entity].get(id);
  if (record === undefined) throw missing();
  return record;
}

const unsupported = (name = "") => invalid(500, "Unsupported Operation", `Operation ${name} is not supported.`);

function entityOf({ params }: RouteRequest<Name>): Entity {
  const entity = entityAt(params["entity"] ?? "");
  if (entity === undefined) throw unsupported(params["entity"]);
  return entity;
}

function query(request: RouteRequest<Name>): Answer {
  const { company, query: parameters } = request;
  const {
    entity,
    rows: records,
    start,
    count,
  } = select(parameters["query"] ?? "", (name) => company.tables[name].all());
  if (count !== undefined) return timed(request, { QueryResponse: { totalCount: count } });
  if (records.length === 0) return timed(request, { QueryResponse: {} });
  const page = { startPosition: start, maxResults: records.length };
  return timed(request, {
    QueryResponse: { [entity]: records.map((record) => show(company, entity, record)), ...page },
  });
}

/** Changed records, followed by deleted ones. */
function changes(request: RouteRequest<Name>): Answer {
  const { company, query: parameters, world } = request;
  const since = Date.parse(parameters["changedSince"] ?? "");
  if (!(since > world.now() - 30 * 86_400_000)) throw invalid(2020, "Invalid date", "changedSince is too old");
  const isLater = ({ MetaData }: Row) => Date.parse(text(row(MetaData)["LastUpdatedTime"])) >= since;
  const all = (parameters["entities"] ?? "").split(",").map((name) => {
    if (!isEntity(name) || name === "TaxCode" || name === "TaxRate") throw unsupported(name);
    const gone = company.tables.Gone.under("entity", name).map((deleted) => row(deleted["shown"]));
    const changed = [...company.tables[name].where(isLater), ...gone.filter(isLater)].slice(0, 1000);
    return changed.length === 0 ? {} : { [name]: changed, startPosition: 1, maxResults: changed.length };
  });
  return timed(request, { CDCResponse: [{ QueryResponse: all }] });
}

/** Profits of earlier years are in the equity. */
function trialBalance(request: RouteRequest<Name>): Answer {
  const { company, query: parameters, world } = request;
  const { start_date: start = "", end_date: end = "" } = parameters;
  const { Account, Posting } = company.tables;
  const isResult = ({ Classification }: Row) => Classification === "Revenue" || Classification === "Expense";
  const posted = (account: Row, from: string, to: string) =>
    Posting.under("account", account["Id"])
      .filter(({ date }) => text(date) >= from && text(date) <= to)
      .map(({ amount }) => amount);
  const earned = Account.where(isResult).flatMap((account) => posted(account, "0000", dayLater(start, -1)));
  const lines = Account.all().flatMap((account) => {
    const before = account["Name"] === "Retained Earnings" ? earned : [];
    const balance = sum([...posted(account, isResult(account) ? start : "0000", end), ...before]);
    const name = [account["AcctNum"], account["FullyQualifiedName"]].filter(Boolean).join(" ");
    const sides = [{ value: balance.abs().toFixed(2) }, { value: "" }];
    if (balance.lt(0)) sides.reverse();
    return balance.eq(0) ? [] : [{ ColData: [{ value: name, id: account["Id"] }, ...sides] }];
  });
  const total = (side: number) => sum(lines.map(({ ColData }) => ColData[side]?.value || 0)).toFixed(2);
  const Summary = { ColData: [{ value: "TOTAL" }, { value: total(1) }, { value: total(2) }] };
  const Option = [{ Name: "NoReportData", Value: String(lines.length === 0) }];
  const about = { ReportName: "TrialBalance", ReportBasis: "Accrual", StartPeriod: start, EndPeriod: end };
  const titles = ["", "Debit", "Credit"];
  const Column = titles.map((ColTitle) => ({ ColType: ColTitle === "" ? "Account" : "Money", ColTitle }));
  const Row = [...lines, { Summary, type: "Section", group: "GrandTotal" }];
  const Header = { Time: stampAt(world.now()), ...about, Currency: "GBP", Option };
  return { body: { Header, Columns: { Column }, Rows: lines.length === 0 ? {} : { Row } } };
}

const company = (request: RouteRequest<Name>): Answer => {
  const { name } = request.company.facts;
  const more = { CompanyAddr: { Id: "1", City: "Exampleton", Country: "GBR" }, FiscalYearStartMonth: "April" };
  return timed(request, { CompanyInfo: { Id: "1", SyncToken: "4", domain: "QBO", CompanyName: name, ...more } });
};

const preferences = (request: RouteRequest<Name>): Answer => {
  const AccountingInfoPrefs = {
    FirstMonthOfFiscalYear: "April",
    BookCloseDate: request.company.facts["BookCloseDate"],
  };
  return timed(request, {
    Preferences: {
      Id: "1",
      AccountingInfoPrefs,
      CurrencyPrefs: { MultiCurrencyEnabled: true, HomeCurrency: { value: request.company.facts["currency"] } },
    },
  });
};

const shown = (request: RouteRequest<Name>, entity: Entity, record: Row) =>
  timed(request, { [entity]: show(request.company, entity, record) });

/** Creates a record without an id; a change has to name the latest version. */
function store(request: RouteRequest<Name>): Answer {
  const entity = entityOf(request);
  const body = request.body();
  if (body["Id"] === undefined) return shown(request, entity, write(request.company, entity, body));
  const before = found(request, entity, text(body["Id"]));
  if (body["SyncToken"] === undefined) throw needed("SyncToken");
  if (body["SyncToken"] !== before["SyncToken"])
    throw invalid(5010, "Stale Object Error", "Stale Object Error : You and somebody else were working on this.");
  if (request.query["operation"] === "delete" && isTransaction(entity)) {
    erase(request.company, entity, before);
    return timed(request, { [entity]: { status: "Deleted", domain: "QBO", Id: before["Id"] } });
  }
  if (request.query["operation"] === "void" && isTransaction(entity)) {
    if (big(before["Balance"]).lt(big(before["TotalAmt"])))
      throw unfit("You must unlink any linked payments before voiding it.");
    return shown(request, entity, voidOut(request.company, entity, before));
  }
  return shown(request, entity, write(request.company, entity, body, before));
}

const fileTypes = /\.(?:ai|csv|docx?|eps|gif|jpe?g|ods|pdf|png|rtf|tif|txt|xlsx?|xml)$/i;

async function upload(request: RouteRequest<Name>): Promise<Answer> {
  const form = await readForm(request.raw);
  const { file_metadata_01: metadata, file_content_01: content } = form?.files ?? {};
  if (metadata === undefined || content === undefined) throw needed("file_content_01");
  const { AttachableRef, Note, FileName = content.name } = row(parseJson(metadata.bytes));
  if (!fileTypes.test(text(FileName))) throw invalid(2010, "Unsupported file type", text(FileName), "FileName");
  const { EntityRef: owner } = row(rows(AttachableRef)[0]);
  if (owner !== undefined) found(request, text(row(owner)["type"]) as Entity, text(row(owner)["value"]));
  const file = { ...content, name: text(FileName) };
  const attachable = attach(request.company, owner === undefined ? owner : row(owner), file, { Note });
  return timed(request, { AttachableResponse: [{ Attachable: attachable }] });
}

const print = (entity: "Invoice" | "Estimate"): Route<Name> =>
  get(`${entity.toLowerCase()}/:id/pdf`, (request) => {
    const body = pdf(`${entity} ${text(found(request, entity)["DocNumber"])}`);
    return { headers: { "content-type": "application/pdf" }, body };
  });

function routes(): Route<Name>[] {
  const once = openOnce();
  const repeatable =
    (handler: (request: RouteRequest<Name>) => Answer | Promise<Answer>) => (request: RouteRequest<Name>) => {
      const { requestid = "" } = request.query;
      return once(requestid && `${request.company.id} ${requestid}`, request.raw, () => handler(request));
    };
  return [
    get("query", query),
    get("cdc", changes),
    get("reports/TrialBalance", trialBalance),
    get("companyinfo/:id", company),
    get("preferences", preferences),
    print("Invoice"),
    print("Estimate"),
    post("upload", repeatable(upload)),
    get(":entity/:id", (request) => shown(request, entityOf(request), found(request, entityOf(request)))),
    post(":entity", repeatable(store)),
  ];
}

/** One post with all changes since the last one, as CloudEvents. */
const portal = ({ companies, sender }: VendorContext<Name>) => ({
  subscribe: ({ url, key }: { url: string; key: string }) => {
    const send = (events: readonly Row[]) => {
      const body = JSON.stringify(events);
      const headers = { "intuit-signature": hmac(key, body, "base64"), "intuit-notification-schema-version": "1.0" };
      return sender.deliver({ url, body, headers, attempts: 3 });
    };
    for (const entry of companies)
      entry.listen((_company, { table, row: record, kind }) => {
        if (!isEntity(table) || table === "Attachable" || table.startsWith("Tax")) return;
        const { LastUpdatedTime } = row(record["MetaData"]);
        const time = new Date(kind === "deleted" ? entry.now() : text(LastUpdatedTime)).toISOString();
        const form = { specversion: "1.0", source: "intuit.fiktiv", datacontenttype: "application/json" };
        const what = { id: entry.newId(), type: `qbo.${table.toLowerCase()}.${kind}.v1`, time, data: {} };
        sender.gather(url, { ...form, ...what, intuitentityid: record["Id"], intuitaccountid: entry.id }, send);
      });
  },
});

/** Sandbox companies have their own host. */
const api = String.raw`/:host(^(?:sandbox-)?quickbooks\.api\.intuit\.com$)/v3/company/:realm`;

export const simulation = simulate<Name>({
  slug: "quickbooks",
  base: api,
  companies: openBooks,
  refusals: () => refusals,
  limitedUser,
  closeBooks: ({ facts }, until) => changeBriefly([facts], { BookCloseDate: until }),
  routes,
  portal,
  oauth: {
    title: "QuickBooks Online",
    authorize: "/appcenter.intuit.com/connect/oauth2",
    clientAuth: "basic",
    token: "/oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
    revoke: "/developer.api.intuit.com/v2/oauth2/tokens/revoke",
    client: { clientId: "kontor-quickbooks", clientSecret: "fiktiv-quickbooks-secret" },
    // Refresh tokens change about once a day; the previous one still works.
    accessSeconds: 3600,
    unusedSeconds: () => 8_726_400,
    rotates: true,
    graceSeconds: 86_400,
    extra: { x_refresh_token_expires_in: 8_726_400 },
    back: { realmId: "4620816365000000001" },
  },
  company: ({ params }, companies) => {
    const requested = companies.find(({ id }) => id === (params as { realm?: string }).realm);
    if (requested === undefined) throw new Refusal(refusals.forbidden);
    return requested;
  },
  outside:
    ({ companies }) =>
    (app) =>
      app.get("/intuit-qbo-prod-30.s3.amazonaws.com/:company/attachments/:id", (request, reply) => {
        const { company: id, id: name } = request.params as { company: string; id: string };
        const file = companies.find((entry) => entry.id === id)?.files.get(name);
        return file === undefined ? reply.code(404).send() : reply.type(file.type).send(file.bytes);
      }),
  screens: {
    // Customers and the like are never deleted, only made inactive, which their name shows.
    remove: ({ company: books, table, row: record }) => {
      if (isList(table)) {
        const gone = books.restamp(table, { ...record, Active: false });
        books.notify({ table, row: gone, kind: "deleted" });
      } else if (isEntity(table)) erase(books, table, { ...record, LinkedTxn: [] });
    },
  },
});
