/** What can be set up for a tenant: OAuth clients, callback addresses, the look of its pages. */
import { register, valuesColumn } from "../../core/accounts/oauthClients.ts";
import { keepCallbackUrls } from "../../core/accounts/tenants.ts";
import { connectorOf } from "../../core/connecting/context.ts";
import { type Verdict, tryClient } from "../../core/connecting/tryClient.ts";
import { checkAddress } from "../../core/outbound/suppliedUrl.ts";
import { checkStyle, mergeStyle } from "../../pages/style.ts";
import { listShownConnections } from "../../store/console/connections.ts";
import { changePageStyle } from "../../store/pageStyles.ts";
import { transaction } from "../../store/postgres/database.ts";
import { findRegistrations } from "../../store/registrations.ts";
import { styleIn } from "../pages/styleForm.ts";
import type { Phrase } from "../texts/phrases.ts";
import { type Act, type ConsoleAction, databaseOf, tenantIn } from "./asked.ts";

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

const testClient: Act = async (asked) => {
  const { view, ids } = asked;
  const { connecting } = view.deps.auth;
  const tenantId = await tenantIn(asked);
  const connector = connecting.connectors.get(ids["system"] ?? "");
  if (tenantId === undefined || connector?.signIn.kind !== "oauth2") return undefined;
  const { name: system } = connector;
  const { client, redirect, vendorMessages } = await tryClient(
    connecting,
    connector,
    await connecting.clientFor(tenantId, connector),
  );
  return {
    text: view.say("clientTried", { system }),
    lines: [
      view.say(clientPhrases[client], { system }),
      view.say(redirectPhrases[redirect], { system }),
      ...vendorMessages.map((text) => view.say("theySaid", { system, text })),
      view.say("clientNotKnown", { system }),
    ],
    tenantId,
  };
};

const saveClient: Act = async (asked) => {
  const { view, ids, form } = asked;
  const { vault, ...connecting } = view.deps.auth.connecting;
  const tenantId = await tenantIn(asked);
  const clientId = (form["clientId"] ?? "").trim();
  const clientSecret = (form["clientSecret"] ?? "").trim();
  const connector = connectorOf(connecting, ids["system"] ?? "");
  if (tenantId === undefined || clientId === "" || clientSecret === "") return undefined;
  const database = databaseOf(asked);
  const [old] = await findRegistrations(database, tenantId, connector.id);
  const connected = await listShownConnections(database, { tenantId }, { system: connector.id, state: "active" });
  const isChanged = old?.clientId !== clientId;
  if (isChanged && connected.rows.length > 0 && form["confirm"] !== connector.name)
    return { text: view.say("typeName", { name: connector.name }), isRefused: true, tenantId };
  const place = valuesColumn(tenantId, connector.id);
  const customValues = (old?.customValues ?? []).map(({ name, value }) => ({
    name,
    value: vault.open(place, Buffer.from(value, "base64")),
  }));
  await register(database, vault, { tenantId, targetSystem: connector.id, clientId, clientSecret, customValues });
  return { text: view.say("done"), tenantId };
};

const saveCallbacks: Act = async (asked) => {
  const { view, form } = asked;
  const { connecting } = view.deps.auth;
  const tenantId = await tenantIn(asked);
  if (tenantId === undefined) return undefined;
  const { callbackUrl = "", cancelCallbackUrl = "" } = form;
  await checkAddress(connecting.outbound, "callbackUrl", callbackUrl);
  await checkAddress(connecting.outbound, "cancelCallbackUrl", cancelCallbackUrl);
  await keepCallbackUrls(connecting, tenantId, { callbackUrl, cancelCallbackUrl });
  return { text: view.say("done"), tenantId };
};

const saveStyle: Act = async (asked) => {
  const { view, form } = asked;
  const tenantId = await tenantIn(asked);
  if (tenantId === undefined) return undefined;
  const { check: _, ...given } = form;
  const query = { ...view.query, ...given };
  const [fault] = checkStyle(styleIn({}, form));
  if (fault !== undefined) return { text: fault.message, isRefused: true, tenantId, query };
  const merge = (old: object): object => mergeStyle(old, styleIn(old, form));
  await transaction(databaseOf(asked), (client) => changePageStyle(client, tenantId, merge));
  const { page = "", language = "", scheme = "", system = "", texts = "" } = query;
  return { text: view.say("styleSaved"), tenantId, query: { page, language, scheme, system, texts } };
};

export const setUpActions: readonly ConsoleAction[] = [
  { path: "/tenants/:id/clients/:system/test", name: "oauthClient.test", act: testClient },
  { path: "/tenants/:id/clients/:system", name: "oauthClient.save", act: saveClient },
  { path: "/tenants/:id/callbacks", name: "tenant.callbacks", act: saveCallbacks },
  { path: "/tenants/:id/style", name: "tenant.pageStyle", act: saveStyle },
];
