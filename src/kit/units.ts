/** Units by their UN/ECE Recommendation 20 codes, which e-invoices use; unit names are free text. */
import type { Static } from "typebox";
import type { unitName } from "../contract/enums.ts";
import { vocabulary, type WordTable } from "./vocabulary.ts";

const codes: WordTable<Static<typeof unitName>> = {
  C62: "PIECE",
  DAY: "DAY",
  EA: "PIECE",
  GRM: "GRAM",
  HUR: "HOUR",
  KGM: "KILOGRAM",
  KMT: "KILOMETRE",
  LTR: "LITRE",
  MGM: "MILLIGRAM",
  MLT: "MILLILITRE",
  MON: "MONTH",
  MTK: "SQUARE_METRE",
  MTQ: "CUBIC_METRE",
  MTR: "METRE",
  NMP: "PACK",
  P1: "PERCENTAGE",
  PCE: "PIECE",
  TNE: "TONNE",
};

/** Undefined for codes that the contract has no unit for. */
export const unitOfCode = vocabulary(codes).toContract;
