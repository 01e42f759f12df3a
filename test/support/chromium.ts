/** Which Chromium the tests use. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The one without windows first: it takes a third less of the processor for the same pages. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** npm brings one for x64 only. Elsewhere the system's own serves; undefined where there is none. */
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
