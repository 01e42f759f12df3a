/** The vendor's refusals: mostly a text without a code. */
import { Refusal } from "../engine/routes.ts";
import { replacing } from "../engine/translation.ts";
import type { LimitedUser, Refusals, Refused, World } from "../simulation.ts";

const refusal = (status: number, value: string): Refused => ({
  status,
  body: { error: { code: "", message: { lang: "", value } } },
});

export const bad = (message: string): Refusal => new Refusal(refusal(400, message));
/** A write that the vendor's rules do not allow is an internal server error (reports of clients). */
export const refused = (message: string): Refusal => new Refusal(refusal(500, message));
export const notFound = (segment = ""): Refusal =>
  new Refusal(refusal(404, `Resource not found for the segment '${segment}'.`));
export const notAllowed = (): Refusal => new Refusal(refusal(405, "Method not allowed"));

export const refusalsAt = (world: World): Refusals => ({
  unauthorized: refusal(401, "Unauthorized"),
  forbidden: refusal(403, "Forbidden"),
  notFound: refusal(404, "Resource not found for the segment."),
  invalid: refusal(500, "Verplicht: Naam"),
  broken: refusal(500, "An error occurred while processing this request."),
  rateLimited: {
    ...refusal(429, "Too many requests"),
    headers: {
      "x-ratelimit-minutely-limit": "60",
      "x-ratelimit-minutely-remaining": "0",
      // A time in milliseconds, computed for each reply.
      get "x-ratelimit-minutely-reset"() {
        return String(world.now() + 7000);
      },
    },
  },
});

/** A user without the rights to purchase entries. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/purchaseentry\/|\/purchase\//i.test(url),
  refused: refusal(403, "Forbidden"),
};

/** The messages for a user whose language is English. */
export const secondLanguage = replacing({
  "Verwijzing ongeldig": "Invalid reference",
  Ongeldig: "Invalid",
  Verplicht: "Mandatory",
  "Bestaat reeds": "Already exists",
  "De factuur is reeds verwerkt.": "The invoice has been processed already.",
  "De boeking is niet in evenwicht.": "The entry does not balance.",
});
