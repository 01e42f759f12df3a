/** Groups of fields that many of the sandbox's records share. */
import type { Address as AddressRecord } from "../../contract/records/contacts.ts";
import type { Balance } from "../../contract/records/ledger.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { instant } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, balance } from "../../kit/money.ts";
import { loud } from "./conventions.ts";
import type { Address, Addressed, Dimension, Identified, List, Stamped, Totals, TradeLine } from "./types.ts";
import type { Posted } from "./vendorLedger.ts";

export const identity = { id: (native: Identified) => native.id };

export const stamps = {
  createdDate: (native: Stamped) => instant(native.created_at),
  updatedDate: (native: Stamped) => instant(native.updated_at),
};

export const addressLines = {
  addressLine1: (address: Address) => address.address_line1,
  addressLine2: (address: Address) => address.address_line2,
  city: (address: Address) => address.city,
  countryCode: (address: Address) => address.country_code,
  postalCode: (address: Address) => address.postal_code,
};

const address = mapping<AddressRecord, Address>({ ...addressLines, type: ({ type }) => loud(type) });

export const addresses = { addresses: each(address, (native: Addressed) => native.addresses) };

const dimension = mapping<LineDimension, Dimension>({
  id: ({ id }) => id,
  categoryName: (native) => native.category_name,
  name: ({ name }) => name,
});

export const lineDimensions = {
  dimensions: each(dimension, (line: { readonly dimensions?: List<Dimension> }) => line.dimensions),
};

export const totals = {
  totalDiscountAmount: (native: Totals) => amount(native.total_discount_amount),
  totalDiscountPercentage: (native: Totals) => amount(native.total_discount_percentage),
  totalGrossAmount: (native: Totals) => amount(native.total_gross_amount),
  totalNetAmount: (native: Totals) => amount(native.total_net_amount),
  totalTaxAmount: (native: Totals) => amount(native.total_tax_amount),
};

export const tradeLine = {
  ...identity,
  ...stamps,
  ...totals,
  description: (line: TradeLine) => line.description,
  itemId: (line: TradeLine) => line.item_id,
  quantity: (line: TradeLine) => amount(line.quantity),
  taxCode: (line: TradeLine) => line.tax_code,
  taxRatePercentage: (line: TradeLine) => amount(line.tax_rate_percentage),
  unitAmount: (line: TradeLine) => amount(line.unit_amount),
  unitDiscountAmount: (line: TradeLine) => amount(line.unit_discount_amount),
  unitDiscountPercentage: (line: TradeLine) => amount(line.unit_discount_percentage),
  unitName: (line: TradeLine) => loud(line.unit_name),
};
/** Offer lines call it `name`. */
export const itemName = { itemName: (line: TradeLine) => line.item_name };

/** Both sides of an account set against each other. */
export const netAmount = {
  amount: ({ debit, credit }: Posted) => balance(debit, credit).amount,
  debitCreditIndicator: ({ debit, credit }: Posted) => balance(debit, credit).debitCreditIndicator,
};
export const netBalance = mapping<Balance, Posted>(netAmount);
