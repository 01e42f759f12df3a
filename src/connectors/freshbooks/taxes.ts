/** Taxes. Documents name them and repeat their percentages, so a tax's name is its code. */

import { Big } from "big.js";
import type { TaxChoice } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { allOf, changedSince, isSince, list, resultIn, stampOf } from "./conventions.ts";
import type { Tax, Text } from "./types.ts";

const tax = mapping<TaxRateRecord, Tax>({
  ...values({ code: "name", description: "number", name: "name" }),
  id: ({ id }) => String(id),
  percentage: ({ amount: percentage }) => amount(percentage),
  updatedDate: ({ updated }) => stampOf(updated),
});

const folder = "/taxes/taxes";

export const taxesOf = (session: Session): Promise<readonly Tax[]> => allOf<Tax>(session, folder, "taxes");

/** A line without tax names none. */
export async function defaultTaxCode({ percentage, rule }: TaxChoice): Promise<null | undefined> {
  return percentage === 0 && rule === undefined ? null : undefined;
}

/** The taxes that the lines of a body name, by their codes. A refusal names the field of the line. */
export async function taxesFor(
  session: Session,
  lines: readonly { readonly taxCode?: string | undefined }[],
  fieldOf = (index: number): string => `lineItems[${index}].taxCode`,
): Promise<ReadonlyMap<string, Tax>> {
  if (lines.every(({ taxCode }) => taxCode === undefined)) return new Map();
  const known = new Map((await taxesOf(session)).map((each) => [each.name ?? "", each]));
  for (const [index, { taxCode }] of lines.entries())
    if (taxCode !== undefined && !known.has(taxCode))
      throw cannotStore(
        `FreshBooks has no tax "${taxCode}". Its taxes: ${[...known.keys()].slice(0, 12).join(", ")}.`,
        fieldOf(index),
      );
  return known;
}

export interface TwoTaxes {
  readonly names: readonly [Text, Text];
  readonly percentages: readonly [Text, Text];
  readonly isCompound?: boolean | null | undefined;
}

const given = (name: Text): string | undefined => name || undefined;

/** A line may have two taxes. The second one may be on top of the first. */
export function rateOf({ percentages: [first, second], isCompound }: TwoTaxes): number {
  const firstRate = new Big(amount(first) ?? 0);
  const secondRate = new Big(amount(second) ?? 0);
  const together = firstRate.plus(secondRate);
  return (isCompound ? together.plus(firstRate.times(secondRate).div(100)) : together).toNumber();
}

/** Two taxes have no code together. */
export function codeOf({ names: [first, second] }: TwoTaxes): string | undefined {
  const firstName = given(first);
  const secondName = given(second);
  return firstName !== undefined && secondName !== undefined ? undefined : (firstName ?? secondName);
}

export const taxRates = {
  "taxRates.list": list<TaxRateRecord, Tax>("taxes", {
    path: folder,
    map: tax,
    filters: { lastModifiedAt: changedSince },
    localFilter: {
      when: ({ lastModifiedAt: since }) => since !== undefined,
      fits: ({ updated }, { lastModifiedAt: since }) => isSince(stampOf(updated), since),
    },
  }),
  "taxRates.get": get<TaxRateRecord, Tax>({ path: `${folder}/{taxRateId}`, map: tax, record: resultIn<Tax>("tax") }),
};
