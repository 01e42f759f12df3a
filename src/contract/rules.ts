/** The rules of a handler that callers see. */
import type { ListFacts } from "./connector.ts";

const wholeListRule = "Kontor may read the whole list to return one page.";

/** The connector's own rules, followed by those that its facts imply. */
export function rulesOf({
  rules = [],
  readsWholeList,
}: Pick<ListFacts, "rules" | "readsWholeList">): readonly string[] {
  return readsWholeList ? [...rules, wholeListRule] : rules;
}
