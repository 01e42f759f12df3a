/** Example Books as its documentation would describe it: sign-in, pages and refusals. */
import { get } from "../../simulators/engine/routes.ts";
import { simulate } from "../../simulators/engine/vendor.ts";
import { access } from "../simulation/access.ts";
import { openCompanies, type Table } from "../simulation/books.ts";
import { recordRoutes, refusals } from "../simulation/rules.ts";

export const simulation = simulate<Table>({
  slug: "example-books",
  ...access,
  companies: (world) => openCompanies(world).slice(0, 1),
  company: (_request, [company]) => company,
  refusals: () => refusals,
  routes: ({ companies }) => [get("profile", () => ({ body: companies[0]?.facts })), ...recordRoutes()],
});
