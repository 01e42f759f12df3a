import type { Refusals } from "../../contract/connector.ts";
import { type FailureCode } from "../../contract/failure.ts";
import type { List, Text } from "./types.ts";

type Said = Readonly<Record<string, Text>>;

/** The gateway in front of the books has small letters; files are answered one by one. */
interface Refusal {
  readonly Fault?: { readonly Error?: List<Said> } | null;
  readonly fault?: { readonly error?: List<Said> } | null;
  readonly AttachableResponse?: List<Pick<Refusal, "Fault">>;
}

function saidIn(body: unknown): readonly Said[] {
  if (typeof body !== "object" || body === null) return [];
  const { Fault, fault, AttachableResponse: files } = body as Refusal;
  return Fault?.Error ?? fault?.error ?? files?.flatMap((one) => one.Fault?.Error ?? []) ?? [];
}

/** The detail says more, but not always something. */
const textOf = ({ Message, Detail, message, detail }: Said): string => Detail || detail || Message || message || "";

/** With its zeros in front or without. */
const isThrottled = ({ code }: Said): boolean => Number(code) === 3001;

const meanings: Readonly<Record<string, FailureCode>> = {
  "610": "not_found",
  "5010": "target_conflict",
  "6140": "target_conflict",
  "6190": "target_forbidden",
  "6240": "target_conflict",
};

export const refusals: Refusals = {
  message: (body) =>
    typeof body === "string" ? body : saidIn(body).map(textOf).filter(Boolean).join(" ") || undefined,
  fields: (body) => saidIn(body).map(({ element }) => element),
  status: (body, status) => {
    const said = saidIn(body);
    if (said.some(isThrottled)) return 429;
    return said.length > 0 && status < 300 ? 400 : undefined;
  },
  codes: {
    400: (body) => saidIn(body).flatMap(({ code }) => meanings[code ?? ""] ?? [])[0] ?? "target_rejected",
  },
};
