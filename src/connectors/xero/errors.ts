import type { Refusals } from "../../contract/connector.ts";
import type { Text } from "./types.ts";

interface Refusal {
  readonly Message?: Text;
  readonly Elements?: readonly { readonly ValidationErrors?: readonly { readonly Message?: Text }[] | null }[] | null;
  /** Of the gateway in front of the books. */
  readonly Title?: Text;
  readonly Detail?: Text;
}

/** Statuses mean what HTTP says. What is wrong with each record is below it; the message above only says that it is. */
export const refusals: Refusals = {
  message: (body) => {
    const refusal = body as Refusal | null | undefined;
    const errors = refusal?.Elements?.flatMap((element) => element.ValidationErrors ?? []) ?? [];
    const texts = [...new Set(errors.flatMap(({ Message }) => Message ?? []))];
    return texts.length > 0 ? texts.join(" ") : (refusal?.Message ?? refusal?.Detail ?? refusal?.Title ?? undefined);
  },
};
