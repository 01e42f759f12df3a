/** The routes of the page on which end users see and manage their connections. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConnectingDeps } from "../../core/connecting/context.ts";
import {
  disconnectFromPage,
  endUserPageUrl,
  findVisitedPage,
  type LastActivity,
  listShownConnections,
  type PageVisit,
  reconnectFromPage,
  type ShownConnection,
  type VisitedPage,
} from "../../core/connecting/endUserPage.ts";
import { FlowProblem, formCheck } from "../../core/connecting/flow.ts";
import type { ConnectionDeps } from "../../core/connecting/manageConnection.ts";
import type { StartFlow } from "../../core/connecting/startFlow.ts";
import { groupOf } from "../../pages/access.ts";
import {
  type AssistantFacts,
  type ConnectionFacts,
  type ConnectionsFacts,
  connectionsPage,
  disconnectPage,
  type GroupActivity,
} from "../../pages/connectionsPage.ts";
import { pageHeaders } from "../../pages/headers.ts";
import type { Look } from "../../pages/look.ts";
import { markOf, shownName } from "../../pages/systemMark.ts";
import type { AccessGroup } from "../../pages/texts/texts.ts";
import { type AssistantGrant, listGrants } from "../../store/assistants/grants.ts";

export interface EndUserPageDeps {
  readonly connecting: ConnectingDeps;
  readonly begin: StartFlow;
  readonly manageFor: (requestId: string) => ConnectionDeps;
  readonly lookOf: (page: VisitedPage, request: FastifyRequest) => Promise<Look>;
  /** Sets the cookie that binds the page to the browser. */
  readonly identifyBrowser: (request: FastifyRequest, reply: FastifyReply) => string;
  /** Accepts a form only from the browser that it was rendered for. */
  readonly formOf: (request: FastifyRequest) => {
    readonly browser: string;
    readonly form: Readonly<Record<string, string | undefined>>;
  };
}

export function addEndUserPage(app: FastifyInstance, deps: EndUserPageDeps): void {
  const { connecting, begin, manageFor } = deps;
  app.get("/auth/connections", async (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    const token = typeof query["page"] === "string" ? query["page"] : "";
    const browser = deps.identifyBrowser(request, reply);
    const page = await findVisitedPage(connecting, { token, browser });
    const look = await deps.lookOf(page, request);
    const shown = await listShownConnections(connecting, manageFor(request.id), page);
    const grants = await listGrants(
      connecting.database,
      shown.map(({ id }) => id),
    );
    const facts = { page: token, check: formCheck(browser) };
    reply.headers(pageHeaders());
    if (query["disconnect"] === undefined)
      return reply.send(
        connectionsPage(look, {
          ...facts,
          connections: shown.map((connection) => factsOf(connection, grants)),
          offersAssistants: page.assistantAccess !== null,
          backTo: page.returnUrl,
          ...noticeIn(connecting, query),
        }),
      );
    const chosen = shown.find(({ id }) => id === query["disconnect"]);
    if (chosen === undefined) throw new FlowProblem("failed");
    return reply.send(disconnectPage(look, { ...facts, connection: factsOf(chosen, grants) }));
  });

  const visitOf = (request: FastifyRequest): PageVisit & { readonly connection: string } => {
    const { browser, form } = deps.formOf(request);
    return { token: form["page"] ?? "", browser, connection: form["connection"] ?? "" };
  };
  const redirect = (reply: FastifyReply, url: string): FastifyReply =>
    reply.headers({ "referrer-policy": "no-referrer", "cache-control": "no-store" }).redirect(url, 303);
  app.post("/auth/connections/reconnect", async (request, reply) => {
    const { connection, ...visit } = visitOf(request);
    return redirect(reply, await reconnectFromPage(connecting, begin, visit, connection));
  });
  app.post("/auth/connections/disconnect", async (request, reply) => {
    const { connection, ...visit } = visitOf(request);
    const { id } = await disconnectFromPage(connecting, manageFor(request.id), visit, connection);
    return redirect(reply, `${endUserPageUrl(connecting.baseUrl(), visit.token)}&ended=${id}`);
  });
}

/** The query says which action the browser comes from. Without a known target system, there is no notice. */
function noticeIn(
  { connectors }: ConnectingDeps,
  { system, ended, error, accessEnded }: Readonly<Record<string, unknown>>,
): Pick<ConnectionsFacts, "notice"> {
  if (accessEnded !== undefined) return { notice: { kind: "accessEnded", systemName: "" } };
  const connector = connectors.get(String(ended ?? system));
  if (connector === undefined) return {};
  const kind = error === undefined ? "reconnected" : "unchanged";
  return { notice: { kind: ended === undefined ? kind : "disconnected", systemName: shownName(connector) } };
}

const factsOf = (
  { connector, activity, ...connection }: ShownConnection,
  grants: readonly AssistantGrant[],
): ConnectionFacts => ({
  ...connection,
  assistants: grants.filter(({ connectionId }) => connectionId === connection.id).map(assistantOf),
  systemName: shownName(connector),
  mark: markOf(connector),
  reads: groupsIn(activity.filter(({ isRead }) => isRead)),
  writes: groupsIn(activity.filter(({ isRead }) => !isRead)),
});

const assistantOf = ({ id, clientName, host, access, createdAt }: AssistantGrant): AssistantFacts => ({
  id,
  name: clientName,
  host,
  mayWrite: access === "write",
  since: createdAt,
});

/** The latest activity of each group. */
function groupsIn(activity: readonly LastActivity[]): GroupActivity[] {
  const latest = new Map<AccessGroup, Date>();
  for (const { resource, at } of activity) {
    const group = groupOf(resource);
    if (group !== undefined && at > (latest.get(group) ?? new Date(0))) latest.set(group, at);
  }
  return [...latest].map(([group, at]) => ({ group, at }));
}
