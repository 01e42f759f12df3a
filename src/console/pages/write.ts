/** One write: what it stored, whether somebody has to act, its requests, and the events of its record. */
import { actorOf } from "../../contract/actors.ts";
import { Failure } from "../../contract/failure.ts";
import { outcomeOf } from "../../core/writing/journal.ts";
import { listRequests } from "../../store/console/requests.ts";
import { listWrites, type ShownWrite } from "../../store/console/work.ts";
import { findOperation } from "../../store/operations.ts";
import { html, type Markup } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { sayFailure } from "../parts/issueTitles.ts";
import type { Frame } from "../parts/layout.ts";
import { connectionLink, facts, idOf, stateBadge, table } from "../parts/list.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may } from "../parts/permissions.ts";
import { labelOf, storedOf, totalOf } from "../parts/storedRecord.ts";
import { duration, exactTime, timeOf } from "../parts/time.ts";
import { toneOf } from "../parts/tones.ts";
import { linkTo, nameOfSystem, type View } from "../parts/view.ts";
import { eventItems, eventsOfRecord } from "./requestRelated.ts";
import { requestColumns } from "./requests.ts";

export async function writePage(view: View, id: string, outcome?: Outcome): Promise<Frame | undefined> {
  const { say, client, scope } = view;
  const { rows } = await listWrites(client, scope, { id });
  const [write] = rows;
  if (write === undefined) return undefined;
  const stored = storedOf(view, write);
  return {
    title: [write.operation, labelOf(view, stored)].filter(Boolean).join(" · "),
    content: html`<p class="verdict ${toneOf(write.state)}">${await verdict(view, write)}</p>
${outcome && outcome.shown === undefined && outcomeBox(view, outcome)}
${facts([
  [say("state"), stateBadge(view, write.state)],
  [say("number"), stored.number],
  [say("record"), stored.id !== undefined && idOf(view, stored.id)],
  [say("total"), totalOf(view, stored)],
  [say("operation"), html`<code>${write.operation}</code>`],
  [say("connection"), connectionLink(view, write)],
  [say("idempotencyKey"), write.idempotencyKey ?? undefined],
  [say("when"), html`${timeOf(view, write.createdAt)} <span class="muted">${exactTime(write.createdAt)}</span>`],
  [
    say("completedAfter"),
    write.settledAt !== null && duration(write.settledAt.getTime() - write.createdAt.getTime(), view.language),
  ],
  [say("id"), idOf(view, write.id)],
  [
    say("task"),
    write.taskId !== null && idOf(view, write.taskId, linkTo(view, "/console/tasks", { id: write.taskId })),
  ],
])}
${writeActions(view, write)}
${outcome?.shown}
<h2>${say("requests")}</h2>
${await requestsOf(view, write)}
<h2>${say("recordEvents")}</h2>
${await eventsOf(view, write, stored.id)}`,
  };
}

/** Who has to do what, in one or two sentences. */
async function verdict(view: View, write: ShownWrite): Promise<string> {
  const { say } = view;
  const system = nameOfSystem(view, write.targetSystem);
  switch (write.state) {
    case "differs":
      return say("differsFrom", { system, fields: write.differences.join(", ") });
    case "refused":
      return refusal(view, write);
    case "done":
      return say(write.taskId === write.id ? "writeStartedTask" : "writeDone", { system });
    case "intended":
      return say("writeNotSent", { system });
    case "absent":
      return say("writeAbsent", { system });
    case "unknown":
      return say("writeUnknown", { system });
    default:
      return say("writeRunning", { system });
  }
}

async function refusal(view: View, write: ShownWrite): Promise<string> {
  const { say, client, deps } = view;
  const row = await findOperation(client, write);
  const outcome = row && outcomeOf(deps.auth.connecting, row);
  if (!(outcome instanceof Failure)) return say("state.refused");
  const { code, message } = outcome;
  const { targetMessage } = outcome.details;
  return `${sayFailure(view, { code, message, targetMessage })} ${say(`mustAct.${actorOf(code)}`)}`;
}

/** States in which the target system may have a record that the journal does not know. */
const mayBeReconciled: ReadonlySet<string> = new Set(["unknown", "sent", "taken", "undoing"]);

function writeActions(view: View, { id, state }: ShownWrite): Markup {
  const form = (action: string, label: string): Markup =>
    actionForm(view, { action: `/console/writes/${id}/${action}`, label });
  return html`<div class="actions">${mayBeReconciled.has(state) && may(view, "write.reconcile") && form("reconcile", view.say("reconcile"))}${may(view, "write.bodies") && form("bodies", view.say("showBodies"))}</div>`;
}

async function requestsOf(view: View, write: ShownWrite): Promise<Markup> {
  const { say, client, scope, now } = view;
  const from = new Date(write.createdAt.getTime() - 60_000);
  const period = { tenantId: scope.tenantId, from, to: new Date(now + 60_000) };
  const { rows } = await listRequests(client, period, { write: write.id });
  if (rows.length === 0) return html`<p class="muted">${say("noRequestsOfWrite")}</p>`;
  return table(view, { columns: requestColumns(view), rows, caption: say("requests") });
}

async function eventsOf(view: View, write: ShownWrite, record: string | undefined): Promise<Markup> {
  const { connectionId: connection, createdAt } = write;
  if (record === undefined) return html`<p class="muted">${view.say("noRecord")}</p>`;
  const events = await eventsOfRecord(view, { connection, record, since: createdAt });
  return html`${eventItems(view, events)}<p><a href="${linkTo(view, "/console/events", { connection, record, range: "30d" })}">${view.say("allEventsOfRecord")}</a></p>`;
}
