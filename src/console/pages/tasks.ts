/** The list of tasks. */
import { listShownTasks, type ShownTask } from "../../store/console/work.ts";
import { sayFailure } from "../parts/issueTitles.ts";
import type { Frame } from "../parts/layout.ts";
import { type Column, connectionFilter, connectionLink, filterLink, idOf, list, offsetOf } from "../parts/list.ts";
import { duration, timeOf } from "../parts/time.ts";
import { badge, toneOf } from "../parts/tones.ts";
import { linkTo, type View } from "../parts/view.ts";

export async function tasksPage(view: View): Promise<Frame> {
  const { say, client, scope, query } = view;
  const offset = offsetOf(view);
  const { id, connection, state, operation } = query;
  const page = await listShownTasks(client, scope, { id, connection, state, operation }, offset);
  const columns: readonly Column<ShownTask>[] = [
    { title: "when", cell: ({ createdAt }) => timeOf(view, createdAt) },
    { title: "operation", cell: (row) => filterLink(view, "operation", row.operation) },
    { title: "connection", cell: (row) => connectionLink(view, row) },
    { title: "status", cell: (row) => badge(toneOf(row.status), row.status) },
    {
      title: "age",
      cell: ({ createdAt }) => duration(view.now - createdAt.getTime(), view.language),
      isNumber: true,
      isMinor: true,
    },
    { title: "runs", cell: ({ turn }) => turn, isNumber: true, isMinor: true },
    {
      title: "information",
      cell: ({ information }) =>
        information.map(({ code = "", message }) => sayFailure(view, { code, message })).join(" ") || undefined,
    },
    { title: "expires", cell: ({ expiresAt }) => timeOf(view, expiresAt), isMinor: true },
    {
      title: "id",
      cell: (row) => (row.isWrite ? idOf(view, row.id, linkTo(view, `/console/writes/${row.id}`)) : idOf(view, row.id)),
    },
  ];
  const states = ["OPEN", "IN_PROGRESS", "SUCCESS", "PARTIAL_SUCCESS", "FAILED", "FINISHED"];
  return {
    title: say("tasks"),
    question: "question.tasks",
    isLive: true,
    hasRange: true,
    content: list(view, {
      page,
      columns,
      caption: say("tasks"),
      empty: say("empty.tasks"),
      next: String(offset + page.rows.length),
      filters: [
        { name: "state", title: "status", choices: states.map((value) => ({ value, label: value })) },
        { name: "operation", title: "operation" },
        await connectionFilter(view),
        { name: "id", title: "id" },
      ],
    }),
  };
}
