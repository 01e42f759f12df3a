/**
 * How many requests an endpoint may have from us at once: fewer with each failure, more with each success. One that is
 * dead is left with a single one, so that its time-outs hold up nobody else.
 */
export const fullAllowance = 32;

export const allowanceAfter = (allowance: number, taken: boolean): number =>
  taken ? Math.min(fullAllowance, allowance + 1) : Math.max(1, Math.floor(allowance / 2));
