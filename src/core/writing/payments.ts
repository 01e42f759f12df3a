/** Checks a payment against the open amount and the currency of its document. */
import { Big } from "big.js";
import type { OpenAmount } from "../../contract/connector.ts";
import { decimalsOf } from "../../contract/currencies.ts";
import { cannotStore } from "../../contract/failure.ts";
import { handlerOperationOf } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import type { Write } from "../calling/request.ts";
import { type Fields, linesOf, numberIn, textIn } from "./bodyLines.ts";

export async function checkPayment(write: Write, session: Session): Promise<void> {
  if (handlerOperationOf(write.operation) !== "payments.create") return;
  const body = write.call.body as Fields;
  for (const [index, line] of linesOf(body).entries()) {
    const id = textIn(line, "invoiceId");
    if (id === undefined) continue;
    const open = await write.connector.openAmount?.({ documentType: typeOf(body), id }, session);
    if (open === undefined) continue;
    checkAmount(write, line, `paymentLines[${index}]`, open);
    checkCurrency(write, body, open);
  }
}

const typeOf = (body: Fields): "INVOICE" | "BILL" => (body["documentType"] === "BILL" ? "BILL" : "INVOICE");

function checkAmount({ connector }: Write, line: Fields, at: string, { amount: open, currency }: OpenAmount): void {
  const amount = numberIn(line, "amount");
  if (amount === undefined || open === undefined || amount <= 0 || new Big(amount).lte(open)) return;
  const rest = new Big(amount).minus(Math.max(open, 0)).toFixed(decimalsOf(currency));
  throw cannotStore(
    `${at}.amount is ${amount}, but only ${open} is open at ${connector.name}. Send the remaining ${rest} as a line without invoiceId.`,
    `${at}.amount`,
  );
}

function checkCurrency({ connector }: Write, body: Fields, { currency }: OpenAmount): void {
  const stated = textIn(body, "currency");
  if (stated === undefined || currency === undefined || stated === currency) return;
  const rate = numberIn(body, "exchangeRate");
  if (rate !== undefined && rate !== 1) return;
  throw cannotStore(
    rate === 1
      ? `exchangeRate is 1, but the payment is in ${stated} and the document in ${currency} at ${connector.name}. Send the rate between them.`
      : `The document is in ${currency} at ${connector.name}, but the payment is in ${stated}. Pay in ${currency}, or send exchangeRate.`,
    rate === 1 ? "exchangeRate" : "currency",
  );
}
