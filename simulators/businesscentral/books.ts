/** The invented companies: Nordquell makes lamps that do not exist; the others are small. */
import type { World } from "../simulation.ts";
import { seedDocuments } from "./bookDocuments.ts";
import { seedMasters } from "./bookMasters.ts";
import { seedPurchases } from "./bookPurchases.ts";
import { seedSetup } from "./bookSetup.ts";
import { type Clock, day, type Plan, type Size } from "./season.ts";
import { type Book, idFrom, openBook, stampOf } from "./store.ts";

const large: Size = {
  ...{ customers: 125, vendors: 112, contacts: 135, items: 45, salesInvoices: 150, purchaseInvoices: 130 },
  ...{ others: 26, payments: 115, vouchers: 42, longDocument: 200 },
};
const small: Size = {
  ...{ customers: 7, vendors: 6, contacts: 8, items: 6, salesInvoices: 9, purchaseInvoices: 8 },
  ...{ others: 4, payments: 3, vouchers: 3, longDocument: 4 },
};

const plans: Readonly<Record<string, readonly Plan[]>> = {
  Production: [
    { name: "NORDQUELL", displayName: "Nordquell Leuchten (erfunden) GmbH", size: large, additionalCurrency: "USD" },
    { name: "KLEINWERK", displayName: "Kleinwerk Übungsfirma UG", size: small, additionalCurrency: "" },
  ],
  Sandbox: [
    { name: "NORDQUELL", displayName: "Nordquell Test (erfunden)", size: small, additionalCurrency: "" },
    { name: "SPIELWIESE", displayName: "Spielwiese Nirgendwo e.K.", size: small, additionalCurrency: "CHF" },
  ],
};

export const environments = Object.keys(plans);

/** What the vendor lists is what the world may see; in which environment a company is, only its address tells. */
export const openBooks = (world: World): readonly Book[] =>
  environments.flatMap((environment) =>
    (plans[environment] ?? []).map((plan) => openBooksOf(environment, plan, world)),
  );

function openBooksOf(environment: string, plan: Plan, { now }: World): Book {
  const seed = `${environment}/${plan.name}`;
  const founded = stampOf(now() - 900 * day);
  const someone = idFrom("somebody");
  const clock: Clock = { at: now() - 800 * day };
  const company = {
    ...{ id: idFrom(seed), systemVersion: "28.0.51685.0", timestamp: 50_516, name: plan.name },
    ...{ displayName: plan.displayName, businessProfileId: "", systemCreatedAt: founded, systemCreatedBy: someone },
    ...{ systemModifiedAt: founded, systemModifiedBy: someone },
  };
  const book = openBook(environment, plan.name, company, () => clock.at ?? now());
  const today = Math.floor(now() / day) * day;
  seedSetup(book, plan, today);
  seedMasters(book, plan.size, clock);
  const season = { book, size: plan.size, clock, today };
  seedDocuments(season);
  seedPurchases(season);
  clock.at = undefined;
  return book;
}
