import type { Refusals } from "../../contract/connector.ts";
import type { Problem } from "./types.ts";

const problemOf = (body: unknown): Problem => (typeof body === "object" && body !== null ? body : {});
const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

interface Violation {
  readonly field: string;
  readonly text: string;
}

/** Violations repeat the form of the body, with sentences in place of the values: `{ "lineItems": [{ "price": ["…"] }] }`. */
function violationsIn(value: unknown, at: string): readonly Violation[] {
  const text = textOf(value);
  if (text !== undefined) return [{ field: at, text }];
  if (Array.isArray(value))
    return value.flatMap((each, index) => violationsIn(each, typeof each === "string" ? at : `${at}[${index}]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => violationsIn(inner, at === "" ? name : `${at}.${name}`));
}

const faultsIn = (body: unknown): readonly Violation[] => violationsIn(problemOf(body).violations, "");

function message(body: unknown): string | undefined {
  if (typeof body === "string") return textOf(body);
  const { title, detail, message: plain, messages } = problemOf(body);
  const faults = [...faultsIn(body), ...violationsIn(messages, "")].map(({ text }) => text);
  return [textOf(detail) ?? textOf(title) ?? textOf(plain), ...faults].filter(Boolean).join(" ") || undefined;
}

/** "The specified address with ID 6 does not exist." is about the customer or supplier. */
const missingIn = (body: unknown): readonly string[] => {
  const [, name] =
    /^The specified (\w+)(?: with ID \S+)? does not exist\.?$/.exec(textOf(problemOf(body).title) ?? "") ?? [];
  return name === undefined ? [] : [name, `${name}.id`];
};

export const refusals: Refusals = {
  message,
  // Lines are named `lineItems.0.price` by the vendor's validation.
  fields: (body) => [...faultsIn(body).map(({ field }) => field.replaceAll(/\.(\d+)/g, "[$1]")), ...missingIn(body)],
  // The state of the record does not allow the change.
  codes: { 400: "target_rejected", 409: "target_conflict" },
};
