import type { VendorCreditInput, VendorCreditLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { VendorCreditLineItem, VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { claim, claims } from "./claims.ts";
import { change, create, discard } from "./conventions.ts";
import * as fields from "./fields.ts";
import { refs } from "./fields.ts";
import * as lines from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<VendorCreditLineItem, Line>(lines.costLine);

const vendorCredit = mapping<VendorCreditRecord, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.totals,
  ...claim,
  ...refs({ accountId: "APAccountRef", contactId: "VendorRef" }),
  ...values({ name: "VendorRef.name", reference: "PrivateNote", vendorCreditNumber: "DocNumber" }),
  currency: fields.currencyOf,
  lineItems: each(line, lines.linesOf),
  vendorCreditDate: fields.issuedOn,
});

const vendorCreditEncoder = encoder<VendorCreditInput>({
  accountId: fields.refAs("APAccountRef"),
  contactId: fields.refAs("VendorRef"),
  currency: fields.refAs("CurrencyRef"),
  lineItems: listAs("Line", encoder<VendorCreditLineItemInput>({ ...lines.costEncoders, id: as("Id") })),
  ...allAs(as, { reference: "PrivateNote", vendorCreditNumber: "DocNumber" }),
  vendorCreditDate: dayAs("TxnDate"),
});

const written = { encoder: vendorCreditEncoder, map: vendorCredit, body: lines.withLines(false) };

export const vendorCredits = {
  // What is left of them can be sorted by, but not asked for.
  "vendorCredits.list": claims("VendorCredit", { map: vendorCredit }, false),
  "vendorCredits.create": create("VendorCredit", { ...written, requires: ["contactId", "lineItems"] }),
  "vendorCredits.update": change("VendorCredit", {
    ...written,
    id: "vendorCreditId",
    rules: ["lineItems are all lines: those with an id are changed, others are new, those left out go."],
  }),
  "vendorCredits.delete": discard(["VendorCredit"], "vendorCreditId"),
};
