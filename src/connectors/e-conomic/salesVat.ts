/**
 * The VAT that a line of an invoice will have. Lines have no VAT of their own: the group of the item has a sales account
 * for each VAT zone, and the VAT code of that account applies.
 */
import { cannotStore } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { amount } from "../../kit/money.ts";
import { readCached, undefinedIfMissing } from "../../kit/reading.ts";
import { vatAccounts } from "./bookedEntries.ts";
import { allOf, keyed, numbered } from "./conventions.ts";
import { idIn } from "./fields.ts";
import type { Linked, Product } from "./types.ts";

/** The sales account of a product group in a VAT zone. */
interface ZoneAccount {
  readonly vatZone?: Linked;
  readonly salesAccount?: { readonly vatAccount?: Linked } | null | undefined;
}

interface SoldLine {
  readonly itemId?: string;
  readonly taxRatePercentage?: number;
}

/** Refuses a percentage that the item will not have in this zone. Nothing has been sent then. */
export async function checkRates(
  lines: readonly SoldLine[],
  zone: Linked | undefined,
  session: Session,
): Promise<void> {
  const zoneNumber = idIn(zone, "vatZoneNumber");
  if (zoneNumber === undefined) return;
  for (const [index, { itemId, taxRatePercentage: rate }] of lines.entries()) {
    if (itemId === undefined || rate === undefined) continue;
    const charged = await chargedRate(itemId, zoneNumber, session);
    if (charged === undefined || charged === rate) continue;
    throw cannotStore(
      `VAT follows from the customer's zone and the item's group at e-conomic: item ${itemId} has ${charged} % for this customer. Send this rate, or an item whose group has ${rate} %.`,
      `lineItems[${index}].taxRatePercentage`,
    );
  }
}

/** Undefined if the company has no account for this group and zone. */
async function chargedRate(itemId: string, zone: string, session: Session): Promise<number | undefined> {
  const group = await groupOf(itemId, session);
  if (group === undefined) return undefined;
  const accounts = await readCached(session, `sales accounts of product group ${group}`, () =>
    allOf<ZoneAccount>(session, `${numbered("/product-groups", group)}/sales-accounts`),
  );
  const account = accounts.find(({ vatZone }) => idIn(vatZone, "vatZoneNumber") === zone)?.salesAccount;
  if (!account) return undefined;
  const code = idIn(account.vatAccount, "vatCode");
  if (code === undefined) return 0;
  return amount((await vatAccounts(session)).find(({ vatCode }) => vatCode === code)?.ratePercentage);
}

/** Undefined if there is no such item, which the vendor refuses itself. */
async function groupOf(itemId: string, session: Session): Promise<string | undefined> {
  const product = (await undefinedIfMissing(session.read(keyed("/products", itemId)))) as Product | undefined;
  return idIn(product?.productGroup, "productGroupNumber");
}
