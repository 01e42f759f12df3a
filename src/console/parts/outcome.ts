/** The outcome of an action, and the confirmation before an irreversible one. */
import { html, type Markup } from "../../web/html.ts";
import { check } from "./layout.ts";
import { withTimes } from "./time.ts";
import type { View } from "./view.ts";

/** What the audit log names, if it is not in the path. */
export interface Subject {
  readonly id?: string;
  /** Kept beside the chain. */
  readonly name?: string;
  /** The tenant of this object, if there are several objects. */
  readonly tenantId?: string | null;
}

export interface Outcome {
  readonly text: string;
  /** Details below the text. */
  readonly lines?: readonly string[];
  /** A new secret or link, shown only once. */
  readonly made?: string;
  /** Content that the page shows instead of the text. */
  readonly shown?: Markup;
  /** The tenant that the audit log names. */
  readonly tenantId?: string;
  readonly subject?: Subject;
  /** Instead of `subject`, if the action changed several objects: each has an entry of its own. */
  readonly subjects?: readonly Subject[];
  /** The action was refused. */
  readonly isRefused?: boolean;
  /** The page that shows the result. */
  readonly link?: { readonly href: string; readonly text: string };
  /** The page to redirect to. */
  readonly redirectTo?: string;
  /** The query of the page that shows the outcome. */
  readonly query?: View["query"];
}

export function outcomeBox({ say, path }: Pick<View, "say" | "path">, outcome: Outcome): Markup {
  const { text, lines = [], made, link } = outcome;
  return html`<div class="notice" role="status"><p>${withTimes(text)}</p>${
    lines.length > 0 && html`<ul>${lines.map((line) => html`<li>${withTimes(line)}</li>`)}</ul>`
  }${made !== undefined && html`<p><input class="made" readonly value="${made}" aria-label="${text}"> <button type="button" class="copy" data-copy="${made}" hidden>${say("copy")}</button></p><p class="muted">${say("shownOnce")} <a class="chip" href="${path}">${say("stored")}</a></p>`}${link && html`<p><a href="${link.href}">${link.text}</a></p>`}</div>`;
}

export interface Confirmation {
  readonly action: string;
  /** The text to type. */
  readonly name: string;
  readonly label: string;
  readonly isWrong: boolean;
}

export const confirmForm = (view: View, { action, name, label, isWrong }: Confirmation): Markup =>
  html`<form class="confirm" method="post" action="${action}">${check(view)}<label>${view.say("typeName", { name })} <input name="confirm" autocomplete="off" spellcheck="false" required${isWrong && html` aria-invalid="true"`}></label> <button class="danger" type="submit">${label}</button></form>`;
