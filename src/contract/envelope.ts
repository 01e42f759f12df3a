/** The `meta` part of responses. */
import { record, text } from "./schema.ts";
import { Type } from "./schemaBuilders.ts";

const count = Type.Integer({ minimum: 0 });

export const warnings = Type.Array(text, { description: "Notices, for example about a parameter that had no effect." });

export const Pagination = record(
  "Pagination",
  { perPage: count, currentPage: Type.Integer({ minimum: 1 }) },
  { total: count, totalPages: count },
);
export const Meta = record("Meta", {}, { warnings });
export const PagedMeta = record("PagedMeta", { pagination: Pagination }, { warnings });
