/**
 * What the contract requires of a record is little: what names it. A vendor's record that lacks it is useless to a caller
 * and is left out; a line that lacks it is told as far as it goes. Either is named in a warning, and keeps nothing else back.
 */
import type { TSchema } from "typebox";
import type { FoundRecord, Listing } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What is required of an object, and of those below it. */
interface Requirement {
  readonly names: readonly string[];
  readonly below: readonly { readonly field: string; readonly requirement: Requirement }[];
}

export interface Completeness {
  list(operation: Operation, listing: Listing<unknown>): Listing<unknown>;
  get(operation: Operation, found: FoundRecord<unknown>): FoundRecord<unknown>;
}

export function openCompleteness(): Completeness {
  const known = new Map<TSchema, Requirement>();
  const of = ({ record }: Operation): Requirement => {
    const found = known.get(record) ?? requirementOf(record);
    known.set(record, found);
    return found;
  };
  return {
    list: (operation, listing) => completeList(of(operation), operation, listing),
    get: (operation, found) => {
      const lacking = missingIn(found.record as Fields, of(operation));
      if (lacking.some(isTop)) throw uselessFailure();
      return lacking.length === 0 ? found : { ...found, warnings: [...(found.warnings ?? []), ...lacking.map(told)] };
    },
  };
}

const uselessFailure = (): Failure =>
  new Failure("target_bad_response", "The target system's answer lacks something essential.");

function completeList(requirement: Requirement, { path }: Operation, listing: Listing<unknown>): Listing<unknown> {
  const records = listing.records as readonly Fields[];
  const isPart = path.includes("{");
  const warnings: string[] = [];
  const useless = new Set<number>();
  for (let index = 0; index < records.length; index++) {
    const record = records[index] ?? {};
    const lacking = missingIn(record, requirement);
    if (lacking.length === 0) continue;
    const name = nameOf(record, index);
    const top = isPart ? undefined : lacking.find(isTop);
    if (top !== undefined) useless.add(index);
    warnings.push(
      ...(top === undefined
        ? lacking.map((field) => `${name}: ${told(field)}`)
        : [`${name} has no ${top} and was left out.`]),
    );
  }
  if (warnings.length === 0) return listing;
  // Where none of a list can be told it is the answer that is wrong, and an empty list would say that there is nothing.
  if (useless.size === records.length && useless.size > 1) throw uselessFailure();
  const isKept = (_one: unknown, index: number): boolean => !useless.has(index);
  return {
    ...listing,
    records: records.filter(isKept),
    raw: listing.raw.filter(isKept),
    warnings: [...(listing.warnings ?? []), ...shortened(warnings)],
  };
}

const isTop = (field: string): boolean => !field.includes("[") && !field.includes(".");

const told = (field: string): string => `${field} is missing at the target system.`;

const nameOf = (record: Fields, index: number): string => {
  const name = record["id"] ?? record["invoiceId"] ?? record["lineItemId"];
  return typeof name === "string" ? `Record ${name}` : `Record ${index + 1} of this page`;
};

const most = 20;

const shortened = (warnings: readonly string[]): readonly string[] =>
  warnings.length <= most ? warnings : [...warnings.slice(0, most), `${warnings.length - most} more like these.`];

function requirementOf(schema: TSchema): Requirement {
  const { required = [], properties = {} } = schema as { required?: string[]; properties?: Record<string, TSchema> };
  const below = Object.entries(properties).flatMap(([field, inner]) => {
    const requirement = requirementOf((inner as { items?: TSchema }).items ?? inner);
    return requirement.names.length + requirement.below.length === 0 ? [] : [{ field, requirement }];
  });
  return { names: required, below };
}

const nothing: readonly string[] = [];

/** Every record of every list goes through here: nothing is made where nothing is missing. */
function missingIn(record: Fields, { names, below }: Requirement): readonly string[] {
  let missing = nothing;
  for (const name of names) if (isAbsent(record[name])) missing = [...missing, name];
  for (const { field, requirement } of below) {
    const value = record[field];
    if (isAbsent(value)) continue;
    const all = Array.isArray(value) ? (value as readonly Fields[]) : undefined;
    const found = all === undefined ? missingIn(value as Fields, requirement) : missingInAll(all, requirement);
    for (const path of found) missing = [...missing, all === undefined ? `${field}.${path}` : `${field}${path}`];
  }
  return missing;
}

function missingInAll(records: readonly Fields[], requirement: Requirement): readonly string[] {
  let missing = nothing;
  for (let index = 0; index < records.length; index++)
    for (const path of missingIn(records[index] ?? {}, requirement)) missing = [...missing, `[${index}].${path}`];
  return missing;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";
