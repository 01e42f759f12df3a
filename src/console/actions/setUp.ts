/** The set-up of a tenant: OAuth clients, callback URLs, page design. */
import { appKeyName, appKeyOf, register, valuesColumn } from "../../core/accounts/oauthClients.ts";
import { keepCallbackUrls } from "../../core/accounts/tenants.ts";
import { connectorOf } from "../../core/connecting/context.ts";
import { tryClient, type Verdict } from "../../core/connecting/tryClient.ts";
import { checkAddress } from "../../core/outbound/suppliedUrl.ts";
import { checkStyle, mergeStyle } from "../../pages/style.ts";
import { findRegistrations } from "../../store/connecting/registrations.ts";
import { listShownConnections } from "../../store/console/connections.ts";
import { changePageStyle } from "../../store/pageStyles.ts";
import { transaction } from "../../store/postgres/database.ts";
import { styleIn } from "../pages/styleForm.ts";
import { sayFailure } from "../parts/issueTitles.ts";
import type { Phrase } from "../texts/phrases.ts";
import { type Act, type ConsoleAction, databaseOf, tenantIn } from "./action.ts";

const clientPhrases: Readonly<Record<Verdict, Phrase>> = {
  yes: "client.yes",
  no: "client.no",
  unknown: "client.unknown",
};
const redirectPhrases: Readonly<Record<Verdict, Phrase>> = {
  yes: "redirect.yes",
  no: "redirect.no",
  unknown: "redirect.unknown",
};

const testClient: Act = async (context) => {
  const { view, ids } = context;
  const { connecting } = view.deps.auth;
  const tenantId = await tenantIn(context);
  const connector = connecting.connectors.get(ids["system"] ?? "");
  if (tenantId === undefined || connector?.signIn.kind !== "oauth2") return undefined;
  const { name: system } = connector;
  const { client, redirect, vendorMessages } = await tryClient(
    connecting,
    connector,
    await connecting.clientFor(tenantId, connector),
  );
  return {
    text: view.say("clientTested", { system }),
    lines: [
      view.say(clientPhrases[client], { system }),
      view.say(redirectPhrases[redirect], { system }),
      ...vendorMessages.map((message) => view.say("vendorMessage", { system, message })),
      view.say("clientNotTested", { system }),
    ],
    tenantId,
  };
};

const saveClient: Act = async (context) => {
  const { view, ids, form } = context;
  const { vault, ...connecting } = view.deps.auth.connecting;
  const tenantId = await tenantIn(context);
  const clientId = (form["clientId"] ?? "").trim();
  const clientSecret = (form["clientSecret"] ?? "").trim();
  const appKey = (form["appKey"] ?? "").trim();
  const connector = connectorOf(connecting, ids["system"] ?? "");
  if (tenantId === undefined || clientId === "" || clientSecret === "") return undefined;
  if (appKeyOf(connector) !== undefined && appKey === "") return undefined;
  const database = databaseOf(context);
  const [registration] = await findRegistrations(database, tenantId, connector.id);
  const connected = await listShownConnections(database, { tenantId }, { system: connector.id, state: "active" });
  const isChanged = registration?.clientId !== clientId;
  if (isChanged && connected.rows.length > 0 && form["confirm"] !== connector.name)
    return { text: view.say("typeName", { name: connector.name }), isRefused: true, tenantId };
  const column = valuesColumn(tenantId, connector.id);
  const otherValues = (registration?.customValues ?? []).filter(({ name }) => name !== appKeyName || appKey === "");
  const customValues = [
    ...otherValues.map(({ name, value }) => ({ name, value: vault.open(column, Buffer.from(value, "base64")) })),
    ...(appKey === "" ? [] : [{ name: appKeyName, value: appKey }]),
  ];
  await register(database, vault, { tenantId, targetSystem: connector.id, clientId, clientSecret, customValues });
  return { text: view.say("done"), tenantId };
};

const saveCallbacks: Act = async (context) => {
  const { view, form } = context;
  const { connecting } = view.deps.auth;
  const tenantId = await tenantIn(context);
  if (tenantId === undefined) return undefined;
  const { callbackUrl = "", cancelCallbackUrl = "" } = form;
  await checkAddress(connecting.outbound, "callbackUrl", callbackUrl);
  await checkAddress(connecting.outbound, "cancelCallbackUrl", cancelCallbackUrl);
  await keepCallbackUrls(connecting, tenantId, { callbackUrl, cancelCallbackUrl });
  return { text: view.say("done"), tenantId };
};

const saveStyle: Act = async (context) => {
  const { view, form } = context;
  const tenantId = await tenantIn(context);
  if (tenantId === undefined) return undefined;
  const { check: _, ...fields } = form;
  const query = { ...view.query, ...fields };
  const [fault] = checkStyle(styleIn({}, form));
  if (fault !== undefined) {
    const text = sayFailure(view, { code: "invalid_request", message: fault.message });
    return { text, isRefused: true, tenantId, query };
  }
  const merge = (old: object): object => mergeStyle(old, styleIn(old, form));
  await transaction(databaseOf(context), (client) => changePageStyle(client, tenantId, merge));
  const { page = "", language = "", scheme = "", system = "", texts = "" } = query;
  return { text: view.say("styleSaved"), tenantId, query: { page, language, scheme, system, texts } };
};

export const setUpActions: readonly ConsoleAction[] = [
  { path: "/tenants/:id/clients/:system/test", name: "oauthClient.test", act: testClient },
  { path: "/tenants/:id/clients/:system", name: "oauthClient.save", act: saveClient },
  { path: "/tenants/:id/callbacks", name: "tenant.callbacks", act: saveCallbacks },
  { path: "/tenants/:id/style", name: "tenant.pageStyle", act: saveStyle },
];
