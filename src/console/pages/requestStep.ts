/** One step of a request, drawn on the time axis that all steps share. */
import { html, type Markup, type Part } from "../../web/html.ts";
import { duration } from "../parts/time.ts";
import { badge, type Tone } from "../parts/tones.ts";
import type { View } from "../parts/view.ts";

export interface Step {
  readonly title: string;
  readonly tone: Tone;
  readonly word: string;
  /** Milliseconds since the request arrived. */
  readonly offset: number;
  readonly milliseconds: number;
  readonly waited?: number;
  readonly about: Part;
  readonly isCall?: boolean;
}

export const mark = (title: string, offset: number) =>
  ({ title, tone: "good", word: "", offset, milliseconds: 0 }) as const;

const width = 1000;

export function stepItem(
  { say, language }: Pick<View, "say" | "language">,
  step: Step,
  { total, isOpen }: { total: number; isOpen: boolean },
): Markup {
  const { title, tone, word, offset, milliseconds, waited = 0, about } = step;
  const scale = (value: number): number => Math.round((Math.min(value, total) / Math.max(total, 1)) * width);
  const bar = html`<svg class="bar ${tone}" viewBox="0 0 ${width} 12" preserveAspectRatio="none" aria-hidden="true"><rect class="axis" x="0" y="5.5" width="${width}" height="1"/>${
    waited > 0 &&
    html`<rect class="wait" x="${scale(Math.max(0, offset - waited))}" y="2" width="${Math.max(2, scale(waited))}" height="8"/>`
  }<rect class="work" x="${Math.min(width - 4, scale(offset))}" y="2" width="${Math.max(4, Math.min(width - scale(offset), scale(milliseconds)))}" height="8"/></svg>`;
  return html`<li><details${isOpen && html` open`}><summary><span class="step">${title}</span> ${word !== "" && badge(tone, word)} ${bar} <span class="offset">+${duration(offset, language)}${milliseconds > 0 && ` · ${duration(milliseconds, language)}`}</span></summary>${about ?? html`<p class="muted">${say("none")}</p>`}</details></li>
`;
}
