/** Fields that several collections share. */
import { clientReference, type Field, listOf, objects, oneOf, reference, type Shape, shape } from "./fields.ts";

const address = shape({ text: "address_line1 address_line2 city country_code postal_code type" });
export const email = shape({ text: "email type" });
export const phone = shape({ text: "number type" });
export const person = shape(
  { text: "first_name id last_name salutation" },
  { email_addresses: objects(email), phone_numbers: objects(phone) },
);
export const addresses = objects(address);
export const dimensions = objects(shape({ text: "category_name code name" }, { id: reference("dimensions") }, "id"));
export const files = listOf(reference("files"));
export const journal = oneOf("RA RE BA KA SO");
export const activity = oneOf("active archived");

/** Callers may mark every record with a reference. */
export const marked = ({ fields, required }: Shape): Shape => ({
  fields: { ...fields, client_reference: clientReference },
  required,
});
export const lines = (below: Shape): Record<string, Field> => ({ line_items: objects(marked(below)) });

export const accountOf = { account_id: reference("accounts"), account_code: reference("accounts", "code") };
