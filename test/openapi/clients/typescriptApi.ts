/**
 * The generators call TypeScript's compiler API, which TypeScript 7 does not have. They get the last version that has it,
 * from a package without a second `tsc`.
 */
import { registerHooks } from "node:module";

const withApi = import.meta.resolve("@ts-morph/common/dist/typescript.js");

registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? withApi : specifier, context),
});
