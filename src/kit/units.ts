/** Units by their codes of UN/ECE recommendation 20, which go with e-invoices: people name units as they like. */
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

/** Undefined for codes that the contract has no word for. */
export const unitOfCode = vocabulary(codes).ours;
