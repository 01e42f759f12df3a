/** Customers and suppliers. The export has only their subledger accounts. */
import type { CustomerOrSupplier } from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { contains } from "../../kit/lists/contains.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { operationsOf } from "../../kit/views.ts";
import { nativeOf, type OfYear, readOfYear, unpagedRule, yearOf } from "./conventions.ts";
import { accountNumber, accountText, type Role, roleOf } from "./fields.ts";
import type { LedgerAccount } from "./types.ts";

const idOf = ({ native, year }: OfYear<LedgerAccount>): string | undefined =>
  accountText(native.accountNumber, year.accountLength);

const partner = mapping<CustomerOrSupplier, OfYear<LedgerAccount>>({
  id: (record) => idOf(record) ?? "",
  accountNumber: ({ native, year }) => accountNumber(native.accountNumber, year.accountLength),
  companyName: ({ native }) => native.caption,
  role: ({ native }) => roleOf(native.accountNumber),
});

const partners = (role: Role) => {
  const read = async (session: Session) => {
    const accounts = await readOfYear<LedgerAccount>(session, await yearOf(session), "general-ledger-accounts", {
      includesPersonalAccounts: true,
    });
    return accounts.filter(({ native }) => roleOf(native.accountNumber) === role);
  };
  const rules = ["DATEV exports only those with a caption and postings in the latest fiscal year that has started."];
  return {
    list: inMemory({
      read,
      map: partner,
      raw: nativeOf,
      filters: { name: ({ native }, name) => contains(native.caption, name) },
      rules: [unpagedRule, ...rules],
    }),
    get: getInMemory({ read, map: partner, raw: nativeOf, id: idOf, rules }),
  };
};

export const contacts = {
  ...operationsOf("customers", partners("CUSTOMER")),
  ...operationsOf("suppliers", partners("SUPPLIER")),
};
