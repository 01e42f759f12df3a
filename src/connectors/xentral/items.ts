/** Products. Their prices are lists of their own, by customer, quantity, currency and time. */
import { cannotStore } from "../../contract/failure.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, instants } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { resource } from "../../kit/resource.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { changedAt, equal, idOf, list, recordIn } from "./conventions.ts";
import { identity } from "./fields.ts";
import { allProjects } from "./projects.ts";
import { categoryAs, categoryIn } from "./taxes.ts";
import type { Product } from "./types.ts";

const folder = "/v3/products";

const fields = twoWay({
  itemNumber: plainValue("number"),
  name: plainValue("name"),
});

const item = mapping<Item, Product>({
  ...identity,
  ...fields.reads,
  ...instants({ lastModifiedDate: "updatedAt" }),
  ...amounts({ taxRatePercentage: "individualTaxRate" }),
  taxCode: categoryIn,
  type: ({ isService }: Product) => (isService === true ? "SERVICE" : "PRODUCT"),
});

const products = resource<Item, Product>({
  path: folder,
  id: "itemId",
  map: item,
  record: recordIn,
  change: "PATCH",
});

/** A product belongs to a project. Every instance has a standard project with this id (the vendor's own connector, 2026-08). */
const standardProject = "1";

async function projectFor(_call: unknown, session: Session): Promise<string> {
  const projects = await allProjects(session);
  const [only, ...others] = projects;
  const found =
    projects.find((project) => idOf(project) === standardProject) ?? (others.length === 0 ? only : undefined);
  if (found !== undefined) return idOf(found);
  throw cannotStore(
    "A product needs a project at Xentral, and none of the projects is the standard one. Create it there.",
    "name",
  );
}

const pricesRule =
  "Prices are not shown: the vendor has several of a product, by customer, quantity, currency and time.";

export const items = operationsOf("items", {
  list: list<Item, Product>({
    path: folder,
    map: item,
    conditions: { lastModifiedAt: changedAt, itemNumber: equal("number") },
    rules: [pricesRule, "Products that are blocked or deleted at the vendor are left out."],
  }),
  get: products.get(),
  create: products.create<ItemInput>({
    encoder: encoder<ItemInput>({ ...fields.writes, taxCode: categoryAs }),
    requires: ["name"],
    prepare: projectFor,
    body: (encoded, project) => ({ ...encoded, project: { id: project } }),
    rules: [pricesRule, "A new product belongs to the standard project."],
  }),
  patch: products.change<ItemPatch>({ encoder: encoder<ItemPatch>(fields.writes) }),
});
