/** JSON as people read it. Numbers stay as they were written: reading them could cost digits. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

export function pretty(text: string): string {
  let shown = "";
  let depth = 0;
  const breakLine = (): string => `\n${"  ".repeat(depth)}`;
  let before = "";
  for (const [part] of text.matchAll(token)) {
    const isClosing = part === "}" || part === "]";
    if (isClosing) depth--;
    const isEmpty = isClosing && (before === "{" || before === "[");
    if (isClosing && !isEmpty) shown += breakLine();
    else if (before === "{" || before === "[" || before === ",") shown += isEmpty ? "" : breakLine();
    shown += part === ":" ? ": " : part;
    if (part === "{" || part === "[") depth++;
    before = part;
  }
  return shown;
}
