/** Starts tasks and waits until they end, as a platform would. */
import { expect, vi } from "vitest";
import { type Answer, call } from "./calling.ts";
import type { Row, Service } from "./service.ts";

export interface Task {
  readonly status: string;
  readonly information: readonly { filename?: string; message: string; timestamp: string; type: string }[];
  readonly responseData?: unknown;
}

interface TaskRequest {
  readonly accountKey?: string;
  readonly query?: string;
}

export const post = (service: Service, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call(service, path, {
    method: "POST",
    ...(body instanceof FormData
      ? { headers, body }
      : { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }),
  });

export function taskIdOf({ status, body }: Answer, expected: 201 | 202 = 202): string {
  expect({ status, errors: body.errors }).toEqual({ status: expected });
  return (body.data as { taskId: string }).taskId;
}

export const askTask = (
  service: Service,
  taskId: string,
  { accountKey, query = "" }: TaskRequest = {},
): Promise<Answer> =>
  call(service, `/accounting/asyncTask/${taskId}?${query}`, {
    ...(accountKey !== undefined && { headers: { "x-account-key": accountKey } }),
  });

export const taskOf = ({ body }: Answer): Task => body.data as Task;

/** Polls until the task has ended. */
export async function endOf(
  service: Service,
  taskId: string,
  request: TaskRequest = {},
  within = 20_000,
): Promise<Task> {
  const { task } = await vi.waitFor(
    async () => {
      const answer = await askTask(service, taskId, request);
      const found = taskOf(answer);
      if (answer.status !== 200 || found.status === "OPEN" || found.status === "IN_PROGRESS")
        throw new Error(`Not yet: ${answer.status} ${answer.text}`);
      return { task: found };
    },
    { timeout: within, interval: 100 },
  );
  return task;
}

/** All records of an ended task, read page by page. */
export async function recordsOf(service: Service, taskId: string, { accountKey }: TaskRequest = {}): Promise<Row[]> {
  const records: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = `page=${page}&limit=100`;
    const { body } = await askTask(service, taskId, { ...(accountKey !== undefined && { accountKey }), query });
    records.push(...((body.data as Task).responseData as Row[]));
    pages = body.meta?.pagination?.["totalPages"] ?? 0;
  }
  return records;
}
