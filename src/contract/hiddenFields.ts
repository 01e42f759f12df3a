/**
 * Fields that a tenant or a connection hides: groups of fields, names of fields, or names within a resource such as
 * `contacts.website`.
 */
import type { TSchema } from "typebox";
import { operationTable } from "./operations.ts";
import { UserInfo } from "./records/connection.ts";
import { resourceOfOperation } from "./scopes.ts";

/** Files may show anything, so both groups withhold their content. */
const hiddenGroups = {
  bankData: ["bankAccountNumber", "bankAccounts", "bankCode", "bankName", "bic", "content", "holder", "iban"],
  personalData: [
    "addresses",
    "addressLine1",
    "addressLine2",
    "city",
    "companyName",
    "contactName",
    "contactPersons",
    "content",
    "email",
    "emailAddresses",
    "family_name",
    "firstName",
    "lastName",
    "oneLineAddress",
    "phoneNumbers",
    "postalCode",
    "salutation",
    "vatId",
    "website",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type HiddenGroup = keyof typeof hiddenGroups;

export const isHiddenGroup = (name: string): name is HiddenGroup => Object.hasOwn(hiddenGroups, name);

interface Field {
  readonly resource: string;
  readonly name: string;
  readonly isRequired: boolean;
}

interface Shape {
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

function fieldsOf(resource: string, schema: TSchema): Field[] {
  const { items, properties = {}, required = [] } = schema as Shape;
  return [
    ...(items === undefined ? [] : fieldsOf(resource, items)),
    ...Object.entries(properties).flatMap(([name, field]) => [
      { resource, name, isRequired: required.includes(name) },
      ...fieldsOf(resource, field),
    ]),
  ];
}

/** The fields of all records. Tasks have none of their own, only those of their results. */
const recordFields: readonly Field[] = [
  ...operationTable
    .filter(([id]) => id !== "asyncTask.get" && id !== "passThrough.create")
    .flatMap(([id, { record }]) => fieldsOf(resourceOfOperation(id), record)),
  ...fieldsOf("auth", UserInfo),
];

/** The resource, if the name has one, and the name of the field. */
function partsOf(entry: string): { readonly resource?: string; readonly name: string } {
  const dot = entry.indexOf(".");
  return dot < 0 ? { name: entry } : { resource: entry.slice(0, dot), name: entry.slice(dot + 1) };
}

/** Why an entry cannot be hidden. Undefined if it can. */
export function hidingFault(entry: string): string | undefined {
  if (isHiddenGroup(entry)) return undefined;
  const { resource, name } = partsOf(entry);
  const matches = recordFields.filter(
    (field) => field.name === name && (resource === undefined || field.resource === resource),
  );
  if (matches.length === 0)
    return `${entry} is not a field of a record. Use bankData, personalData, the name of a field such as iban, or one of a resource such as contacts.website.`;
  const required = matches.find(({ isRequired }) => isRequired);
  return required && `${entry} identifies ${required.resource} and cannot be hidden.`;
}

/** The names that are hidden in records of a resource. Without a resource, those of all resources. */
export function hiddenNames(hidden: readonly string[], resource?: string): ReadonlySet<string> {
  return new Set(
    hidden.flatMap((entry): readonly string[] => {
      if (isHiddenGroup(entry)) return hiddenGroups[entry];
      const { resource: owner, name } = partsOf(entry);
      return owner === undefined || resource === undefined || owner === resource ? [name] : [];
    }),
  );
}

/** A copy without the hidden names, at any depth. */
export function withoutHidden(names: ReadonlySet<string>, value: unknown): unknown {
  if (names.size === 0 || typeof value !== "object" || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => withoutHidden(names, item));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.has(name))
      .map(([name, field]) => [name, withoutHidden(names, field)]),
  );
}
