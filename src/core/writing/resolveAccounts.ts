/** Replaces an account's code or number with the form that the target system stores, by looking it up in the chart of accounts. */

import type { FieldTable } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import type { Write } from "../calling/request.ts";
import { type Fields, isWritable, lineListOf, linesOf, tableBelow, textIn, withLines, without } from "./bodyLines.ts";
import { readList } from "./vendorRecords.ts";

/** Each name of an account in a body, and the field of the account record that it refers to. */
const names = { accountId: "id", accountCode: "code", accountNumber: "number" } as const;
type AccountName = keyof typeof names;
const accountNames = Object.keys(names) as AccountName[];

/** Whether a line names this account, by any of its names. */
export const isAccountOf = (line: Fields, account: Fields): boolean =>
  accountNames.some((name) => textIn(line, name) !== undefined && textIn(line, name) === textIn(account, names[name]));

export const namesAccount = (line: Fields): boolean => accountNames.some((name) => textIn(line, name) !== undefined);

export async function resolveAccounts(document: Fields, write: Write, session: Session): Promise<Fields> {
  const list = lineListOf(document);
  const { writableFields } = write.handler;
  const unresolved = [
    ...(needsLookup(document, writableFields) === undefined ? [] : [document]),
    ...(list === undefined
      ? []
      : linesOf(document).filter((line) => needsLookup(line, tableBelow(writableFields, list)) !== undefined)),
  ];
  const accounts = unresolved.length === 0 ? [] : ((await readList(write.connector, "accounts.list", session)) ?? []);
  const top = withAccount(document, { table: writableFields, at: "", accounts, write });
  if (list === undefined) return top;
  const table = tableBelow(writableFields, list);
  return withLines(top, (line, index) => withAccount(line, { table, at: `${list}[${index}].`, accounts, write }));
}

/** The name that has to be looked up: the body has it, and the target system stores the account by another name. */
function needsLookup(fields: Fields, table: FieldTable): AccountName | undefined {
  const present = accountNames.filter((name) => textIn(fields, name) !== undefined);
  if (present.some((name) => isWritable(table, name))) return undefined;
  return accountNames.some((name) => isWritable(table, name)) ? present[0] : undefined;
}

interface Lookup {
  readonly table: FieldTable;
  readonly at: string;
  readonly accounts: readonly Fields[];
  readonly write: Write;
}

function withAccount(fields: Fields, { table, at, accounts, write }: Lookup): Fields {
  const stored = accountNames.filter((name) => isWritable(table, name));
  if (stored.length === 0) return fields;
  const name = needsLookup(fields, table);
  const plain = without(fields, ...accountNames.filter((candidate) => !isWritable(table, candidate)));
  if (name === undefined) return plain;
  const value = textIn(fields, name);
  const account = accounts.find((candidate) => textIn(candidate, names[name]) === value);
  const [target] = stored;
  const found = account === undefined || target === undefined ? undefined : account[names[target]];
  if (found === undefined || target === undefined)
    throw cannotStore(
      `${write.connector.name} has no account with the ${names[name]} ${value}. GET /accounting/accounts lists its accounts.`,
      at + name,
    );
  return { ...plain, [target]: found };
}
