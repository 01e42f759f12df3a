/** The actions on connections and writes. */

import { callerOf } from "../../core/accounts/callers.ts";
import { openConnection } from "../../core/accounts/connection.ts";
import { connectorOf } from "../../core/connecting/context.ts";
import { connectionHealth, disconnect } from "../../core/connecting/manageConnection.ts";
import { reconcileWrite } from "../../core/writing/reconcile.ts";
import { endGrant } from "../../store/assistants/grants.ts";
import { findConnection, revokeAccountKey } from "../../store/connections.ts";
import { findConnectionName, listAccountKeys } from "../../store/console/connections.ts";
import { listWrites } from "../../store/console/work.ts";
import { sayReason } from "../parts/issueTitles.ts";
import { sayWord } from "../texts/phrases.ts";
import { type Act, type ConsoleAction, connectionIn, databaseOf } from "./action.ts";

const checkConnection: Act = async (context) => {
  const { view, request } = context;
  const row = await connectionIn(context);
  if (row === undefined || row.state === "disabled") return undefined;
  const { connecting, manageFor } = view.deps.auth;
  const connector = connectorOf(connecting, row.targetSystem);
  const health = await connectionHealth(manageFor(request.id), connector, openConnection(row, connecting.vault));
  const problem = sayReason(view, health.problem ?? "");
  const system = connector.name;
  const text = health.healthy ? view.say("checkedGood", { system }) : view.say("checkedBad", { system, problem });
  return { text, tenantId: row.tenantId };
};

const createReconnectLink: Act = async (context) => {
  const { view } = context;
  const row = await connectionIn(context);
  if (row === undefined || row.state === "disabled") return undefined;
  const { begin, connecting } = view.deps.auth;
  const connector = connectorOf(connecting, row.targetSystem);
  const made = await begin(row.tenantId, connector, { kind: "link" }, { connectionId: row.id });
  return { text: view.say("reconnectLinkHelp"), made, tenantId: row.tenantId };
};

const endConnection: Act = async (context) => {
  const { view, form, request } = context;
  const row = await connectionIn(context);
  if (row === undefined || row.state === "disabled") return undefined;
  const name = (await findConnectionName(databaseOf(context), row.tenantId, row.id)) ?? row.id;
  if (form["confirm"] !== name) return { text: view.say("typeName", { name }), isRefused: true };
  const { connecting, manageFor } = view.deps.auth;
  const connector = connecting.connectors.get(row.targetSystem);
  await disconnect(manageFor(request.id), connector, openConnection(row, connecting.vault));
  return { text: view.say("done"), tenantId: row.tenantId };
};

const revokeKey: Act = async (context) => {
  const { view, form, ids } = context;
  const row = await connectionIn(context);
  if (row === undefined) return undefined;
  const database = databaseOf(context);
  const key = (await listAccountKeys(database, row.id)).find(({ id }) => id === ids["key"]);
  if (key === undefined || key.revokedAt !== null) return undefined;
  const { tenantId } = row;
  if (form["confirm"] !== key.hint)
    return { text: view.say("typeName", { name: key.hint }), isRefused: true, tenantId };
  if (!(await revokeAccountKey(database, key.hash)))
    return { text: view.say("onlyAccountKey"), isRefused: true, tenantId };
  return { text: view.say("done"), tenantId };
};

const endAssistant: Act = async (context) => {
  const { view, ids } = context;
  const row = await connectionIn(context);
  if (row === undefined) return undefined;
  const isEnded = await endGrant(databaseOf(context), { id: ids["assistant"] ?? "", connectionId: row.id });
  return isEnded ? { text: view.say("done"), tenantId: row.tenantId } : undefined;
};

const reconcile: Act = async (context) => {
  const { view, ids, request } = context;
  const { deps, scope } = view;
  const database = databaseOf(context);
  const { rows } = await listWrites(database, scope, { id: ids["id"] ?? "" });
  const [write] = rows;
  const row = write && (await findConnection(database, write.connectionId));
  if (write === undefined || row === undefined || row.state === "disabled") return undefined;
  const caller = callerOf(row, deps.auth.connecting.vault);
  const { state } = await reconcileWrite(deps.reconciling, caller, write.id, request.id);
  const { name: system } = connectorOf(deps.auth.connecting, row.targetSystem);
  const text = view.say("reconciled", { system, state: sayWord(view.say, "state", state) });
  return { text, tenantId: row.tenantId };
};

export const connectionActions: readonly ConsoleAction[] = [
  { path: "/connections/:id/check", name: "connection.check", act: checkConnection },
  { path: "/connections/:id/reconnect", name: "connection.reconnectLink", act: createReconnectLink },
  { path: "/connections/:id/end", name: "connection.end", shownOn: "/connections/:id", act: endConnection },
  { path: "/connections/:id/keys/:key/revoke", name: "accountKey.revoke", shownOn: "/connections/:id", act: revokeKey },
  {
    path: "/connections/:id/assistants/:assistant/end",
    name: "assistantGrant.end",
    shownOn: "/connections/:id",
    act: endAssistant,
  },
  { path: "/writes/:id/reconcile", name: "write.reconcile", act: reconcile },
];
