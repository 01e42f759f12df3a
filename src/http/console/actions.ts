/** What can be done in the console. Each is checked for who may, done by the same code as the API does it, and written down. */
import { openConnection } from "../../core/accounts/connection.ts";
import { makeConsoleLink } from "../../core/accounts/consoleAccess.ts";
import { createApiKey, createTenant } from "../../core/accounts/tenants.ts";
import { connectorOf } from "../../core/connecting/context.ts";
import { connectionHealth, disconnect } from "../../core/connecting/manageConnection.ts";
import { replay } from "../../core/delivering/replay.ts";
import { renew, rotateSecret, subscriptionOf } from "../../core/delivering/subscriptions.ts";
import { sendTestEvent } from "../../core/delivering/testEvent.ts";
import { reconcileWrite } from "../../core/writing/reconcile.ts";
import { type FoundConnection, findConnection } from "../../store/connections.ts";
import { listIssues, muteIssue } from "../../store/console/overview.ts";
import { nameApiKey, revokeKeyOf } from "../../store/console/setUp.ts";
import { listShownSubscriptions, listWrites } from "../../store/console/work.ts";
import { disableTenant, enableTenant, listTenants } from "../../store/tenants.ts";
import type { Outcome } from "./pages/connections.ts";
import { sayWord } from "./phrases.ts";
import { exact } from "./time.ts";
import type { View } from "./view.ts";

/** What was asked for: who, with which form. The view reads and writes as any other part of the service. */
export interface Asked {
  readonly view: Omit<View, "client">;
  readonly ids: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  readonly requestId: string;
}

/** Undefined: there is no such thing, or not for this person. */
type Act = (asked: Asked) => Promise<Outcome | undefined>;

export interface ConsoleAction {
  /** Below /console. */
  readonly path: string;
  /** As the audit log calls it. */
  readonly name: string;
  /** Only for who sees all tenants. */
  readonly isOperators?: boolean;
  readonly act: Act;
}

const databaseOf = ({ view }: Asked) => view.deps.auth.connecting.database;

/** Of the tenant that is looked at; another's looks unknown. */
async function connectionIn(asked: Asked): Promise<FoundConnection | undefined> {
  const { tenantId } = asked.view.scope;
  const found = await findConnection(databaseOf(asked), asked.ids["id"] ?? "");
  return found !== undefined && (tenantId === null || found.tenantId === tenantId) ? found : undefined;
}

const checkConnection: Act = async (asked) => {
  const { view, requestId } = asked;
  const row = await connectionIn(asked);
  if (row === undefined || row.state === "disabled") return undefined;
  const { connecting, manageFor } = view.deps.auth;
  const connector = connectorOf(connecting, row.targetSystem);
  const health = await connectionHealth(manageFor(requestId), connector, openConnection(row, connecting.vault));
  const { problem = "" } = health;
  const system = connector.name;
  const text = health.healthy ? view.say("checkedGood", { system }) : view.say("checkedBad", { system, problem });
  return { text, tenantId: row.tenantId };
};

const makeReconnectLink: Act = async (asked) => {
  const { view } = asked;
  const row = await connectionIn(asked);
  if (row === undefined || row.state === "disabled") return undefined;
  const { begin, connecting } = view.deps.auth;
  const connector = connectorOf(connecting, row.targetSystem);
  const made = await begin(row.tenantId, connector, { kind: "link" }, { connectionId: row.id });
  return { text: view.say("reconnectTold"), made, tenantId: row.tenantId };
};

const endConnection: Act = async (asked) => {
  const { view, form, requestId } = asked;
  const row = await connectionIn(asked);
  if (row === undefined || row.state === "disabled") return undefined;
  const name = row.endUserName ?? row.company ?? row.endUserId ?? row.id;
  if (form["confirm"] !== name) return { text: view.say("typeName", { name }) };
  const { connecting, manageFor } = view.deps.auth;
  const connector = connecting.connectors.get(row.targetSystem);
  await disconnect(manageFor(requestId), connector, openConnection(row, connecting.vault));
  return { text: view.say("done"), tenantId: row.tenantId };
};

const reconcileOne: Act = async (asked) => {
  const { view, ids, requestId } = asked;
  const { deps, scope } = view;
  const database = databaseOf(asked);
  const { rows } = await listWrites(database, scope, { id: ids["id"] ?? "" });
  const [write] = rows;
  const row = write && (await findConnection(database, write.connectionId));
  if (write === undefined || row === undefined || row.state === "disabled") return undefined;
  const caller = { tenantId: row.tenantId, connection: openConnection(row, deps.auth.connecting.vault) };
  const { state } = await reconcileWrite(deps.reconciling, caller, write.id, requestId);
  const { name: system } = connectorOf(deps.auth.connecting, row.targetSystem);
  const text = view.say("reconciled", { system, state: sayWord(view.say, "state", state) });
  return { text, tenantId: row.tenantId };
};

async function subscriptionIn(asked: Asked) {
  const { rows } = await listShownSubscriptions(databaseOf(asked), asked.view.scope, { id: asked.ids["id"] ?? "" });
  const [found] = rows;
  return found && { id: found.id, tenantId: found.tenantId, connectionId: found.connectionId };
}

const batchesOf =
  ({ view }: Asked) =>
  (targetSystem: string): boolean =>
    view.deps.auth.connecting.connectors.get(targetSystem)?.batches === true;

const sendTest: Act = async (asked) => {
  const { view } = asked;
  const { connecting } = view.deps.auth;
  const name = await subscriptionIn(asked);
  if (name === undefined) return undefined;
  const subscription = await subscriptionOf(connecting, name);
  const row = name.connectionId === null ? undefined : await findConnection(connecting.database, name.connectionId);
  const { targetSystem = "" } = row ?? {};
  const tried = await sendTestEvent(connecting, subscription, {}, batchesOf(asked)(targetSystem));
  const { status, milliseconds: ms, answer = "–" } = tried;
  const text = tried.delivered
    ? view.say("testTaken", { status: status ?? "–", ms })
    : view.say("testFailed", { answer: status === undefined ? answer : `${status} ${answer}` });
  return { text, tenantId: name.tenantId };
};

const replaySome: Act = async (asked) => {
  const { view, form } = asked;
  const name = await subscriptionIn(asked);
  if (name === undefined) return undefined;
  const wish = form["delivery"] === undefined ? { failed: true } : { deliveryId: form["delivery"] };
  const replaying = { database: databaseOf(asked), batches: batchesOf(asked) };
  const { deliveries: count } = await replay(replaying, name, wish);
  return { text: view.say("replayed", { count }), tenantId: name.tenantId };
};

const renewOne: Act = async (asked) => {
  const name = await subscriptionIn(asked);
  if (name === undefined) return undefined;
  const { expiresAt } = await renew(asked.view.deps.auth.connecting, name);
  return { text: asked.view.say("renewed", { time: exact(expiresAt) }), tenantId: name.tenantId };
};

const rotateOne: Act = async (asked) => {
  const name = await subscriptionIn(asked);
  if (name === undefined) return undefined;
  const { subscription, secret } = await rotateSecret(asked.view.deps.auth.connecting, name);
  const { previousUntil } = subscription;
  const time = previousUntil === null ? "–" : exact(previousUntil);
  return { text: asked.view.say("rotated", { time }), made: secret, tenantId: name.tenantId };
};

/** The tenant of the address, where this person may see it. */
async function tenantIn(asked: Asked): Promise<string | undefined> {
  const { tenantId } = asked.view.scope;
  const wanted = asked.ids["id"] ?? "";
  if (tenantId !== null && tenantId !== wanted) return undefined;
  return (await listTenants(databaseOf(asked))).find(({ id }) => id === wanted)?.id;
}

const makeTenant: Act = async (asked) => {
  const name = (asked.form["name"] ?? "").trim();
  if (name === "" || name.length > 200) return undefined;
  return { text: asked.view.say("done"), made: await createTenant(databaseOf(asked), name) };
};

const makeKey: Act = async (asked) => {
  const tenantId = await tenantIn(asked);
  if (tenantId === undefined) return undefined;
  const { id, apiKey } = await createApiKey(databaseOf(asked), tenantId);
  const name = (asked.form["name"] ?? "").trim().slice(0, 100);
  if (name !== "") await nameApiKey(databaseOf(asked), id, name);
  return { text: asked.view.say("keyMade"), made: apiKey, tenantId };
};

const revokeKey: Act = async (asked) => {
  const tenantId = await tenantIn(asked);
  if (tenantId === undefined || !(await revokeKeyOf(databaseOf(asked), tenantId, asked.ids["key"] ?? "")))
    return undefined;
  return { text: asked.view.say("done"), tenantId };
};

const makeLink: Act = async (asked) => {
  const { view, form } = asked;
  const tenantId = await tenantIn(asked);
  const person = (form["person"] ?? "").trim().slice(0, 100);
  if (tenantId === undefined || person === "") return undefined;
  const role = form["readOnly"] === "yes" ? "viewer" : "member";
  const { baseUrl } = view.deps.auth.connecting;
  const { url } = await makeConsoleLink(databaseOf(asked), baseUrl(), { role, tenantId, person });
  return { text: view.say("linkMade"), made: url, tenantId };
};

const setEnabled =
  (isEnabled: boolean): Act =>
  async (asked) => {
    const tenantId = await tenantIn(asked);
    const database = databaseOf(asked);
    const tenant = (await listTenants(database)).find(({ id }) => id === tenantId);
    if (tenant === undefined) return undefined;
    if (!isEnabled && asked.form["confirm"] !== tenant.name)
      return { text: asked.view.say("typeName", { name: tenant.name }) };
    await (isEnabled ? enableTenant : disableTenant)(database, tenant.id);
    return { text: asked.view.say("done"), tenantId: tenant.id };
  };

const mute: Act = async (asked) => {
  const { scope } = asked.view;
  const issues = await listIssues(databaseOf(asked), scope);
  const issue = issues.find(({ name }) => name === asked.form["name"]);
  if (issue === undefined) return undefined;
  await muteIssue(databaseOf(asked), scope.tenantId, issue.name);
  return { text: asked.view.say("done") };
};

export const consoleActions: readonly ConsoleAction[] = [
  { path: "/connections/:id/check", name: "connection.check", act: checkConnection },
  { path: "/connections/:id/reconnect", name: "connection.reconnectLink", act: makeReconnectLink },
  { path: "/connections/:id/end", name: "connection.end", act: endConnection },
  { path: "/writes/:id/reconcile", name: "write.reconcile", act: reconcileOne },
  { path: "/subscriptions/:id/test", name: "subscription.test", act: sendTest },
  { path: "/subscriptions/:id/replay", name: "subscription.replay", act: replaySome },
  { path: "/subscriptions/:id/renew", name: "subscription.renew", act: renewOne },
  { path: "/subscriptions/:id/rotate", name: "subscription.rotateSecret", act: rotateOne },
  { path: "/tenants", name: "tenant.create", isOperators: true, act: makeTenant },
  { path: "/tenants/:id/keys", name: "apiKey.create", act: makeKey },
  { path: "/tenants/:id/keys/:key/revoke", name: "apiKey.revoke", act: revokeKey },
  { path: "/tenants/:id/links", name: "console.link", act: makeLink },
  { path: "/tenants/:id/disable", name: "tenant.disable", isOperators: true, act: setEnabled(false) },
  { path: "/tenants/:id/enable", name: "tenant.enable", isOperators: true, act: setEnabled(true) },
  { path: "/issues/mute", name: "issue.mute", act: mute },
];
