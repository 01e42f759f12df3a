/** What bills, vendor credits, booking proposals and expenses have in common when they are written. */

import type { WriteCall } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import { noRecord } from "../../kit/reading.ts";
import { spell } from "./conventions.ts";
import type { Voucher } from "./vendorDocuments.ts";
import { readVoucher } from "./vouchers.ts";

export const statusAs = (status: string): object => ({
  voucherStatus: spell({ DRAFT: "unchecked", OPEN: "open" }, "status", status),
});

interface Partner {
  readonly contactId?: string | undefined;
}

/** Without a contact a voucher belongs to all who are none. */
export const collective = ({ contactId }: Partner): object =>
  contactId === undefined ? { useCollectiveContact: true } : {};

/** A contact has its own name. */
export const nameAs = (name: string, { contactId }: Partner): object =>
  contactId === undefined ? { contactName: name } : {};

export const prepareVoucher =
  (type: string, parameter: string) =>
  async ({ ids }: WriteCall<unknown>, session: Session): Promise<Voucher> => {
    const { document } = await readVoucher(ids[parameter] ?? "", session);
    if (document.type === type) return document;
    throw noRecord();
  };

/** Files that are not named again would be deleted. */
export const onto = (told: object, { version, files, voucherStatus }: Voucher): object => ({
  voucherStatus,
  ...told,
  version,
  files,
});

export const voucherRules = [
  "A voucher is OPEN unless its status is DRAFT; drafts need amounts with tax.",
  "The accountId of a line is one of accounts.list, the posting categories of Lexware Office.",
  "Without a contact it belongs to the collective contact.",
];
