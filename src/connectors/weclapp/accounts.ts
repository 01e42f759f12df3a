import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account } from "../../contract/records/ledger.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { same, twoWay, word } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import { anyOf } from "./references.ts";
import type { LedgerAccount } from "./types.ts";

/**
 * By what an account is in the vendor's profit and loss statement, each a word that ends in `_ACCOUNTS`: our type, our
 * class, and its words. Accounts of the balance sheet mostly have none of these.
 */
const kinds = [
  ["REVENUE", "REVENUE", "REVENUE"],
  ["OTHER_INCOME", "REVENUE", "SONSTIGE_ERLOESE"],
  ["NEUTRAL_REVENUE", "REVENUE", "NEUTRALE_ERTRAEGE"],
  ["EXPENSE", "EXPENSE", "VERSCHIEDENE_KOSTEN INSTANDHALTUNG INSTANDHALTUNG_UND_WERKZEUGE KFZ_SONSTIGE KFZ_STEUER"],
  ["EXPENSE", "EXPENSE", "KFZ_VERSICHERUNG STEUERN_VERSICHERUNGEN_BEITRAEGE WERBE_UND_REISEKOSTEN"],
  ["COST_OF_GOODS_SOLD", "EXPENSE", "KOSTEN_DER_WARENABGABE"],
  ["DIRECT_COSTS", "EXPENSE", "ROH_HILFS_UNDBETRIE_BSSTOFFE FREMDLEISTUNGEN"],
  ["DEPRECIATION", "EXPENSE", "ABSCHREIBUNGEN_UND_ANLAGEVERMOEGEN ABSCHREIBUNGEN_GWG BUCHWERT_ANLAGENABGAENGE"],
  ["EMPLOYEE_COSTS", "EXPENSE", "LOEHENE_UND_GEHAELTER"],
  ["EMPLOYMENT_COSTS", "EXPENSE", "GESETZLICHE_SOZIALE_AUFWENDUNGEN"],
  ["OVERHEADS", "EXPENSE", "MIETE_PACHT HEIZUNG GAS_STROM SONSTIGE_RAUMKOSTEN"],
  ["NEUTRAL_EXPENSES", "EXPENSE", "NEUTRALE_AUFWENDUNGEN"],
  ["EXCEPTIONAL_COSTS", "EXPENSE", "BESONDERE_AUFWENDUNGEN"],
  ["SUPPLIER_PREPAYMENT", "ASSET", "GELEISTETE_ANZAHLUNGEN"],
  ["CURRENT_ASSETS_INPUT_TAX", "ASSET", "VORSTEUER"],
  ["VAT", "LIABILITY", "UMSATZSTEUER UMSATZSTEUER_ZAHLUNGEN"],
  ["CAPITAL", "EQUITY", "PRIVAT_ANTEILE"],
  ["STATISTICAL_BALANCE", undefined, "SALDO_DER_STATISTISCHEN_KONTEN"],
  ["OTHER", undefined, "SONSTIGE_KONTEN"],
] as const;
const rows = kinds.flatMap(([type, of, words]) =>
  words.split(" ").map((word) => [`${word}_ACCOUNTS`, type, of] as const),
);
const types = vocabulary(Object.fromEntries(rows.map(([theirs, type]) => [theirs, type])));
const classes = vocabulary(
  Object.fromEntries(rows.flatMap(([theirs, , of]) => (of === undefined ? [] : [[theirs, of] as const]))),
);

const accountFields = twoWay({
  name: same("description"),
  number: same("accountNumber"),
  parentAccountId: same("parentAccountId"),
  type: word(types, "balanceSheetItem"),
});

const account = mapping<Account, LedgerAccount>({
  ...identity,
  ...stamps,
  ...accountFields.reads,
  class: (native) => classes.ours(native.balanceSheetItem),
});

const ledger = resource({ entity: "ledgerAccount", id: "accountId", map: account });

export const accounts = {
  "accounts.list": ledger.list({
    filters: {
      classFilter: (wanted, field) => ({ "balanceSheetItem-in": anyOf(classes.theirs(wanted, field)) }),
      types: (wanted, field) => ({ "or-balanceSheetItem-in": anyOf(types.theirs(wanted, field)) }),
    },
    rules: ["Accounts of the balance sheet mostly have neither type nor class: weclapp does not tell them."],
  }),
  "accounts.get": ledger.get,
  "accounts.create": ledger.create({
    encoder: encoder<AccountInput>(accountFields.writes, () => ({ type: "IMPERSONAL_ACCOUNT" })),
    requires: ["number"],
  }),
};
