/** Indents JSON without parsing its numbers, which could lose digits. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

export function pretty(text: string): string {
  let shown = "";
  let depth = 0;
  const breakLine = (): string => `\n${"  ".repeat(depth)}`;
  let previous = "";
  for (const [part] of text.matchAll(token)) {
    const isClosing = part === "}" || part === "]";
    if (isClosing) depth--;
    const isEmpty = isClosing && (previous === "{" || previous === "[");
    if (isClosing && !isEmpty) shown += breakLine();
    else if (previous === "{" || previous === "[" || previous === ",") shown += isEmpty ? "" : breakLine();
    shown += part === ":" ? ": " : part;
    if (part === "{" || part === "[") depth++;
    previous = part;
  }
  return shown;
}
