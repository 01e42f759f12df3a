/** OAuth clients: whose it is, the address to enter at the vendor, and whether the vendor takes them. */
import type { Connector } from "../../contract/connector.ts";
import { redirectUri } from "../../core/connecting/context.ts";
import { countConnectionsBySystem } from "../../store/console/overview.ts";
import { findRegistrations } from "../../store/registrations.ts";
import { html, type Markup } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { check } from "../parts/layout.ts";
import { type Column, copyButton, table } from "../parts/list.ts";
import { mayChange, nameOfSystem, type View } from "../parts/view.ts";

interface Known {
  readonly connector: Connector;
  readonly clientId: string | undefined;
  readonly isOwn: boolean;
  /** That would have to sign in again with another client. */
  readonly connections: number;
}

/** For each target system that signs in on its own page. */
export async function clientTable(view: View, tenantId: string): Promise<Markup> {
  const { say, client, deps } = view;
  const own = new Map((await findRegistrations(client, tenantId)).map((each) => [each.targetSystem, each]));
  const counts = new Map((await countConnectionsBySystem(client, tenantId)).map((each) => [each.targetSystem, each]));
  const systems = deps.connectors.filter(({ signIn }) => signIn.kind === "oauth2");
  const known = await Promise.all(
    systems.map(async (connector): Promise<Known> => {
      const found = await deps.auth.connecting.clientFor(tenantId, connector).catch(() => undefined);
      const { active = 0 } = counts.get(connector.id) ?? {};
      return { connector, clientId: found?.clientId, isOwn: own.has(connector.id), connections: active };
    }),
  );
  return html`${table(view, { columns: columnsOf(view, tenantId), rows: known, caption: say("oauthClients") })}<p class="muted">${say("secretStored")}</p>`;
}

function columnsOf(view: View, tenantId: string): readonly Column<Known>[] {
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
      title: "redirectAddress",
      cell: ({ connector }) => {
        const address = redirectUri(deps.auth.connecting.baseUrl(), connector);
        return html`<code>${address}</code> ${copyButton(view, address)}`;
      },
    },
    {
      title: "act",
      cell: (row) =>
        mayChange(view)
          ? html`<div class="actions">${row.clientId !== undefined && actionForm(view, { action: `/console/tenants/${tenantId}/clients/${row.connector.id}/test`, label: say("testClient") })}${changeForm(view, tenantId, row)}</div>`
          : undefined,
    },
  ];
}

/** With another client, everybody who is connected has to sign in again: then the name is to be typed. */
const changeForm = (view: View, tenantId: string, { connector, connections, isOwn }: Known): Markup => {
  const { say } = view;
  return html`<details class="remedy"><summary>${say(isOwn ? "changeClient" : "setClient")}</summary><form class="confirm" method="post" action="/console/tenants/${tenantId}/clients/${connector.id}">${check(view)}<label>${say("clientId")} <input name="clientId" required maxlength="500" autocomplete="off" spellcheck="false"></label> <label>${say("clientSecret")} <input name="clientSecret" type="password" required maxlength="2000" autocomplete="off"></label>${connections > 0 && html`<p>${say("mustSignInAgain", { count: connections })}</p><label>${say("typeName", { name: connector.name })} <input name="confirm" required autocomplete="off" spellcheck="false"></label>`} <button type="submit">${say("saveIt")}</button></form></details>`;
};
