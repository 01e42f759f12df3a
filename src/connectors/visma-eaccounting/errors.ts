import type { Refusals } from "../../contract/connector.ts";
import type { ErrorBody } from "./types.ts";

export const refusals: Refusals = {
  message: (body) => (body as ErrorBody | null)?.DeveloperErrorMessage || undefined,
};
