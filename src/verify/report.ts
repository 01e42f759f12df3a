/** What a verification found: for programs as it is, for people as Markdown. */

export interface Finding {
  /** `fail`: something that leaves the service is wrong. `note`: worth knowing. */
  readonly level: "fail" | "note";
  readonly check: string;
  /** `invoices.list: total is 126, but there are 125` */
  readonly text: string;
}

export interface VerifiedList {
  readonly id: string;
  readonly records: number;
  /** Whether there are more than were read. */
  readonly isCut: boolean;
  readonly calls: number;
  readonly medianMs: number;
  readonly longestMs: number;
}

export interface Report {
  readonly targetSystem: string;
  readonly name: string;
  readonly date: string;
  /** Made from a recording, not from a live connection. */
  readonly isReplay: boolean;
  readonly isProven: boolean;
  readonly lists: readonly VerifiedList[];
  readonly findings: readonly Finding[];
  /** Answers that asked to wait, and how long. */
  readonly limits: { readonly refused: number; readonly longestWaitSeconds: number };
  /** Fields that the vendor sends and no answer shows, by list. */
  readonly unread: Readonly<Record<string, readonly string[]>>;
}

export function reportText(report: Report): string {
  const { name, targetSystem, date, isReplay, isProven, lists, findings, limits, unread } = report;
  const fails = findings.filter(({ level }) => level === "fail");
  const notes = findings.filter(({ level }) => level === "note");
  return [
    `# ${name} (\`${targetSystem}\`)`,
    "",
    `${isProven ? "Proven" : `Not proven: ${fails.length} findings`}, ${date}${isReplay ? ", from a recording" : ""}.`,
    ...chapter("Findings", bullets(fails)),
    ...chapter("Notes", bullets(notes)),
    ...chapter("Lists", [
      "| list | records | calls | median | longest |",
      "| --- | --- | --- | --- | --- |",
      ...lists.map(
        ({ id, records, isCut, calls, medianMs, longestMs }) =>
          `| ${id} | ${records}${isCut ? " and more" : ""} | ${calls} | ${medianMs} ms | ${longestMs} ms |`,
      ),
    ]),
    ...chapter(
      "Limits",
      limits.refused === 0
        ? ["No answer asked to wait."]
        : [`${limits.refused} answers asked to wait, for ${limits.longestWaitSeconds} s at most.`],
    ),
    ...chapter(
      "Sent by the target system, shown nowhere",
      Object.entries(unread).map(([id, fields]) => `- ${id}: ${fields.join(", ")}`),
    ),
    "",
  ].join("\n");
}

const chapter = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];

const bullets = (findings: readonly Finding[]): string[] => findings.map(({ check, text }) => `- ${check}: ${text}`);
