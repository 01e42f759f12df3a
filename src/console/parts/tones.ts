/** States as a badge: always a shape, a word and a colour. */
import { html, type Markup } from "../../web/html.ts";

export type Tone = "good" | "running" | "attention" | "bad" | "unknown" | "quiet";

const shapes: Readonly<Record<Tone, string>> = {
  good: "✓",
  running: "◐",
  attention: "!",
  bad: "✕",
  unknown: "?",
  quiet: "–",
};

const tones: Readonly<Record<string, Tone>> = {
  active: "good",
  done: "good",
  taken: "good",
  SUCCESS: "good",
  FINISHED: "good",
  good: "good",
  resolved: "good",
  intended: "running",
  sent: "running",
  open: "running",
  OPEN: "running",
  IN_PROGRESS: "running",
  waiting: "attention",
  running: "running",
  needs_reauth: "attention",
  needs_consent: "attention",
  paused: "attention",
  retrying: "attention",
  PARTIAL_SUCCESS: "attention",
  attention: "attention",
  differs: "attention",
  failed: "bad",
  refused: "bad",
  FAILED: "bad",
  unknown: "unknown",
};

export const toneOf = (state: string): Tone => tones[state] ?? "quiet";

export const badge = (tone: Tone, word: string): Markup =>
  html`<span class="badge ${tone}"><span aria-hidden="true">${shapes[tone]}</span> ${word}</span>`;

export const statusTone = (status: number): Tone => (status < 400 ? "good" : status < 500 ? "attention" : "bad");
