/** The issues: what is broken, whose turn it is, and where to look. */
import { actors } from "../../contract/actors.ts";
import { findMuted, type IssueQuery, type IssueRow, listIssues } from "../../store/issues/issues.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { describe } from "../parts/issueTitles.ts";
import { check, type Frame } from "../parts/layout.ts";
import { type Column, connectionLink, list, stateBadge, systemChoices, table } from "../parts/list.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may, seesAllTenants } from "../parts/permissions.ts";
import { timeOf } from "../parts/time.ts";
import { linkTo, nameOfSystem, type View } from "../parts/view.ts";
import { type Phrase, sayWord } from "../texts/phrases.ts";

interface ShownIssue extends IssueRow {
  readonly isMuted: boolean;
  /** More than one if many connections of a target system have the same problem. */
  readonly connections: number;
}

/** With this many connections it is one issue of the target system. */
const many = 5;

/** Open issues that nobody has muted. */
export async function urgentIssues(view: View): Promise<readonly ShownIssue[]> {
  const issues = await shownIssues(view, "open");
  return issues.filter(({ isMuted }) => !isMuted);
}

async function shownIssues(view: View, state?: "open" | "closed"): Promise<readonly ShownIssue[]> {
  const { tenantId, from } = view.scope;
  return folded(view, await findShown(view, { tenantId, state, since: from }));
}

/** The open issues of one connection, muted ones included. */
export const issuesOfConnection = (view: View, connectionId: string): Promise<readonly ShownIssue[]> =>
  findShown(view, { tenantId: view.scope.tenantId, state: "open", connectionId });

async function findShown({ client, scope }: View, query: IssueQuery): Promise<readonly ShownIssue[]> {
  const isMuted = await findMuted(client, scope.tenantId);
  const issues = await listIssues(client, query);
  return issues.map((issue) => ({ ...issue, isMuted: isMuted(issue), connections: 1 }));
}

/** Replaces the same issue of many connections by one. */
function folded(view: View, issues: readonly ShownIssue[]): readonly ShownIssue[] {
  const groups = Map.groupBy(issues, (issue) => {
    const { kind, code, operation, targetSystem, closedAt, isMuted } = issue;
    return JSON.stringify([kind, code, operation, targetSystem, closedAt === null, isMuted, endpointOf(issue)]);
  });
  return [...groups.values()].flatMap((group) => {
    const connections = new Set(group.map(({ connectionId }) => connectionId)).size;
    const [latest] = group;
    if (latest === undefined || connections < many) return group;
    const counts = group.map(({ count }) => count);
    const firstSeen = new Date(Math.min(...group.map((issue) => issue.firstSeen.getTime())));
    const endUserName = view.say("manyConnections", { count: connections });
    const count = counts.reduce((sum, each) => sum + each, 0);
    return [{ ...latest, connections, connectionId: null, endUserName, count, firstSeen }];
  });
}

/** The message of an issue with a subscription is the URL of its endpoint. */
const endpointOf = ({ subscriptionId, message }: IssueRow): string | null => (subscriptionId === null ? null : message);

export function issueTable(view: View, issues: readonly ShownIssue[]): Markup {
  return table(view, { columns: issueColumns(view), rows: issues, caption: view.say("issues") });
}

/** Without the connection, for its own page. */
export function connectionIssueTable(view: View, issues: readonly ShownIssue[]): Markup {
  const columns = issueColumns(view).filter(({ title }) => title !== "connection");
  return table(view, { columns, rows: issues, caption: view.say("issues") });
}

const stateOf = ({ closedAt, isMuted }: ShownIssue): string => {
  if (closedAt !== null) return "resolved";
  return isMuted ? "muted" : "attention";
};

function issueColumns(view: View): readonly Column<ShownIssue>[] {
  return [
    { title: "issue", cell: (issue) => issueTitle(view, issue) },
    { title: "connection", cell: (issue) => concernedConnection(view, issue) },
    { title: "actionBy", cell: (issue) => actorOf(view, issue), isTight: true },
    { title: "state", cell: (issue) => stateBadge(view, stateOf(issue)) },
    { title: "times", cell: ({ count }) => String(count), isNumber: true },
    { title: "firstSeen", cell: ({ firstSeen }) => timeOf(view, firstSeen), isMinor: true },
    { title: "lastSeen", cell: ({ lastSeen }) => timeOf(view, lastSeen), isLabelled: true },
    { title: "actions", cell: (issue) => issueActions(view, issue) },
  ];
}

function issueTitle(view: View, issue: ShownIssue): Markup {
  const { title } = describe(view, issue);
  const code = issue.code !== null && html` · <span class="muted">${issue.code}</span>`;
  const next =
    issue.closedAt === null &&
    html`<br><span class="muted">${view.say("nextStep")}: ${view.say(nextPhraseOf(view, issue))}</span>`;
  return html`<div class="issue"><a href="${evidenceOf(view, issue)}">${title}</a>${code}${next}</div>`;
}

/** Kontor repeats these by itself, unless the end user has to grant a permission. */
const backgroundKinds: ReadonlySet<string> = new Set(["subscription_failing", "poll_failing", "check_failing"]);

const nextByKind: Readonly<Partial<Record<IssueRow["kind"], Phrase>>> = {
  sign_in_needed: "next.signIn",
  consent_needed: "next.signIn",
  access_expiring: "next.signIn",
  outcome_unknown: "next.reconcile",
  stored_differently: "next.compare",
  endpoint_failing: "next.repair",
  deliveries_given_up: "next.replay",
};

function nextPhraseOf(view: View, issue: ShownIssue): Phrase {
  const { kind, code } = issue;
  const phrase = nextByKind[kind];
  if (phrase !== undefined) return phrase;
  if (code === "target_forbidden") return "next.permit";
  return backgroundKinds.has(kind) ? "next.retries" : `next.${describe(view, issue).next}`;
}

/** A subscription of a whole tenant concerns all its connections; a request with an unknown key concerns none. */
function concernedConnection(view: View, issue: ShownIssue): Part {
  if (issue.connections > 1) return issue.endUserName ?? undefined;
  if (issue.connectionId === null && issue.subscriptionId !== null) return view.say("allConnections");
  return connectionLink(view, issue);
}

/** Operators see the issues of several platforms, so the tenant's name says which of them has to act. */
function actorOf(view: View, issue: ShownIssue): Markup {
  const { actor } = describe(view, issue);
  const namesTenant = actor === "platform" && seesAllTenants(view);
  return html`<span class="who">${sayWord(view.say, "actor", actor)}${namesTenant && html` <span class="muted">${issue.tenantName}</span>`}</span>`;
}

/** Deliveries are kept that long, and those that were given up may be old. */
const longestRange = "30d";

/** The page that shows the cause. */
function evidenceOf(view: View, issue: ShownIssue): string {
  const { kind, code, operation, connectionId, targetSystem, subscriptionId } = issue;
  const connection = connectionId ?? undefined;
  const system = connectionId === null ? (targetSystem ?? undefined) : undefined;
  if (kind === "requests_failing")
    return linkTo(view, "/console/requests", {
      code: code ?? undefined,
      operation: operation ?? undefined,
      connection,
      system,
    });
  if (kind === "outcome_unknown") return linkTo(view, "/console/writes", { state: "unknown", connection });
  if (kind === "stored_differently")
    return linkTo(view, "/console/writes", { state: "differs", operation: operation ?? undefined, connection });
  if (subscriptionId !== null) {
    const receiver = issue.connections > 1 ? { text: issue.message ?? undefined } : { subscription: subscriptionId };
    const state = kind === "deliveries_given_up" ? "failed" : undefined;
    return linkTo(view, "/console/deliveries", { ...receiver, state, range: longestRange });
  }
  return connectionId === null
    ? linkTo(view, "/console/connections", { system })
    : linkTo(view, `/console/connections/${connectionId}`);
}

/** A text to forward if the end user needs to act. */
function remedyOf(view: View, issue: ShownIssue): string | undefined {
  const { actor, next } = describe(view, issue);
  if (actor !== "end_user") return undefined;
  const system = nameOfSystem(view, issue.targetSystem);
  if (next === "reconnect") return view.say("remedyText", { system });
  const message = issue.message === null ? "" : ` ${view.say("vendorMessage", { system, message: issue.message })}`;
  return `${view.say("remedyForbidden", { system })}${message}`;
}

/** Issues that end when a person says so. */
const endedByPeople: ReadonlySet<string> = new Set(["stored_differently", "requests_failing", "deliveries_given_up"]);

function issueActions(view: View, issue: ShownIssue): Markup {
  const { say } = view;
  const remedy = remedyOf(view, issue);
  const isOpen = issue.closedAt === null && issue.connections === 1;
  const ending = say(issue.kind === "deliveries_given_up" ? "dismissDeliveries" : "resolveIssue");
  const form = (action: "mute" | "resolve", label: string): Markup =>
    html`<form method="post" action="/console/issues/${issue.id}/${action}">${check(view)}<button type="submit">${label}</button></form>`;
  return html`<div class="actions">${remedy !== undefined && html`<details class="remedy"><summary>${say("remedy")}</summary><p>${remedy}</p><button type="button" class="copy" data-copy="${remedy}" hidden>${say("copy")}</button></details>`}${replayLink(view, issue)}${isOpen && endedByPeople.has(issue.kind) && may(view, "issue.resolve") && form("resolve", ending)}${isOpen && !issue.isMuted && may(view, "issue.mute") && form("mute", say("mute"))}</div>`;
}

/** Leads to the replay of the deliveries that were given up, and of those that still wait for the same endpoint. */
const replayLink = (view: View, { kind, closedAt, connections, subscriptionId }: ShownIssue): Part =>
  kind === "deliveries_given_up" &&
  closedAt === null &&
  connections === 1 &&
  may(view, "delivery.replayMany") &&
  html`<a class="action" href="${linkTo(view, "/console/deliveries/replay", { subscription: subscriptionId ?? undefined, state: "undelivered", range: longestRange })}">${view.say("bulk")} …</a>`;

export async function issuesPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, query } = view;
  const issues = await shownIssues(view);
  const matching = issues.filter(
    (issue) =>
      (!query["fault"] || describe(view, issue).actor === query["fault"]) &&
      (!query["code"] || issue.code === query["code"]) &&
      (!query["system"] || issue.targetSystem === query["system"]) &&
      (!query["state"] || stateOf(issue) === query["state"]),
  );
  const [lastClosed] = await listIssues(client, {
    tenantId: scope.tenantId,
    state: "closed",
    window: { page: 1, limit: 1 },
  });
  return {
    title: say("issues"),
    question: "question.issues",
    isLive: outcome === undefined,
    hasRange: true,
    content: html`${outcome && outcomeBox(view, outcome)}${list(view, {
      page: { rows: matching, hasMore: false },
      columns: issueColumns(view),
      caption: say("issues"),
      filters: [
        {
          name: "fault",
          title: "actionBy",
          choices: actors.map((value) => ({ value, label: sayWord(say, "actor", value) })),
        },
        { name: "code", title: "code" },
        {
          name: "system",
          title: "targetSystem",
          choices: systemChoices(view),
        },
        {
          name: "state",
          title: "state",
          choices: ["attention", "muted", "resolved"].map((value) => ({ value, label: sayWord(say, "state", value) })),
        },
      ],
      empty: html`${say("empty.issues")} ${timeOf(view, lastClosed?.closedAt ?? undefined)}`,
      next: undefined,
    })}`,
  };
}
