/** Where who reads a finding should look. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Facts } from "./facts.ts";

const root = join(import.meta.dirname, "../..");

/** What a finding begins with, apart from operations, and the file that it is about. */
const places: Readonly<Record<string, string>> = {
  sheet: "connector.ts",
  webhooks: "webhooks.ts",
  log: "errors.ts",
};

/** The finding with the file of the connector's that it is about, where that can be told. */
export function withHint({ connector, folder = join("src/connectors", connector.id) }: Facts, finding: string): string {
  const [, subject = ""] = /^([\w.]+):/.exec(finding) ?? [];
  const file = places[subject] ?? (subject in connector.operations ? fileWith(folder, `"${subject}"`) : undefined);
  return file === undefined ? finding : `${finding} [look at ${join(folder, file)}]`;
}

function fileWith(folder: string, text: string): string | undefined {
  const place = join(root, folder);
  if (!existsSync(place)) return undefined;
  const files = readdirSync(place).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return files.find((file) => readFileSync(join(place, file), "utf8").includes(text));
}
