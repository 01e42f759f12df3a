/** The search results of the console. */

import type { Hit } from "../store/console/setUp.ts";
import { html, type Markup } from "../web/html.ts";
import { sayWord, type Words } from "./texts/phrases.ts";

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

export function hitList({ say }: Words, hits: readonly Hit[]): Markup {
  if (hits.length === 0) return html`<p class="empty">${say("noHits")}</p>`;
  return html`<p>${say("hits", { count: hits.length })}</p><ul class="history">${hits.map((hit) => html`<li>${sayWord(say, "hit", hit.kind)}: <a href="${pathOf(hit)}">${hit.about || hit.id}</a> <code class="muted">${hit.id}</code></li>`)}</ul>`;
}
