/** The search results of the console. */

import { scrubText } from "../core/secrets/scrubText.ts";
import type { Hit } from "../store/console/setUp.ts";
import { html, type Markup } from "../web/html.ts";
import { stateBadge } from "./parts/list.ts";
import { type Clock, timeOf } from "./parts/time.ts";
import { badge, statusTone, toneOf } from "./parts/tones.ts";
import { sayWord } from "./texts/phrases.ts";

const paths: Readonly<Record<Hit["kind"], (id: string, connectionId?: string) => string>> = {
  request: (id) => `/console/requests/${id}`,
  connection: (id) => `/console/connections/${id}`,
  write: (id) => `/console/writes/${id}`,
  task: (id) => `/console/tasks?id=${id}`,
  subscription: (id) => `/console/subscriptions?id=${id}`,
  tenant: (id) => `/console/tenants/${id}`,
  delivery: (id) => {
    const [, subscription = "", sequence = ""] = /^msg_(.+)_(\d+)$/.exec(id) ?? [];
    return `/console/deliveries?${new URLSearchParams({ subscription, sequence }).toString()}`;
  },
  event: (record, connection) => {
    const query = { range: "30d", record, ...(connection !== undefined && { connection }) };
    return `/console/events?${new URLSearchParams(query).toString()}`;
  },
};

export const pathOf = ({ kind, id, connectionId }: Hit): string => paths[kind](id, connectionId);

export function hitList(clock: Clock, text: string, hits: readonly Hit[]): Markup {
  const { say } = clock;
  // The text may be a key, which no page shows.
  const shown = scrubText(text);
  if (hits.length === 0) return html`<p class="empty">${say("noHitsFor", { text: shown })}</p>`;
  const item = (hit: Hit): Markup => {
    const { kind, id, about, at, status, state } = hit;
    const tone = status !== null ? statusTone(status) : state !== null ? toneOf(state) : "quiet";
    return html`<li class="${tone}">${sayWord(say, "hit", kind)}: <a href="${pathOf(hit)}">${about || id}</a> ${status !== null && badge(tone, String(status))} ${state !== null && stateBadge(clock, state, kind === "delivery" ? "delivery" : "state")} ${at !== null && timeOf(clock, at)} <code class="muted">${id}</code></li>`;
  };
  return html`<p>${say("hits", { text: shown, count: hits.length })}</p><ul class="history">${hits.map(item)}</ul>`;
}
