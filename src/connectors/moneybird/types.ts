/** The vendor's shapes: only what we read. Amounts are decimal text, ids are text of up to 19 digits. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

export interface Stamped {
  readonly created_at?: Text;
  readonly updated_at?: Text;
}

/** From the synchronisation lists: the version is the second of the last change. */
export interface Version {
  readonly id: string;
  readonly version: number;
}

export interface Administration {
  readonly id: string | number;
  readonly name?: Text;
}

export interface ContactPerson {
  readonly firstname?: Text;
  readonly lastname?: Text;
  readonly phone?: Text;
  readonly email?: Text;
}

export interface Contact extends Stamped, ContactPerson {
  readonly id: string;
  readonly company_name?: Text;
  readonly address1?: Text;
  readonly address2?: Text;
  readonly zipcode?: Text;
  readonly city?: Text;
  readonly country?: Text;
  readonly customer_id?: Text;
  readonly tax_number?: Text;
  readonly bank_account?: Text;
  /** Several are separated by commas. */
  readonly send_invoices_to_email?: Text;
  readonly sepa_active?: boolean | null;
  readonly sepa_iban?: Text;
  readonly sepa_iban_account_name?: Text;
  readonly sepa_bic?: Text;
  readonly contact_people?: List<ContactPerson>;
}

export interface LedgerAccount extends Stamped {
  readonly id: string;
  readonly name?: Text;
  readonly account_type?: Text;
  readonly account_id?: Text;
  readonly parent_id?: Text;
  /** The Dutch reference chart of accounts. */
  readonly taxonomy_item?: { readonly code?: Text } | null;
}

export interface TaxRate extends Stamped {
  readonly id: string;
  readonly name?: Text;
  readonly percentage?: Decimal;
  readonly tax_rate_type?: Text;
}

export interface Product extends Stamped {
  readonly id: string;
  readonly title?: Text;
  readonly description?: Text;
  readonly identifier?: Text;
  readonly price?: Decimal;
  readonly tax_rate_id?: Text;
  readonly ledger_account_id?: Text;
}

export interface Project {
  readonly id: string;
  readonly name?: Text;
  readonly state?: Text;
}

export interface Workflow extends Stamped {
  readonly id: string;
  readonly type?: Text;
  readonly name?: Text;
}

export interface FinancialAccount extends Stamped {
  readonly id: string;
  readonly type?: Text;
  readonly name?: Text;
  /** The account's number: an IBAN for bank accounts. */
  readonly identifier?: Text;
  readonly currency?: Text;
  readonly provider?: Text;
  readonly active?: boolean | null;
}

export interface Webhook {
  readonly id: string;
  readonly token: string;
  /** Told only once, when the webhook is made. */
  readonly secret?: Text;
}
