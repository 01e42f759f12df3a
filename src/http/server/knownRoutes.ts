/** Explains requests without a route: lists allowed methods or suggests a similar path. */
import type { FastifyInstance } from "fastify";
import { Failure } from "../../contract/failure.ts";
import { didYouMean } from "../../contract/nearest.ts";

interface Route {
  readonly method: string;
  readonly segments: readonly string[];
}

export interface KnownRoutes {
  /** The failure for a request without a route. `allow` has the methods of its path. */
  explain(method: string, url: string): { readonly failure: Failure; readonly allow?: string };
}

/** Collects all routes of the scope. Call it before adding routes. */
export function collectRoutes(scope: FastifyInstance): KnownRoutes {
  const routes: Route[] = [];
  scope.addHook("onRoute", ({ method, url }) => {
    for (const name of [method].flat()) routes.push({ method: name, segments: url.split("/") });
  });
  return { explain: (method, url) => explain(routes, method, url.split("?", 1)[0] ?? "") };
}

function explain(routes: readonly Route[], method: string, path: string) {
  const segments = path.split("/");
  const methods = routes.filter((route) => fits(route, segments)).map((route) => route.method);
  if (methods.length > 0) {
    const allowed = [...new Set(methods)].toSorted();
    return {
      failure: new Failure("method_not_allowed", `${method} is not allowed on ${path}. Use ${choiceOf(allowed)}.`),
      allow: allowed.join(", "),
    };
  }
  const suggestion = didYouMean(path, similarPaths(routes, segments));
  return {
    failure: new Failure(
      "route_not_found",
      `${method} ${path} does not exist.${suggestion} See the reference at /docs.`,
    ),
  };
}

/** "GET, HEAD or POST". */
const choiceOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

const isParameter = (segment: string): boolean => segment.startsWith(":");

const fits = ({ segments }: Route, requested: readonly string[]): boolean =>
  segments.length === requested.length &&
  segments.every((part, index) => isParameter(part) || part.toLowerCase() === requested[index]?.toLowerCase());

/** Known paths with the same number of segments, with the ids of the request filled in. */
const similarPaths = (routes: readonly Route[], requested: readonly string[]): string[] => {
  const sameLength = routes.filter(({ segments }) => segments.length === requested.length);
  const paths = sameLength.map(({ segments }) =>
    segments.map((part, index) => (isParameter(part) ? requested[index] : part)).join("/"),
  );
  return [...new Set(paths)];
};
