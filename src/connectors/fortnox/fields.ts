/** Fields that several of Fortnox's records share. */
import { cannotStore } from "../../contract/failure.ts";
import type { Dimension } from "../../contract/records/ledger.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { codesIn, countryCode } from "../../kit/countries.ts";
import { todayIn } from "../../kit/dates.ts";
import { encodedBy, encoder, type FieldEncoder, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { zone } from "./conventions.ts";
import type { Text } from "./types.ts";

/** A number that stands for another record, as text. The vendor's 0 stands for none. */
export const idOf = (value: string | number | null | undefined): string | undefined =>
  value === undefined || value === null || value === "" || String(value) === "0" ? undefined : String(value);

export const today = (): string => todayIn(zone);

export const currencyOf = ({ Currency }: { readonly Currency?: Text }) => currencyCode(Currency);

let swedish: ReadonlyMap<string, string> | undefined;
/** Documents have the name of the country, in Swedish or English. */
export const codeOfCountry = (name: Text): string | undefined => {
  swedish ??= codesIn("sv");
  return swedish.get(name?.trim().toLowerCase() ?? "") ?? countryCode(name);
};

export const categories = { project: "Project", costCenter: "Cost center" } as const;

interface Tagged {
  readonly CostCenter?: Text;
  readonly Project?: string | number | null | undefined;
}

type Tag = Readonly<Record<"id" | "categoryName", string>>;

/** Cost centers and projects may have the same code. */
const costCenterPrefix = "costcenter-";
export const costCenterId = (code: string): string => costCenterPrefix + code;

export const tagsOf = ({ CostCenter: costCenter, Project: project }: Tagged): readonly Tag[] => {
  const number = idOf(project);
  const tags: Tag[] = [];
  if (costCenter) tags.push({ id: costCenterId(costCenter), categoryName: categories.costCenter });
  if (number !== undefined) tags.push({ id: number, categoryName: categories.project });
  return tags;
};

export const tag = mapping<Tag, Tag>({ id: ({ id }) => id, categoryName: ({ categoryName }) => categoryName });

/** A document or line has one project and one cost center. */
export const dimensionsAs: FieldEncoder<readonly (Dimension | LineDimension)[]> = nested(
  encoder<Dimension>({ id: sentSeparately, categoryName: sentSeparately }),
  (dimensions: readonly (Dimension | LineDimension)[], _input: unknown, field) => {
    const ids = dimensions.flatMap(({ id }) => id ?? []);
    const costCenters = ids.filter((id) => id.startsWith(costCenterPrefix));
    const projects = ids.filter((id) => !id.startsWith(costCenterPrefix));
    if (costCenters.length > 1 || projects.length > 1)
      throw cannotStore("Fortnox stores one project and one cost center for a line. Send fewer dimensions.", field);
    const [costCenter] = costCenters;
    const [project] = projects;
    return {
      ...(costCenter !== undefined && { CostCenter: costCenter.slice(costCenterPrefix.length) }),
      ...(project !== undefined && { Project: project }),
    };
  },
);

/** A number of an account in a body. */
export const accountAs = (...path: readonly string[]) =>
  Object.assign(
    (value: string, _input: unknown, field: string): object => {
      if (!/^\d{4,5}$/.test(value))
        throw cannotStore(`${field} has to be the number of an account at Fortnox, such as 3001.`, field);
      return encodedBy((number: string) => Number(number))(...path)(value);
    },
    { path },
  );

/** Recorded: 1.125 was stored as 1.13. */
const decimals = 2;

/** Prices and quantities have two decimals. Others are refused, because the vendor would round them. */
function checkDecimals(value: number, field: string): void {
  if (Number(value.toFixed(decimals)) === value) return;
  throw cannotStore(
    `Fortnox stores ${field} with ${decimals} decimals, so ${value} would be rounded. Round it first.`,
    field,
  );
}

export const exact = (...path: readonly string[]) =>
  Object.assign(
    (value: number, _input: unknown, field: string): object => {
      checkDecimals(value, field);
      return encodedBy((number: number) => number)(...path)(value);
    },
    { path },
  );
