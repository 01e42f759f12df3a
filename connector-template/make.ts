/** Makes a new connector and its simulator from the example in this folder. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { unwritten } from "../test/conformance/sheet.ts";

export interface ConnectorRequest {
  /** The repository. */
  readonly root: string;
  readonly slug: string;
  readonly name: string;
  /** How one signs in there: on a page of the vendor's unless said otherwise. */
  readonly signIn?: SignInRequest;
}

/** Each with the folder of what differs from the example. */
const signIns = { oauth: undefined, key: "key", "self-hosted": "self-hosted" } as const;
export type SignInRequest = keyof typeof signIns;
export const isSignInRequest = (text: string): text is SignInRequest => Object.hasOwn(signIns, text);

/** What is wrong with the wish, in words for who made it. */
export class BadRequest extends Error {}

/** Relative to the root: what was made or changed. */
export function makeConnector({ root, slug, name, signIn = "oauth" }: ConnectorRequest): string[] {
  const connector = `src/connectors/${slug}`;
  const simulator = `simulators/${slug}`;
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug))
    throw new BadRequest(`The slug must be lower case letters, digits and single dashes, not "${slug}".`);
  if (name.trim() === "" || /["\\\n]/.test(name)) throw new BadRequest(`"${name}" cannot be a name.`);
  for (const folder of [connector, simulator])
    if (existsSync(join(root, folder))) throw new BadRequest(`${folder} exists already.`);
  const named = (text: string): string =>
    text
      .replaceAll("exampleBooks", camel(slug))
      .replaceAll("example-books", slug)
      .replaceAll("Example Books", name)
      .replace(/about: ".*"/, `about: "Say in one sentence what it is and who uses it ${unwritten}."`);
  const put = (path: string, text: string): string => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
    return path;
  };
  const template = (folder: string) => globSync(`connector-template/${folder}/*.ts`, { cwd: root }).toSorted();
  const other = signIns[signIn];
  /** The same file as this way to sign in has it. */
  const instead: Readonly<Record<string, string>> =
    other === undefined
      ? {}
      : {
          "connector-template/connector/access.ts": `connector-template/${other}/access.ts`,
          "connector-template/simulation/access.ts": `connector-template/${other}/simulatedAccess.ts`,
        };
  const textOf = (file: string) => named(readFileSync(join(root, instead[file] ?? file), "utf8"));
  return [
    ...template("connector").map((file) =>
      put(join(connector, basename(file).replace("template", slug)), inConnector(textOf(file), slug)),
    ),
    ...template("simulation").map((file) => put(join(simulator, basename(file)), inSimulator(textOf(file)))),
    put(join(connector, "NOTES.md"), notes(name)),
    put("src/connectors/index.ts", listed(readFileSync(join(root, "src/connectors/index.ts"), "utf8"), slug)),
  ];
}

const camel = (slug: string): string => slug.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const inConnector = (text: string, slug: string): string =>
  text
    .replaceAll('"../../src/', '"../../')
    .replaceAll('"../../test/', '"../../../test/')
    .replaceAll('"../simulation/', `"../../../simulators/${slug}/`)
    .replace(/^ *folder: .*\n/m, "");

const inSimulator = (text: string): string => text.replaceAll('"../../simulators/', '"../');

const notes = (name: string): string => `# ${name}

${unwritten}: quirks, limits and gaps, each with its source and date.

| quirk | what we make of it | source |
| ----- | ------------------ | ------ |
`;

/** Its line, and its place in the list. */
function listed(index: string, slug: string): string {
  const line = `import { ${camel(slug)} } from "./${slug}/connector.ts";\n`;
  const list = /(readonly Connector\[\] = \[)([^\]]*)\]/;
  const [, , names = ""] = list.exec(index) ?? [];
  const all = [
    ...names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
    camel(slug),
  ];
  return index.replace(/(?=\n\nexport const connectors)/, `\n${line.trimEnd()}`).replace(list, `$1${all.join(", ")}]`);
}
