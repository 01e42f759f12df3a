/** Which Chromium the tests use. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The headless shell comes first, because it uses a third less processor time for the same pages. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** The system's Chromium, if installed. The npm package has one for x64 only. */
export function systemChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const isInNpm = process.arch === "x64";
