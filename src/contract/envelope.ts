/** The `meta` part of responses. */
import { record, text } from "./schema.ts";
import { Type } from "./schemaBuilders.ts";

const count = Type.Integer({ minimum: 0 });

const warnings = Type.Array(text, { description: "Notices, for example about a parameter that had no effect." });

const Pagination = record(
  "Pagination",
  { perPage: count, currentPage: Type.Integer({ minimum: 1 }) },
  { total: count, totalPages: count },
);
const differences = Type.Array(
  record("Difference", { field: text }, { asked: Type.Unknown(), stored: Type.Unknown() }),
  { description: "Fields that the target system stored differently from the body." },
);
const verified = Type.Boolean({
  description: "false if the stored record could not be read, so that it is not compared with the body yet.",
});
export const Meta = record("Meta", {}, { warnings, differences, verified });
export const PagedMeta = record("PagedMeta", { pagination: Pagination }, { warnings });
/** For the result of a task, which may be a list or what a write stored. */
export const TaskMeta = record("TaskMeta", {}, { pagination: Pagination, warnings, differences, verified });
