/**
 * The generators call TypeScript's own API, which TypeScript 7 does not have. They get the last one that does, from a
 * package that brings no second `tsc`.
 */
import { registerHooks } from "node:module";

const withApi = import.meta.resolve("@ts-morph/common/dist/typescript.js");

registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? withApi : specifier, context),
});
