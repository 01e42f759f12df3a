import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account } from "../../contract/records/ledger.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import { anyOf } from "./references.ts";
import type { LedgerAccount } from "./types.ts";

/** Our types by an account's place in the vendor's profit and loss statement. Most balance sheet accounts have none. */
const types = vocabulary({
  REVENUE_ACCOUNTS: "REVENUE",
  SONSTIGE_ERLOESE_ACCOUNTS: "OTHER_INCOME",
  NEUTRALE_ERTRAEGE_ACCOUNTS: "NEUTRAL_REVENUE",
  VERSCHIEDENE_KOSTEN_ACCOUNTS: "EXPENSE",
  INSTANDHALTUNG_ACCOUNTS: "EXPENSE",
  INSTANDHALTUNG_UND_WERKZEUGE_ACCOUNTS: "EXPENSE",
  KFZ_SONSTIGE_ACCOUNTS: "EXPENSE",
  KFZ_STEUER_ACCOUNTS: "EXPENSE",
  KFZ_VERSICHERUNG_ACCOUNTS: "EXPENSE",
  STEUERN_VERSICHERUNGEN_BEITRAEGE_ACCOUNTS: "EXPENSE",
  WERBE_UND_REISEKOSTEN_ACCOUNTS: "EXPENSE",
  KOSTEN_DER_WARENABGABE_ACCOUNTS: "COST_OF_GOODS_SOLD",
  ROH_HILFS_UNDBETRIE_BSSTOFFE_ACCOUNTS: "DIRECT_COSTS",
  FREMDLEISTUNGEN_ACCOUNTS: "DIRECT_COSTS",
  ABSCHREIBUNGEN_UND_ANLAGEVERMOEGEN_ACCOUNTS: "DEPRECIATION",
  ABSCHREIBUNGEN_GWG_ACCOUNTS: "DEPRECIATION",
  BUCHWERT_ANLAGENABGAENGE_ACCOUNTS: "DEPRECIATION",
  LOEHENE_UND_GEHAELTER_ACCOUNTS: "EMPLOYEE_COSTS",
  GESETZLICHE_SOZIALE_AUFWENDUNGEN_ACCOUNTS: "EMPLOYMENT_COSTS",
  MIETE_PACHT_ACCOUNTS: "OVERHEADS",
  HEIZUNG_ACCOUNTS: "OVERHEADS",
  GAS_STROM_ACCOUNTS: "OVERHEADS",
  SONSTIGE_RAUMKOSTEN_ACCOUNTS: "OVERHEADS",
  NEUTRALE_AUFWENDUNGEN_ACCOUNTS: "NEUTRAL_EXPENSES",
  BESONDERE_AUFWENDUNGEN_ACCOUNTS: "EXCEPTIONAL_COSTS",
  GELEISTETE_ANZAHLUNGEN_ACCOUNTS: "SUPPLIER_PREPAYMENT",
  VORSTEUER_ACCOUNTS: "CURRENT_ASSETS_INPUT_TAX",
  UMSATZSTEUER_ACCOUNTS: "VAT",
  UMSATZSTEUER_ZAHLUNGEN_ACCOUNTS: "VAT",
  PRIVAT_ANTEILE_ACCOUNTS: "CAPITAL",
  SALDO_DER_STATISTISCHEN_KONTEN_ACCOUNTS: "STATISTICAL_BALANCE",
  SONSTIGE_KONTEN_ACCOUNTS: "OTHER",
} as const);
type AccountType = (typeof types.words)[number];

/** The class of each type; the types that are not here have none. */
const classOfType: { readonly [Type in AccountType]?: "REVENUE" | "EXPENSE" | "ASSET" | "LIABILITY" | "EQUITY" } = {
  REVENUE: "REVENUE",
  OTHER_INCOME: "REVENUE",
  NEUTRAL_REVENUE: "REVENUE",
  EXPENSE: "EXPENSE",
  COST_OF_GOODS_SOLD: "EXPENSE",
  DIRECT_COSTS: "EXPENSE",
  DEPRECIATION: "EXPENSE",
  EMPLOYEE_COSTS: "EXPENSE",
  EMPLOYMENT_COSTS: "EXPENSE",
  OVERHEADS: "EXPENSE",
  NEUTRAL_EXPENSES: "EXPENSE",
  EXCEPTIONAL_COSTS: "EXPENSE",
  SUPPLIER_PREPAYMENT: "ASSET",
  CURRENT_ASSETS_INPUT_TAX: "ASSET",
  VAT: "LIABILITY",
  CAPITAL: "EQUITY",
};
const classes = vocabulary(
  Object.fromEntries(
    types.words.flatMap((type) => {
      const accountClass = classOfType[type];
      if (accountClass === undefined) return [];
      return types.toVendor(type, "type").map((theirs) => [theirs, accountClass] as const);
    }),
  ),
);

const accountFields = twoWay({
  name: plainValue("description"),
  number: plainValue("accountNumber"),
  parentAccountId: plainValue("parentAccountId"),
  type: enumValue(types, "balanceSheetItem"),
});

const account = mapping<Account, LedgerAccount>({
  ...identity,
  ...stamps,
  ...accountFields.reads,
  class: (native) => classes.toContract(native.balanceSheetItem),
});

const ledger = resource({ entity: "ledgerAccount", id: "accountId", map: account });

export const accounts = {
  "accounts.list": ledger.list({
    filters: {
      classFilter: (accountClass, field) => ({ "balanceSheetItem-in": anyOf(classes.toVendor(accountClass, field)) }),
      types: (accountTypes, field) => ({ "or-balanceSheetItem-in": anyOf(types.toVendor(accountTypes, field)) }),
    },
    rules: ["Most balance sheet accounts have neither type nor class, because weclapp does not return them."],
  }),
  "accounts.get": ledger.get,
  "accounts.create": ledger.create({
    encoder: encoder<AccountInput>(accountFields.writes, () => ({ type: "IMPERSONAL_ACCOUNT" })),
    requires: ["number"],
  }),
};
