/** Short lists that records refer to: units, countries, users. They hardly ever change, so they are read once. */
import { cannotStore } from "../../contract/failure.ts";
import type { Unit } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { invalidField } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { readCached } from "../../kit/reading.ts";
import { unitOfCode } from "../../kit/units.ts";
import { allOf, idIn, recordIn, recordsIn } from "./conventions.ts";
import type { Country, Ref, Reply, Text, Unity, User, Version } from "./types.ts";

const unitsOf = (session: Session): Promise<readonly Unity[]> => allOf<Unity>(session, "/Unity");
export const readUnits = (session: Session): Promise<readonly Unity[]> =>
  readCached(session, "units", () => unitsOf(session));

const readCountries = (session: Session): Promise<readonly Country[]> =>
  readCached(session, "countries", () => allOf<Country>(session, "/StaticCountry"));

/** The country code behind each id. */
export async function countryCodes(session: Session): Promise<ReadonlyMap<string, string>> {
  const countries = await readCountries(session);
  return new Map(countries.flatMap(({ id, code }) => (code ? [[id, code.toUpperCase()] as const] : [])));
}

export async function countryId(code: Text, session: Session): Promise<string | undefined> {
  if (!code) return undefined;
  const found = (await readCountries(session)).find((country) => country.code?.toUpperCase() === code.toUpperCase());
  if (found === undefined)
    throw invalidField(`sevdesk has no country ${code}. Use an ISO 3166 code, such as DE.`, "countryCode");
  return found.id;
}

/** Documents name a user as contact person. The token belongs to a user, but the API does not say which one. */
export async function contactPersonId(session: Session): Promise<string> {
  const users = await readCached(session, "users", async () =>
    recordsIn((await session.read("/SevUser")) as Reply<User>),
  );
  const [first] = users;
  if (first === undefined)
    throw cannotStore(
      "sevdesk needs a user as contact person of a document, but the token may not list the users.",
      "contactId",
    );
  return first.id;
}

/** "1.0" has tax types and accounting types, "2.0" has tax rules and accounts of the chart. */
export async function isFirstSystem(session: Session): Promise<boolean> {
  const version = await readCached(session, "bookkeeping system", async () =>
    recordIn((await session.read("/Tools/bookkeepingSystemVersion")) as Reply<Version>),
  );
  return version?.version === "1.0";
}

export const unitNameOf = (unity: Ref, units: readonly Unity[] | undefined): string | undefined =>
  units?.find(({ id }) => id === idIn(unity))?.name ?? undefined;

/** The unit of the contract, by the code that electronic invoices have. */
export const unitWordOf = (unity: Ref, units: readonly Unity[] | undefined) =>
  unitOfCode(units?.find(({ id }) => id === idIn(unity))?.uneceTradeUnitCode);

/** A unit by its name, or by the contract's word for it. */
export function unitId(name: string, units: readonly Unity[], field: string): string {
  const found =
    units.find((unit) => unit.name?.toLowerCase() === name.toLowerCase()) ??
    units.find((unit) => unitOfCode(unit.uneceTradeUnitCode) === name);
  if (found !== undefined) return found.id;
  const names = units.flatMap((unit) => unit.name ?? []);
  throw invalidField(`sevdesk has no unit "${name}". Use one of ${names.join(", ")}.`, field);
}

const piece = "C62";
/** Every line and every item needs a unit. Without one, it is a piece. */
export const defaultUnitId = (units: readonly Unity[]): string =>
  units.find(({ uneceTradeUnitCode }) => uneceTradeUnitCode === piece)?.id ?? "1";

const unit = mapping<Unit, Unity>(values({ id: "id", code: "uneceTradeUnitCode", description: "name" }));

export const references = {
  "units.list": inMemory<Unit, Unity>({ read: unitsOf, map: unit }),
};
