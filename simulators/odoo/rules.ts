/** Checks and defaults that Odoo applies to new records. */
import { type Row, row, sum, text } from "../engine/values.ts";
import { fieldOf, type Model } from "./models.ts";
import { makeMove, makePayment, makeStatementLine } from "./moves.ts";
import type { Books } from "./orm.ts";
import { priceLine, totalsOf } from "./prices.ts";
import { add, currencyId, splitValues, unitOf } from "./records.ts";
import { userError, validationError } from "./refusals.ts";

/** Lists of records are written as commands: `[0, 0, values]` creates a record, `[6, 0, ids]` replaces the list. */
export function make(company: Books, model: Model, values: Row): Row {
  const { plain, lists } = splitValues(model, values);
  checkRequired(model, plain);
  if (model === "account.move") return makeMove(company, plain, values);
  if (model === "account.payment") return makePayment(company, plain);
  if (model === "account.bank.statement.line") return makeStatementLine(company, plain);
  const record = add(company, model, { ...defaultsOf(company, model, plain), ...plain });
  for (const [name, commands] of Object.entries(lists)) {
    const { relation, inverse } = fieldOf(model, name);
    if (relation === undefined || inverse === undefined) continue;
    for (const command of commands)
      if (command[0] === 0) make(company, relation, { ...row(command[2]), [inverse]: record["id"] });
  }
  if (model === "sale.order" || model === "purchase.order") priceOrder(company, record);
  return record;
}

const requiredFields: Partial<Record<Model, readonly string[]>> = {
  "res.partner": ["name"],
  "account.account": ["name", "code", "account_type"],
  "product.product": ["name"],
  "sale.order": ["partner_id"],
  "project.project": ["name"],
  "ir.attachment": ["name"],
};
function checkRequired(model: Model, values: Row): void {
  if (model === "sale.order.line" && !values["display_type"] && !values["product_id"])
    throw validationError("Missing required fields on accountable sale order line.");
  const missing = requiredFields[model]?.find((name) => !values[name]);
  if (missing === undefined || (model === "res.partner" && values["type"] && values["type"] !== "contact")) return;
  throw validationError(
    `The operation cannot be completed:\n- Create/update: a mandatory field is not set.\n\nModel: ${model}\nField: ${missing}`,
  );
}

function defaultsOf(company: Books, model: Model, values: Row): Row {
  if (model === "account.account" && company.tables[model].find("code", values["code"]))
    throw validationError(`The account code must be unique. Account codes already in use: ${text(values["code"])}`);
  if (model === "res.partner") {
    const country = company.tables["res.country"].get(values["country_id"]);
    return { type: "contact", ...(country && { country_code: country["code"] }) };
  }
  if (model === "res.partner.bank") {
    const plain = text(values["acc_number"]).replaceAll(" ", "");
    return { sanitized_acc_number: plain, acc_type: /^[A-Z]{2}\d{2}/.test(plain) ? "iban" : "bank" };
  }
  if (model === "product.product") {
    const kind = values["detailed_type"] ?? values["type"] ?? "consu";
    const unit = unitOf(company, "Units") ?? false;
    const currency = currencyId(company);
    const currencies = { currency_id: currency, cost_currency_id: currency };
    return { detailed_type: kind, type: kind, uom_id: unit, list_price: 1, ...currencies };
  }
  if (model === "ir.attachment" && values["datas"]) {
    const kinds = { pdf: "application/pdf", png: "image/png", txt: "text/plain" };
    const extension = text(values["name"]).split(".").at(-1) as keyof typeof kinds;
    const file_size = Buffer.from(text(values["datas"]), "base64").length;
    return { mimetype: kinds[extension] ?? "application/octet-stream", file_size };
  }
  if (model === "project.project") return { currency_id: currencyId(company) };
  if (model === "sale.order") {
    const partner = { partner_invoice_id: values["partner_id"], partner_shipping_id: values["partner_id"] };
    const name = `S${String(company.next("order")).padStart(5, "0")}`;
    return { ...partner, state: "draft", name, currency_id: currencyId(company), date_order: moment(company) };
  }
  return {};
}

/** Confirms a quotation, and sets the order date to the current time. */
export function confirm(company: Books, order: Row): void {
  if (!["draft", "sent"].includes(text(order["state"])))
    throw userError("It is not allowed to confirm an order in the following states: Sales Order, Cancelled");
  company.save("sale.order", { ...order, state: "sale", date_order: moment(company) });
}

const moment = (company: Books): string => new Date(company.now()).toISOString().slice(0, 19).replace("T", " ");
function priceOrder(company: Books, order: Row): void {
  const isSale = "client_order_ref" in order;
  const lines = company.tables[isSale ? "sale.order.line" : "purchase.order.line"].under("order_id", order["id"]);
  for (const line of lines) {
    const quantity = isSale ? line["product_uom_qty"] : line["product_qty"];
    const { net, gross } = priceLine(company, quantity, line, isSale ? line["tax_id"] : line["taxes_id"]);
    Object.assign(line, { price_subtotal: net.toNumber(), price_total: gross.toNumber() });
  }
  const totalOf = (name: string) => sum(lines.map((line) => line[name]));
  Object.assign(order, totalsOf(totalOf("price_subtotal"), totalOf("price_total")));
}
