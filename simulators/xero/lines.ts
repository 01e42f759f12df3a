/** The lines of a document: what is missing is filled in from the item, the account and the tax rate. */
import { Big } from "big.js";
import { accountOf, type Company, found } from "./company.ts";
import { big, cents, type Row, row, rows, text } from "./wire.ts";

export type Line = Row;

interface Setting {
  readonly company: Company;
  /** `ACCREC`, `SPEND`, `Quotes`… */
  readonly type: string;
  readonly taxed: string;
  readonly approved: boolean;
  readonly before: readonly Row[];
  readonly problems: string[];
}

const sales = new Set(["ACCREC", "ACCRECCREDIT", "RECEIVE", "Quotes"]);

/** Lines that are sent replace those that were there; what names its `LineItemID` keeps it. */
export function lineItems(setting: Setting, given: unknown): Line[] {
  if (!Array.isArray(given)) return [...setting.before];
  return rows(given).map((one) => {
    const before = setting.before.find((old) => old["LineItemID"] === one["LineItemID"]);
    return lineItem(setting, { ...before, ...one }, before);
  });
}

function lineItem({ company, type, taxed, approved, problems }: Setting, given: Row, before: Row | undefined): Line {
  const item = found(company, "Items", text(given["ItemCode"]));
  if (text(given["ItemCode"]) !== "" && item === undefined)
    problems.push(`Item code '${text(given["ItemCode"])}' is not valid`);
  const selling = sales.has(type);
  const details = row(item?.[selling ? "SalesDetails" : "PurchaseDetails"]);
  const description = text(given["Description"] ?? item?.[selling ? "Description" : "PurchaseDescription"]);
  if (description === "" && approved) problems.push("Description must be provided");
  const code = given["AccountCode"] ?? details["AccountCode"];
  const account = accountOf(company, given["AccountID"], code);
  const needsAccount = approved && type !== "Quotes" && type !== "PurchaseOrders";
  const blank = given["UnitAmount"] === undefined && given["LineAmount"] === undefined && item === undefined;
  if (text(code) !== "" && (account === undefined || account["Status"] !== "ACTIVE" || account["Type"] === "BANK"))
    problems.push(`Account code '${text(code)}' is not a valid code for this document.`);
  else if (account === undefined && needsAccount && !blank) problems.push("Account code must be specified");
  const taxType = text(given["TaxType"] ?? details["TaxType"] ?? account?.["TaxType"] ?? "NONE");
  const rate = company.tables.TaxRates.get(taxType);
  if (rate === undefined || rate["Status"] !== "ACTIVE")
    problems.push(`The TaxType code ${taxType} does not exist or cannot be used for this type of transaction.`);
  const discountable =
    type === "ACCREC" || type === "Quotes" ? {} : { DiscountRate: undefined, DiscountAmount: undefined };
  const amounts = amountsOf({ UnitAmount: details["UnitPrice"], ...given, ...discountable }, before, problems);
  const percent = taxed.toLowerCase() === "notax" ? new Big(0) : big(rate?.["EffectiveRate"]);
  const base = taxed.toLowerCase() === "inclusive" ? percent.plus(100) : new Big(100);
  const computed = big(amounts["LineAmount"]).times(percent).div(base);
  const changed = before !== undefined && before["LineAmount"] !== amounts["LineAmount"];
  const stated = changed && given["TaxAmount"] === before["TaxAmount"] ? undefined : given["TaxAmount"];
  return {
    LineItemID: before?.["LineItemID"] ?? company.newId(),
    ...(item !== undefined && {
      ItemCode: item["Code"],
      Item: { ItemID: item["ItemID"], Name: item["Name"], Code: item["Code"] },
    }),
    Description: description,
    ...amounts,
    TaxType: taxType,
    TaxAmount: cents(stated === undefined || percent.eq(0) ? computed : big(stated)),
    ...(account !== undefined && { AccountCode: account["Code"], AccountID: account["AccountID"] }),
    Tracking: tracked(company, given["Tracking"], problems),
  };
}

function amountsOf(given: Row, before: Row | undefined, problems: string[]): Row {
  const resized = before !== undefined && given["LineAmount"] === before["LineAmount"];
  const stated = resized ? undefined : given["LineAmount"];
  const quantity = big(given["Quantity"] ?? 1);
  const unit =
    given["UnitAmount"] === undefined && stated !== undefined && !quantity.eq(0)
      ? big(stated).div(quantity)
      : big(given["UnitAmount"]);
  const gross = quantity.times(unit.round(4));
  const rate = given["DiscountRate"];
  const off = rate === undefined ? big(given["DiscountAmount"]) : gross.times(big(rate)).div(100);
  const expected = gross.minus(off).round(2);
  if (stated !== undefined && !big(stated).round(2).eq(expected))
    problems.push(
      `The line total ${big(stated).toFixed(2)} does not match the expected line total ${expected.toFixed(2)}`,
    );
  return {
    ...{ Quantity: quantity.toNumber(), UnitAmount: unit.round(4).toNumber() },
    ...(rate !== undefined && { DiscountRate: Number(rate) }),
    ...(rate === undefined && given["DiscountAmount"] !== undefined && { DiscountAmount: cents(off) }),
    LineAmount: expected.toNumber(),
  };
}

/** Categories and options by name or by id, always answered with both. */
export function tracked(company: Company, given: unknown, problems: string[]): Row[] {
  return rows(given).flatMap((asked) => {
    const category = company.tables.TrackingCategories.first(
      (one) => one["TrackingCategoryID"] === asked["TrackingCategoryID"] || one["Name"] === asked["Name"],
    );
    const option = rows(category?.["Options"]).find(
      (one) => one["TrackingOptionID"] === asked["TrackingOptionID"] || one["Name"] === asked["Option"],
    );
    if (category === undefined || option === undefined) {
      problems.push("The tracking category or option is not valid");
      return [];
    }
    const { TrackingCategoryID, Name } = category;
    return [{ Name, Option: option["Name"], TrackingCategoryID, TrackingOptionID: option["TrackingOptionID"] }];
  });
}
