/** The language of `fields`: `*,changes,orderLines(*,product(id,name))`. */
import type { Company } from "../engine/tables.ts";
import type { Row } from "../engine/values.ts";
import { models, type Name } from "./models.ts";
import { refused } from "./refusals.ts";

/** Names with the fields below them. A name without fields below it is shown as it is. */
type Selection = Map<string, Selection | undefined>;

function parse(text: string): Selection {
  const selection: Selection = new Map();
  const stack = [selection];
  let last = "";
  for (const [token] of text.matchAll(/[^,()\s]+|[()]/g)) {
    const below: Selection = new Map();
    if (token === "(") stack.push((stack.at(-1)?.set(last, below), below));
    else if (token === ")") stack.pop();
    else stack.at(-1)?.set((last = token), undefined);
  }
  return selection;
}

/** A record as the vendor shows it. */
export const show = (company: Company<Name>, name: Name, row: Row, fields = "*"): Row =>
  shown(company, name, row, parse(fields));

const link = (name: Name, id: unknown): Row => ({ id, url: `tripletex.no/v2/${models[name].path}/${String(id)}` });

function shown(company: Company<Name>, name: Name, row: Row, wanted: Selection): Row {
  const { dto, blank, toOne, toMany } = models[name];
  const linked = (to: Name, id: unknown, below: Selection | undefined): unknown => {
    const target = company.tables[to].get(id);
    return below === undefined || target === undefined ? link(to, id) : shown(company, to, target, below);
  };
  const valueOf = (field: string, below?: Selection): unknown => {
    const single = toOne[field];
    const several = toMany[field];
    if (several !== undefined) return (row[field] as unknown[]).map((id) => linked(several, id, below));
    return single === undefined || row[field] === null ? row[field] : linked(single, row[field], below);
  };
  const answer: Row = {};
  for (const [field, below] of wanted) {
    const text = `Illegal field in fields filter: ${field}. ${field} does not match a field in the model: ${dto}`;
    if (field === "*") for (const each of Object.keys(blank)) answer[each] ??= valueOf(each);
    else if (field in blank || field === "changes") answer[field] = valueOf(field, below);
    else if (field !== "url") throw refused(400, 11_000, text);
    if (field === "*" || field === "url") answer["url"] = link(name, row["id"])["url"];
  }
  return answer;
}
