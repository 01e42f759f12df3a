/** The short lists that an organization has once: profile, countries, categories, payment conditions, layouts. */
import { get } from "../engine/routes.ts";
import { dayLength } from "../engine/values.ts";
import type { Route } from "./answers.ts";
import { stamp } from "./stamps.ts";
import { type Store, uuid } from "./store.ts";

const countries = [
  ["DE", "Deutschland", "Germany", "de"],
  ["AT", "Österreich", "Austria", "intraCommunity"],
  ["CZ", "Tschechien", "Czech Republic", "intraCommunity"],
  ["ES", "Spanien", "Spain", "intraCommunity"],
  ["ES_CN", "Kanarische Inseln", "Canary Islands", "thirdPartyCountry"],
  ["FR", "Frankreich", "France", "intraCommunity"],
  ["GR", "Griechenland", "Greece", "intraCommunity"],
  ["NL", "Niederlande", "Netherlands", "intraCommunity"],
  ["PL", "Polen", "Poland", "intraCommunity"],
  ["CH", "Schweiz", "Switzerland", "thirdPartyCountry"],
  ["GB", "Vereinigtes Königreich", "United Kingdom", "thirdPartyCountry"],
  ["JP", "Japan", "Japan", "thirdPartyCountry"],
  ["US", "Vereinigte Staaten von Amerika", "United States", "thirdPartyCountry"],
] as const;

export const countryCodes: readonly string[] = countries.map(([code]) => code);

interface Category {
  readonly id: string;
  readonly name: string;
  readonly type: "income" | "outgo";
  readonly contactRequired: boolean;
  readonly splitAllowed: boolean;
  readonly groupName: string;
}

const category = (id: string, type: Category["type"], groupName: string, name: string): Category => ({
  ...{ id, name, type, groupName },
  // Where tax depends on who is on the other side, the vendor wants to know who it is.
  contactRequired: /§|Innergemeinschaftlich|Drittländer/.test(name),
  splitAllowed: !/§|Innergemeinschaftlich|Drittländer|Kleinunternehmer/.test(name),
});

/** The ids of the vendor's own categories are the ones that it documents; the rest are invented. */
export const categories: readonly Category[] = [
  category("8f8664a8-fd86-11e1-a21f-0800200c9a66", "income", "Einnahmen", "Warenverkäufe"),
  category("8f8664a0-fd86-11e1-a21f-0800200c9a66", "income", "Einnahmen", "Dienstleistung"),
  category("8f8664a1-fd86-11e1-a21f-0800200c9a66", "income", "Einnahmen", "Einnahmen"),
  category("9075a4e3-66de-4795-a016-3889feca0d20", "income", "Einnahmen", "Innergemeinschaftliche Lieferung"),
  category("380a20cb-d04c-426e-b49c-84c22adfa362", "income", "Einnahmen", "Fremdleistungen §13b"),
  category("93d24c20-ea84-424e-a731-5e1b78d1e6a9", "income", "Einnahmen", "Ausfuhrlieferungen an Drittländer"),
  category("7a1efa0e-6283-4cbf-9583-8e88d3ba5960", "income", "Einnahmen", "Einnahmen als Kleinunternehmer"),
  category("cf03a2b0-f838-474f-ac5e-67adb9b830c7", "outgo", "Reisen", "Reise MA"),
  category("3620798f-ae06-4492-b775-1c87eb99247c", "outgo", "Reisen", "Fahrtkosten MA"),
  category("16d04a28-fd91-11e1-a21f-0800200c9a66", "outgo", "Material/Waren", "Material/Waren"),
  category(uuid("category-office"), "outgo", "Büro", "Bürobedarf"),
  category(uuid("category-rent"), "outgo", "Raumkosten", "Miete/Pacht"),
  category(uuid("category-hosting"), "outgo", "Internet/Telefon", "Internet"),
  category(uuid("category-foreign"), "outgo", "Fremdleistungen", "Fremdleistungen §13b (Ausgabe)"),
];

export interface PaymentCondition {
  readonly id: string;
  readonly paymentTermLabelTemplate: string;
  readonly paymentTermDuration: number;
  readonly paymentDiscountConditions?: { readonly discountRange: number; readonly discountPercentage: number };
  readonly organizationDefault: boolean;
}

const term = (days: number, template: string, organizationDefault = false): PaymentCondition => ({
  ...{ id: uuid(`payment-condition-${days}`), paymentTermLabelTemplate: template },
  ...{ paymentTermDuration: days, organizationDefault },
});

export const defaultCondition: PaymentCondition = {
  ...term(30, "{discountRange} Tage -{discount}, {paymentRange} Tage netto", true),
  paymentDiscountConditions: { discountRange: 10, discountPercentage: 3 },
};

const paymentConditions: readonly PaymentCondition[] = [
  term(0, "Zahlbar sofort, rein netto"),
  term(7, "Zahlbar in {paymentRange} Tagen"),
  term(14, "Zahlbar in {paymentRange} Tagen, rein netto ohne Abzug"),
  defaultCondition,
  {
    ...term(21, "{discountRange} Tage -{discount}, {paymentRange} Tage netto"),
    paymentDiscountConditions: { discountRange: 7, discountPercentage: 2.5 },
  },
  term(60, "Zahlbar in {paymentRange} Tagen nach Prüfung"),
];

export const printLayoutId = uuid("print-layout");

const profile = (store: Store) => ({
  ...{ organizationId: store.id, companyName: "Trügerische Werke GmbH (erfunden)" },
  created: {
    ...{ userId: uuid("user"), userName: "Frau Xenia Erfunden", userEmail: "xenia.erfunden@example.org" },
    date: stamp(store.now() - 900 * dayLength),
  },
  ...{ connectionId: uuid("connection"), features: ["cashbox"] },
  businessFeatures: ["INVOICING", "INVOICING_PRO", "BOOKKEEPING"],
  ...{ subscriptionStatus: "active", taxType: "net", smallBusiness: false },
});

const printLayouts = [
  { id: printLayoutId, name: "Standard", default: true },
  { id: uuid("print-layout-2"), name: "Ohne Fußzeile", default: false },
];

export const referenceRoutes: Route[] = [
  get("profile", ({ company }) => ({ body: profile(company) })),
  get("countries", () => ({
    body: countries.map(([countryCode, countryNameDE, countryNameEN, taxClassification]) => ({
      ...{ countryCode, countryNameDE, countryNameEN, taxClassification },
    })),
  })),
  get("posting-categories", () => ({ body: categories })),
  get("payment-conditions", () => ({ body: paymentConditions })),
  get("print-layouts", () => ({ body: printLayouts })),
];
