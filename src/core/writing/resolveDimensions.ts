/** Adds the id to dimensions that a body identifies by name and category, by looking them up at the target system. */

import type { FieldTable } from "../../contract/connector.ts";
import type { Session } from "../../contract/session.ts";
import type { Write } from "../calling/request.ts";
import { type Fields, isWritable, lineListOf, linesOf, tableBelow, textIn, withLines } from "./bodyLines.ts";
import { readList } from "./vendorRecords.ts";

export interface ResolvedDimensions {
  readonly document: Fields;
  readonly warnings: readonly string[];
}

/** Dimensions do not affect amounts, so an unknown one is left out with a warning instead of refusing the write. */
export async function resolveDimensions(document: Fields, write: Write, session: Session): Promise<ResolvedDimensions> {
  const { writableFields } = write.handler;
  const list = lineListOf(document);
  const lineTable = list === undefined ? {} : tableBelow(writableFields, list);
  const isNeeded =
    needsLookup(document, writableFields) || linesOf(document).some((line) => needsLookup(line, lineTable));
  const known = isNeeded ? await readList(write.connector, "dimensions.list", session) : undefined;
  if (known === undefined) return { document, warnings: [] };
  const warnings: string[] = [];
  const resolve = (fields: Fields, table: FieldTable, at: string): Fields => {
    if (!needsLookup(fields, table)) return fields;
    const dimensions = dimensionsOf(fields).flatMap((dimension, index): Fields[] => {
      if (!isNamedOnly(dimension)) return [dimension];
      const [match, ...others] = known.filter((candidate) => isNamed(candidate, dimension));
      if (match !== undefined && others.length === 0) return [{ ...dimension, id: match["id"] }];
      const field = `${at}dimensions[${index}]`;
      const reason = match === undefined ? "has no dimension" : "has more than one dimension";
      warnings.push(
        `${write.connector.name} ${reason} ${describe(dimension)}; ${field} was left out. GET /accounting/dimensions lists the dimensions.`,
      );
      return [];
    });
    return { ...fields, dimensions };
  };
  const top = resolve(document, writableFields, "");
  const resolved = withLines(top, (line, index) => resolve(line, lineTable, `${list}[${index}].`));
  return { document: resolved, warnings };
}

const dimensionsOf = (fields: Fields): readonly Fields[] =>
  Array.isArray(fields["dimensions"]) ? (fields["dimensions"] as readonly Fields[]) : [];

/** Whether the target system stores dimensions by their id, and the body lacks it. */
function needsLookup(fields: Fields, table: FieldTable): boolean {
  const { dimensions } = table;
  const takesIds = dimensions === true || (dimensions !== undefined && isWritable(dimensions, "id"));
  return takesIds && dimensionsOf(fields).some(isNamedOnly);
}

const isNamedOnly = (dimension: Fields): boolean =>
  textIn(dimension, "id") === undefined && textIn(dimension, "name") !== undefined;

function isNamed(candidate: Fields, dimension: Fields): boolean {
  const category = textIn(dimension, "categoryName");
  return (
    textIn(candidate, "name") === textIn(dimension, "name") &&
    (category === undefined || textIn(candidate, "categoryName") === category)
  );
}

function describe(dimension: Fields): string {
  const category = textIn(dimension, "categoryName");
  return `"${textIn(dimension, "name")}"${category === undefined ? "" : ` in the category "${category}"`}`;
}
