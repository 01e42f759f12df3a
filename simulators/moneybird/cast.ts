/** Who and what the invented trade is between. */
import { type Books, idOf } from "./administration.ts";

/** The ids of who and what the invented trade is between. */
export type Cast = Readonly<Record<CastList, string[]>> & { readonly bank: string };
type CastList = "contacts" | "products" | "projects" | "revenue" | "costs" | "salesRates" | "buyingRates";

export function castOf({ tables }: Books): Cast {
  const accounts = (type: string) => tables.ledger_accounts.where((row) => row["account_type"] === type).map(idOf);
  const rates = (type: string) =>
    tables.tax_rates.where((row) => row["tax_rate_type"] === type && row["active"] === true).map(idOf);
  return {
    contacts: tables.contacts.where((row) => row["archived"] !== true).map(idOf),
    ...{ products: tables.products.all().map(idOf), projects: tables.projects.all().map(idOf) },
    ...{ revenue: accounts("revenue"), costs: [...accounts("expenses"), ...accounts("direct_costs")] },
    ...{ salesRates: rates("sales_invoice"), buyingRates: rates("purchase_invoice") },
    bank: idOf(tables.financial_accounts.all()[0]),
  };
}

export const currencyOf = (index: number) => (index % 12 === 4 ? "USD" : index % 25 === 9 ? "GBP" : "EUR");
