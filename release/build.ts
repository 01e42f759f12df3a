/**
 * Prepares the package. `npm pack` and `npm publish` run it before, and with `clean` after.
 *
 * `dist/` has the files of `src/` with the types removed, because Node does not run TypeScript below `node_modules`. Types
 * become spaces, so lines and columns stay the same.
 */
import { globSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
const source = join(root, "src");
const target = join(root, "dist");

/** Tests and recorded facts are not part of the program. */
const isLeftOut = (file: string): boolean => file.endsWith(".test.ts") || /^connectors\/[^/]+\/evidence\//.test(file);

/** Not .js: scripts for browsers have that name, beside files of the same name. */
const withModuleImports = (code: string): string =>
  code.replaceAll(/((?:from|import)\s*\(?\s*"\.[^"\n]*)\.ts"/g, '$1.mjs"');

async function build(): Promise<void> {
  for (const entry of globSync("**/*", { cwd: source, withFileTypes: true }).filter((file) => file.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const file = path.slice(source.length + 1).replaceAll("\\", "/");
    if (isLeftOut(file)) continue;
    const copy = join(target, file);
    await mkdir(dirname(copy), { recursive: true });
    if (!file.endsWith(".ts")) await cp(path, copy);
    else
      await writeFile(
        copy.replace(/\.ts$/, ".mjs"),
        withModuleImports(stripTypeScriptTypes(await readFile(path, "utf8"))),
      );
  }
}

await rm(target, { recursive: true, force: true });
if (process.argv[2] !== "clean") await build();
