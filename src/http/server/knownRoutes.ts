/** The routes that there are, for who asked for one that there is not. */
import type { FastifyInstance } from "fastify";
import { Failure } from "../../contract/failure.ts";
import { didYouMean } from "../../contract/nearest.ts";

interface Route {
  readonly method: string;
  readonly segments: readonly string[];
}

export interface KnownRoutes {
  /** What to say to a request that has no route. `allow`: the methods that its path takes. */
  explain(method: string, url: string): { readonly failure: Failure; readonly allow?: string };
}

/** Before the routes are added: each of them is noted. */
export function noteRoutes(scope: FastifyInstance): KnownRoutes {
  const routes: Route[] = [];
  scope.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, segments: url.split("/") });
  });
  return { explain: (method, url) => explain(routes, method, url.split("?", 1)[0] ?? "") };
}

function explain(routes: readonly Route[], method: string, path: string) {
  const segments = path.split("/");
  const methods = routes.filter((route) => fits(route, segments)).map((route) => route.method);
  if (methods.length > 0) {
    const allow = [...new Set(methods)].toSorted().join(", ");
    return {
      failure: new Failure("method_not_allowed", `${path} is not there with ${method}; it takes ${allow}.`),
      allow,
    };
  }
  const meant = didYouMean(path, alike(routes, segments));
  return {
    failure: new Failure("route_not_found", `There is no ${method} ${path}.${meant} The reference is at /docs.`),
  };
}

const isName = (segment: string): boolean => segment.startsWith(":");

const fits = ({ segments }: Route, asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((part, index) => isName(part) || part.toLowerCase() === asked[index]?.toLowerCase());

/** Paths of as many segments, with the ids that were sent. */
const alike = (routes: readonly Route[], asked: readonly string[]): string[] => {
  const long = routes.filter(({ segments }) => segments.length === asked.length);
  const filled = long.map(({ segments }) =>
    segments.map((part, index) => (isName(part) ? asked[index] : part)).join("/"),
  );
  return [...new Set(filled)];
};
