/** Switches a company's simulated activity on and off. */
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { invalidField, notFound } from "./server/errors.ts";
import { parametersOf } from "./server/http.ts";
import type { Activity } from "./simulatedActivity.ts";
import { readShape, shape } from "./writing/shapes/fields.ts";

const activityShape = shape({ integer: "every_seconds minutes seed" });
const columns = "company, every_seconds, seed, step, ends_at";

export function addActivityRoutes(app: FastifyInstance, pool: pg.Pool): void {
  app.put("/life", async (request, reply) => {
    const input = readShape(activityShape, request.body ?? {}) as Record<string, number>;
    const { every_seconds = 5, minutes = 60, seed = 7 } = input;
    mustBeBetween("every_seconds", every_seconds, [1, 3600]);
    mustBeBetween("minutes", minutes, [1, 7 * 24 * 60]);
    mustBeBetween("seed", seed, [0, 1_000_000]);
    const { rows } = await pool.query<Activity>(
      `INSERT INTO sandbox.lives AS l (company, every_seconds, seed, ends_at)
       VALUES ($1, $2, $3, now() + make_interval(mins => $4))
       ON CONFLICT (company) DO UPDATE SET every_seconds = $2, seed = $3, ends_at = excluded.ends_at, due_at = now(),
         step = CASE WHEN l.seed = $3 THEN l.step ELSE 0 END
       RETURNING ${columns}`,
      [parametersOf(request)["company"], every_seconds, seed, minutes],
    );
    return reply.send(rows[0]);
  });
  app.get("/life", async (request, reply) => {
    const { rows } = await pool.query<Activity>(
      `SELECT ${columns} FROM sandbox.lives WHERE company = $1 AND ends_at > now()`,
      [parametersOf(request)["company"]],
    );
    if (rows[0] === undefined) throw notFound("life: the simulated activity of this company is off");
    return reply.send(rows[0]);
  });
  app.delete("/life", async (request, reply) => {
    await pool.query("DELETE FROM sandbox.lives WHERE company = $1", [parametersOf(request)["company"]]);
    return reply.code(204).send();
  });
}

function mustBeBetween(field: string, value: number, [least, most]: [number, number]): void {
  if (value < least || value > most) throw invalidField(field, `must be from ${least} to ${most}`);
}
