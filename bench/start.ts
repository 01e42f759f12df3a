/** The time from start with an existing data folder to the first data response, and the memory then. */
import { setTimeout as pause } from "node:timers/promises";
import { type Bench, type Figure, median } from "./figure.ts";
import { memoryOf, openWorkplace, type Program } from "./program.ts";

const starts = 3;

export const start: Bench = async () => {
  const workplace = await openWorkplace();
  try {
    // The first start fills the data folder.
    await (await workplace.start()).stop();
    const times: number[] = [];
    const idle: Figure[] = [];
    while (times.length < starts) {
      const began = performance.now();
      const program = await workplace.start();
      times.push(performance.now() - began);
      if (times.length === starts) idle.push(await idleMemory(program));
      await program.stop();
    }
    return [startFigure(median(times) / 1000), ...idle];
  } finally {
    await workplace.remove();
  }
};

const startFigure = (seconds: number): Figure => ({
  what: "start to the first answer",
  measured: `${seconds.toFixed(2)} s`,
  target: "≤ 3 s",
  met: seconds <= 3,
  how: `start: median of ${starts} starts of bin/kontor.js with an existing data folder, including its PostgreSQL, until the first data response`,
});

async function idleMemory({ process }: Program): Promise<Figure> {
  await pause(5000);
  const megabytes = memoryOf(process);
  return {
    what: "idle memory",
    measured: `${megabytes.toFixed(0)} MB`,
    target: "≤ 150 MB",
    met: megabytes <= 150,
    how: "start: resident memory of the Node process five seconds after its first response",
  };
}
