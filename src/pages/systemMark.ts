/** The tile of a target system: its initials in its colours. */
import type { Connector } from "../contract/connector.ts";
import { html, type Markup } from "../web/html.ts";

export type SystemMark = NonNullable<Connector["mark"]>;

/** The name that end users know, without the edition in brackets. */
export const shownName = ({ name }: Pick<Connector, "name">): string => name.replace(/ \([^()]*\)$/, "");

/** At most two letters. A system without a mark gets its first letter on grey. */
export function markOf({ name, mark }: Pick<Connector, "name" | "mark">): SystemMark {
  return mark ?? { letters: (Array.from(name.trim())[0] ?? "").toUpperCase(), ground: "#4b5565", ink: "#ffffff" };
}

export const markSvg = ({ letters, ground, ink }: SystemMark): Markup =>
  html`<svg viewBox="0 0 44 44" width="44" height="44" role="presentation"><rect width="44" height="44" rx="12" fill="${ground}"/><text x="22" y="29" text-anchor="middle" font-family="system-ui, sans-serif" font-size="${letters.length > 1 ? 17 : 20}" font-weight="700" fill="${ink}">${letters}</text></svg>`;
