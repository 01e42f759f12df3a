import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

/** The pages name it by a relative address, so each folder that has pages has it. */
export async function addStylesheet(app: FastifyInstance): Promise<void> {
  const stylesheet = await readFile(new URL("style.css", import.meta.url), "utf8");
  app.get("/style.css", async (_, reply) =>
    reply.headers({ "x-content-type-options": "nosniff" }).type("text/css; charset=utf-8").send(stylesheet),
  );
}
