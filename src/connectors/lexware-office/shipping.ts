/** When something was delivered or done: one day, or a period. */
import type { InvoiceInput } from "../../contract/inputs/sales.ts";
import { momentOf, spell } from "./conventions.ts";

const kinds = {
  SERVICE: "service",
  SERVICE_PERIOD: "serviceperiod",
  DELIVERY: "delivery",
  DELIVERY_PERIOD: "deliveryperiod",
};

type Shipped = Pick<InvoiceInput, "shippingDate" | "shippingEndDate" | "shippingType">;

export function shipping({ shippingDate, shippingEndDate, shippingType }: Shipped): object {
  if (shippingDate === undefined) return { shippingConditions: { shippingType: "none" } };
  const usual = shippingEndDate === undefined ? "DELIVERY" : "DELIVERY_PERIOD";
  return {
    shippingConditions: {
      shippingType: spell(kinds, "shippingType", shippingType ?? usual),
      shippingDate: momentOf(shippingDate),
      ...(shippingEndDate !== undefined && { shippingEndDate: momentOf(shippingEndDate) }),
    },
  };
}
