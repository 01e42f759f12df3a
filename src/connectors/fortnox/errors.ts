import type { Refusals } from "../../contract/connector.ts";
import type { ErrorInformation } from "./types.ts";

const errorOf = (body: unknown) => (body as ErrorInformation | null)?.ErrorInformation;
const codeOf = (body: unknown): number | undefined => errorOf(body)?.Code ?? errorOf(body)?.code;

/** The company has no licence for the API, or for the module of this resource (vendor's list of errors, 2026-11). */
const noLicence = [2001101, 2001103];
/** The access token is missing or invalid (vendor's list of errors, 2026-11). */
const badToken = [2000310, 2000311];

export const refusals: Refusals = {
  message: (body) =>
    errorOf(body)?.Message ?? errorOf(body)?.message ?? (body as ErrorInformation | null)?.message ?? undefined,
  status: (body, status) => {
    const code = codeOf(body);
    if (code === undefined || status < 400) return undefined;
    if (noLicence.includes(code)) return 403;
    return badToken.includes(code) ? 401 : undefined;
  },
};
