/** How a case ends early. */
import type { Answer } from "../support/calling.ts";

/** The records do not say what the fact says. */
export class Mismatch extends Error {}

/** The target system, or Kontor for it, refused a write that the fact needs. */
export class Refusal extends Error {
  readonly answer: Answer;
  /** Whether the error says which field to change. */
  readonly isClear: boolean;

  constructor(operation: string, answer: Answer, isClear = namesField(answer)) {
    super(`${operation} ${summaryOf(answer)}`);
    this.answer = answer;
    this.isClear = isClear;
  }
}

/** An answer that is neither a success nor a refusal. */
export class Failed extends Error {}

export const isRefusal = ({ status }: Answer): boolean => [400, 409, 422].includes(status);

/** A locked document has no field to change: the message names the way out. */
const namesField = ({ body }: Answer): boolean =>
  (body.errors ?? []).some(({ field, code }) => code === "document_locked" || (field !== undefined && field !== ""));

export function summaryOf({ status, body }: Answer): string {
  const [error] = body.errors ?? [];
  if (error === undefined) return `returns ${status}`;
  const field = error.field === undefined ? "" : ` (${error.field})`;
  return `returns ${status} ${error.code}${field}: ${error.targetMessage ?? error.message}`;
}

export function expectThat(isTrue: boolean, message: string): asserts isTrue {
  if (!isTrue) throw new Mismatch(message);
}

/** Whether a write was refused because its document is locked. */
export const isLocked = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => false,
    (error: unknown) => {
      const [first] = error instanceof Refusal ? (error.answer.body.errors ?? []) : [];
      if (first?.code === "document_locked") return true;
      throw error;
    },
  );
