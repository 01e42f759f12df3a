import type { ListHandler } from "../../contract/connector.ts";
import type { Account } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { latestYearRule, nativeOf, type OfYear, oneYear, readOfYear, unpagedRule, yearOf } from "./conventions.ts";
import { accountText, currencies } from "./fields.ts";
import type { LedgerAccount } from "./types.ts";

const numberOf = ({ native, year }: OfYear<LedgerAccount>): string | undefined =>
  accountText(native.accountNumber, year.accountLength);

const account = mapping<Account, OfYear<LedgerAccount>>({
  id: (record) => numberOf(record) ?? "",
  code: numberOf,
  currency: currencies.read(({ year }) => year.facts.currencyCode),
  name: ({ native }) => native.caption,
  number: numberOf,
});

const read = async (session: Session, filters = {}) =>
  readOfYear<LedgerAccount>(session, await yearOf(session, filters), "general-ledger-accounts");

const list: ListHandler<Account> = inMemory({
  read: (session, { filters }) => read(session, filters),
  map: account,
  raw: nativeOf,
  filters: oneYear,
  rules: [unpagedRule, latestYearRule, "Accounts with a caption, whether or not they have postings."],
});

export const accounts = {
  "accounts.list": list,
  "accounts.get": getInMemory({ read, map: account, raw: nativeOf, id: numberOf, rules: [latestYearRule] }),
};
