/** The lines of a document: what is missing is filled in from the item, the account and the tax rate. */
import { taxOn } from "../engine/reckoning.ts";
import { accountOf, type Company, found } from "./company.ts";
import { big, cents, filled, type Row, row, rows, text } from "./wire.ts";

interface Setting {
  readonly company: Company;
  /** `ACCREC`, `SPEND`, `Quotes`… */
  readonly type: string;
  readonly taxed: string;
  readonly approved: boolean;
  readonly before: readonly Row[];
  complain(isWrong: boolean, message: string): void;
}

const sales = ["ACCREC", "ACCRECCREDIT", "RECEIVE", "Quotes"];

/** Lines that are sent replace those that were there; what names its `LineItemID` keeps it. */
export function lineItems(setting: Setting, given: unknown): readonly Row[] {
  if (!Array.isArray(given)) return setting.before;
  return rows(given).map((one) => {
    const before = setting.before.find((old) => old["LineItemID"] === one["LineItemID"]);
    return lineItem(setting, { ...before, ...one }, before);
  });
}

function lineItem(setting: Setting, given: Row, before: Row = {}): Row {
  const { company, type, taxed, approved, complain } = setting;
  const item = found(company, "Items", given["ItemCode"]);
  complain(text(given["ItemCode"]) !== "" && !item, `Item code '${text(given["ItemCode"])}' is not valid`);
  const side = sales.includes(type) ? "Sales" : "Purchase";
  const details = row(item?.[`${side}Details`]);
  const Description = text(given["Description"] ?? item?.[side === "Sales" ? "Description" : "PurchaseDescription"]);
  complain(Description === "" && approved, "Description must be provided");
  const code = text(given["AccountCode"] ?? details["AccountCode"]);
  const account = accountOf(company, given["AccountID"], code);
  const isWrong = code !== "" && (account?.["Status"] !== "ACTIVE" || account["Type"] === "BANK");
  complain(isWrong, `Account code '${code}' is not a valid code for this document.`);
  const isBlank = given["UnitAmount"] === undefined && given["LineAmount"] === undefined && !item;
  const isBooked = approved && type !== "Quotes" && type !== "PurchaseOrders" && !isBlank;
  complain(!isWrong && !account && isBooked, "Account code must be specified");
  const TaxType = text(given["TaxType"] ?? details["TaxType"] ?? account?.["TaxType"] ?? "NONE");
  const percent = percentOf(setting, TaxType, "ACTIVE");
  const undiscounted = type !== "ACCREC" && type !== "Quotes" && filled("DiscountRate|DiscountAmount", undefined);
  const amounts = amountsOf({ UnitAmount: details["UnitPrice"], ...given, ...undiscounted }, before, complain);
  const computed = taxOn(big(amounts["LineAmount"]), percent, taxed.toLowerCase() === "inclusive");
  const isStale = before["LineAmount"] !== amounts["LineAmount"] && given["TaxAmount"] === before["TaxAmount"];
  const stated = isStale || percent.eq(0) ? undefined : given["TaxAmount"];
  return {
    LineItemID: before["LineItemID"] ?? company.newId(),
    ...(item && { ItemCode: item["Code"], Item: { ItemID: item["ItemID"], Name: item["Name"], Code: item["Code"] } }),
    ...{ Description, ...amounts, TaxType, TaxAmount: cents(stated ?? computed) },
    ...(account && { AccountCode: account["Code"], AccountID: account["AccountID"] }),
    Tracking: tracked(company, given["Tracking"], complain),
  };
}

type Taxing = Pick<Setting, "company" | "taxed" | "complain">;

/** What a tax type takes, where documents are taxed at all; a rate that was deleted is there for journals only. */
export function percentOf({ company, taxed, complain }: Taxing, type: string, status?: string) {
  const rate = company.tables.TaxRates.get(type);
  const isWrong = rate === undefined || (status !== undefined && rate["Status"] !== status);
  complain(isWrong, `The TaxType code ${type} does not exist or cannot be used for this type of transaction.`);
  return big(taxed.toLowerCase() === "notax" ? 0 : rate?.["EffectiveRate"]);
}

function amountsOf(given: Row, before: Row, complain: Setting["complain"]): Row {
  const stated = given["LineAmount"] === before["LineAmount"] ? undefined : given["LineAmount"];
  const quantity = big(given["Quantity"] ?? 1);
  const isDivided = given["UnitAmount"] === undefined && stated !== undefined && !quantity.eq(0);
  const unit = (isDivided ? big(stated).div(quantity) : big(given["UnitAmount"])).round(4);
  const { DiscountRate: rate, DiscountAmount: amount } = given;
  const off = rate === undefined ? big(amount) : quantity.times(unit).times(big(rate)).div(100);
  const expected = quantity.times(unit).minus(off).round(2);
  const isOther = stated !== undefined && !big(stated).round(2).eq(expected);
  const words = `The line total ${big(stated).toFixed(2)} does not match the expected line total`;
  complain(isOther, `${words} ${expected.toFixed(2)}`);
  return {
    ...{ Quantity: quantity.toNumber(), UnitAmount: unit.toNumber() },
    ...(rate === undefined ? amount !== undefined && { DiscountAmount: cents(off) } : { DiscountRate: Number(rate) }),
    LineAmount: expected.toNumber(),
  };
}

/** Categories and options by name or by id, always answered with both. */
export function tracked(company: Company, given: unknown, complain: Setting["complain"]): Row[] {
  return rows(given).flatMap((asked) => {
    const category = company.tables.TrackingCategories.first(
      (one) => one["TrackingCategoryID"] === asked["TrackingCategoryID"] || one["Name"] === asked["Name"],
    );
    const option = rows(category?.["Options"]).find(
      (one) => one["TrackingOptionID"] === asked["TrackingOptionID"] || one["Name"] === asked["Option"],
    );
    complain(option === undefined, "The tracking category or option is not valid");
    if (category === undefined || option === undefined) return [];
    const { TrackingCategoryID, Name } = category;
    return [{ Name, Option: option["Name"], TrackingCategoryID, TrackingOptionID: option["TrackingOptionID"] }];
  });
}
