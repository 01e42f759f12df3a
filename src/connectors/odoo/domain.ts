/** Conditions as Odoo takes them: clauses that all have to hold, and operators in front of those that need not. */

export type Clause = readonly [field: string, operator: string, value: unknown];
export type Domain = readonly (Clause | "|" | "&")[];

const operators = <Operator extends "|" | "&">(operator: Operator, count: number): Operator[] =>
  Array.from({ length: Math.max(0, count) }, () => operator);

/** One of these has to hold, each of them several clauses. */
export const either = (...alternatives: readonly (readonly Clause[])[]): Domain => [
  ...operators("|", alternatives.length - 1),
  ...alternatives.flatMap((clauses) => [...operators("&", clauses.length - 1), ...clauses]),
];

/** What nothing fits. */
export const nothing: Domain = [["id", "=", 0]];
