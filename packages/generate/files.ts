/** The generated files of the Python and PHP clients. */
import { readApi } from "./facts.ts";
import { phpRecords, phpResources } from "./php.ts";
import { pythonRecords, pythonResources } from "./python.ts";

/** Their texts, by path within `packages`. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const api = readApi();
  return {
    "python/kontor/records.py": pythonRecords(api),
    "python/kontor/resources.py": pythonResources(api),
    "php/src/Records.php": phpRecords(api),
    "php/src/Resources.php": phpResources(api),
  };
}
