/** npm run clients: writes the generated files of the Python and PHP clients. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedFiles } from "./files.ts";

for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(join(import.meta.dirname, "..", path), text);
