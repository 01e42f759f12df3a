/** Shows the stored bodies of a request or a write. They are end users' books, so the audit log records who opened them. */
import { errorEntries, Failure } from "../../contract/failure.ts";
import { hiddenNames, withoutHidden } from "../../contract/hiddenFields.ts";
import { resourceOfOperation } from "../../contract/scopes.ts";
import { withoutVendorMessage } from "../../core/calling/hideFields.ts";
import { scrub } from "../../core/secrets/scrubLog.ts";
import { outcomeOf, requestOf } from "../../core/writing/journal.ts";
import { openBodies, type StoredBodies } from "../../http/log/bodies.ts";
import { findConnection } from "../../store/connections.ts";
import { listWrites } from "../../store/console/work.ts";
import { findBodies } from "../../store/log/requestBodies.ts";
import { findOperation } from "../../store/operations.ts";
import { html, type Markup } from "../../web/html.ts";
import { codeBox } from "../parts/codeBox.ts";
import { type Act, type ActionContext, type ConsoleAction, databaseOf } from "./action.ts";

const showBodies: Act = async (context) => {
  const { view, ids } = context;
  const { requestBodyHours: hours, auth } = view.deps;
  const id = ids["id"] ?? "";
  const sealed = await findBodies(databaseOf(context), { id, tenantId: view.scope.tenantId, hours });
  if (sealed === undefined) return { text: view.say("bodiesGone", { hours }) };
  return { text: "", shown: bodiesPart(view, openBodies(auth.connecting.vault, id, sealed)) };
};

function bodiesPart({ say, deps }: ActionContext["view"], { received, answered, calls }: StoredBodies): Markup {
  const box = (title: string, text: string | undefined): Markup => codeBox({ say }, title, text);
  const callTitle = (number: number, phrase: "bodyToTarget" | "bodyFromTarget"): string =>
    `${say("step.call", { number })}: ${say(phrase)}`;
  return html`<h2>${say("bodies")}</h2><p class="muted">${say("bodiesHelp", { hours: deps.requestBodyHours })}</p>
<div class="beside">${box(say("bodyFromCaller"), received)}${box(say("bodyToCaller"), answered)}</div>
${calls.map(({ sent, came }, index) => html`<div class="beside">${box(callTitle(index + 1, "bodyToTarget"), sent)}${box(callTitle(index + 1, "bodyFromTarget"), came)}</div>`)}`;
}

/** The journal's copy of a write: the data that was sent and the outcome. */
const showWrite: Act = async (context) => {
  const { view, ids } = context;
  const { say } = view;
  const database = databaseOf(context);
  const { rows } = await listWrites(database, view.scope, { id: ids["id"] ?? "" });
  const [write] = rows;
  const row = write && (await findOperation(database, write));
  if (write === undefined || row === undefined) return undefined;
  const { hiddenFields: hidden = [] } = (await findConnection(database, write.connectionId)) ?? {};
  const names = hiddenNames(hidden, resourceOfOperation(row.operation));
  const { vault } = view.deps.auth.connecting;
  const { ids: pathIds, filters, body } = requestOf({ vault }, row);
  const outcome = outcomeOf({ vault }, row);
  const shownOutcome =
    outcome instanceof Failure ? { errors: errorEntries(withoutVendorMessage(hidden, outcome)) } : outcome;
  const text = (value: unknown): string | undefined =>
    value === undefined ? undefined : JSON.stringify(scrub(withoutHidden(names, value)));
  const shown = html`<h2>${say("bodies")}</h2><p class="muted">${say("writeHelp")}</p>
<div class="beside">${codeBox(view, say("dataToWrite"), text({ ...pathIds, ...filters, body }))}${codeBox(view, say("outcome"), text(shownOutcome))}</div>`;
  return { text: "", shown, tenantId: write.tenantId };
};

export const requestActions: readonly ConsoleAction[] = [
  { path: "/requests/:id/bodies", name: "request.bodies", act: showBodies },
  { path: "/writes/:id/bodies", name: "write.bodies", act: showWrite },
];
