/** A form with one button, which runs an action. */
import { html, type Markup } from "../../web/html.ts";
import { check } from "./layout.ts";
import type { View } from "./view.ts";

interface Action {
  readonly action: string;
  readonly label: string;
  readonly fields?: Readonly<Record<string, string>>;
}

export const actionForm = (view: View, { action, label, fields = {} }: Action): Markup =>
  html`<form method="post" action="${action}">${check(view)}${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button type="submit">${label}</button></form>`;
