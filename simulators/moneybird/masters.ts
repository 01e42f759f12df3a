/** What the rest refers to: ledger accounts, tax rates, products, projects and the settings. */
import { find, type Resource, type Route, reads, under } from "./api.ts";
import { decimal, readDecimal } from "./money.ts";
import { filtered, paged } from "./query.ts";
import { badRequest, blank, type Complaints, modelNotFound, Refusal, unprocessable } from "./refusals.ts";
import { add, type Books, type Fields, plain, type Row, refresh, type Shelf, stamped, tell, text } from "./store.ts";

/** Lists that come whole. */
const whole = (path: string, shelf: Shelf): Route => [
  "GET",
  path,
  ({ books }) => ({ body: [...books.shelf[shelf].values()] }),
];

const announce = (books: Books, entityType: string, entity: Row, action: string): void =>
  tell(books, { entityType, action, entity, show: plain });

function refuse(complaints: Complaints): void {
  if (Object.keys(complaints).length > 0) throw unprocessable(complaints);
}

const accountTypes = [
  ...["non_current_assets", "current_assets", "equity", "provisions", "non_current_liabilities"],
  ...["current_liabilities", "revenue", "direct_costs", "expenses", "other_income_expenses"],
];

export function newAccount(books: Books, given: Fields): Row {
  const allowed = given["allowed_document_types"];
  return {
    id: books.nextId(),
    administration_id: books.administration.id,
    name: text(given["name"]),
    account_type: text(given["account_type"]),
    account_id: text(given["account_id"]) || null,
    parent_id: text(given["parent_id"]) || null,
    ...stamped(books.now()),
    allowed_document_types: Array.isArray(allowed) ? allowed : ["general_journal_document"],
    taxonomy_item: {
      ...{ taxonomy_version: "3.5", code: text(given["rgs_code"]), name: text(given["name"]) },
      ...{ name_english: text(given["name_english"]) || text(given["name"]), reference: text(given["reference"]) },
    },
    financial_account_id: text(given["financial_account_id"]) || null,
  };
}

const missingAccount = () => modelNotFound("Category");

const accountRoutes: Route[] = [
  whole("ledger_accounts", "ledger_accounts"),
  [
    "GET",
    "ledger_accounts/:id",
    ({ books, params }) => ({ body: find(books, "ledger_accounts", params["id"], missingAccount) }),
  ],
  [
    "POST",
    "ledger_accounts",
    (ask) => {
      const given = under(ask, "ledger_account");
      if (given["name"] === undefined) throw badRequest("Name is required", { ledger_account: { name: "required" } });
      const code = text(ask.body()["rgs_code"]);
      if (!/^[BW][A-Z][A-Za-z]+$/.test(code))
        throw new Refusal(404, {
          error: "Given RGS code does not belong to a taxonomy item of version 3.5",
          symbolic: { rgs_code: "not_found" },
        });
      refuse({
        ...(text(given["name"]) === "" && { name: [blank] }),
        ...(!accountTypes.includes(text(given["account_type"])) && {
          account_type: [["is not included in the list", "inclusion"]],
        }),
      });
      const row = add(ask.books, "ledger_accounts", newAccount(ask.books, { ...given, rgs_code: code }));
      announce(ask.books, "LedgerAccount", row, "ledger_account_created");
      return { status: 201, body: row };
    },
  ],
];

export function newProduct(books: Books, given: Fields): Row {
  const orNull = (field: string) => text(given[field]) || null;
  return {
    id: books.nextId(),
    administration_id: books.administration.id,
    ...{ description: orNull("description"), title: orNull("title"), identifier: orNull("identifier") },
    price: decimal(readDecimal(given["price"]) ?? readDecimal("0") ?? (undefined as never)),
    currency: text(given["currency"]) || "EUR",
    frequency: given["frequency"] === undefined ? null : Number(text(given["frequency"])),
    ...{ frequency_type: orNull("frequency_type"), tax_rate_id: orNull("tax_rate_id") },
    ledger_account_id: text(given["ledger_account_id"]),
    ...stamped(books.now()),
  };
}

function checkProduct(books: Books, row: Row): void {
  const invalid = [["is invalid", "invalid"]] as const;
  const rate = text(row["tax_rate_id"]);
  refuse({
    ...(row["title"] === null &&
      row["description"] === null && {
        ...{ title: [blank], description: [blank] },
        base: [["must contain a title or description", "must_have_a_title_or_description"]],
      }),
    ...(!books.shelf.ledger_accounts.has(text(row["ledger_account_id"])) && {
      ledger_account: [["must exist", "blank"]],
    }),
    ...(rate !== "" && !books.shelf.tax_rates.has(rate) && { tax_rate_id: invalid }),
  });
}

const products: Resource = {
  path: "products",
  shelf: "products",
  show: plain,
  missing: () => modelNotFound("Product"),
};

const productRoutes: Route[] = [
  [
    "GET",
    "products",
    ({ books, query, url }) => {
      const [wanted, currency] = [(query["query"] ?? "").toLowerCase(), query["currency"]];
      const rows = [...books.shelf.products.values()].filter(
        (row) =>
          `${text(row["title"])} ${text(row["description"])}`.toLowerCase().includes(wanted) &&
          (currency === undefined || row["currency"] === currency),
      );
      const page = paged(rows, url, query, { size: 10 });
      return { headers: page.headers, body: page.rows };
    },
  ],
  ...reads(products).slice(1),
  [
    "GET",
    "products/identifier/:value",
    ({ books, params }) => {
      const row = books.shelf.products.values().find((each) => each["identifier"] === params["value"]);
      if (row === undefined) throw modelNotFound("Product");
      return { body: row };
    },
  ],
  [
    "POST",
    "products",
    (ask) => {
      const row = newProduct(ask.books, under(ask, "product"));
      checkProduct(ask.books, row);
      announce(ask.books, "Product", add(ask.books, "products", row), "product_created");
      return { status: 201, body: row };
    },
  ],
  [
    "PATCH",
    "products/:id",
    (ask) => {
      const row = find(ask.books, "products", ask.params["id"], products.missing);
      const { id, created_at } = row;
      const changed = {
        ...newProduct(ask.books, { ...row, ...under(ask, "product") }),
        id,
        created_at: created_at ?? null,
      };
      checkProduct(ask.books, changed);
      refresh(ask.books, Object.assign(row, changed));
      announce(ask.books, "Product", row, "product_updated");
      return { body: row };
    },
  ],
  [
    "DELETE",
    "products/:id",
    ({ books, params }) => {
      const row = find(books, "products", params["id"], products.missing);
      books.shelf.products.delete(row.id);
      announce(books, "Product", row, "product_destroyed");
      return { status: 204 };
    },
  ],
];

const projects: Resource = {
  ...{ path: "projects", shelf: "projects", show: plain, missing: () => modelNotFound("Project"), page: { size: 25 } },
  filter: { defaults: { state: "active" } },
};

export const newProject = (books: Books, given: Fields): Row => ({
  ...{ id: books.nextId(), name: text(given["name"]), state: text(given["state"]) || "active" },
  budget: given["budget"] === undefined || given["budget"] === null ? null : Number(text(given["budget"])),
});

const projectRoutes: Route[] = [
  ...reads(projects),
  [
    "POST",
    "projects",
    (ask) => {
      const row = newProject(ask.books, under(ask, "project"));
      const taken = ask.books.shelf.projects.values().some((each) => each["name"] === row["name"]);
      refuse({
        ...(row["name"] === "" && { name: [blank] }),
        ...(taken && { name: [["has already been taken", "taken"]] }),
      });
      announce(ask.books, "Project", add(ask.books, "projects", row), "project_created");
      return { status: 201, body: row };
    },
  ],
  [
    "PATCH",
    "projects/:id",
    (ask) => {
      const row = find(ask.books, "projects", ask.params["id"], projects.missing);
      Object.assign(row, { ...newProject(ask.books, { ...row, ...under(ask, "project") }), id: row.id });
      announce(ask.books, "Project", row, "project_updated");
      return { body: row };
    },
  ],
];

const mutations: Resource = {
  ...{ path: "financial_mutations", shelf: "financial_mutations", show: plain, syncs: true },
  ...{ filter: { dateField: "date" }, syncDefaults: { period: "this_year" } },
};

const bankRoutes: Route[] = [
  whole("financial_accounts", "financial_accounts"),
  ...reads(mutations).slice(1),
  [
    "GET",
    "financial_mutations",
    ({ books, query }) => {
      const rules = { dateField: "date", defaults: { period: "this_year" } };
      const rows = filtered(books, books.shelf.financial_mutations.values(), query["filter"], rules);
      if (rows.length > 100) throw badRequest("Too many financial mutations to return, please use sync API");
      return { body: rows };
    },
  ],
];

export const masterRoutes: Route[] = [
  ...accountRoutes,
  ...reads({ path: "tax_rates", shelf: "tax_rates", show: plain }).slice(0, 1),
  ...productRoutes,
  ...projectRoutes,
  ...bankRoutes,
  whole("workflows", "workflows"),
  whole("document_styles", "document_styles"),
  whole("custom_fields", "custom_fields"),
  whole("identities", "identities"),
  ["GET", "identities/default", ({ books }) => ({ body: books.shelf.identities.values().next().value ?? null })],
];
