/** Findings that are right all the same, with the reason. */
export interface Excuses {
  /** What nobody has an excuse for. */
  left(findings: readonly string[]): string[];
  /** Excuses that no finding needed so far. */
  idle(): string[];
}

export function excusing(reasons: Readonly<Record<string, string>> = {}): Excuses {
  const used = new Set<string>();
  const patterns = new Map(Object.keys(reasons).map((said) => [said, patternOf(said)]));
  const excuseFor = (finding: string) =>
    Object.keys(reasons).find((said) => patterns.get(said)?.test(finding) ?? finding.startsWith(said));
  return {
    left: (findings) =>
      findings.filter((finding) => {
        const excuse = excuseFor(finding);
        if (excuse !== undefined) used.add(excuse);
        return excuse === undefined;
      }),
    idle: () =>
      Object.entries(reasons)
        .filter(([beginning]) => !used.has(beginning))
        .map(([beginning]) => `excuse: nothing needs "${beginning}" any more`),
  };
}

/** `/\.get: claims (taxRule|taxText)/`; anything else is what a finding begins with. */
const patternOf = (said: string): RegExp | undefined => {
  const [, source] = /^\/(.+)\/$/.exec(said) ?? [];
  return source === undefined ? undefined : new RegExp(source);
};
