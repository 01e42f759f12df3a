import type { Refusals } from "../../contract/connector.ts";
import type { Problems } from "./types.ts";

const problemsIn = (body: unknown): NonNullable<Problems["errors"]> => {
  const { errors } = (typeof body === "object" && body !== null ? body : {}) as Problems;
  return Array.isArray(errors) ? errors : [];
};

/** `/data/attributes/items/0/vat_rate` and `/items/0/vat_rate` are both `items[0].vat_rate`. */
function fieldAt(pointer: string): string {
  const [first, second, ...rest] = pointer.split("/").filter((part) => part !== "");
  const parts = first === "data" && second === "attributes" ? rest : [first, second, ...rest];
  return parts
    .filter((part) => part !== undefined)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? "" : "."}${part}`))
    .join("");
}

export const refusals: Refusals = {
  message: (body) =>
    problemsIn(body)
      .map(({ detail, code }) => detail || code)
      .filter(Boolean)
      .join(" ") || undefined,
  fields: (body) =>
    problemsIn(body).map(({ source }) => (source?.pointer ? fieldAt(source.pointer) : source?.parameter)),
  codes: {
    400: "target_rejected",
    409: "target_conflict",
    // The state of the document does not allow the change: `invoice_not_in_draft_status`.
    412: "target_conflict",
  },
};
