import type { Refusals } from "../../contract/connector.ts";

interface Fault {
  readonly field: string;
  readonly text: string | undefined;
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** What both generations of the API say of one field, each in words of its own. */
const faultOf = (said: unknown, place: string): Fault => {
  const { property, errorMessage, message } = isNode(said) ? said : {};
  return { field: textOf(property) ?? place, text: textOf(errorMessage) ?? textOf(message) };
};

/** The older API answers with the tree that it was sent: `{ lines: { items: [{ arrayIndex: 8, product: { errors: [...] } }] } }`. */
function faultsIn(node: unknown, place: string): Fault[] {
  if (Array.isArray(node))
    return node.flatMap((item: unknown, index) => {
      const at = isNode(item) && typeof item["arrayIndex"] === "number" ? item["arrayIndex"] : index;
      return faultsIn(item, `${place}[${at}]`);
    });
  if (!isNode(node)) return [];
  return Object.entries(node).flatMap(([name, inner]) => {
    if (name === "errors" && Array.isArray(inner)) return inner.map((said) => faultOf(said, place));
    if (name === "items") return faultsIn(inner, place);
    return faultsIn(inner, place === "" ? name : `${place}.${name}`);
  });
}

/** Each with its own list at the top: the newer ones have a bare one there. */
const faultsOf = (body: unknown): Fault[] => {
  const { errors } = isNode(body) ? body : {};
  return Array.isArray(errors) ? errors.map((said) => faultOf(said, "")) : faultsIn(errors, "");
};

function message(body: unknown): string | undefined {
  const { message: whole, title, detail, developerHint } = isNode(body) ? body : {};
  const each = faultsOf(body).flatMap(({ text }) => text ?? []);
  const said = [textOf(whole) ?? textOf(title), textOf(detail), ...each].filter((one) => one !== undefined);
  // What a developer should do is worth telling only where nothing else says what is wrong.
  const hint = said.length === 1 && each.length === 0 ? (textOf(developerHint) ?? []) : [];
  return [...said, hint].flat().join(" ") || undefined;
}

export const refusals: Refusals = {
  message,
  fields: (body) => faultsOf(body).map(({ field }) => field),
};
