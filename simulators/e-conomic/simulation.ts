/** e-conomic: two hosts, two generations of the API, one pair of tokens. */
import type { FastifyRequest } from "fastify";
import type { GrantVendor } from "../engine/consent.ts";
import { simulate } from "../engine/vendor.ts";
import type { Simulation } from "../simulation.ts";
import { openBooks } from "./books.ts";
import { newerRoutes } from "./newer.ts";
import { olderRoutes } from "./older.ts";
import { newerNotFound, refusals } from "./refusals.ts";
import { decoded, type Name } from "./shapes.ts";

const credentials = { clientSecret: "simulated-e-conomic-app", apiKey: "simulated-e-conomic-grant" };
const admits = ({ headers }: FastifyRequest): boolean =>
  headers["x-appsecrettoken"] === credentials.clientSecret && headers["x-agreementgranttoken"] === credentials.apiKey;

/** Without redirectUrl the page would show the key for copying. */
const grant: GrantVendor = {
  ...{ path: "/secure.e-conomic.com/secure/api1/requestaccess.aspx", title: "e-conomic", key: credentials.apiKey },
  client: { clientId: "simulated-e-conomic-public", clientSecret: credentials.clientSecret },
  parameters: { app: "appPublicToken", back: "redirectUrl", key: "token" },
};

/** Both hosts count together. */
const headers = { "x-callcost": "1", "x-ratelimiting": "58/10000" };

export const simulation: Simulation = {
  slug: "e-conomic",
  open: (world) => {
    const books = openBooks(world);
    const shared = {
      ...{ slug: "e-conomic", companies: () => books, keys: { credentials, admits }, refusals: () => refusals },
      ...{ company: () => books[0], admit: () => () => ({ headers }) },
    };
    const older = simulate<Name>({
      ...{ ...shared, grant, base: "/restapi.e-conomic.com", routes: olderRoutes, parameter: decoded },
    }).open(world);
    const newer = simulate<Name>({
      ...{ ...shared, base: "/apis.e-conomic.com", routes: newerRoutes },
      refusals: () => ({ ...refusals, notFound: newerNotFound }),
    }).open(world);
    return {
      ...older,
      routes: (app) => [older, newer].forEach((half) => half.routes(app)),
      settle: async () => void (await Promise.all([older.settle(), newer.settle()])),
    };
  },
};
