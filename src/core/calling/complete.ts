/**
 * Checks vendors' records for the few fields that the contract requires: those that identify a record. A record without
 * its id is useless to callers and is left out; a line without its id stays. Both produce a warning, and so does a document
 * without its bytes.
 */
import type { TSchema } from "typebox";
import type { FoundRecord, Listing } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { Document } from "../../contract/records/documents.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The required fields of an object and of the objects nested in it. */
interface Requirement {
  readonly names: readonly string[];
  readonly below: readonly { readonly field: string; readonly requirement: Requirement }[];
}

export interface Completeness {
  list(operation: Operation, listing: Listing<unknown>): Listing<unknown>;
  get(operation: Operation, found: FoundRecord<unknown>): FoundRecord<unknown>;
}

export function openCompleteness(): Completeness {
  const requirements = new Map<TSchema, Requirement>();
  const requirementFor = ({ record }: Operation): Requirement => {
    const requirement = requirements.get(record) ?? requirementOf(record);
    requirements.set(record, requirement);
    return requirement;
  };
  return {
    list: (operation, listing) => {
      const complete = completeList(requirementFor(operation), operation, listing);
      return withWarnings(complete, contentWarnings(operation, complete.records));
    },
    get: (operation, found) => {
      const lacking = missingIn(found.record as Fields, requirementFor(operation));
      if (lacking.some(isTop)) throw uselessFailure();
      return withWarnings(found, [...lacking.map(missingWarning), ...contentWarnings(operation, [found.record])]);
    },
  };
}

const withWarnings = <Read extends { readonly warnings?: readonly string[] }>(
  read: Read,
  warnings: readonly string[],
): Read => (warnings.length === 0 ? read : { ...read, warnings: [...(read.warnings ?? []), ...warnings] });

/** Callers store what they get as the file, so a missing file and a link must not go unnoticed. */
function contentWarnings({ record, path, kind }: Operation, records: readonly unknown[]): string[] {
  if (record !== Document) return [];
  const documents = records as readonly Document[];
  const empty = documents.filter(({ content }) => isAbsent(content));
  const linked = documents.filter(({ base64Encoded, content = "" }) => !base64Encoded && /^https?:/.test(content));
  const isReadable = kind === "list" && path.endsWith("/attachments");
  const remedy = isReadable ? ` Read it with GET ${path}/{attachmentId}.` : "";
  return [
    ...(empty.length === 0 ? [] : [`The target system did not return the content of ${namesOf(empty)}.${remedy}`]),
    ...(linked.length === 0
      ? []
      : [`The content of ${namesOf(linked)} is a link to the file at the target system, not the file itself.`]),
  ];
}

const mostNamed = 5;

function namesOf(documents: readonly Document[]): string {
  const names = documents.slice(0, mostNamed).map(({ id, fileName = id }) => fileName);
  const others = documents.length - names.length;
  return names.join(", ") + (others > 0 ? ` and ${others} more` : "");
}

const uselessFailure = (): Failure =>
  new Failure("target_bad_response", "The target system sent records without a required field, such as the id.");

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
        ? lacking.map((field) => `${name}: ${missingWarning(field)}`)
        : [`${name} has no ${top} and was left out.`]),
    );
  }
  if (warnings.length === 0) return listing;
  // If no record has an id, the response itself is wrong; an empty list would wrongly say that there are no records.
  if (useless.size === records.length && useless.size > 1) throw uselessFailure();
  const isKept = (_record: unknown, index: number): boolean => !useless.has(index);
  return {
    ...listing,
    records: records.filter(isKept),
    raw: listing.raw.filter(isKept),
    warnings: [...(listing.warnings ?? []), ...shortened(warnings)],
  };
}

const isTop = (field: string): boolean => !field.includes("[") && !field.includes(".");

const missingWarning = (field: string): string => `${field} is missing at the target system.`;

const nameOf = (record: Fields, index: number): string => {
  const name = record["id"] ?? record["invoiceId"] ?? record["lineItemId"];
  return typeof name === "string" ? `Record ${name}` : `Record ${index + 1} of this page`;
};

const maxWarnings = 20;

const shortened = (warnings: readonly string[]): readonly string[] =>
  warnings.length <= maxWarnings
    ? warnings
    : [...warnings.slice(0, maxWarnings), `${warnings.length - maxWarnings} more like these.`];

function requirementOf(schema: TSchema): Requirement {
  const { required = [], properties = {} } = schema as { required?: string[]; properties?: Record<string, TSchema> };
  const below = Object.entries(properties).flatMap(([field, inner]) => {
    const requirement = requirementOf((inner as { items?: TSchema }).items ?? inner);
    return requirement.names.length + requirement.below.length === 0 ? [] : [{ field, requirement }];
  });
  return { names: required, below };
}

const none: readonly string[] = [];

/** Runs for every record of every list, so it allocates nothing when nothing is missing. */
function missingIn(record: Fields, { names, below }: Requirement): readonly string[] {
  let missing = none;
  for (const name of names) if (isAbsent(record[name])) missing = [...missing, name];
  for (const { field, requirement } of below) {
    const value = record[field];
    if (isAbsent(value)) continue;
    if (Array.isArray(value)) {
      for (const path of missingInList(value as readonly Fields[], requirement)) missing = [...missing, field + path];
    } else {
      for (const path of missingIn(value as Fields, requirement)) missing = [...missing, `${field}.${path}`];
    }
  }
  return missing;
}

function missingInList(records: readonly Fields[], requirement: Requirement): readonly string[] {
  let missing = none;
  for (let index = 0; index < records.length; index++)
    for (const path of missingIn(records[index] ?? {}, requirement)) missing = [...missing, `[${index}].${path}`];
  return missing;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";
