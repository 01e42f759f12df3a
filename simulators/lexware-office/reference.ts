/** The short lists that an organization has once: profile, categories, payment conditions. */
import { get } from "../engine/routes.ts";
import { dayLength, words } from "../engine/values.ts";
import { stamp } from "./stamps.ts";
import { type Route, type Store, uuid } from "./store.ts";

/** Some of those that the vendor knows; the Canary Islands are one of their own. */
export const countryCodes = words("DE|AT|CZ|ES|ES_CN|FR|GR|NL|PL|CH|NO|GB|JP|US");

/** The ids of the vendor's own categories are the ones that it documents; the rest are invented. */
export const categories = words(
  "income,Einnahmen,Warenverkäufe,8f8664a8-fd86-11e1-a21f-0800200c9a66|" +
    "income,Einnahmen,Dienstleistung,8f8664a0-fd86-11e1-a21f-0800200c9a66|" +
    "income,Einnahmen,Einnahmen,8f8664a1-fd86-11e1-a21f-0800200c9a66|" +
    "income,Einnahmen,Innergemeinschaftliche Lieferung,9075a4e3-66de-4795-a016-3889feca0d20|" +
    "income,Einnahmen,Fremdleistungen §13b,380a20cb-d04c-426e-b49c-84c22adfa362|" +
    "income,Einnahmen,Ausfuhrlieferungen an Drittländer,93d24c20-ea84-424e-a731-5e1b78d1e6a9|" +
    "income,Einnahmen,Einnahmen als Kleinunternehmer,7a1efa0e-6283-4cbf-9583-8e88d3ba5960|" +
    "outgo,Reisen,Reise MA,cf03a2b0-f838-474f-ac5e-67adb9b830c7|" +
    "outgo,Reisen,Fahrtkosten MA,3620798f-ae06-4492-b775-1c87eb99247c|" +
    "outgo,Material/Waren,Material/Waren,16d04a28-fd91-11e1-a21f-0800200c9a66|" +
    "outgo,Büro,Bürobedarf|outgo,Raumkosten,Miete/Pacht|outgo,Internet/Telefon,Internet|" +
    "outgo,Fremdleistungen,Fremdleistungen §13b (Ausgabe)",
).map((category) => {
  const [type = "", groupName = "", name = "", id = uuid(`category-${name}`)] = category.split(",");
  // Where tax depends on who is on the other side, the vendor wants to know who it is.
  const contactRequired = /§|Innergemeinschaftlich|Drittländer/.test(name);
  const splitAllowed = !contactRequired && !/Kleinunternehmer/.test(name);
  return { id, name, type, contactRequired, splitAllowed, groupName };
});

const term = (days: number, template: string, discount?: readonly [days: number, percent: number]) => ({
  ...{ id: uuid(`payment-condition-${days}`), paymentTermLabelTemplate: template, paymentTermDuration: days },
  ...(discount && { paymentDiscountConditions: { discountRange: discount[0], discountPercentage: discount[1] } }),
  organizationDefault: days === 30,
});
const discounted = "{discountRange} Tage -{discount}, {paymentRange} Tage netto";
export const defaultCondition = term(30, discounted, [10, 3]);
const paymentConditions = [
  ...[term(0, "Zahlbar sofort, rein netto"), term(7, "Zahlbar in {paymentRange} Tagen")],
  ...[term(14, "Zahlbar in {paymentRange} Tagen, rein netto ohne Abzug"), defaultCondition],
  ...[term(21, discounted, [7, 2.5]), term(60, "Zahlbar in {paymentRange} Tagen nach Prüfung")],
];

const profile = (store: Store) => ({
  ...{ organizationId: store.id, companyName: "Trügerische Werke GmbH (erfunden)", connectionId: uuid("connection") },
  created: {
    ...{ userId: uuid("user"), userName: "Frau Xenia Erfunden", userEmail: "xenia.erfunden@example.org" },
    date: stamp(store.now() - 900 * dayLength),
  },
  ...{ features: ["cashbox"], businessFeatures: ["INVOICING", "INVOICING_PRO", "BOOKKEEPING"] },
  ...{ subscriptionStatus: "active", taxType: "net", smallBusiness: false },
});

export const printLayoutId = uuid("print-layout");

export const referenceRoutes: Route[] = [
  get("profile", ({ company }) => ({ body: profile(company) })),
  get("posting-categories", () => ({ body: categories })),
  get("payment-conditions", () => ({ body: paymentConditions })),
];
