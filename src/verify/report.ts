/** The report of a verification, as data and as Markdown. */

export interface Finding {
  /** `fail`: a response is wrong. `note`: additional information. */
  readonly level: "fail" | "note";
  readonly check: string;
  /** `invoices.list: total is 126, but there are 125` */
  readonly text: string;
}

export interface VerifiedList {
  readonly id: string;
  readonly records: number;
  /** Whether there are more records than were read. */
  readonly isCut: boolean;
  readonly calls: number;
  readonly medianMs: number;
  readonly longestMs: number;
}

export interface Report {
  readonly targetSystem: string;
  readonly name: string;
  readonly date: string;
  /** Whether it was made from a recording instead of a live connection. */
  readonly isReplay: boolean;
  readonly isProven: boolean;
  readonly lists: readonly VerifiedList[];
  readonly findings: readonly Finding[];
  /** The number of rate-limited responses, and the longest wait. */
  readonly limits: { readonly refused: number; readonly longestWaitSeconds: number };
  /** Fields that the vendor sends and no record contains, by list. */
  readonly unread: Readonly<Record<string, readonly string[]>>;
}

export function reportText(report: Report): string {
  const { name, targetSystem, date, isReplay, isProven, lists, findings, limits, unread } = report;
  const fails = findings.filter(({ level }) => level === "fail");
  const notes = findings.filter(({ level }) => level === "note");
  return [
    `# ${name} (\`${targetSystem}\`)`,
    "",
    `${isProven ? "Verified" : `Failed with ${fails.length} findings`}, ${date}${isReplay ? ", from a recording" : ""}.`,
    ...chapter("Findings", bullets(fails)),
    ...chapter("Notes", bullets(notes)),
    ...chapter("Lists", [
      "| list | records | calls | median | longest |",
      "| --- | --- | --- | --- | --- |",
      ...lists.map(
        ({ id, records, isCut, calls, medianMs, longestMs }) =>
          `| ${id} | ${records}${isCut ? "+" : ""} | ${calls} | ${medianMs} ms | ${longestMs} ms |`,
      ),
    ]),
    ...chapter(
      "Limits",
      limits.refused === 0
        ? ["No request was rate limited."]
        : [`${limits.refused} requests were rate limited. Longest wait: ${limits.longestWaitSeconds} s.`],
    ),
    ...chapter(
      "Fields of the target system that are not used",
      Object.entries(unread).map(([id, fields]) => `- ${id}: ${fields.join(", ")}`),
    ),
    "",
  ].join("\n");
}

const chapter = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];

const bullets = (findings: readonly Finding[]): string[] => findings.map(({ check, text }) => `- ${check}: ${text}`);
