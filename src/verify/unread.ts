/** Finds fields that a vendor sends and no record contains. */
import type { Row } from "./row.ts";

/** A path counts as used if any record contains its value. Paths without values are ignored. */
export function unreadPaths(rows: readonly Row[], raws: readonly unknown[]): string[] {
  const shown = new Set<string>();
  const met = new Set<string>();
  for (const [index, raw] of raws.entries()) {
    const values = new Set<string>();
    leaves(rows[index], "", (_path, value) => values.add(plain(value)));
    leaves(raw, "", (path, value) => {
      met.add(path);
      if (values.has(plain(value))) shown.add(path);
    });
  }
  return [...met].filter((path) => !shown.has(path)).toSorted();
}

function leaves(value: unknown, path: string, see: (path: string, value: unknown) => void): void {
  if (value === null || value === undefined || value === "") return;
  if (Array.isArray(value)) for (const entry of value) leaves(entry, `${path}[]`, see);
  else if (typeof value === "object")
    for (const [name, inner] of Object.entries(value)) leaves(inner, path === "" ? name : `${path}.${name}`, see);
  else see(path, value);
}

/** Normalises notations: numbers without sign and trailing zeros, timestamps as dates, text in lower case. */
function plain(value: unknown): string {
  const text = String(value);
  const moment = /^\/Date\((-?\d+)/.exec(text);
  if (moment !== null) return new Date(Number(moment[1])).toISOString().slice(0, 10);
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return text.slice(0, 10);
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? String(Math.abs(number)) : text.toLowerCase().trim();
}
