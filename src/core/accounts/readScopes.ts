/** Reads the scopes of a new API key from the words that a person entered. */
import { accesses, type Scopes, scopeResources } from "../../contract/scopes.ts";

interface EnteredScopes {
  /** Empty: `write`. */
  readonly access?: string | undefined;
  /** Separated by commas or spaces. Empty: all. */
  readonly targetSystems?: string | undefined;
  readonly resources?: string | undefined;
}

export type ReadScopes =
  | { readonly scopes: Scopes }
  | {
      readonly unknown: string;
      readonly kind: "access" | "targetSystem" | "resource";
      readonly known: readonly string[];
    };

export function readScopes(entered: EnteredScopes, slugs: readonly string[]): ReadScopes {
  const { access: word = "" } = entered;
  const access = accesses.find((known) => known === (word === "" ? "write" : word));
  if (access === undefined) return { unknown: word, kind: "access", known: accesses };
  const targetSystems = wordsIn(entered.targetSystems);
  const system = targetSystems?.find((slug) => !slugs.includes(slug));
  if (system !== undefined) return { unknown: system, kind: "targetSystem", known: slugs };
  const resources = wordsIn(entered.resources);
  const resource = resources?.find((name) => !scopeResources.includes(name));
  if (resource !== undefined) return { unknown: resource, kind: "resource", known: scopeResources };
  return { scopes: { access, targetSystems, resources } };
}

function wordsIn(text = ""): readonly string[] | null {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  return words.length === 0 ? null : [...new Set(words)];
}
