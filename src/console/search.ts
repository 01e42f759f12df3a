/** The search results of the console. */

import { scrubText } from "../core/secrets/scrubText.ts";
import type { Hit } from "../store/console/setUp.ts";
import { html, type Markup } from "../web/html.ts";
import { type Clock, timeOf } from "./parts/time.ts";
import { badge, statusTone } from "./parts/tones.ts";
import { sayWord } from "./texts/phrases.ts";

const paths: Readonly<Record<Hit["kind"], (id: string) => string>> = {
  request: (id) => `/console/requests/${id}`,
  connection: (id) => `/console/connections/${id}`,
  write: (id) => `/console/writes?id=${id}`,
  task: (id) => `/console/tasks?id=${id}`,
  subscription: (id) => `/console/subscriptions?id=${id}`,
  tenant: (id) => `/console/tenants/${id}`,
  delivery: (id) => {
    const [, subscription = "", sequence = ""] = /^msg_(.+)_(\d+)$/.exec(id) ?? [];
    return `/console/deliveries?${new URLSearchParams({ subscription, sequence }).toString()}`;
  },
  event: (id) => `/console/events?range=30d&record=${encodeURIComponent(id)}`,
};

export const pathOf = ({ kind, id }: Hit): string => paths[kind](id);

export function hitList(clock: Clock, text: string, hits: readonly Hit[]): Markup {
  const { say } = clock;
  // The text may be a key, which no page shows.
  const shown = scrubText(text);
  if (hits.length === 0) return html`<p class="empty">${say("noHitsFor", { text: shown })}</p>`;
  const item = ({ kind, id, about, at, status }: Hit): Markup => {
    const tone = status === null ? "quiet" : statusTone(status);
    return html`<li class="${tone}">${sayWord(say, "hit", kind)}: <a href="${paths[kind](id)}">${about || id}</a> ${status !== null && badge(tone, String(status))} ${at !== null && timeOf(clock, at)} <code class="muted">${id}</code></li>`;
  };
  return html`<p>${say("hits", { text: shown, count: hits.length })}</p><ul class="history">${hits.map(item)}</ul>`;
}
