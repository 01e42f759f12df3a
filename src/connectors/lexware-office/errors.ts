import type { Refusals } from "../../contract/connector.ts";
import type { Refusal } from "./types.ts";

const issuesOf = ({ IssueList, details }: Refusal): string[] => [
  ...(IssueList ?? []).map(({ source, i18nKey }) => [source, i18nKey].filter(Boolean).join(": ")),
  ...[details ?? []]
    .flat()
    .map((detail) => (typeof detail === "string" ? detail : [detail.field, detail.message].filter(Boolean).join(": "))),
];

const messageOf = (body: unknown): string => {
  const refusal = (body ?? {}) as Refusal;
  return [refusal.message, ...issuesOf(refusal)].filter(Boolean).join(" ");
};

/** Three shapes: the old `IssueList`, the newer `message` with `details`, and the gateway's bare `message`. */
export const refusals: Refusals = {
  message: messageOf,
  fields: (body) => {
    const { IssueList, details } = (body ?? {}) as Refusal;
    return [
      ...(IssueList ?? []).map(({ source }) => source),
      ...(typeof details === "object" ? (details ?? []) : []).map(({ field }) => field),
    ];
  },
  codes: { 402: "target_forbidden", 406: "target_rejected" },
  /** Two requests a second, and no `Retry-After`: after a second there is room again. */
  wait: () => 1,
};
