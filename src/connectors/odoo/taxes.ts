/** Which of several taxes with the same percentage a line gets. */
import type { TaxChoice } from "../../contract/connector.ts";
import type { Session } from "../../contract/session.ts";
import { reading } from "./conventions.ts";
import { companyOf } from "./fiscalYears.ts";
import { namesOf, type Tax, taxFields } from "./types.ts";

const source = { model: "account.tax", fields: namesOf(taxFields) };
const uses = { INVOICE: "sale", BILL: "purchase" } as const;

/**
 * The company's default tax, if it has this percentage. Otherwise the only tax that is added to the price: prices in bodies
 * are net here, so a tax that the price includes would change the amounts.
 */
export async function defaultTaxCode(
  { percentage, usage, rule }: TaxChoice,
  session: Session,
): Promise<string | null | undefined> {
  // Only the names of taxes say why there is none.
  if (rule !== undefined) return undefined;
  // Whether a journal entry buys or sells is not known.
  if (usage === "JOURNAL_ENTRY") return undefined;
  const taxes = await reading.search<Tax>(session, source, {
    domain: [
      ["amount_type", "=", "percent"],
      ["amount", "=", percentage],
      ["type_tax_use", "=", uses[usage]],
    ],
  });
  if (percentage === 0 && taxes.length === 0) return null;
  const added = taxes.filter(({ price_include: isIncluded }) => isIncluded !== true);
  const { account_sale_tax_id: sale, account_purchase_tax_id: purchase } = (await companyOf(session)) ?? {};
  const preferred = usage === "INVOICE" ? sale : purchase;
  if (preferred !== undefined && added.some(({ id }) => id === preferred.id)) return String(preferred.id);
  const [only, ...others] = added;
  return only === undefined || others.length > 0 ? undefined : String(only.id);
}
