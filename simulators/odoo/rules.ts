/** What Odoo does of its own when records are made. */
import { type Row, row, sum, text } from "../engine/values.ts";
import { fieldOf, type Model } from "./models.ts";
import { makeMove } from "./moves.ts";
import type { Books } from "./orm.ts";
import { priced, totalsOf } from "./prices.ts";
import { add, currencyId, taken, unitOf } from "./records.ts";
import { userError, validationError } from "./refusals.ts";

/** Lists of records are written as commands: `[0, 0, values]` makes one, `[6, 0, ids]` is all of them. */
export function make(company: Books, model: Model, given: Row): Row {
  const { plain, lists } = taken(model, given);
  required(model, plain);
  if (model === "account.move") return makeMove(company, plain, given);
  const made = add(company, model, { ...derived(company, model, plain), ...plain });
  for (const [name, commands] of Object.entries(lists)) {
    const { relation, inverse } = fieldOf(model, name);
    if (relation === undefined || inverse === undefined) continue;
    for (const command of commands)
      if (command[0] === 0) make(company, relation, { ...row(command[2]), [inverse]: made["id"] });
  }
  if (model === "sale.order" || model === "purchase.order") priceOrder(company, made);
  return made;
}

const needed: Partial<Record<Model, readonly string[]>> = {
  "res.partner": ["name"],
  "account.account": ["name", "code", "account_type"],
  "product.product": ["name"],
  "sale.order": ["partner_id"],
  "project.project": ["name"],
  "ir.attachment": ["name"],
};
function required(model: Model, values: Row): void {
  if (model === "sale.order.line" && !values["display_type"] && !values["product_id"])
    throw validationError("Missing required fields on accountable sale order line.");
  const missing = needed[model]?.find((name) => !values[name]);
  if (missing === undefined || (model === "res.partner" && values["type"] && values["type"] !== "contact")) return;
  throw validationError(
    `The operation cannot be completed:\n- Create/update: a mandatory field is not set.\n\nModel: ${model}\nField: ${missing}`,
  );
}

function derived(company: Books, model: Model, given: Row): Row {
  if (model === "account.account" && company.tables[model].find("code", given["code"]))
    throw validationError(`The account code must be unique. Account codes already in use: ${text(given["code"])}`);
  if (model === "res.partner") {
    const country = company.tables["res.country"].get(given["country_id"]);
    return { type: "contact", ...(country && { country_code: country["code"] }) };
  }
  if (model === "res.partner.bank") {
    const plain = text(given["acc_number"]).replaceAll(" ", "");
    return { sanitized_acc_number: plain, acc_type: /^[A-Z]{2}\d{2}/.test(plain) ? "iban" : "bank" };
  }
  if (model === "product.product") {
    const kind = given["detailed_type"] ?? given["type"] ?? "consu";
    const unit = unitOf(company, "Units") ?? false;
    return { detailed_type: kind, type: kind, uom_id: unit, list_price: 1 };
  }
  if (model === "ir.attachment" && given["datas"]) {
    const kinds = { pdf: "application/pdf", png: "image/png", txt: "text/plain" };
    const extension = text(given["name"]).split(".").at(-1) as keyof typeof kinds;
    const file_size = Buffer.from(text(given["datas"]), "base64").length;
    return { mimetype: kinds[extension] ?? "application/octet-stream", file_size };
  }
  if (model === "project.project") return { currency_id: currencyId(company) };
  if (model === "sale.order") {
    const partner = { partner_invoice_id: given["partner_id"], partner_shipping_id: given["partner_id"] };
    const name = `S${String(company.next("order")).padStart(5, "0")}`;
    return { ...partner, state: "draft", name, currency_id: currencyId(company), date_order: moment(company) };
  }
  return {};
}

/** Confirms quotations, and takes the moment for that of the order. */
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
    const { net, gross } = priced(company, quantity, line, isSale ? line["tax_id"] : line["taxes_id"]);
    Object.assign(line, { price_subtotal: net.toNumber(), price_total: gross.toNumber() });
  }
  const totalOf = (name: string) => sum(lines.map((line) => line[name]));
  Object.assign(order, totalsOf(totalOf("price_subtotal"), totalOf("price_total")));
}
