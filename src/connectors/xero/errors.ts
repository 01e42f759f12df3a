import type { Refusals } from "../../contract/connector.ts";
import type { Refusal } from "./types.ts";

/** Statuses mean what HTTP says. What is wrong with each record is below it; the message above only says that it is. */
export const refusals: Refusals = {
  message: (body) => {
    const refusal = body as Refusal | null | undefined;
    const faults = refusal?.Elements?.flatMap((element) => element.ValidationErrors ?? []) ?? [];
    const texts = [...new Set(faults.flatMap(({ Message }) => Message ?? []))];
    return texts.length > 0 ? texts.join(" ") : (refusal?.Message ?? refusal?.Detail ?? refusal?.Title ?? undefined);
  },
};
