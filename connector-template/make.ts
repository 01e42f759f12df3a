/** Makes a new connector and its simulator from the example in this folder. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { unwritten } from "../test/conformance/sheet.ts";
import { setUpGuide } from "./setUpGuide.ts";

export interface ConnectorRequest {
  /** The root folder of the repository. */
  readonly root: string;
  readonly slug: string;
  readonly name: string;
  /** How end users sign in: `oauth` by default. */
  readonly signIn?: SignInRequest;
  /** With a choice of companies and webhooks. Most vendors have one company per sign-in, and Kontor polls for changes. */
  readonly full?: boolean;
  /** Only one list, with a simulator that is made from recorded responses. */
  readonly recorded?: boolean;
}

/** The folder with the files that differ from the example, if any. */
const signIns = {
  oauth: undefined,
  key: "key",
  "self-hosted": "self-hosted",
} as const;

export type SignInRequest = keyof typeof signIns;

export const isSignInRequest = (text: string): text is SignInRequest => Object.hasOwn(signIns, text);

/** The request cannot be carried out. The message is for the person who made it. */
export class BadRequest extends Error {}

const indexFile = "src/connectors/index.ts";
const connectorList = /(readonly Connector\[\] = \[)([^\]]*)\]/;

/** Returns the paths that were made or changed, relative to the root. */
export function makeConnector(request: ConnectorRequest): string[] {
  const { root, slug, name } = request;
  checkRequest(request);
  const connector = `src/connectors/${slug}`;
  const simulator = `simulators/${slug}`;
  const write = (path: string, text: string): string => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
    return path;
  };
  const replacements = replacementsFor(request);
  const templateText = (file: string): string => {
    const text = readFileSync(join(root, replacements[file] ?? file), "utf8");
    return renamed(text, slug, name).replaceAll(
      /"\.\.\/(?:connector|simulation)\/(?=\w+\.ts")(?!simulation\.ts)/g,
      '"./',
    );
  };
  const connectorFiles = templateFiles(root, "connector")
    .filter(isNeeded(request))
    .map((file) =>
      write(join(connector, basename(file).replace("template", slug)), inConnector(templateText(file), slug)),
    );
  const simulatorFiles = templateFiles(root, "simulation")
    .filter(isNeeded(request))
    .map((file) => write(join(simulator, basename(file)), inSimulator(templateText(file))));
  const evidenceFolder = request.recorded === true ? "connector-template/recorded" : "connector-template";
  const evidenceFiles = globSync(`${evidenceFolder}/evidence/*/*.json`, { cwd: root }).map((file) =>
    write(join(connector, relative(evidenceFolder, file)), readFileSync(join(root, file), "utf8")),
  );
  return [
    ...connectorFiles,
    ...evidenceFiles,
    ...simulatorFiles,
    write(join(connector, "NOTES.md"), notes(name)),
    write(`docs/target-systems/${slug}.md`, setUpGuide(name)),
    write(indexFile, withConnector(readFileSync(join(root, indexFile), "utf8"), slug)),
  ];
}

function checkRequest({ root, slug, name }: ConnectorRequest): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug))
    throw new BadRequest(`The slug must be lower case letters, digits and single dashes, not "${slug}".`);
  if (name.trim() === "" || /["\\\n]/.test(name))
    throw new BadRequest(`The name must not be empty and must not contain quotes or backslashes, unlike "${name}".`);
  for (const folder of [`src/connectors/${slug}`, `simulators/${slug}`])
    if (existsSync(join(root, folder))) throw new BadRequest(`${folder} already exists.`);
  const constant = camel(slug);
  if (connectorNames(readFileSync(join(root, indexFile), "utf8")).includes(constant))
    throw new BadRequest(`${indexFile} already has a connector named ${constant}. Choose another slug.`);
  if (reserved.has(constant) || identifiersIn(root).has(constant))
    throw new BadRequest(`The connector's code cannot name a constant ${constant}. Choose another slug.`);
}

/** Words that JavaScript does not allow as the name of a constant. */
const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected
  public return static super switch this throw true try typeof undefined var void while with yield`.split(/\s+/),
);

/** The words in the template's code, other than the template's own name. */
function identifiersIn(root: string): Set<string> {
  const texts = templateFiles(root, "connector").map((file) => readFileSync(join(root, file), "utf8"));
  const words = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
  words.delete("exampleBooks");
  return words;
}

const templateFiles = (root: string, folder: string): string[] =>
  globSync(`connector-template/${folder}/*.ts`, { cwd: root }).toSorted();

/** Files that only connectors with companies and webhooks have. */
const fullOnly: readonly string[] = ["companies.ts", "webhooks.ts"];
/** Files for further resources, and for a simulator with rules. */
const rulesOnly: readonly string[] = ["books.ts", "invoices.ts", "journalEntries.ts", "rules.ts"];
const isNeeded =
  ({ full = false, recorded = false }: ConnectorRequest) =>
  (file: string): boolean =>
    (full || !fullOnly.includes(basename(file))) && !(recorded && rulesOnly.includes(basename(file)));

/** Template files by the file that they replace: the example has OAuth, companies and webhooks. */
function replacementsFor({
  signIn = "oauth",
  full = false,
  recorded = false,
}: ConnectorRequest): Readonly<Record<string, string>> {
  const folder = signIns[signIn];
  const inRecorded = ["connector.ts", "contacts.ts", "conventions.ts", "types.ts"];
  return {
    ...(folder !== undefined && {
      "connector-template/connector/access.ts": `connector-template/${folder}/access.ts`,
      "connector-template/simulation/access.ts": `connector-template/${folder}/simulatedAccess.ts`,
    }),
    ...(!full && {
      "connector-template/connector/connector.ts": "connector-template/one-company/connector.ts",
      "connector-template/simulation/simulation.ts": "connector-template/one-company/simulation.ts",
    }),
    ...(recorded && {
      ...Object.fromEntries(
        inRecorded.map((file) => [`connector-template/connector/${file}`, `connector-template/recorded/${file}`]),
      ),
      "connector-template/connector/template.test.ts": "connector-template/recorded/suite.ts",
      "connector-template/simulation/simulation.ts": "connector-template/recorded/simulation.ts",
    }),
  };
}

const camel = (slug: string): string => slug.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const renamed = (text: string, slug: string, name: string): string =>
  text
    .replaceAll("exampleBooks", camel(slug))
    .replaceAll("example-books", slug)
    .replaceAll("Example Books", name)
    .replace(/about: ".*"/, `about: "Describe the product and its users in one sentence ${unwritten}."`);

const inConnector = (text: string, slug: string): string =>
  text
    .replaceAll('"../../src/', '"../../')
    .replaceAll('"../../test/', '"../../../test/')
    .replaceAll('"../simulation/', `"../../../simulators/${slug}/`)
    .replace(/^ *folder: .*\n/m, "");

const inSimulator = (text: string): string => text.replaceAll('"../../simulators/', '"../');

const notes = (name: string): string => `# ${name}

${unwritten}: quirks, limits and gaps, each with its source and date.

| quirk | how the connector handles it | source |
| ----- | ---------------------------- | ------ |
`;

function connectorNames(index: string): string[] {
  const [, , names = ""] = connectorList.exec(index) ?? [];
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The index with the connector's import and its entry in the list. */
function withConnector(index: string, slug: string): string {
  const importLine = `import { ${camel(slug)} } from "./${slug}/connector.ts";`;
  const names = [...connectorNames(index), camel(slug)];
  return index
    .replace(/(?=\n\nexport const connectors)/, `\n${importLine}`)
    .replace(connectorList, `$1${names.join(", ")}]`);
}
