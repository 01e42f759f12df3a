/** The vendor's refusals. All have one form, of which one was recorded: a company without the module of the API. */
import { Refusal } from "../engine/routes.ts";
import { uuid } from "../engine/values.ts";
import type { LimitedUser, Refusals, Refused } from "../simulation.ts";

const refusal = (status: number, code: number, message: string): Refused => ({
  status,
  body: { ErrorCode: code, DeveloperErrorMessage: message, ErrorId: uuid(`error ${code} ${message}`), Errors: [] },
});

/** Error codes of the vendor's documentation, 2025. */
export const codes = {
  validation: 2000,
  notFound: 3000,
  fiscalYear: 3001,
  account: 3002,
  conflict: 4000,
  notDeleted: 4001,
  throttled: 4010,
  lockedPeriod: 4026,
  unbalanced: 4032,
} as const;

export const invalid = (message: string, code: number = codes.validation): Refusal =>
  new Refusal(refusal(400, code, message));

export const conflict = (message: string): Refusal => new Refusal(refusal(409, codes.conflict, message));

export const missing = (): Refusal => new Refusal(refusals.notFound);

const noModule = refusal(403, 4002, "ForbiddenRequestException - No access to module: api_standard");

export const refusals: Refusals = {
  unauthorized: refusal(401, 9000, "Unauthorized"),
  forbidden: noModule,
  notFound: refusal(404, codes.notFound, "NotFoundException - The resource was not found"),
  invalid: refusal(400, codes.validation, "DataModelValidationError - Name is required"),
  broken: refusal(500, 1000, "InternalServerError"),
  rateLimited: {
    ...refusal(429, codes.throttled, "API calls quota exceeded! maximum admitted 600 per Minute."),
    headers: { "retry-after": "7" },
  },
};

/** A company whose product has no purchases. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/supplierinvoices\b/.test(url),
  refused: noModule,
};
