/** The journal of a new entry: the one in the body, or the only one of its kind. */
import { cannotStore } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { readCached } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { allOf, namesOf } from "./conventions.ts";
import { trimmed } from "./fields.ts";
import { type Journal, journalFields } from "./types.ts";

export const journalTypes = { bank: 12, purchase: 22, general: 90 } as const;

interface Choice {
  readonly type: number;
  /** The journal's code in the body. */
  readonly journalCode?: string | undefined;
  /** The id of a bank account, which is a journal. */
  readonly accountId?: string | undefined;
  /** Prefers a journal in this currency. */
  readonly currency?: string | undefined;
}

/** The code of the journal. The vendor refuses a journal of another type. */
export async function journalOf(session: Session, choice: Choice): Promise<string> {
  const { type, journalCode, accountId, currency } = choice;
  if (journalCode !== undefined) return journalCode;
  const journals = await readCached(session, `journals ${type}`, () =>
    allOf<Journal>(session, "/financial/Journals", { $select: namesOf(journalFields), $filter: `Type eq ${type}` }),
  );
  if (accountId !== undefined) {
    const { Code } = referencedRow(journals, {
      field: "paymentLines[0].accountId",
      value: accountId,
      kind: "bank account",
      key: ({ ID }) => ID,
    });
    return trimmed(Code) ?? "";
  }
  const fitting =
    currency === undefined ? journals : journals.filter((journal) => trimmed(journal.Currency) === currency);
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return trimmed(only.Code) ?? "";
  const candidates = (fitting.length === 0 ? journals : fitting)
    .map(({ Code, Description }) => `${trimmed(Code)} (${Description})`)
    .join("; ");
  const criterion = currency === undefined ? "is of the right type" : `has the currency ${currency}`;
  const problem =
    fitting.length === 0
      ? `No journal of Exact Online ${criterion}.`
      : `More than one journal of Exact Online ${criterion}.`;
  throw cannotStore(`${problem} Send one of these as journalCode: ${candidates}.`, "journalCode");
}
