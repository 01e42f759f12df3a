/** The actions on tenants: keys, sign-in links, disabling and enabling. */
import { makeConsoleLink } from "../../core/accounts/consoleAccess.ts";
import { createApiKey, createTenant } from "../../core/accounts/tenants.ts";
import { listApiKeys, nameApiKey, revokeKeyOf } from "../../store/console/setUp.ts";
import { endSessionOf } from "../../store/log/consoleSessions.ts";
import { disableTenant, enableTenant, listTenants } from "../../store/tenants.ts";
import { type Act, type ActionContext, type ConsoleAction, databaseOf, tenantIn } from "./action.ts";

const addTenant: Act = async (context) => {
  const name = (context.form["name"] ?? "").trim();
  if (name === "" || name.length > 200) return undefined;
  const id = await createTenant(databaseOf(context), name);
  return { text: context.view.say("done"), made: id, tenantId: id, subject: { id, name } };
};

const addKey: Act = async (context) => {
  const tenantId = await tenantIn(context);
  if (tenantId === undefined) return undefined;
  // Otherwise a person with a leaked key could create another one before it is revoked.
  if (isFromKey(context)) return { text: context.view.say("keyNeedsOperator"), isRefused: true, tenantId };
  const { id, apiKey } = await createApiKey(databaseOf(context), tenantId);
  const name = (context.form["name"] ?? "").trim().slice(0, 100);
  if (name !== "") await nameApiKey(databaseOf(context), id, name);
  return { text: context.view.say("newKey"), made: apiKey, tenantId, subject: { id } };
};

const revokeKey: Act = async (context) => {
  const tenantId = await tenantIn(context);
  if (tenantId === undefined) return undefined;
  const key = (await listApiKeys(databaseOf(context), tenantId)).find(({ id }) => id === context.ids["key"]);
  if (key === undefined || key.revokedAt !== null) return undefined;
  const name = key.name ?? key.hint;
  if (context.form["confirm"] !== name)
    return { text: context.view.say("typeName", { name }), isRefused: true, tenantId };
  await revokeKeyOf(databaseOf(context), tenantId, key.id);
  return { text: context.view.say("done"), tenantId };
};

const addLink: Act = async (context) => {
  const { view, form } = context;
  const tenantId = await tenantIn(context);
  const person = (form["person"] ?? "").trim().slice(0, 100);
  if (tenantId === undefined || person === "") return undefined;
  const role = form["readOnly"] === "yes" ? "viewer" : "member";
  const { baseUrl } = view.deps.auth.connecting;
  const { apiKeyId = null } = view.session;
  const { id, url } = await makeConsoleLink(databaseOf(context), baseUrl(), { role, tenantId, person, apiKeyId });
  return { text: view.say("newLink"), made: url, tenantId, subject: { id, name: person } };
};

const endAccess: Act = async (context) => {
  const tenantId = await tenantIn(context);
  if (tenantId === undefined) return undefined;
  const name = await endSessionOf(databaseOf(context), tenantId, context.ids["session"] ?? "");
  return name === undefined ? undefined : { text: context.view.say("done"), tenantId, subject: { name } };
};

const isFromKey = ({ view }: ActionContext): boolean => typeof view.session.apiKeyId === "string";

const setEnabled =
  (isEnabled: boolean): Act =>
  async (context) => {
    const tenantId = await tenantIn(context);
    const database = databaseOf(context);
    const tenant = (await listTenants(database)).find(({ id }) => id === tenantId);
    if (tenant === undefined) return undefined;
    if (!isEnabled && context.form["confirm"] !== tenant.name)
      return { text: context.view.say("typeName", { name: tenant.name }), isRefused: true };
    await (isEnabled ? enableTenant : disableTenant)(database, tenant.id);
    return { text: context.view.say("done"), tenantId: tenant.id };
  };

export const tenantActions: readonly ConsoleAction[] = [
  { path: "/tenants", name: "tenant.create", isOperators: true, act: addTenant },
  { path: "/tenants/:id/keys", name: "apiKey.create", act: addKey },
  { path: "/tenants/:id/keys/:key/revoke", name: "apiKey.revoke", act: revokeKey },
  { path: "/tenants/:id/links", name: "console.link", act: addLink },
  { path: "/tenants/:id/sessions/:session/end", name: "console.sessionEnded", act: endAccess },
  { path: "/tenants/:id/disable", name: "tenant.disable", isOperators: true, act: setEnabled(false) },
  { path: "/tenants/:id/enable", name: "tenant.enable", isOperators: true, act: setEnabled(true) },
];
