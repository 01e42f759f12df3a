/** The most similar known word, or undefined if none is similar enough to be a typo. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceBetween(word, candidate) }))
    .sort((left, right) => left.distance - right.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined;
}

/** Letters to add, remove or replace (Levenshtein); two swapped neighbours count as one change. */
function distanceBetween(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(left.length, right.length);
}

/** A suggestion to append to an error message about an unknown name. */
export function didYouMean(word: string, known: readonly string[]): string {
  const suggestion = word.length > longestWord ? undefined : nearest(word, known);
  return suggestion === undefined ? "" : ` Did you mean ${suggestion}?`;
}

/** Longer input is not a typo, and comparing it would take too long. */
const longestWord = 200;
