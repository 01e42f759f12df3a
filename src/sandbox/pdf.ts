/** A small valid PDF: one A4 page of text in Helvetica. */
const linesOnPage = 52;
const longestLine = 95;

export function pdf(title: string, lines: readonly string[]): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F 4 0 R >> >> >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    stream(page(title, lines)),
    `<< /Title ${literal(title)} /Producer (Sandbox) >>`,
  ];
  let file = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  // Viewers find objects by these offsets. Each row is exactly 20 bytes long.
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

function page(title: string, lines: readonly string[]): string {
  const shown = lines.slice(0, linesOnPage).map((line) => `${literal(line.slice(0, longestLine))} Tj T*`);
  return ["BT /F 15 Tf 50 790 Td", `${literal(title)} Tj`, "/F 10 Tf 14 TL 0 -26 Td", ...shown, "ET"].join("\n");
}

/** One byte per character. Characters outside Latin-1 become question marks. */
function literal(text: string): string {
  const bytes = text.replaceAll(/[^ -~\u00a0-\u00ff]/gu, "?");
  return `(${bytes.replaceAll(/[\\()]/g, "\\$&")})`;
}

/** A record as lines of text: its plain fields, then its lines. */
export function describe(record: Readonly<Record<string, unknown>>): string[] {
  const fields = Object.entries(record).filter(([, value]) => isPlain(value));
  const lists = Object.values(record).filter((value) => Array.isArray(value));
  const below = lists.flat().filter((item) => typeof item === "object" && item !== null);
  return [
    ...fields.map(([name, value]) => `${name.replaceAll("_", " ")}: ${String(value)}`),
    "",
    ...below.map((item) =>
      Object.values(item as object)
        .filter(isPlain)
        .join("  "),
    ),
  ];
}

const isPlain = (value: unknown): boolean => value !== null && value !== "" && typeof value !== "object";
