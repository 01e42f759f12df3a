/** A tenant's OAuth clients: who registered them, the redirect URI for the vendor, and a test. */
import type { Connector } from "../../contract/connector.ts";
import { redirectUri } from "../../core/connecting/context.ts";
import { countConnectionsBySystem } from "../../store/console/overview.ts";
import { findRegistrations } from "../../store/registrations.ts";
import { html, type Markup } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { check } from "../parts/layout.ts";
import { type Column, copyButton, table } from "../parts/list.ts";
import { may } from "../parts/permissions.ts";
import { nameOfSystem, type View } from "../parts/view.ts";

interface ClientRow {
  readonly connector: Connector;
  readonly clientId: string | undefined;
  readonly isOwn: boolean;
  /** They have to sign in again if the client changes. */
  readonly connections: number;
}

/** One row for each target system with OAuth. */
export async function clientTable(view: View, tenantId: string): Promise<Markup> {
  const { say, client, deps } = view;
  const registrations = new Map((await findRegistrations(client, tenantId)).map((row) => [row.targetSystem, row]));
  const counts = new Map((await countConnectionsBySystem(client, tenantId)).map((row) => [row.targetSystem, row]));
  const systems = deps.connectors.filter(({ signIn }) => signIn.kind === "oauth2");
  const rows = await Promise.all(
    systems.map(async (connector): Promise<ClientRow> => {
      const found = await deps.auth.connecting.clientFor(tenantId, connector).catch(() => undefined);
      const { active = 0 } = counts.get(connector.id) ?? {};
      return { connector, clientId: found?.clientId, isOwn: registrations.has(connector.id), connections: active };
    }),
  );
  return html`${table(view, { columns: columnsOf(view, tenantId), rows, caption: say("oauthClients") })}<p class="muted">${say("secretStored")}</p>`;
}

function columnsOf(view: View, tenantId: string): readonly Column<ClientRow>[] {
  const { say, deps } = view;
  return [
    { title: "targetSystem", cell: ({ connector }) => nameOfSystem(view, connector.id) },
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
        const address = redirectUri(deps.auth.connecting.baseUrl(), connector);
        return html`<code>${address}</code> ${copyButton(view, address)}`;
      },
    },
    {
      title: "actions",
      cell: (row) =>
        may(view, "oauthClient.test")
          ? html`<div class="actions">${row.clientId !== undefined && actionForm(view, { action: `/console/tenants/${tenantId}/clients/${row.connector.id}/test`, label: say("testClient") })}${may(view, "oauthClient.save") && changeForm(view, tenantId, row)}</div>`
          : undefined,
    },
  ];
}

/** Changing the client makes all connected end users sign in again, so the form then asks for the system's name. */
const changeForm = (view: View, tenantId: string, { connector, connections, isOwn }: ClientRow): Markup => {
  const { say } = view;
  return html`<details class="remedy"><summary>${say(isOwn ? "replaceClient" : "addClient")}</summary><form class="confirm" method="post" action="/console/tenants/${tenantId}/clients/${connector.id}">${check(view)}<label>${say("clientId")} <input name="clientId" required maxlength="500" autocomplete="off" spellcheck="false"></label> <label>${say("clientSecret")} <input name="clientSecret" type="password" required maxlength="2000" autocomplete="off"></label>${connections > 0 && html`<p>${say("mustSignInAgain", { count: connections })}</p><label>${say("typeName", { name: connector.name })} <input name="confirm" required autocomplete="off" spellcheck="false"></label>`} <button type="submit">${say("save")}</button></form></details>`;
};
