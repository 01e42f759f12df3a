import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../start.ts";
import { simulation } from "./simulation.ts";

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator(simulation);
});
afterAll(() => simulator.close());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${simulator.url}/api.lexware.io/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${simulator.vendor.access.credentials?.["apiKey"]}`, ...init.headers },
  });

const read = async (path: string) => (await ask(path)).json();

describe("contacts", () => {
  test("list", async () => {
    expect(await read("/contacts?size=1")).toMatchObject({ totalElements: 132, number: 0, numberOfElements: 1 });
  });
});
