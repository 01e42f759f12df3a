/** Who is signed in: people with their sessions and unused links. */
import { consoleRoles, listSessions, type ShownSession } from "../../store/log/consoleSessions.ts";
import { html, type Markup } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { check, type Frame } from "../parts/layout.ts";
import { type Column, facts, table } from "../parts/list.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may, seesAllTenants } from "../parts/permissions.ts";
import { timeOf } from "../parts/time.ts";
import type { View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";

export async function peoplePage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, deps } = view;
  const { provider, links } = deps.signIn;
  return {
    title: say("people"),
    question: "question.people",
    content: html`${outcome && outcomeBox(view, outcome)}${sessionTable(view, await listSessions(client, scope.tenantId), "/console/people/sessions")}
${linkForm(view, "/console/people/links")}
<h2>${say("roles")}</h2>${facts(consoleRoles.map((role) => [sayWord(say, "role", role), say(`roleHelp.${role}`)]))}
<p class="muted">${provider && say("rolesFromProvider", { name: provider.settings.name })} ${provider && links && say("rolesFromLinks")}</p>`,
  };
}

export function sessionTable(view: View, sessions: readonly ShownSession[], actionPath: string): Markup {
  const { say, session } = view;
  if (sessions.length === 0) return html`<p class="muted">${say("nobodySignedIn")}</p>`;
  const columns: readonly Column<ShownSession>[] = [
    {
      title: "person",
      cell: ({ id, person, name }) =>
        html`<span class="who"><span>${person}</span>${name !== null && name !== person && html` <span class="muted">${name}</span>`}${id === session.id && html` <span class="muted">${say("thisSession")}</span>`}</span>`,
    },
    { title: "role", cell: ({ role }) => sayWord(say, "role", role), isLabelled: true },
    ...(seesAllTenants(view) ? [tenantColumn(view)] : []),
    { title: "since", cell: ({ createdAt }) => timeOf(view, createdAt), isLabelled: true },
    {
      title: "lastSeen",
      cell: ({ seenAt }) => (seenAt === null ? say("unusedLink") : timeOf(view, seenAt)),
      isLabelled: true,
    },
    { title: "ipAddress", cell: ({ address }) => address ?? undefined, isLabelled: true, isMinor: true },
    {
      title: "actions",
      cell: (row) => (may(view, "console.sessionEnded") ? endForms(view, row, { sessions, actionPath }) : undefined),
    },
  ];
  return table(view, { columns, rows: sessions, caption: say("people") });
}

const tenantColumn = ({ say }: View): Column<ShownSession> => ({
  title: "tenant",
  cell: ({ tenantId, tenantName }) =>
    tenantId === null ? say("allTenants") : html`<a href="/console/tenants/${tenantId}">${tenantName ?? tenantId}</a>`,
  isLabelled: true,
});

interface Listed {
  readonly sessions: readonly ShownSession[];
  readonly actionPath: string;
}

function endForms(view: View, row: ShownSession, { sessions, actionPath }: Listed): Markup {
  const { say } = view;
  const button = (action: string, label: string): Markup =>
    actionForm(view, { action: `${actionPath}/${row.id}/${action}`, label });
  const hasOthers = sessions.some((other) => other.id !== row.id && isSamePerson(other, row));
  return html`<div class="actions">${button("end", say("endSession"))}${hasOthers && button("end-all", say("endAllSessions"))}</div>`;
}

/** As `endSessionsLike` of the store. */
const isSamePerson = (one: ShownSession, other: ShownSession): boolean =>
  one.personId === other.personId &&
  (one.personId !== null || (one.person === other.person && one.tenantId === other.tenantId));

export function linkForm(view: View, action: string): Markup | false {
  const { say, deps } = view;
  if (!deps.signIn.links || !may(view, "console.link")) return false;
  const choices = consoleRoles.map(
    (role) =>
      html`<option value="${role}"${role === "support" && html` selected`}>${sayWord(say, "role", role)}</option>`,
  );
  return html`<h2>${say("createLink")}</h2><form class="confirm" method="post" action="${action}">${check(view)}<label>${say("person")} <input name="person" required maxlength="100"></label> <label>${say("role")} <select name="role">${choices}</select></label> <button type="submit">${say("createLink")}</button></form>`;
}
