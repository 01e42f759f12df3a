/** The list of requests. */

import { actors, codesOf } from "../../contract/actors.ts";
import { type LoggedRequest, listRequests } from "../../store/console/requests.ts";
import { html, type Markup } from "../../web/html.ts";
import type { Frame } from "../parts/layout.ts";
import {
  type Column,
  connectionFilter,
  connectionLink,
  type Filter,
  filterLink,
  idOf,
  list,
  systemChoices,
} from "../parts/list.ts";
import { duration, timeOf } from "../parts/time.ts";
import { badge, statusTone } from "../parts/tones.ts";
import { linkTo, type View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";

export const requestColumns = (view: View): readonly Column<LoggedRequest>[] => [
  {
    title: "when",
    cell: ({ at, id }) => html`<a href="${linkTo(view, `/console/requests/${id}`)}">${timeOf(view, at)}</a>`,
  },
  {
    title: "result",
    cell: ({ status, code, warnings, differences }) =>
      html`${badge(statusTone(status), String(status))}${code !== null && html` ${requestFilter(view, "code", code)}`}${differences > 0 && html` ${badge("attention", view.say("state.differs"))}`}${warnings > 0 && html` <span class="muted">${view.say("warningCount", { count: warnings })}</span>`}`,
    isTight: true,
  },
  {
    title: "operation",
    cell: ({ operation }) => (operation === "none" ? undefined : requestFilter(view, "operation", operation)),
    isTight: true,
  },
  { title: "connection", cell: (row) => connectionLink(view, row) },
  { title: "calls", cell: ({ vendorCalls }) => vendorCalls, isNumber: true, isMinor: true },
  {
    title: "kontorAndTarget",
    cell: ({ milliseconds, vendorMilliseconds }) =>
      `${duration(milliseconds - vendorMilliseconds, view.language)} / ${duration(vendorMilliseconds, view.language)}`,
    isNumber: true,
    isMinor: true,
  },
  { title: "id", cell: ({ id }) => idOf(view, id, linkTo(view, `/console/requests/${id}`)), isMinor: true },
];

/** A value that filters the list of requests, also from other pages. */
const requestFilter = (view: View, name: string, value: string): Markup =>
  filterLink(
    { ...view, path: "/console/requests", query: view.path === "/console/requests" ? view.query : {} },
    name,
    value,
  );

export async function requestsPage(view: View): Promise<Frame> {
  const { say, query, client, scope } = view;
  const actor = actors.find((name) => name === query["fault"]);
  const slower = Number(query["slower"]);
  const page = await listRequests(
    client,
    scope,
    {
      connection: query["connection"],
      system: query["system"],
      operation: query["operation"],
      status: /^[1-5]$/.test(query["status"] ?? "") ? query["status"] : undefined,
      code: query["code"],
      codes: actor && codesOf(actor),
      key: query["key"],
      slower: slower > 0 ? slower : undefined,
      failed: query["failed"] === "yes" || undefined,
    },
    query["after"],
  );
  const filters: readonly Filter[] = [
    await connectionFilter(view),
    { name: "system", title: "targetSystem", choices: systemChoices(view) },
    { name: "operation", title: "operation" },
    {
      name: "status",
      title: "status",
      choices: ["2", "4", "5"].map((value) => ({ value, label: sayWord(say, "class", value) })),
    },
    { name: "code", title: "code" },
    {
      name: "fault",
      title: "actionBy",
      choices: actors.map((value) => ({ value, label: sayWord(say, "actor", value) })),
    },
    { name: "failed", title: "failedRequests", choices: [{ value: "yes", label: say("yes") }] },
    { name: "key", title: "key" },
    { name: "slower", title: "slower" },
  ];
  return {
    title: say("requests"),
    question: "question.requests",
    isLive: true,
    hasRange: true,
    content: list(view, {
      page,
      filters,
      columns: requestColumns(view),
      caption: say("requests"),
      empty: say("empty.requests", { url: view.deps.auth.connecting.baseUrl() }),
      next: page.rows.at(-1)?.id,
    }),
  };
}
