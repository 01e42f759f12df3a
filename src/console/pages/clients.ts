/** A tenant's OAuth clients: who registered them, the redirect URI for the vendor, and a test. */
import type { Connector } from "../../contract/connector.ts";
import { appKeyOf } from "../../core/accounts/oauthClients.ts";
import { redirectUri } from "../../core/connecting/context.ts";
import { setUpGuides } from "../../reference/site/guides.ts";
import { findRegistrations } from "../../store/connecting/registrations.ts";
import { countConnectionsBySystem } from "../../store/console/overview.ts";
import { html, type Markup } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { check } from "../parts/layout.ts";
import { type Column, copyButton, setUpLink, table } from "../parts/list.ts";
import { may } from "../parts/permissions.ts";
import { nameOfSystem, type View } from "../parts/view.ts";

interface ClientRow {
  readonly connector: Connector;
  readonly clientId: string | undefined;
  readonly isOwn: boolean;
  /** They have to sign in again if the client changes. */
  readonly connections: number;
}

/** Whether end users sign in with OAuth, or a key of the app is part of every call. */
const hasClient = ({ signIn }: Connector): boolean =>
  signIn.kind === "oauth2" || signIn.asks.some(({ belongsToApp }) => belongsToApp === true);

/** One row for each target system that needs a client. */
export async function clientTable(view: View, tenantId: string): Promise<Markup> {
  const { say, client, deps } = view;
  const registrations = new Map((await findRegistrations(client, tenantId)).map((row) => [row.targetSystem, row]));
  const counts = new Map((await countConnectionsBySystem(client, tenantId)).map((row) => [row.targetSystem, row]));
  const systems = deps.connectors.filter(hasClient);
  const rows = await Promise.all(
    systems.map(async (connector): Promise<ClientRow> => {
      const found = await deps.auth.connecting.clientFor(tenantId, connector).catch(() => undefined);
      const { active = 0 } = counts.get(connector.id) ?? {};
      return { connector, clientId: found?.clientId, isOwn: registrations.has(connector.id), connections: active };
    }),
  );
  const columns = columnsOf(view, tenantId, await setUpGuides());
  return html`${table(view, { columns, rows, caption: say("oauthClients") })}<p class="muted">${say("secretStored")}</p>`;
}

function columnsOf(view: View, tenantId: string, guides: readonly string[]): readonly Column<ClientRow>[] {
  const { say, deps } = view;
  return [
    {
      title: "targetSystem",
      cell: ({ connector: { id } }) => {
        const link = setUpLink(view, id, guides);
        return html`${nameOfSystem(view, id)}${link !== undefined && html`<br>${link}`}`;
      },
    },
    {
      title: "clientId",
      cell: ({ clientId, isOwn }) =>
        clientId === undefined
          ? say("noClient")
          : html`<code>${clientId}</code>${!isOwn && html` <span class="muted">${say("fromSettings")}</span>`}`,
    },
    {
      title: "redirectUri",
      cell: ({ connector }) => {
        if (connector.signIn.kind !== "oauth2") return undefined;
        const address = redirectUri(deps.auth.connecting.baseUrl(), connector);
        return html`<code>${address}</code> ${copyButton(view, address)}`;
      },
    },
    {
      title: "actions",
      cell: (row) =>
        may(view, "oauthClient.test")
          ? html`<div class="actions">${row.clientId !== undefined && row.connector.signIn.kind === "oauth2" && actionForm(view, { action: `/console/tenants/${tenantId}/clients/${row.connector.id}/test`, label: say("testClient") })}${may(view, "oauthClient.save") && changeForm(view, tenantId, row)}</div>`
          : undefined,
    },
  ];
}

/** The vendor's own name for the key, in the language of the console. */
const appKeyField = ({ language }: View, connector: Connector): Markup | undefined => {
  const needed = appKeyOf(connector);
  if (needed === undefined) return undefined;
  return html` <label>${needed.label[language] ?? needed.label.en} <input name="appKey" type="password" required maxlength="2000" autocomplete="off"></label>`;
};

/** Changing the client makes all connected end users sign in again, so the form then asks for the system's name. */
const changeForm = (view: View, tenantId: string, { connector, connections, isOwn }: ClientRow): Markup => {
  const { say } = view;
  return html`<details class="remedy"><summary>${say(isOwn ? "replaceClient" : "addClient")}</summary><form class="confirm" method="post" action="/console/tenants/${tenantId}/clients/${connector.id}">${check(view)}<label>${say("clientId")} <input name="clientId" required maxlength="500" autocomplete="off" spellcheck="false"></label> <label>${say("clientSecret")} <input name="clientSecret" type="password" required maxlength="2000" autocomplete="off"></label>${appKeyField(view, connector)}${connections > 0 && html`<p>${say("mustSignInAgain", { count: connections })}</p><label>${say("typeName", { name: connector.name })} <input name="confirm" required autocomplete="off" spellcheck="false"></label>`} <button type="submit">${say("save")}</button></form></details>`;
};
