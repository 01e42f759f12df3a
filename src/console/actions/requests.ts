/** Shows the bodies of a request and of a write, where they are kept: the end users' books, so who looks is written down. */
import { errorEntries, Failure } from "../../contract/failure.ts";
import { scrub } from "../../core/secrets/scrubLog.ts";
import { outcomeOf, requestOf } from "../../core/writing/journal.ts";
import { openBodies, type StoredBodies } from "../../http/log/bodies.ts";
import { listWrites } from "../../store/console/work.ts";
import { findBodies } from "../../store/log/requestBodies.ts";
import { findOperation } from "../../store/operations.ts";
import { html, type Markup } from "../../web/html.ts";
import { codeBox } from "../parts/codeBox.ts";
import { type Act, type Asked, type ConsoleAction, databaseOf } from "./asked.ts";

const showBodies: Act = async (asked) => {
  const { view, ids } = asked;
  const { requestBodyHours: hours, auth } = view.deps;
  const id = ids["id"] ?? "";
  const sealed = await findBodies(databaseOf(asked), { id, tenantId: view.scope.tenantId, hours });
  if (sealed === undefined) return { text: view.say("bodiesGone", { hours }) };
  return { text: "", shown: bodiesPart(view, openBodies(auth.connecting.vault, id, sealed)) };
};

function bodiesPart({ say, deps }: Asked["view"], { received, answered, calls }: StoredBodies): Markup {
  const box = (title: string, text: string | undefined): Markup => codeBox({ say }, title, text);
  const ofCall = (number: number, phrase: "bodySent" | "bodyCame"): string =>
    `${say("step.call", { number })}: ${say(phrase)}`;
  return html`<h2>${say("bodies")}</h2><p class="muted">${say("bodiesTold", { hours: deps.requestBodyHours })}</p>
<div class="beside">${box(say("bodyReceived"), received)}${box(say("bodyAnswered"), answered)}</div>
${calls.map(({ sent, came }, index) => html`<div class="beside">${box(ofCall(index + 1, "bodySent"), sent)}${box(ofCall(index + 1, "bodyCame"), came)}</div>`)}`;
}

/** What the journal keeps of a write to settle it: what was sent, and what became of it. */
const showWrite: Act = async (asked) => {
  const { view, ids } = asked;
  const { say } = view;
  const database = databaseOf(asked);
  const { rows } = await listWrites(database, view.scope, { id: ids["id"] ?? "" });
  const [write] = rows;
  const row = write && (await findOperation(database, write));
  if (write === undefined || row === undefined) return undefined;
  const { vault } = view.deps.auth.connecting;
  const { ids: named, filters, body } = requestOf({ vault }, row);
  const outcome = outcomeOf({ vault }, row);
  const became = outcome instanceof Failure ? { errors: errorEntries(outcome) } : outcome;
  const text = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(scrub(value)));
  const shown = html`<h2>${say("bodies")}</h2><p class="muted">${say("writeTold")}</p>
<div class="beside">${codeBox(view, say("whatWasSent"), text({ ...named, ...filters, body }))}${codeBox(view, say("whatBecame"), text(became))}</div>`;
  return { text: "", shown, tenantId: write.tenantId, query: { id: write.id } };
};

export const requestActions: readonly ConsoleAction[] = [
  { path: "/requests/:id/bodies", name: "request.bodies", act: showBodies },
  { path: "/writes/:id/bodies", name: "write.bodies", act: showWrite },
];
