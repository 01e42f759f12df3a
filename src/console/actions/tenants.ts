/** The actions on tenants: keys, hidden fields, disabling and enabling. */
import { hidingFault } from "../../contract/hiddenFields.ts";
import { readScopes } from "../../core/accounts/readScopes.ts";
import { createApiKey, createTenant } from "../../core/accounts/tenants.ts";
import { setHiddenFields } from "../../store/connecting/hiddenFields.ts";
import { listApiKeys, nameApiKey, revokeKeyOf } from "../../store/console/setUp.ts";
import { disableTenant, enableTenant, listTenants } from "../../store/tenants.ts";
import { sayFailure } from "../parts/issueTitles.ts";
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
  const { view, form } = context;
  const slugs = [...view.deps.auth.connecting.connectors.keys()];
  const read = readScopes(form, slugs);
  if (!("scopes" in read))
    return {
      text: view.say("unknownScope", { word: read.unknown, known: read.known.join(", ") }),
      isRefused: true,
      tenantId,
    };
  const { id, apiKey } = await createApiKey(databaseOf(context), tenantId, read.scopes);
  const name = (context.form["name"] ?? "").trim().slice(0, 100);
  if (name !== "") await nameApiKey(databaseOf(context), id, name);
  return { text: context.view.say("newKey"), made: apiKey, tenantId, subject: { id } };
};

const hideFields: Act = async (context) => {
  const { view, form } = context;
  const tenantId = await tenantIn(context);
  if (tenantId === undefined) return undefined;
  // Otherwise a person with a limited key's link could show what the tenant hides.
  if (isFromKey(context)) return { text: view.say("hidingNeedsOperator"), isRefused: true, tenantId };
  const fields = [...new Set((form["fields"] ?? "").split(/[\s,]+/).filter((word) => word !== ""))];
  const fault = fields.map(hidingFault).find((text) => text !== undefined);
  if (fault !== undefined) {
    const text = sayFailure(view, { code: "invalid_request", message: fault });
    return { text, isRefused: true, tenantId };
  }
  await setHiddenFields(databaseOf(context), { tenantId, fields });
  return { text: view.say("done"), tenantId };
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
  { path: "/tenants", name: "tenant.create", act: addTenant },
  { path: "/tenants/:id/keys", name: "apiKey.create", act: addKey },
  { path: "/tenants/:id/keys/:key/revoke", name: "apiKey.revoke", act: revokeKey },
  { path: "/tenants/:id/hidden-fields", name: "tenant.hiddenFields", act: hideFields },
  { path: "/tenants/:id/disable", name: "tenant.disable", act: setEnabled(false) },
  { path: "/tenants/:id/enable", name: "tenant.enable", act: setEnabled(true) },
];
