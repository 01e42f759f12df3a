/** Preformatted text in a box that scrolls; JSON is indented. */
import { html, type Markup } from "../../web/html.ts";
import { pretty } from "./json.ts";
import type { View } from "./view.ts";

export const codeBox = ({ say }: Pick<View, "say">, title: string, text: string | undefined): Markup =>
  html`<section><h3>${title}</h3>${text === undefined ? html`<p class="muted">${say("noBody")}</p>` : html`<div class="pan code tall" tabindex="0" role="region" aria-label="${title}"><pre><code>${shown(text)}</code></pre></div>`}</section>`;

const shown = (text: string): string => (/^\s*[[{]/.test(text) ? pretty(text) : text);
