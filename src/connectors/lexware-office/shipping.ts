/** When something was delivered or done: one day, or a period. */
import type { InvoiceInput } from "../../contract/inputs/sales.ts";
import { momentOf, spell } from "./habits.ts";

const kinds = {
  SERVICE: "service",
  SERVICE_PERIOD: "serviceperiod",
  DELIVERY: "delivery",
  DELIVERY_PERIOD: "deliveryperiod",
};

type Shipped = Pick<InvoiceInput, "shippingDate" | "shippingEndDate" | "shippingType">;

export function shipping({ shippingDate, shippingEndDate, shippingType }: Shipped): object {
  const usual = shippingEndDate === undefined ? "DELIVERY" : "DELIVERY_PERIOD";
  if (shippingDate === undefined) return { shippingConditions: { shippingType: "none" } };
  return {
    shippingConditions: {
      shippingType: spell(kinds, "shippingType", shippingType ?? usual),
      shippingDate: momentOf(shippingDate),
      ...(shippingEndDate !== undefined && { shippingEndDate: momentOf(shippingEndDate) }),
    },
  };
}

const say = (_: unknown, input: Shipped): object => shipping(input);

export const toldShipping = { shippingDate: say, shippingEndDate: say, shippingType: say };
