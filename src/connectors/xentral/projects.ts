/** Projects, which have tax rates and a currency of their own. */
import type { Project as ProjectRecord } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { inMemoryReads } from "../../kit/lists/inMemory.ts";
import { everyRecord } from "../../kit/lists/paging.ts";
import { mapping } from "../../kit/mapping.ts";
import { operationsOf } from "../../kit/views.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { firstPaging, idOf } from "./conventions.ts";
import { identity } from "./fields.ts";
import type { Project } from "./types.ts";

const everyPage = everyRecord(firstPaging);

/** Pages of version 1 have 10 to 50 records, so the list is read as a whole. */
export const allProjects = (session: Session): Promise<readonly Project[]> =>
  everyPage<Project>(session, "/v1/projects");

const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...values({ code: "keyName", description: "description", name: "name" }),
  currency: ({ currency }: Project) => currencyCode(currency),
});

export const projects = operationsOf(
  "projects",
  inMemoryReads<ProjectRecord, Project>({ read: allProjects, map: project, id: idOf }),
);
