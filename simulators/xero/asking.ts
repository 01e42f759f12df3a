/** What every address below `api.xro/2.0` does alike. */
import { openOnce } from "../engine/once.ts";
import { type Ask, type Handler, Refusal, type Route } from "../engine/routes.ts";
import type { Company } from "./company.ts";
import { found, type TableName } from "./company.ts";
import { badBody, notFound } from "./refusals.ts";
import { type Row, text } from "./wire.ts";

type Names = keyof Company["tables"];
export type Asked = Ask<Names>;
export type XeroRoute = Route<Names>;

/** The record that the address names. */
export function record({ company, params }: Asked, table: TableName): Row {
  const known = found(company, table, params["id"] ?? "");
  if (known === undefined) throw new Refusal(notFound);
  return known;
}

/** Makes the content of an answer. */
export type Once = (content: (ask: Asked) => Row) => Handler<Names>;

/** The same key and the same request give the first answer again; another request under that key is refused. */
export function idempotent(): Once {
  const once = openOnce();
  const differs = () => new Refusal(badBody("The Idempotency-Key was already used with a different request"));
  return (content) => (ask) => {
    const key = text(ask.request.headers["idempotency-key"]);
    if (key.length > 128) throw new Refusal(badBody("The Idempotency-Key must not be longer than 128 characters"));
    const scope = key === "" ? "" : `${ask.company.id} ${key}`;
    return { body: once(scope, ask.request, () => content(ask), differs) };
  };
}
