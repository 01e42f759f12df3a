/** What can be done to a tenant: its keys, its people, whether it may call. */
import { makeConsoleLink } from "../../core/accounts/consoleAccess.ts";
import { createApiKey, createTenant } from "../../core/accounts/tenants.ts";
import { listApiKeys, nameApiKey, revokeKeyOf } from "../../store/console/setUp.ts";
import { disableTenant, enableTenant, listTenants } from "../../store/tenants.ts";
import { type Act, type ConsoleAction, databaseOf, tenantIn } from "./asked.ts";

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
  if (tenantId === undefined) return undefined;
  const key = (await listApiKeys(databaseOf(asked), tenantId)).find(({ id }) => id === asked.ids["key"]);
  if (key === undefined || key.revokedAt !== null) return undefined;
  const name = key.name ?? key.hint;
  if (asked.form["confirm"] !== name) return { text: asked.view.say("typeName", { name }), isRefused: true, tenantId };
  await revokeKeyOf(databaseOf(asked), tenantId, key.id);
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
      return { text: asked.view.say("typeName", { name: tenant.name }), isRefused: true };
    await (isEnabled ? enableTenant : disableTenant)(database, tenant.id);
    return { text: asked.view.say("done"), tenantId: tenant.id };
  };

export const tenantActions: readonly ConsoleAction[] = [
  { path: "/tenants", name: "tenant.create", isOperators: true, act: makeTenant },
  { path: "/tenants/:id/keys", name: "apiKey.create", act: makeKey },
  { path: "/tenants/:id/keys/:key/revoke", name: "apiKey.revoke", act: revokeKey },
  { path: "/tenants/:id/links", name: "console.link", act: makeLink },
  { path: "/tenants/:id/disable", name: "tenant.disable", isOperators: true, act: setEnabled(false) },
  { path: "/tenants/:id/enable", name: "tenant.enable", isOperators: true, act: setEnabled(true) },
];
