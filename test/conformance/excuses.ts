/** Findings that a connector is allowed to have, each with the reason. */
export interface Excuses {
  /** The findings without an excuse. */
  unexcused(findings: readonly string[]): string[];
  /** A finding for every excuse that no finding has used so far. */
  unused(): string[];
}

export function makeExcuses(reasons: Readonly<Record<string, string>> = {}): Excuses {
  const used = new Set<string>();
  const patterns = new Map(Object.keys(reasons).map((excuse) => [excuse, patternOf(excuse)]));
  const excuseFor = (finding: string) =>
    Object.keys(reasons).find((excuse) => patterns.get(excuse)?.test(finding) ?? finding.startsWith(excuse));
  return {
    unexcused: (findings) =>
      findings.filter((finding) => {
        const excuse = excuseFor(finding);
        if (excuse !== undefined) used.add(excuse);
        return excuse === undefined;
      }),
    unused: () =>
      Object.entries(reasons)
        .filter(([beginning]) => !used.has(beginning))
        .map(([beginning]) => `excuse: "${beginning}" is no longer needed`),
  };
}

/** `/\.get: claims (taxRule|taxText)/` is a pattern. Anything else is the beginning of a finding. */
const patternOf = (excuse: string): RegExp | undefined => {
  const [, source] = /^\/(.+)\/$/.exec(excuse) ?? [];
  return source === undefined ? undefined : new RegExp(source);
};
