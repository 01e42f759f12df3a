/** Days are moments at weclapp: midnight in Berlin. */
import { midnightIn } from "../engine/zone.ts";

export const midnight = midnightIn("Europe/Berlin");
