/** What came of an action, and what is asked before one that cannot be undone. */
import { html, type Markup } from "../../web/html.ts";
import { check } from "./layout.ts";
import type { View } from "./view.ts";

/** What an action has to say, and what it made. */
export interface Outcome {
  readonly text: string;
  /** What is to be said besides, line by line. */
  readonly lines?: readonly string[];
  /** Shown this once. */
  readonly made?: string;
  /** What it found, for the page to show in its place. */
  readonly shown?: Markup;
  /** Whose thing it was done to. */
  readonly tenantId?: string;
  /** It was not done. */
  readonly isRefused?: boolean;
  /** Where to see what came of it. */
  readonly link?: { readonly href: string; readonly text: string };
  /** What came of it has an address of its own. */
  readonly leadsTo?: string;
  /** What the page is to be about from now on. */
  readonly query?: View["query"];
}

export function outcomeBox({ say, path }: Pick<View, "say" | "path">, outcome: Outcome): Markup {
  const { text, lines = [], made, link } = outcome;
  return html`<div class="notice" role="status"><p>${text}</p>${
    lines.length > 0 && html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
  }${made !== undefined && html`<p><input class="made" readonly value="${made}" aria-label="${text}"> <button type="button" class="copy" data-copy="${made}" hidden>${say("copy")}</button></p><p class="muted">${say("onceOnly")} <a class="chip" href="${path}">${say("stored")}</a></p>`}${link && html`<p><a href="${link.href}">${link.text}</a></p>`}</div>`;
}

export interface Confirmation {
  readonly action: string;
  /** To be typed. */
  readonly name: string;
  readonly label: string;
  readonly isWrong: boolean;
}

export const confirmForm = (view: View, { action, name, label, isWrong }: Confirmation): Markup =>
  html`<form class="confirm" method="post" action="${action}">${check(view)}<label>${view.say("typeName", { name })} <input name="confirm" autocomplete="off" spellcheck="false" required${isWrong && html` aria-invalid="true"`}></label> <button class="danger" type="submit">${label}</button></form>`;
