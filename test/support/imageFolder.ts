/** The folder of the Docker image, built by hand: the files that .dockerignore lets through, where the Dockerfile copies them. */
import { globSync, readFileSync, statSync } from "node:fs";
import { cp, mkdir, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");
const linesOf = (file: string): string[] => readFileSync(join(root, file), "utf8").split("\n");

interface IgnoreRule {
  readonly pattern: RegExp;
  readonly excludes: boolean;
}

/** A pattern also covers everything below what it matches. */
function ruleOf(line: string): IgnoreRule {
  const excludes = !line.startsWith("!");
  const parts = (excludes ? line : line.slice(1)).split(/(\*\*\/|\*)/);
  const pattern = parts.map((part) => {
    if (part === "**/") return "(?:.*/)?";
    return part === "*" ? "[^/]*" : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return { pattern: new RegExp(`^${pattern.join("")}(?:/.*)?$`), excludes };
}

const isRule = (line: string): boolean => line.trim() !== "" && !line.startsWith("#");

/** The paths that `docker build` would send to the builder. The last rule that matches decides. */
export function contextFiles(): string[] {
  const rules = linesOf(".dockerignore").filter(isRule).map(ruleOf);
  const isSent = (file: string): boolean => rules.findLast(({ pattern }) => pattern.test(file))?.excludes !== true;
  const options = { cwd: root, exclude: (path: string) => /^(?:node_modules|\.git)$/.test(path) };
  return globSync("**/*", options).filter((path) => statSync(join(root, path)).isFile() && isSent(path));
}

interface Copy {
  readonly source: string;
  readonly target: string;
}

/** The COPY lines of the Dockerfile, each source on its own. */
const copiesOf = (): Copy[] =>
  linesOf("Dockerfile")
    .filter((line) => line.startsWith("COPY "))
    .flatMap((line) => {
      const paths = line.split(/\s+/).slice(1);
      const target = paths.at(-1) ?? "";
      return paths.slice(0, -1).map((source) => ({ source, target }));
    });

/** Fails like `docker build` if there is nothing to copy. */
async function copyInto(folder: string, files: readonly string[], { source, target }: Copy): Promise<void> {
  const found = files.filter((file) => file === source || file.startsWith(`${source}/`));
  if (found.length === 0) throw new Error(`.dockerignore leaves out ${source}, which the Dockerfile copies.`);
  for (const file of found) {
    const isInFolder = file === source ? target.endsWith("/") : true;
    const below = file === source ? (file.split("/").at(-1) ?? "") : relative(source, file);
    const copied = join(folder, target, isInFolder ? below : "");
    await mkdir(dirname(copied), { recursive: true });
    await cp(join(root, file), copied);
  }
}

/** Links only the packages that `npm ci --omit=dev` installs, so that the program cannot use others. */
export async function linkPackages(folder: string): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
  };
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    const isTopLevel = path.lastIndexOf("node_modules/") === 0;
    if (!isTopLevel || dev === true || devOptional === true) continue;
    if (statSync(join(root, path), { throwIfNoEntry: false }) === undefined) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
}

export async function buildImageFolder(folder: string): Promise<void> {
  const files = contextFiles();
  for (const copy of copiesOf()) await copyInto(folder, files, copy);
  await linkPackages(folder);
}
