/** A vendor in its own process that returns the same few entries for every list. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Neighbour, startNeighbour } from "../program.ts";

const entries = 5;

export async function openSmallVendor(): Promise<Neighbour> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-vendor-"));
  try {
    const items = Array.from({ length: entries }, (_, index) => ({ id: `entry-${index}`, number: String(index) }));
    const file = join(folder, "list.json");
    await writeFile(file, JSON.stringify({ items, page: 1, page_size: entries, total: entries }));
    return await startNeighbour("vendor", [file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
