/** What the fields of several collections have in common. */
import { clientReference, type Field, listOf, names, objects, type Shape, shape, words } from "./fields.ts";

const address = shape({ text: "address_line1 address_line2 city country_code postal_code type" });
export const email = shape({ text: "email type" });
export const phone = shape({ text: "number type" });
export const person = shape(
  { text: "first_name last_name salutation" },
  { email_addresses: objects(email), phone_numbers: objects(phone) },
);
export const addresses = objects(address);
export const dimensions = objects(shape({ text: "category_name code name" }, { id: names("dimensions") }, "id"));
export const files = listOf(names("files"));
export const journal = words("RA RE BA KA SO");
export const activity = words("active archived");

/** Every record can be marked by whoever writes it. */
export const marked = ({ fields, required }: Shape): Shape => ({
  fields: { ...fields, client_reference: clientReference },
  required,
});
export const lines = (below: Shape): Record<string, Field> => ({ line_items: objects(marked(below)) });

export const accountOf = { account_id: names("accounts"), account_code: names("accounts", "code") };
