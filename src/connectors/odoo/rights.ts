/** Records that the connected user cannot see, for the answer to the sign-in. */
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { isMissingModel, seesAll, select } from "./conventions.ts";

/** The models that lists are read from, with their names on Odoo's pages and, if it can be missing, their app. */
const models: readonly { readonly model: string; readonly names: readonly string[]; readonly app?: string }[] = [
  { model: "account.move", names: ["invoices", "bills", "journal entries"] },
  { model: "account.payment", names: ["payments"] },
  { model: "account.bank.statement.line", names: ["bank statements"] },
  { model: "account.account", names: ["the chart of accounts"] },
  { model: "account.analytic.account", names: ["analytic accounts"] },
  { model: "res.partner", names: ["contacts"] },
  { model: "product.product", names: ["products"] },
  { model: "sale.order", names: ["offers", "sales orders"], app: "Sales" },
  { model: "purchase.order", names: ["purchase orders"], app: "Purchase" },
  { model: "project.project", names: ["projects"], app: "Project" },
];

type View = "all" | "some" | "none" | "missing";

async function viewOf(session: Session, model: string): Promise<View> {
  try {
    await select(session, { model, fields: [] }, { domain: [], limit: 1 });
  } catch (error) {
    if (isMissingModel(error)) return "missing";
    if (error instanceof Failure && error.code === "target_forbidden") return "none";
    throw error;
  }
  return (await seesAll(session, model)) ? "all" : "some";
}

const listed = (names: readonly string[]): string => new Intl.ListFormat("en-GB").format(names);

export async function restrictions(session: Session): Promise<readonly string[]> {
  const views = await Promise.all(
    models.map(async (source) => ({ ...source, view: await viewOf(session, source.model) })),
  );
  const namesOf = (view: View): readonly string[] =>
    views.filter((source) => source.view === view).flatMap(({ names }) => names);
  const hidden = namesOf("none");
  const partial = namesOf("some");
  const apps = views.flatMap(({ view, app }) => (view === "missing" ? (app ?? []) : []));
  return [
    ...(hidden.length > 0 ? [`This user may not read ${listed(hidden)} in Odoo.`] : []),
    ...(partial.length > 0 ? [`This user sees only some ${listed(partial)} in Odoo, such as their own.`] : []),
    ...(apps.length > 0 ? [`Not installed in Odoo: ${listed(apps)}. Their lists are empty.`] : []),
  ];
}
