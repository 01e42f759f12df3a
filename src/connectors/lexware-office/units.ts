/** Units are free text at the vendor: what German businesses write, and how we say it. */
import type { Static } from "typebox";
import type { unitName } from "../../contract/enums.ts";

type Unit = Static<typeof unitName>;

export const unitWords = {
  PIECE: "Stk.",
  STÜCK: "Stück",
  NOT_UNIT: "pauschal",
  CUBIC_METRE: "m³",
  DAY: "Tag",
  GRAM: "g",
  HOUR: "Stunde",
  KILOGRAM: "kg",
  KILOMETRE: "km",
  LITRE: "l",
  METRE: "m",
  MILLIGRAM: "mg",
  MILLILITRE: "ml",
  MONTH: "Monat",
  NIGHT: "Nacht",
  PACK: "Packung",
  PERCENTAGE: "%",
  SQUARE_METRE: "m²",
  TONNE: "t",
  UNIT: "Einheit",
} as const satisfies Readonly<Record<Unit, string>>;

export const unitsByName: Readonly<Record<string, Unit>> = {
  ...Object.fromEntries(Object.entries(unitWords).map(([ours, theirs]) => [theirs, ours as Unit])),
  ...{ Stk: "PIECE", Tage: "DAY", Gramm: "GRAM", Stunden: "HOUR", "Std.": "HOUR", Std: "HOUR", Kilogramm: "KILOGRAM" },
  ...{ Kilometer: "KILOMETRE", Liter: "LITRE", Meter: "METRE", Monate: "MONTH", Paket: "PACK", Prozent: "PERCENTAGE" },
};
