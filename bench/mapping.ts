/** Compares mapping and serialising a list with parsing its JSON, in this process. */
import { journalEntry } from "../src/connectors/sandbox/journalEntries.ts";
import type { Native } from "../src/connectors/sandbox/types.ts";
import { operations } from "../src/contract/operations.ts";
import { openSerialiser } from "../src/http/data/serialise.ts";
import type { Bench } from "./figure.ts";
import { median } from "./figure.ts";
import { vendorPage } from "./vendorPage.ts";

const lines = 3;

export const mapping: Bench = async () => {
  const { items } = JSON.parse(await vendorPage()) as { items: readonly Native[] };
  const text = withLines(items);
  const natives = JSON.parse(text) as readonly Native[];
  const records = natives.map(journalEntry.map);
  const serialise = openSerialiser();
  const [parse, map, write] = measure([
    () => JSON.parse(text),
    () => natives.map(journalEntry.map),
    () => serialise(operations["journalEntries.list"], { data: records }),
  ]);
  const ratio = (map ?? 0) / (parse ?? 1);
  return [
    {
      what: "mapping 100 entries of three lines",
      measured: `${ratio.toFixed(2)} × JSON.parse (${map?.toFixed(2)} : ${parse?.toFixed(2)} ms; writing ${write?.toFixed(2)} ms)`,
      target: "≤ 1 × (chosen here)",
      met: ratio <= 1,
      how: `mapping: medians of 500 in one warm process, alternating; ${Math.round(text.length / 1024)} KB of sandbox JSON`,
    },
  ];
};

/** Gives every entry exactly three lines, by omitting some or repeating one. */
function withLines(entries: readonly Native[]): string {
  const three = ({ journal_line_items: found, ...entry }: Native) => {
    const natives = found as readonly Native[];
    return { ...entry, journal_line_items: Array.from({ length: lines }, (_, index) => natives[index] ?? natives[0]) };
  };
  return JSON.stringify(entries.map(three));
}

function measure(works: readonly (() => unknown)[]): number[] {
  const times = works.map((): number[] => []);
  for (let turn = 0; turn < 700; turn++)
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      work();
      if (turn >= 200) times[index]?.push(performance.now() - start);
    }
  return times.map(median);
}
