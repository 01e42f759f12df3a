/** `npm run charts`: draws the charts of docs/operate/performance.md and writes its tables, from bench/results/latest.json. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kept, Results } from "../../bench/figure.ts";
import { type Bar, barChart } from "./barChart.ts";
import { table } from "./table.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "docs/operate");

export const results = (): Results =>
  JSON.parse(readFileSync(join(root, "bench/results/latest.json"), "utf8")) as Results;

/** The first number of a text. */
const numberIn = (text: string): number => Number(/[\d.]+/.exec(text)?.[0]);

/** Tasks have a CPU time only. */
const isOfRequests = ({ measured }: Kept): boolean => measured.includes("requests/s");
const isOfConnector = ({ bench }: Kept): boolean => bench === "connectors";
const growing: readonly string[] = ["connections", "events", "waiting", "subscriptions", "polls", "pages", "tenants"];
const isOfGrowth = ({ bench }: Kept): boolean => growing.includes(bench);

/** The share of the target that is used: 1 is all of it. */
function used({ measured, target }: Kept): number {
  const found = numberIn(measured);
  const limit = numberIn(target);
  return target.startsWith("≥") ? limit / found : found / limit;
}

/** Without the details in brackets or after a comma. */
const shortly = (text: string): string => text.replace(/(?: \(|,).*/, "");

const usedBar = (figure: Kept): Bar => ({
  label: figure.what,
  value: used(figure),
  note: `${shortly(figure.measured)} (${shortly(figure.target)})`,
  isGood: figure.met,
});

/** File names and their contents. */
export function charts(results: Results): Readonly<Record<string, string>> {
  // Figures that could not be measured have no number.
  const figures = results.figures.filter((figure) => Number.isFinite(used(figure)));
  const theirs = figures.filter(isOfConnector);
  const ours = figures.filter((figure) => !isOfConnector(figure) && !isOfGrowth(figure));
  // The others have another target, because they are compared with a proxy that does more.
  const lists = theirs.filter((figure) => partsOf(figure).column === "list of 100");
  return {
    "targets.svg": barChart({
      title: "Each figure as a share of what its target allows",
      bars: ours.map(usedBar),
      mark: { value: 1, label: "target" },
    }),
    "growth.svg": barChart({
      title: "Growth: each figure as a share of what its target allows",
      bars: figures.filter(isOfGrowth).map(usedBar),
      mark: { value: 1, label: "target" },
    }),
    "connectors.svg": barChart({
      title:
        "Requests per second for lists of 100 through Kontor, compared with a bare proxy that makes the same calls",
      bars: lists.map((figure) => {
        const value = numberIn(figure.measured);
        return { label: partsOf(figure).name, value, note: `${value.toFixed(2)} ×`, isGood: figure.met };
      }),
      mark: { value: numberIn(lists[0]?.target ?? "1"), label: "target" },
    }),
  };
}

const columns = ["list of 5", "list of 100", "one record", "a write", "a task"] as const;
const endings: Readonly<Record<string, (typeof columns)[number]>> = {
  "?limit=5": "list of 5",
  "?limit=100": "list of 100",
  ", a write": "a write",
  ", a task": "a task",
};
const columnOf = (rest: string): (typeof columns)[number] => endings[rest] ?? "one record";

/** The connector, the resource and the kind of request of a figure. */
function partsOf({ what }: Kept) {
  const [, name = "", resource = "", rest = ""] = /^(.*): (\w+)(.*)$/.exec(what) ?? [];
  return { name, resource, column: columnOf(rest) };
}

/** One row for each target system. */
function connectorTable(figures: readonly Kept[]): string[] {
  const cells = figures.map((figure) => {
    const [, perSecond = "", processor = ""] = /^(?:(\S+ ×) requests\/s, )?(\S+ (?:×|ms))/.exec(figure.measured) ?? [];
    return { ...partsOf(figure), text: `${perSecond} (${processor})`.trim() };
  });
  const rows = [...Map.groupBy(cells, ({ name }) => name)].map(([name, row]) => [
    name,
    row[0]?.resource ?? "",
    ...columns.map((column) => row.find((cell) => cell.column === column)?.text ?? ""),
  ]);
  return table([["target system", "list", ...columns], ...rows]);
}

function figureTable(figures: readonly Kept[]): string[] {
  const rows = figures.map(({ what, measured, target, met }) => [what, measured, target, met ? "yes" : "**no**"]);
  return table([["figure", "measured", "target", "met"], ...rows]);
}

/** The generated parts of the page, by the name in their markers. */
function parts({ at, machine, seconds, figures }: Results): Readonly<Record<string, readonly string[]>> {
  const ours = figures.filter((figure) => !isOfConnector(figure) && !isOfGrowth(figure));
  const methods = (measured: readonly Kept[]) => [...new Set(measured.map(({ how }) => how))].map((how) => `- ${how}`);
  const theirs = figures.filter(isOfConnector);
  const grown = figures.filter(isOfGrowth);
  const run = `${at.slice(0, 10)}, ${Math.floor(seconds / 60)} min ${seconds % 60} s. ${machine}.`;
  return {
    run: [run],
    figures: [...figureTable(ours), "", ...methods(ours)],
    growth: [...figureTable(grown), "", ...methods(grown)],
    connectors: [
      `${theirs.filter((figure) => isOfRequests(figure) && figure.met).length} of ${theirs.filter(isOfRequests).length} meet their target.`,
      "",
      ...connectorTable(theirs),
      "",
      ...methods(theirs),
    ],
  };
}

/** The page with these results. */
export function performancePage(page: string, found: Results): string {
  return Object.entries(parts(found)).reduce((text, [name, lines]) => {
    const begin = `<!-- ${name}: npm run charts -->`;
    const end = `<!-- end of ${name} -->`;
    const [before, rest] = text.split(begin);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`The page has no markers for ${name}.`);
    return [before, begin, "\n\n", lines.join("\n"), "\n\n", end, after].join("");
  }, page);
}

if (import.meta.main) {
  const found = results();
  mkdirSync(join(folder, "charts"), { recursive: true });
  for (const [name, drawing] of Object.entries(charts(found))) writeFileSync(join(folder, "charts", name), drawing);
  const page = join(folder, "performance.md");
  writeFileSync(page, performancePage(readFileSync(page, "utf8"), found));
}
