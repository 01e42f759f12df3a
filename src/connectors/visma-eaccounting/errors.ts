import type { Refusals } from "../../contract/connector.ts";
import type { ErrorBody } from "./types.ts";

/** The vendor's page on rate limits, 2025. */
const throttled = 4010;
/** The company's product lacks the API or the module of this resource (recorded). */
const noModule = 4002;

const noAccess = /No access to module/i;

export const refusals: Refusals = {
  message: (body) => (body as ErrorBody | null)?.DeveloperErrorMessage || undefined,
  status: (body, status) => {
    const { ErrorCode: code, DeveloperErrorMessage: message } = (body ?? {}) as ErrorBody;
    if (status < 400) return undefined;
    if (code === throttled) return 429;
    // The same code refuses records that cannot be created or changed.
    return code === noModule && noAccess.test(message ?? "") ? 403 : undefined;
  },
};
