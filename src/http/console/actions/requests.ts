/** Shows the bodies of a request, where they are kept: the end users' books, so who looks is written down. */
import { html, type Markup } from "../../../pages/html.ts";
import { findBodies } from "../../../store/log/requestBodies.ts";
import { type KeptBodies, openBodies } from "../../log/bodies.ts";
import { pretty } from "../json.ts";
import { type Act, type Asked, type ConsoleAction, databaseOf } from "./asked.ts";

const showBodies: Act = async (asked) => {
  const { view, ids } = asked;
  const { requestBodyHours: hours, auth } = view.deps;
  const id = ids["id"] ?? "";
  const sealed = await findBodies(databaseOf(asked), { id, tenantId: view.scope.tenantId, hours });
  if (sealed === undefined) return { text: view.say("bodiesGone", { hours }) };
  return { text: "", shown: bodiesPart(view, openBodies(auth.connecting.vault, id, sealed)) };
};

function bodiesPart({ say, deps }: Asked["view"], { received, answered, calls }: KeptBodies): Markup {
  const box = (title: string, text: string | undefined): Markup =>
    html`<section><h3>${title}</h3>${text === undefined ? html`<p class="muted">${say("noBody")}</p>` : html`<div class="pan code tall" tabindex="0" role="region" aria-label="${title}"><pre><code>${shown(text)}</code></pre></div>`}</section>`;
  return html`<h2>${say("bodies")}</h2><p class="muted">${say("bodiesTold", { hours: deps.requestBodyHours })}</p>
<div class="beside">${box(say("bodyReceived"), received)}${box(say("bodyAnswered"), answered)}</div>
${calls.map(({ sent, came }, index) => html`<div class="beside">${box(`${say("step.call", { number: index + 1 })}: ${say("bodySent")}`, sent)}${box(`${say("step.call", { number: index + 1 })}: ${say("bodyCame")}`, came)}</div>`)}`;
}

const shown = (text: string): string => (/^\s*[[{]/.test(text) ? pretty(text) : text);

export const requestActions: readonly ConsoleAction[] = [
  { path: "/requests/:id/bodies", name: "request.bodies", act: showBodies },
];
