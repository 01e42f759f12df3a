/** Adds the file to look at to a finding. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Facts } from "./facts.ts";

const root = join(import.meta.dirname, "../..");

/** The file for findings that do not begin with an operation. */
const fileOfSubject: Readonly<Record<string, string>> = {
  sheet: "connector.ts",
  webhooks: "webhooks.ts",
  log: "errors.ts",
};

/** The finding with the connector's file that causes it, if known. */
export function withHint({ connector, folder = join("src/connectors", connector.id) }: Facts, finding: string): string {
  const [, subject = ""] = /^([\w.]+):/.exec(finding) ?? [];
  const file =
    fileOfSubject[subject] ?? (subject in connector.operations ? fileContaining(folder, `"${subject}"`) : undefined);
  return file === undefined ? finding : `${finding} [look at ${join(folder, file)}]`;
}

function fileContaining(folder: string, text: string): string | undefined {
  const path = join(root, folder);
  if (!existsSync(path)) return undefined;
  const files = readdirSync(path).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return files.find((file) => readFileSync(join(path, file), "utf8").includes(text));
}
