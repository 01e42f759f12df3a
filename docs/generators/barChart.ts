/** Horizontal bars with labels, as an SVG that is readable on light and dark backgrounds. */

export interface Bar {
  /** Shown once for consecutive bars of the same group. */
  readonly group?: string;
  readonly label: string;
  readonly value: number;
  /** Shown at the end of the row. */
  readonly note: string;
  readonly isGood: boolean;
}

export interface BarChart {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** A vertical line across all bars. */
  readonly mark: { readonly value: number; readonly label: string };
}

const width = 960;
const labelWidth = 400;
const noteWidth = 220;
const rowHeight = 22;
const groupGap = 8;
/** From the top of a row to the baseline of its text. */
const textDrop = 14;
const top = 56;
/** In multiples of the mark. Longer bars are cut off, with a gap before their end. */
const longest = 2;

const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600; font-size: 15px }
  .group { font-weight: 600 }
  .note, .mark { fill: #59636e }
  .good { fill: #1a7f5a }
  .bad { fill: #c2410c }
  line { stroke: #59636e; stroke-dasharray: 4 3 }
  .gap { stroke: #ffffff; stroke-dasharray: none; stroke-width: 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .note, .mark { fill: #9198a1 }
    .good { fill: #3fb68b }
    .bad { fill: #f0883e }
    line { stroke: #9198a1 }
    .gap { stroke: #0d1117 }
  }`;

export function barChart({ title, bars, mark }: BarChart): string {
  const most = Math.min(longest * mark.value, Math.max(mark.value, ...bars.map(({ value }) => value)));
  const scale = (width - labelWidth - noteWidth) / most;
  const markX = labelWidth + mark.value * scale;
  const rows: string[] = [];
  let y = top;
  for (const [index, bar] of bars.entries()) {
    const begins = bar.group !== undefined && bar.group !== bars[index - 1]?.group;
    if (begins && index > 0) y += groupGap;
    if (begins) rows.push(`<text class="group" x="12" y="${y + textDrop}">${escaped(bar.group ?? "")}</text>`);
    rows.push(...row(bar, { y, most, scale }));
    y += rowHeight;
  }
  const height = y + 12;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}\n</style>`,
    `<text class="title" x="12" y="24">${escaped(title)}</text>`,
    `<text class="mark" x="${fixed(markX)}" y="${top - 8}" text-anchor="middle">${escaped(mark.label)}</text>`,
    ...rows,
    `<line x1="${fixed(markX)}" y1="${top - 4}" x2="${fixed(markX)}" y2="${height - 8}"/>`,
    "</svg>",
    "",
  ].join("\n");
}

function row({ label, value, note, isGood }: Bar, { y, most, scale }: { y: number; most: number; scale: number }) {
  const length = Math.max(1, Math.min(value, most) * scale);
  const end = labelWidth + length;
  return [
    `<text x="${labelWidth - 10}" y="${y + textDrop}" text-anchor="end">${escaped(label)}</text>`,
    `<rect class="${isGood ? "good" : "bad"}" x="${labelWidth}" y="${y + 3}" width="${fixed(length)}" height="${rowHeight - 8}" rx="2"/>`,
    ...(value > most
      ? [`<line class="gap" x1="${fixed(end - 16)}" y1="${y + rowHeight - 3}" x2="${fixed(end - 10)}" y2="${y + 1}"/>`]
      : []),
    `<text class="note" x="${width - noteWidth + 12}" y="${y + textDrop}">${escaped(note)}</text>`,
  ];
}

const fixed = (value: number): string => value.toFixed(1);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
