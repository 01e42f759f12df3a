/** How states are shown (always with a shape, a word and a colour), and who needs to act on an error. */
import { type FailureCode, failures } from "../../contract/failure.ts";
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
  failed: "bad",
  refused: "bad",
  FAILED: "bad",
  unknown: "unknown",
};

export const toneOf = (state: string): Tone => tones[state] ?? "quiet";

export const badge = (tone: Tone, word: string): Markup =>
  html`<span class="badge ${tone}"><span aria-hidden="true">${shapes[tone]}</span> ${word}</span>`;

export const statusTone = (status: number): Tone => (status < 400 ? "good" : status < 500 ? "attention" : "bad");

export type Actor = "caller" | "end_user" | "target" | "us";

const actorsByCode: Readonly<Partial<Record<FailureCode, Actor>>> = {
  connection_inactive: "end_user",
  connection_needs_reauth: "end_user",
  target_forbidden: "end_user",
  target_rejected: "end_user",
  target_rate_limited: "target",
  target_bad_response: "target",
  target_unavailable: "target",
  target_timeout: "target",
  outcome_unknown: "target",
  internal: "us",
  unavailable: "us",
};

/** The party that needs to act on a failure: the caller, unless the table names somebody else. */
export const actorOf = (code: string): Actor => actorsByCode[code as FailureCode] ?? "caller";

export const codesOf = (actor: Actor): readonly string[] =>
  Object.keys(failures).filter((code) => actorOf(code) === actor);

export const actors: readonly Actor[] = ["caller", "end_user", "target", "us"];
