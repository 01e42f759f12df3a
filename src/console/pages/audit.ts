/** The audit log. */
import { listAudit } from "../../store/console/setUp.ts";
import type { AuditRow } from "../../store/log/auditLog.ts";
import { html } from "../../web/html.ts";
import type { Frame } from "../parts/layout.ts";
import { type Column, idOf, list, stateBadge } from "../parts/list.ts";
import { timeOf } from "../parts/time.ts";
import type { View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";

export async function auditPage(view: View): Promise<Frame> {
  const { say, client, scope, query } = view;
  const after = /^\d{1,18}$/.test(query["after"] ?? "") ? query["after"] : undefined;
  const page = await listAudit(client, scope, after);
  const columns: readonly Column<AuditRow>[] = [
    { title: "when", cell: ({ at }) => timeOf(view, at) },
    {
      title: "person",
      cell: ({ person, role }) =>
        person === null ? sayWord(say, "role", role) : `${person} (${sayWord(say, "role", role)})`,
    },
    {
      title: "action",
      cell: ({ action, isRefused }) => html`${action}${isRefused && html` ${stateBadge(view, "refused")}`}`,
    },
    {
      title: "object",
      cell: ({ subject, subjectName }) =>
        html`${subjectName ?? ""}${subjectName !== null && subject !== null && " · "}${subject !== null && idOf(view, subject)}`,
    },
    { title: "ipAddress", cell: ({ address }) => address ?? undefined, isMinor: true },
  ];
  return {
    title: say("audit"),
    question: "question.audit",
    hasRange: true,
    content: list(view, {
      page,
      columns,
      filters: [],
      caption: say("audit"),
      empty: say("empty.audit"),
      next: page.rows.at(-1)?.id,
    }),
  };
}
