/** The language of `fields`: `*,changes,orderLines(*,product(id,name))`. */
import type { Company } from "../engine/tables.ts";
import type { Row } from "../engine/values.ts";
import { type Model, models, type Name } from "./models.ts";
import { refused } from "./refusals.ts";

/** Names with what is wanted below them; nothing below means as it is. */
type Selection = ReadonlyMap<string, Selection | undefined>;

function parse(text: string): Selection {
  const stack: Map<string, Selection | undefined>[] = [new Map()];
  let last = "";
  for (const [token] of text.matchAll(/[^,()\s]+|[()]/g)) {
    if (token === "(") {
      const below = new Map<string, Selection | undefined>();
      stack.at(-1)?.set(last, below);
      stack.push(below);
    } else if (token === ")") stack.pop();
    else stack.at(-1)?.set((last = token), undefined);
  }
  return stack[0] ?? new Map<string, Selection | undefined>();
}

const everything: Selection = new Map([["*", undefined]]);

/** A record as the vendor shows it. */
export function show(company: Company<Name>, name: Name, row: Row, fields = "*"): Row {
  const wanted = parse(fields);
  return shown(company, name, row, wanted.size === 0 ? everything : wanted);
}

const site = "tripletex.no/v2";
const link = (name: Name, id: unknown): Row => ({ id, url: `${site}/${models[name].path}/${String(id)}` });

function shown(company: Company<Name>, name: Name, row: Row, wanted: Selection): Row {
  const model: Model = models[name];
  const answer: Row = {};
  for (const [field, below] of wanted) {
    if (field === "*")
      for (const each of fieldsOf(model)) answer[each] ??= valueOf(company, { name, row, field: each });
    else if (field === "changes") answer[field] = row["changes"];
    else if (fieldsOf(model).includes(field)) answer[field] = valueOf(company, { name, row, field, below });
    else
      throw refused(
        400,
        11_000,
        `Illegal field in fields filter: ${field}. ${field} does not match a field in the model: ${model.dto}`,
      );
  }
  return answer;
}

const fieldsOf = ({ plain, one, many }: Model): readonly string[] =>
  Object.keys({ id: 0, version: 0, url: "", ...plain, ...one, ...many });

interface Place {
  readonly name: Name;
  readonly row: Row;
  readonly field: string;
  readonly below?: Selection | undefined;
}

function valueOf(company: Company<Name>, { name, row, field, below }: Place): unknown {
  const { one, many }: Model = models[name];
  const linked = (to: Name, id: unknown): unknown => {
    if (id === null || id === undefined) return null;
    const target = company.tables[to].get(id);
    return below === undefined || target === undefined ? link(to, id) : shown(company, to, target, below);
  };
  if (field === "url") return link(name, row["id"])["url"];
  if (field in one) return linked(one[field] as Name, row[field]);
  if (field in many) return (row[field] as unknown[]).map((id) => linked(many[field] as Name, id));
  return row[field];
}
