/** Business Central for a user whose language is German: amounts that it sends as text have the format of the language. */
import type { SecondLanguage } from "../simulation.ts";

const german = (amount: string): string => amount.replaceAll(/[.,]/g, (separator) => (separator === "." ? "," : "."));

export const secondLanguage: SecondLanguage = {
  translate: (reply, { url, headers }) => {
    // The header decides; without it, the language of the user does.
    if (String(headers["accept-language"] ?? "").startsWith("en")) return reply;
    if (!url.includes("/trialBalances")) return reply;
    return reply.replaceAll(/"[\d,]*\d\.\d\d"/g, german);
  },
};
