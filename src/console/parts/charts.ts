/** Charts as SVG: bars, lines and heat strips. Each bucket links to its time range, and every chart has a table. */
import { html, type Markup, type Part } from "../../web/html.ts";
import { type Phrase, sayWord } from "../texts/phrases.ts";
import { duration, exact, exactTime, fixedRange, type Range, stepOf, withTimes } from "./time.ts";
import { linkTo, type View } from "./view.ts";

export interface Bucket {
  readonly at: Date;
  readonly [series: string]: number | null | Date;
}

export interface Chart {
  readonly title: Phrase;
  readonly buckets: readonly Bucket[];
  readonly series: readonly string[];
  /** The page that a bucket links to, with the bucket's time range. */
  readonly linksTo: string;
  readonly isMilliseconds?: boolean;
  /** About the time range, if it is shorter than the page's. */
  readonly note?: string | undefined;
}

const width = 600;
const height = 160;
const left = 76;
const bottom = 22;
const top = 14;

const valueOf = (bucket: Bucket, name: string): number => Number(bucket[name] ?? 0);

/** A label on a time axis, with the exact time as its tooltip. */
function timeLabel({ range }: View, moment: Date, { x, y, anchor }: { x: number; y: number; anchor: string }): Markup {
  const zone = moment === range.to ? " UTC" : "";
  return html`<text x="${x}" y="${y}" text-anchor="${anchor}"><title>${moment.toISOString()}</title>${clockOf(range, moment)}${zone}</text>`;
}

/** The hour, and over more than half a day also the date, because the hour alone would be ambiguous. */
function clockOf({ from, to }: Range, moment: Date): string {
  const isLong = to.getTime() - from.getTime() > 43_200_000;
  return moment
    .toISOString()
    .slice(isLong ? 5 : 11, 16)
    .replace("T", " ");
}

/** The next round number for the top of the axis. */
function roundUp(value: number): number {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map((times) => times * power).find((round) => round >= value) ?? value;
}

interface Axes {
  readonly most: number;
  readonly x: (at: Date) => number;
  readonly y: (value: number) => number;
  readonly step: number;
  readonly part: number;
}

function axesOf({ range }: View, most: number): Axes {
  const step = stepOf(range) * 1000;
  const parts = Math.ceil((range.to.getTime() - range.from.getTime()) / step);
  const part = (width - left) / parts;
  const nice = roundUp(most);
  return {
    most: nice,
    step,
    part,
    x: (at) => left + Math.floor((at.getTime() - range.from.getTime()) / step) * part,
    y: (value) => top + (height - bottom - top) * (1 - value / nice),
  };
}

function grid(view: View, { most, y }: Axes, isMilliseconds: boolean): Markup {
  const lines = [most, most / 2, 0].map(
    (value) =>
      html`<line class="grid" x1="${left}" x2="${width}" y1="${y(value)}" y2="${y(value)}"/><text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${isMilliseconds ? duration(value, view.language) : value}</text>`,
  );
  return html`${lines}${timeLabel(view, view.range.from, { x: left, y: height - 3, anchor: "start" })}${timeLabel(view, view.range.to, { x: width, y: height - 3, anchor: "end" })}`;
}

const drawing = (view: View, chart: Chart, content: Markup): Markup => {
  const title = view.say(chart.title);
  return html`<figure class="chart"><figcaption>${title} ${legend(view, chart.series)}${noteOf(chart.note)}</figcaption>
${chart.buckets.length < fewestBuckets ? html`<p class="empty">${inWords(view, chart)}</p>` : html`<svg viewBox="0 0 ${width} ${height}" role="group" aria-label="${title}">${content}</svg>${asTable(view, chart)}`}</figure>`;
};

/** A chart of a single bar says less than a sentence. */
const fewestBuckets = 2;

const noteOf = (note: string | undefined): Part => note !== undefined && html` <span class="legend">${note}</span>`;

function inWords(view: View, chart: Chart): Part {
  const [bucket] = chart.buckets;
  if (bucket === undefined) return view.say("noData");
  const link = partLink(view, stepOf(view.range) * 1000, bucket, chart);
  return html`<a href="${link}">${withTimes(describe(view, bucket, chart))}</a>`;
}

const legend = ({ say }: View, series: readonly string[]): Markup =>
  html`<span class="legend">${series.map((name) => html`<span class="key ${name}">${sayWord(say, "bar", name)}</span>`)}</span>`;

const shown = ({ language }: View, value: number, isMilliseconds: boolean | undefined): string =>
  isMilliseconds === true ? duration(value, language) : String(value);

function asTable(view: View, { title, buckets, series, isMilliseconds }: Chart): Markup {
  const { say } = view;
  return html`<details class="as-table"><summary>${say("asTable")}</summary><div class="pan" tabindex="0" role="region" aria-label="${say(title)}"><table><caption class="hidden">${say(title)}</caption><thead><tr><th scope="col">${say("when")}</th>${series.map((name) => html`<th scope="col" class="number">${sayWord(say, "bar", name)}</th>`)}</tr></thead><tbody>${buckets.map((bucket) => html`<tr><th scope="row">${exactTime(bucket.at)}</th>${series.map((name) => html`<td class="number">${shown(view, valueOf(bucket, name), isMilliseconds)}</td>`)}</tr>`)}</tbody></table></div></details>`;
}

const describe = (view: View, bucket: Bucket, { series, isMilliseconds }: Chart): string =>
  `${exact(bucket.at)}: ${series.map((name) => `${shown(view, valueOf(bucket, name), isMilliseconds)} ${sayWord(view.say, "bar", name)}`).join(", ")}`;

const partLink = (view: View, step: number, bucket: Bucket, chart: Chart): string =>
  linkTo(view, chart.linksTo, { range: fixedRange(bucket.at, new Date(bucket.at.getTime() + step)) });

const isGood = (series: string): boolean => series === "good" || series === "taken";

/** The last series is on top. Failures are hatched as well as coloured. */
export function stackedBars(view: View, chart: Chart): Markup {
  const sum = (bucket: Bucket): number => chart.series.reduce((total, name) => total + valueOf(bucket, name), 0);
  const axes = axesOf(view, Math.max(0, ...chart.buckets.map(sum)));
  const bars = chart.buckets.map((bucket) => {
    let below = 0;
    const parts = chart.series.map((name) => {
      const value = valueOf(bucket, name);
      const from = axes.y(below);
      const to = axes.y((below += value));
      return (
        value > 0 &&
        html`${[name, ...(isGood(name) ? [] : ["hatched"])].map((kind) => html`<rect class="${kind}"${kind === "hatched" && html` fill="url(#hatch-${chart.title})"`} x="${axes.x(bucket.at) + 0.5}" y="${to}" width="${Math.max(1, axes.part - 1)}" height="${Math.max(1, from - to)}"/>`)}`
      );
    });
    const label = describe(view, bucket, chart);
    return html`<a href="${partLink(view, axes.step, bucket, chart)}" aria-label="${label}"><title>${label}</title><rect class="reach" x="${axes.x(bucket.at)}" y="${top}" width="${axes.part}" height="${height - bottom - top}"/>${parts}</a>`;
  });
  return drawing(
    view,
    chart,
    html`<defs><pattern id="hatch-${chart.title}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="5"/></pattern></defs>${grid(view, axes, false)}${bars}`,
  );
}

export function lines(view: View, chart: Chart): Markup {
  const highest = Math.max(0, ...chart.buckets.flatMap((bucket) => chart.series.map((name) => valueOf(bucket, name))));
  const axes = axesOf(view, highest);
  const middle = (bucket: Bucket): number => axes.x(bucket.at) + axes.part / 2;
  const drawn = chart.series.map((name) => {
    const known = chart.buckets.filter((bucket) => typeof bucket[name] === "number");
    const points = known.map((bucket) => `${middle(bucket)},${axes.y(valueOf(bucket, name))}`);
    return html`<polyline class="${name}" points="${points.join(" ")}"/>${known.map((bucket) => html`<circle class="${name}" cx="${middle(bucket)}" cy="${axes.y(valueOf(bucket, name))}" r="2"/>`)}`;
  });
  const reach = chart.buckets.map((bucket) => {
    const label = describe(view, bucket, chart);
    return html`<a href="${partLink(view, axes.step, bucket, chart)}" aria-label="${label}"><title>${label}</title><rect class="reach" x="${axes.x(bucket.at)}" y="${top}" width="${axes.part}" height="${height - bottom - top}"/></a>`;
  });
  return drawing(view, chart, html`${grid(view, axes, true)}${drawn}${reach}`);
}

export interface Strip {
  readonly title: Phrase;
  readonly rows: readonly { readonly name: string; readonly label: string; readonly buckets: readonly Bucket[] }[];
  readonly note?: string | undefined;
}

/** The share of failed calls by system and time. Darker is worse; the tooltip has the numbers. */
export function heatStrip(view: View, { title, rows, note }: Strip): Markup {
  const { say, range } = view;
  const axes = axesOf(view, 1);
  const rowHeight = 24;
  const names = 150;
  const scale = (width - names) / (width - left);
  const x = (at: Date): number => names + (axes.x(at) - left) * scale;
  const drawn = rows.map(({ name, label, buckets }, index) => {
    const y = index * rowHeight;
    const cells = buckets.map((bucket) => {
      const calls = valueOf(bucket, "calls");
      const failed = valueOf(bucket, "failed");
      const share = calls === 0 ? 0 : failed / calls;
      const level = failed === 0 ? 0 : share < 0.05 ? 1 : share < 0.25 ? 2 : share < 0.75 ? 3 : 4;
      const text = `${label}, ${exact(bucket.at)}: ${failed}/${calls}`;
      const range = fixedRange(bucket.at, new Date(bucket.at.getTime() + axes.step));
      return html`<a href="${linkTo(view, "/console/requests", { system: name, range })}" aria-label="${text}"><title>${text}</title><rect class="heat${level}" x="${x(bucket.at)}" y="${y + 2}" width="${Math.max(1.5, axes.part * scale - 1)}" height="${rowHeight - 4}"/></a>`;
    });
    return html`<text x="0" y="${y + 16}">${label}</text>${cells}`;
  });
  const bottomOfRows = rows.length * rowHeight;
  const middle = new Date((range.from.getTime() + range.to.getTime()) / 2);
  const tick = (at: number) =>
    html`<line class="grid" x1="${at}" x2="${at}" y1="${bottomOfRows}" y2="${bottomOfRows + 4}"/>`;
  const centre = (names + width) / 2;
  const axis = html`<line class="grid" x1="${names}" x2="${width}" y1="${bottomOfRows}" y2="${bottomOfRows}"/>${[names, centre, width].map(tick)}${timeLabel(view, range.from, { x: names, y: bottomOfRows + 18, anchor: "start" })}${timeLabel(view, middle, { x: centre, y: bottomOfRows + 18, anchor: "middle" })}${timeLabel(view, range.to, { x: width, y: bottomOfRows + 18, anchor: "end" })}`;
  const tableRows = rows.flatMap(({ label, buckets }) =>
    buckets.map((bucket) => [label, exactTime(bucket.at), `${valueOf(bucket, "failed")}/${valueOf(bucket, "calls")}`]),
  );
  return html`<figure class="chart"><figcaption>${say(title)}${noteOf(note)}</figcaption>${rows.length === 0 ? html`<p class="empty">${say("noData")}</p>` : html`<svg viewBox="0 0 ${width} ${bottomOfRows + bottom}" role="group" aria-label="${say(title)}">${drawn}${axis}</svg>${plainTable(view, say(title), { heads: ["targetSystem", "when", "failedOfAll"], rows: tableRows })}`}</figure>`;
}

interface PlainTable {
  readonly heads: readonly Phrase[];
  readonly rows: readonly (readonly Part[])[];
}

const plainTable = ({ say }: View, caption: string, { heads, rows }: PlainTable): Markup =>
  html`<details class="as-table"><summary>${say("asTable")}</summary><div class="pan" tabindex="0" role="region" aria-label="${caption}"><table><caption class="hidden">${caption}</caption><thead><tr>${heads.map((head) => html`<th scope="col">${say(head)}</th>`)}</tr></thead><tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((value) => html`<td class="number">${value}</td>`)}</tr>`)}</tbody></table></div></details>`;

export interface SystemBar {
  readonly name: string;
  readonly label: string;
  readonly active: number;
  readonly needing: number;
}

export function systemBars(view: View, title: Phrase, rows: readonly SystemBar[]): Markup {
  const { say } = view;
  const rowHeight = 24;
  const names = 150;
  const most = Math.max(1, ...rows.map(({ active, needing }) => active + needing));
  const scale = (value: number): number => (value / most) * (width - names - 60);
  const drawn = rows.map(({ name, label, active, needing }, index) => {
    const y = index * rowHeight;
    const text = `${label}: ${active + needing}, ${needing} ${sayWord(say, "bar", "needing")}`;
    return html`<a href="${linkTo(view, "/console/connections", { system: name })}"><title>${text}</title><text x="0" y="${y + 16}">${label}</text><rect class="good" x="${names}" y="${y + 4}" width="${scale(active)}" height="${rowHeight - 8}"/><rect class="needing" x="${names + scale(active)}" y="${y + 4}" width="${scale(needing)}" height="${rowHeight - 8}"/><text x="${names + scale(active + needing) + 6}" y="${y + 16}">${active + needing}</text></a>`;
  });
  return html`<figure class="chart"><figcaption>${say(title)} ${legend(view, ["good", "needing"])}</figcaption>${rows.length === 0 ? html`<p class="empty">${say("noData")}</p>` : html`<svg viewBox="0 0 ${width} ${rows.length * rowHeight}" role="group" aria-label="${say(title)}">${drawn}</svg>${plainTable(view, say(title), { heads: ["targetSystem", "bar.good", "bar.needing"], rows: rows.map(({ label, active, needing }) => [label, active, needing]) })}`}</figure>`;
}

/** Requests and failures of the last 24 hours, small enough for a table cell. */
export function sparkline(
  { say }: Pick<View, "say">,
  hours: readonly { hour: number; all: number; failed: number }[],
): Markup | undefined {
  if (hours.length === 0) return undefined;
  const most = Math.max(...hours.map(({ all }) => all));
  const totalCount = hours.reduce((sum, hour) => sum + hour.all, 0);
  const failedCount = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const bars = hours.map(({ hour, all, failed }) => {
    const tall = Math.max(1, (all / most) * 20);
    const red = (failed / most) * 20;
    const x = Math.min(23, Math.max(0, hour)) * 4;
    return html`<rect class="good" x="${x}" y="${20 - tall}" width="3" height="${tall - red}"/>${failed > 0 && html`<rect class="failed" x="${x}" y="${20 - Math.max(1, red)}" width="3" height="${Math.max(1, red)}"/>`}`;
  });
  return html`<svg class="spark" viewBox="0 0 96 20" role="img" aria-label="${totalCount} ${say("requests")}, ${failedCount} ${say("state.failed")}">${bars}</svg>`;
}
