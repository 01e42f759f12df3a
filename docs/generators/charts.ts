/** `npm run charts`: draws bench/results/latest.json into docs/operate/charts, and writes its tables into docs/operate/performance.md. */
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

/** A task is told by its processor time alone. */
const isOfRequests = ({ measured }: Kept): boolean => measured.includes("requests/s");
const isOfConnector = ({ bench }: Kept): boolean => bench === "connectors";
const growing: readonly string[] = ["connections", "events", "waiting", "subscriptions", "polls", "pages", "tenants"];
const isOfGrowth = ({ bench }: Kept): boolean => growing.includes(bench);

/** How much of what the target allows is used: 1 is all of it. */
function used({ measured, target }: Kept): number {
  const found = numberIn(measured);
  const limit = numberIn(target);
  return target.startsWith("≥") ? limit / found : found / limit;
}

/** Without what is added to it. */
const shortly = (text: string): string => text.replace(/(?: \(|,).*/, "");

const usedBar = (figure: Kept): Bar => ({
  label: figure.what,
  value: used(figure),
  note: `${shortly(figure.measured)} (${shortly(figure.target)})`,
  isGood: figure.met,
});

/** File names and what is in them. */
export function charts({ figures: all }: Results): Readonly<Record<string, string>> {
  // What could not be measured has no number.
  const figures = all.filter((figure) => Number.isFinite(used(figure)));
  const theirs = figures.filter(isOfConnector);
  const ours = figures.filter((figure) => !isOfConnector(figure) && !isOfGrowth(figure));
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
      title: "Requests a second through Kontor, against a bare proxy that asks the vendor the same",
      bars: theirs.filter(isOfRequests).map((figure) => {
        const { name, column } = partsOf(figure);
        const value = numberIn(figure.measured);
        return { group: name, label: column, value, note: `${value.toFixed(2)} ×`, isGood: figure.met };
      }),
      mark: { value: numberIn(theirs[0]?.target ?? "1"), label: "wanted" },
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

/** Whose list of a connector was measured, and what of it. */
function partsOf({ what }: Kept) {
  const [, name = "", resource = "", rest = ""] = /^(.*): (\w+)(.*)$/.exec(what) ?? [];
  return { name, resource, column: columnOf(rest) };
}

/** A row for each target system. */
function connectorTable(figures: readonly Kept[]): string[] {
  const cells = figures.map((figure) => {
    const [, perSecond = "", processor = ""] = /^(?:(\S+ ×) requests\/s, )?(\S+ ×)/.exec(figure.measured) ?? [];
    return { ...partsOf(figure), text: `${perSecond} (${processor})`.trim() };
  });
  const rows = [...Map.groupBy(cells, ({ name }) => name)].map(([name, own]) => [
    name,
    own[0]?.resource ?? "",
    ...columns.map((column) => own.find((cell) => cell.column === column)?.text ?? ""),
  ]);
  return table([["target system", "list", ...columns], ...rows]);
}

function figureTable(figures: readonly Kept[]): string[] {
  const rows = figures.map(({ what, measured, target, met }) => [what, measured, target, met ? "yes" : "**no**"]);
  return table([["figure", "measured", "target", "met"], ...rows]);
}

/** The parts of the page that are made from the results, by the name in their marks. */
function parts({ at, machine, seconds, figures }: Results): Readonly<Record<string, readonly string[]>> {
  const ours = figures.filter((figure) => !isOfConnector(figure) && !isOfGrowth(figure));
  const hows = (some: readonly Kept[]) => [...new Set(some.map(({ how }) => how))].map((how) => `- ${how}`);
  const theirs = figures.filter(isOfConnector);
  const grown = figures.filter(isOfGrowth);
  const run = `${at.slice(0, 10)}, ${Math.floor(seconds / 60)} min ${seconds % 60} s. ${machine}.`;
  return {
    run: [run],
    figures: [...figureTable(ours), "", ...hows(ours)],
    growth: [...figureTable(grown), "", ...hows(grown)],
    connectors: [
      `${theirs.filter((figure) => isOfRequests(figure) && figure.met).length} of ${theirs.filter(isOfRequests).length} reach what is wanted (${theirs[0]?.target ?? ""}).`,
      "",
      ...connectorTable(theirs),
      "",
      ...hows(theirs),
    ],
  };
}

/** The page with these results in it. */
export function performancePage(page: string, found: Results): string {
  return Object.entries(parts(found)).reduce((text, [name, lines]) => {
    const begin = `<!-- ${name}: npm run charts -->`;
    const end = `<!-- end of ${name} -->`;
    const [before, rest] = text.split(begin);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`The page has no place for ${name}.`);
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
