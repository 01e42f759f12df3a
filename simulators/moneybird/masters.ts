/** What the rest refers to: ledger accounts, tax rates, products, projects and the settings. */
import { Big } from "big.js";
import { get } from "../engine/routes.ts";
import { type Row, text, words } from "../engine/values.ts";
import { type Books, orNull, type Table, taken } from "./administration.ts";
import { inside, type Kept, paged, type Route, rest } from "./api.ts";
import { decimal, readDecimal } from "./money.ts";
import { badRequest, blank, invalid, modelNotFound, mustExist, refuseFor, unknown, unlisted } from "./refusals.ts";

/** Lists that come whole. */
const whole = (table: Table): Route => ["GET", table, ({ company }) => ({ body: company.tables[table].all() })];

const accountTypes = words(
  "non_current_assets|current_assets|equity|provisions|non_current_liabilities|current_liabilities|revenue|" +
    "direct_costs|expenses|other_income_expenses",
);

export function newAccount(given: Row): Row {
  const name = text(given["name"]);
  const named = { name, name_english: text(given["name_english"]) || name, reference: text(given["reference"]) };
  return {
    ...{ name, account_type: text(given["account_type"]) },
    ...taken(given, "account_id|parent_id|financial_account_id"),
    allowed_document_types: given["allowed_document_types"] ?? ["general_journal_document"],
    taxonomy_item: { taxonomy_version: "3.5", code: text(given["rgs_code"]), ...named },
  };
}

const accounts: Kept = {
  ...{ path: "ledger_accounts", table: "ledger_accounts", root: "ledger_account" },
  missing: () => modelNotFound("Category"),
  list: (_ask, all) => ({ body: all }),
  create: (_books, given, ask) => {
    if (given["name"] === undefined) throw badRequest("Name is required", { ledger_account: { name: "required" } });
    const code = text(ask.body()["rgs_code"]);
    if (!/^[BW][A-Z][A-Za-z]+$/.test(code))
      throw unknown("Given RGS code does not belong to a taxonomy item of version 3.5", "rgs_code");
    refuseFor({
      ...(text(given["name"]) === "" && { name: [blank] }),
      ...(!accountTypes.includes(text(given["account_type"])) && { account_type: unlisted }),
    });
    return newAccount({ ...given, rgs_code: code });
  },
};

export const newProduct = (given: Row): Row => ({
  ...taken(given, "description|title|identifier|frequency_type|tax_rate_id"),
  ...{ price: decimal(readDecimal(given["price"]) ?? new Big(0)), currency: text(given["currency"]) || "EUR" },
  frequency: orNull(given["frequency"]) === null ? null : Number(text(given["frequency"])),
  ledger_account_id: text(given["ledger_account_id"]),
});

function checkedProduct(books: Books, row: Row): Row {
  const rate = row["tax_rate_id"];
  const isNameless = row["title"] === null && row["description"] === null;
  const nameless = [["must contain a title or description", "must_have_a_title_or_description"]] as const;
  refuseFor({
    ...(isNameless && { title: [blank], description: [blank], base: nameless }),
    ...(!books.tables.ledger_accounts.has(row["ledger_account_id"]) && { ledger_account: mustExist }),
    ...(rate !== null && !books.tables.tax_rates.has(rate) && { tax_rate_id: invalid }),
  });
  return row;
}

const products: Kept = {
  ...{ path: "products", table: "products", root: "product", remove: "plainly" },
  missing: () => modelNotFound("Product"),
  list: (ask, all) => {
    const [wanted, currency] = [(ask.query["query"] ?? "").toLowerCase(), ask.query["currency"]];
    const found = all.filter(
      (row) =>
        `${text(row["title"])} ${text(row["description"])}`.toLowerCase().includes(wanted) &&
        (currency === undefined || row["currency"] === currency),
    );
    return paged(ask, found, { page: { size: 10 } });
  },
  create: (books, given) => checkedProduct(books, newProduct(given)),
  update: (books, row, given) => void Object.assign(row, checkedProduct(books, newProduct({ ...row, ...given }))),
};

export const newProject = (given: Row): Row => ({
  ...{ name: text(given["name"]), state: text(given["state"]) || "active" },
  budget: orNull(given["budget"]) === null ? null : Number(text(given["budget"])),
});

const projects: Kept = {
  ...{ path: "projects", table: "projects", root: "project", page: { size: 25 } },
  ...{ missing: () => modelNotFound("Project"), filter: { defaults: { state: "active" } } },
  create: (books, given) => {
    const row = newProject(given);
    refuseFor({
      ...(row["name"] === "" && { name: [blank] }),
      ...(books.tables.projects.find("name", row["name"]) && { name: [["has already been taken", "taken"]] }),
    });
    return row;
  },
  update: (_books, row, given) => void Object.assign(row, newProject({ ...row, ...given })),
};

export const masterRoutes: Route[] = [
  ...rest(accounts),
  ...rest({ path: "tax_rates", table: "tax_rates", root: "tax_rate" }).slice(0, 1),
  ...rest(products),
  ...rest(projects),
  ...inside([
    get("products/identifier/:value", ({ company, params }) => {
      const row = company.tables.products.find("identifier", params["value"]);
      if (row === undefined) throw modelNotFound("Product");
      return { body: row };
    }),
    ...[whole("financial_accounts"), whole("workflows")],
  ]),
];
