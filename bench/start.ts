/** From an existing data folder to the first answered data request, and what the process holds then. */
import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Figure } from "./figure.ts";
import { median } from "./figure.ts";
import { memoryOf, openWorkplace, type Workplace } from "./program.ts";

const starts = 5;

export const start: Bench = () =>
  inUsedFolder(async (place) => {
    const times: number[] = [];
    for (let round = 0; round < starts; round++) {
      const began = performance.now();
      const program = await place.start();
      times.push(performance.now() - began);
      await program.stop();
    }
    const seconds = median(times) / 1000;
    return {
      what: "start to the first answer",
      measured: `${seconds.toFixed(2)} s`,
      target: "≤ 3 s",
      met: seconds <= 3,
      how: `start: median of ${starts} starts of bin/kontor.js on a used data folder, own PostgreSQL included, until a data request was answered`,
    };
  });

export const memory: Bench = () =>
  inUsedFolder(async (place) => {
    const program = await place.start();
    await pause(5000);
    const megabytes = memoryOf(program.process);
    await program.stop();
    return {
      what: "idle memory",
      measured: `${megabytes.toFixed(0)} MB`,
      target: "≤ 150 MB",
      met: megabytes <= 150,
      how: "memory: resident memory of the Node process five seconds after its first answer",
    };
  });

async function inUsedFolder(work: (place: Workplace) => Promise<Figure>): Promise<readonly Figure[]> {
  const place = await openWorkplace();
  try {
    const first = await place.start();
    await first.stop();
    return [await work(place)];
  } finally {
    await place.remove();
  }
}
