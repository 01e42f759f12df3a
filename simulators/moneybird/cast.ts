/** Who and what the invented trade is between. */
import type { Books, Row } from "./store.ts";

export interface Cast {
  readonly contacts: Row[];
  readonly products: Row[];
  readonly projects: Row[];
  readonly revenue: string[];
  readonly costs: string[];
  readonly salesRates: string[];
  readonly buyingRates: string[];
  readonly bank: string;
}

export const pick = <Each>(list: readonly Each[], index: number): Each => list[index % list.length] as Each;

export function castOf({ shelf }: Books): Cast {
  const accounts = (type: string) =>
    [...shelf.ledger_accounts.values()].filter((row) => row["account_type"] === type).map(({ id }) => id);
  const rates = (type: string) =>
    [...shelf.tax_rates.values()]
      .filter((row) => row["tax_rate_type"] === type && row["active"] === true)
      .map(({ id }) => id);
  return {
    contacts: [...shelf.contacts.values()].filter((row) => row["archived"] !== true),
    products: [...shelf.products.values()],
    projects: [...shelf.projects.values()],
    revenue: accounts("revenue"),
    costs: [...accounts("expenses"), ...accounts("direct_costs")],
    salesRates: rates("sales_invoice"),
    buyingRates: rates("purchase_invoice"),
    bank: shelf.financial_accounts.keys().next().value ?? "",
  };
}

export const currencyOf = (index: number) => (index % 12 === 4 ? "USD" : index % 25 === 9 ? "GBP" : "EUR");
